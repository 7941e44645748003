// What one run of the control cascade costs in k (k_unit.h): the inner loops run at every IMU
// sample, the outer ones at every estimate.
#include <benchmark/benchmark.h>

#include "bench/k_unit.h"
#include "tests/control/test_quad.h"

namespace alula {
namespace {

using control_test::Cascade;
using control_test::target_at;
using control_test::TestQuad;

struct InFlight {
  TestQuad quad{};
  Cascade cascade{};
  NavigationTriplet triplet{};
  InFlight() {
    quad.start_in_hover({0.0, 0.0, -20.0});
    triplet.previous = target_at(TargetKind::position, {0.0, 0.0, -20.0});
    triplet.current = target_at(TargetKind::position, {1e6, 0.0, -20.0});
    triplet.next = target_at(TargetKind::position, {1e6, 1e3, -20.0});
    cascade.takeoff.phase = TakeoffPhase::flight;
    cascade.landed.landed = false;
    for (int k = 0; k < 2000; ++k) {
      cascade.fly_targets(quad, triplet);
      cascade.hold_motors(quad);
    }
  }
};

void whole_cascade(benchmark::State& bench) {
  InFlight flight;
  bench_in_k(bench, 0.0, "a run", [&] {
    flight.cascade.fly_targets(flight.quad, flight.triplet);
    benchmark::DoNotOptimize(flight.cascade.motors);
  });
}
BENCHMARK(whole_cascade)->UseManualTime();

void trajectory(benchmark::State& bench) {
  InFlight flight;
  Cascade& c = flight.cascade;
  const HomePosition home{.time = 1, .set_count = 1};
  bench_in_k(bench, 0.0, "a run", [&] {
    const AutoTrajectoryInput in{c.estimate, flight.triplet, home, TakeoffPhase::flight};
    benchmark::DoNotOptimize(AutoTrajectory(c.auto_config).update(c.trajectory, in, Cascade::dt_s));
  });
}
BENCHMARK(trajectory)->UseManualTime();

void position_control(benchmark::State& bench) {
  InFlight flight;
  Cascade& c = flight.cascade;
  bench_in_k(bench, 0.0, "a run", [&] {
    c.outer_loops(c.wanted.setpoint, false, 3.0, 1.8);
    benchmark::DoNotOptimize(c.outer);
  });
}
BENCHMARK(position_control)->UseManualTime();

// Gyro filter, attitude, rate and allocation.
void inner_loops(benchmark::State& bench) {
  InFlight flight;
  bench_in_k(bench, 0.0, "a run", [&] {
    flight.cascade.inner_loops(flight.cascade.outer.attitude);
    benchmark::DoNotOptimize(flight.cascade.motors);
  });
}
BENCHMARK(inner_loops)->UseManualTime();

void allocation(benchmark::State& bench) {
  const AllocationTables tables = make_allocation_tables(control_test::x500_airframe()).value();
  const AllocationConfig config;
  AllocationState state;
  Vec3 torque{0.3, 0.2, 0.5};
  bench_in_k(bench, 0.0, "a run", [&] {
    benchmark::DoNotOptimize(torque);
    benchmark::DoNotOptimize(
        Allocator(tables, config).allocate(state, torque, {0.0, 0.0, -0.8}, 1e-3));
  });
}
BENCHMARK(allocation)->UseManualTime();

}  // namespace
}  // namespace alula
