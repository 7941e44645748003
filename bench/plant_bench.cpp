// How long a step of the plant takes: an x500 (4 rotors, battery, drag, rate damping) on the
// turning WGS84 Earth in the standard atmosphere, RK4, without contact. Beside nanoseconds it
// prints units of k, one iteration of x <- x*a + b in double as a dependent chain without
// contraction. Both are CPU time of the thread and alternate within one run: the machine's speed
// and its other guests cancel.
#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>
#include <time.h>

#include "../tests/dynamics/quad_plant.h"
#include "math/pack.h"

namespace {

using namespace alula;
using namespace alula::test;

double cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

double chain(int iterations) {
  double x = 1.0, a = 0.999999, b = 1e-6;
  benchmark::DoNotOptimize(a);
  benchmark::DoNotOptimize(b);
  for (int i = 0; i < iterations; ++i) x = x * a + b;
  return x;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

constexpr double kHoverCommand = 0.73;
constexpr int kSteps = 1000;
constexpr int kChain = 200'000;

template <class Real, class Plant> void time_steps(benchmark::State& state, const Plant& plant) {
  const std::vector<Real> start = quad_at_rest<Real>(x500_config(), 769.0);
  const std::vector<Real> command(plant.command_size(), Real(kHoverCommand));
  std::vector<Real> x, scratch(plant_scratch_size(start.size()));
  std::vector<double> step_ns, step_k;
  for (auto _ : state) {
    x = start;
    const double begin = cpu_ns();
    for (int i = 0; i < kSteps; ++i) {
      step_rk4<Real>(plant, 1e-3 * i, 1e-3, x, command, scratch);
    }
    benchmark::DoNotOptimize(x.data());
    const double end = cpu_ns();
    benchmark::DoNotOptimize(chain(kChain));
    const double k_ns = (cpu_ns() - end) / kChain;
    step_ns.push_back((end - begin) / kSteps);
    step_k.push_back(step_ns.back() / k_ns);
    state.SetIterationTime(1e-9 * (end - begin));
  }
  state.counters["step_ns"] = median(step_ns);
  state.counters["step_k"] = median(step_k);
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
