// How long a step of the plant takes: an x500 (4 rotors, battery, drag, rate damping) on the
// turning WGS84 Earth in the standard atmosphere, RK4, without contact. Beside nanoseconds it
// prints units of k, one iteration of x <- x*a + b in double as a dependent chain without
// contraction, timed in the same run: a machine's speed cancels.
#include <chrono>

#include <benchmark/benchmark.h>

#include "../tests/dynamics/quad_plant.h"
#include "math/pack.h"

namespace {

using namespace alula;
using namespace alula::test;
using SteadyClock = std::chrono::steady_clock;

double nanoseconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double, std::nano>(SteadyClock::now() - start).count();
}

double chain(int iterations) {
  double x = 1.0, a = 0.999999, b = 1e-6;
  benchmark::DoNotOptimize(a);
  benchmark::DoNotOptimize(b);
  for (int i = 0; i < iterations; ++i) x = x * a + b;
  return x;
}

constexpr double kHoverCommand = 0.73;
constexpr int kStepsPerRound = 1000;

// Alternates steps and chain, so that both see the same machine.
template <class Real, class Plant> void time_steps(benchmark::State& state, const Plant& plant) {
  const QuadConfig quad = x500_config();
  std::vector<Real> x = quad_at_rest<Real>(quad, 769.0);
  const std::vector<Real> start = x;
  const std::vector<Real> command(plant.command_size(), Real(kHoverCommand));
  std::vector<Real> scratch(plant_scratch_size(x.size()));

  double step_ns = 0.0, chain_ns = 0.0;
  for (auto _ : state) {
    x = start;
    const auto begin = SteadyClock::now();
    for (int i = 0; i < kStepsPerRound; ++i)
      step_rk4<Real>(plant, 1e-3 * i, 1e-3, x, command, scratch);
    const double elapsed = nanoseconds_since(begin);
    benchmark::DoNotOptimize(x.data());
    state.SetIterationTime(elapsed * 1e-9);
    step_ns += elapsed;

    const auto chain_begin = SteadyClock::now();
    benchmark::DoNotOptimize(chain(100 * kStepsPerRound));
    chain_ns += nanoseconds_since(chain_begin);
  }
  const double steps = static_cast<double>(state.iterations()) * kStepsPerRound;
  const double k_ns = chain_ns / (100.0 * steps);
  state.counters["step_ns"] = step_ns / steps;
  state.counters["k_ns"] = k_ns;
  state.counters["step_k"] = step_ns / steps / k_ns;
}

template <class Real> void plant_step_part_list(benchmark::State& state) {
  time_steps<Real>(state, quad_plant<Real>(x500_config()));
}
template <class Real> void plant_step_fixed_parts(benchmark::State& state) {
  time_steps<Real>(state, fixed_quad_plant<Real>(x500_config()));
}

BENCHMARK(plant_step_part_list<double>)->UseManualTime();
BENCHMARK(plant_step_fixed_parts<double>)->UseManualTime();
BENCHMARK(plant_step_part_list<float>)->UseManualTime();
BENCHMARK(plant_step_fixed_parts<Pack<8>>)->UseManualTime();

}  // namespace
