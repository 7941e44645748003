// How long a step of the plant takes: an x500 (4 rotors, battery, drag) on the turning WGS84 Earth
// in the standard atmosphere, RK4. plant_step_* take the parts from a list in the test, without
// contact; x500_* take the vehicle file, contact with the ground included. Beside nanoseconds it
// prints units of k, one iteration of x <- x*a + b in double as a dependent chain without
// contraction. Both are CPU time of the thread and alternate within one run: the machine's speed
// and its other guests cancel.
#include <vector>

#include <benchmark/benchmark.h>

#include "../tests/dynamics/quad_plant.h"
#include "k_unit.h"
#include "math/pack.h"
#include "vehicle/vehicle.h"

namespace {

using namespace alula;
using namespace alula::test;

constexpr double kHoverCommand = 0.73;
constexpr int kSteps = 1000;
constexpr int kChain = 200'000;

// `step(i)` is timed kSteps times, `restart()` before is not.
template <class Restart, class Step>
void time_steps(benchmark::State& state, const Restart& restart, const Step& step) {
  std::vector<double> step_ns, step_k;
  for (auto _ : state) {
    restart();
    const double begin = cpu_ns();
    for (int i = 0; i < kSteps; ++i) step(i);
    const double end = cpu_ns();
    const double k_ns = time_of_k_ns(kChain);
    step_ns.push_back((end - begin) / kSteps);
    step_k.push_back(step_ns.back() / k_ns);
    state.SetIterationTime(1e-9 * (end - begin));
  }
  state.counters["step_ns"] = median(step_ns);
  state.counters["step_k"] = median(step_k);
}

template <class Real, class Plant> void time_plant(benchmark::State& state, const Plant& plant) {
  const std::vector<Real> start = quad_at_rest<Real>(x500_config(), 769.0);
  const std::vector<Real> command(plant.command_size(), Real(kHoverCommand));
  std::vector<Real> x, scratch(plant_scratch_size(start.size()));
  time_steps(
      state, [&] { x = start; },
      [&](int i) {
        step_rk4<Real>(plant, 1e-3 * i, 1e-3, x, command, scratch);
        benchmark::DoNotOptimize(x.data());
      });
}
template <class Real> void plant_step_part_list(benchmark::State& state) {
  time_plant<Real>(state, quad_plant<Real>(x500_config()));
}
template <class Real> void plant_step_fixed_parts(benchmark::State& state) {
  time_plant<Real>(state, fixed_quad_plant<Real>(x500_config()));
}

// The vehicle file's x500, integrated and then brought to terms with the ground.
void time_x500(benchmark::State& state, double height_m, double motor_command) {
  const VehicleConfig config =
      load_vehicle(find_vehicle("x500", ALULA_SOURCE_DIR "/models")).value();
  VehicleSite site;
  site.ground = GroundPlane{};
  const Vehicle vehicle = build_vehicle(config, site).value();
  const PlantModel<double>& plant = vehicle.plant();
  RigidBodyState<double> body = vehicle.standing_pose(*site.ground, 0.0);
  body.p_WB.z -= height_m;
  const std::vector<double> command(plant.command_size(), motor_command);
  std::vector<double> x(plant.state_size()), scratch(plant_scratch_size(x.size()));
  ContactState contact;
  time_steps(
      state,
      [&] {
        vehicle.initial_state(body, x);
        contact = {};
      },
      [&](int i) {
        const Vec3 v_before = read_body(x.data()).v_WB;
        step_rk4<double>(plant, 1e-3 * i, 1e-3, x, command, scratch);
        RigidBodyState<double> after = read_body(x.data());
        const FreeStep free{.acceleration_W = 1e3 * (after.v_WB - v_before)};
        benchmark::DoNotOptimize(vehicle.contact().resolve(contact, after, 1e-3, free));
        write_body(after, x.data());
        normalize_attitude(x.data());
        benchmark::DoNotOptimize(x.data());
      });
}
void x500_in_the_air(benchmark::State& state) { time_x500(state, 50.0, kHoverCommand); }
void x500_on_the_ground(benchmark::State& state) { time_x500(state, 0.0, kRotorOff); }

BENCHMARK(plant_step_part_list<double>)->UseManualTime();
BENCHMARK(plant_step_fixed_parts<double>)->UseManualTime();
BENCHMARK(plant_step_part_list<float>)->UseManualTime();
BENCHMARK(plant_step_fixed_parts<Pack<8>>)->UseManualTime();
BENCHMARK(x500_in_the_air)->UseManualTime();
BENCHMARK(x500_on_the_ground)->UseManualTime();

}  // namespace
