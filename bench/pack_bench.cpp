// What a pack of floats gains over a scalar float of the same compiler flags: RK4 steps of the x500
// of plant_bench.cpp, as many at once as a register has lanes. Built once for the base instruction
// set and, as executables of their own, for wider ones that this machine has. Scalar and pack take
// turns in each round; their states must end equal bit for bit in every lane.
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/k_unit.h"
#include "math/pack.h"
#include "tests/dynamics/quad_plant.h"

namespace alula::test {
namespace {

constexpr double kShareLeast = 0.6;  // acceptance: gain over lanes

float lane_command(int lane) { return 0.72F + 0.001F * static_cast<float>(lane); }

template <class Real, class Plant> struct Flyer {
  Plant plant;
  std::vector<Real> x, command, scratch;

  Flyer(Plant model, const Real& motor_command)
      : plant(std::move(model)),
        x(quad_at_rest<Real>(x500_config(), 769.0)),
        command(plant.command_size(), motor_command),
        scratch(plant_scratch_size(x.size())) {}
  double fly_ns() {
    return time_of_calls_ns(kCallsPerRound, [this](int i) {
      step_rk4<Real>(plant, 1e-3 * i, 1e-3, x, command, scratch);
      benchmark::DoNotOptimize(x.data());
    });
  }
};

template <class MakePlant> void bench_pack(benchmark::State& state, const MakePlant& make_plant) {
  using Wide = Pack<kLanes>;
  Wide commands;
  for (int lane = 0; lane < kLanes; ++lane) commands.set(lane, lane_command(lane));
  std::vector<double> k, gain;
  for (auto _ : state) {
    Flyer wide(make_plant.template operator()<Wide>(), commands);
    const double wide_ns = wide.fly_ns();
    std::vector<double> scalar_ns;
    for (int lane = 0; lane < kLanes; ++lane) {
      Flyer scalar(make_plant.template operator()<float>(), lane_command(lane));
      scalar_ns.push_back(scalar.fly_ns());
      for (std::size_t i = 0; i < scalar.x.size(); ++i) {
        if (bits_of(scalar.x[i]) != bits_of(wide.x[i][lane]))
          state.SkipWithError("a lane differs from the scalar");
      }
    }
    k.push_back(wide_ns / (kCallsPerRound * kLanes) / time_of_k_ns(kChainPerRound));
    gain.push_back(kLanes * median(scalar_ns) / wide_ns);
    state.SetIterationTime(1e-9 * wide_ns);
  }
  report_k(state, median(k), 0.0, "a step of one lane");
  state.counters["lanes"] = kLanes;
  state.counters["gain"] = median(gain);
  state.counters["gain_least"] = kShareLeast * kLanes;
}

void pack_step_fixed_parts(benchmark::State& state) {
  bench_pack(state, []<class Real>() { return fixed_quad_plant<Real>(x500_config()); });
}
void pack_step_part_list(benchmark::State& state) {
  bench_pack(state, []<class Real>() { return quad_plant<Real>(x500_config()); });
}

BENCHMARK(pack_step_fixed_parts)->Name("pack_step_fixed_parts_" ALULA_SET)->UseManualTime();
BENCHMARK(pack_step_part_list)->Name("pack_step_part_list_" ALULA_SET)->UseManualTime();

}  // namespace
}  // namespace alula::test
