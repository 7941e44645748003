// bench/k_unit.h: the unit k in which costs are told: one iteration of x <- x*a + b in double, a
// dependent chain without contraction. Timed beside the work itself, so that the machine's speed
// and its other guests cancel.
#pragma once

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace alula {

// CPU time of this thread [ns].
inline double cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

// CPU time of one k now [ns].
inline double time_of_k_ns(int iterations = 2'000'000) {
  double x = 1.0, a = 0.999999, b = 1e-6;
  benchmark::DoNotOptimize(a);
  benchmark::DoNotOptimize(b);
  const double begin = cpu_ns();
  for (int i = 0; i < iterations; ++i) x = x * a + b;
  benchmark::DoNotOptimize(x);
  return (cpu_ns() - begin) / iterations;
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// What a benchmark tells, as counters that tools/bench makes its table of: `k`, the cost of one
// `unit` (the label), and `k_max`, the bound that it is held to (0: none). Any other counter may
// have a bound in the same way, named <counter>_max or <counter>_least.
inline void report_k(benchmark::State& state, double k, double k_max, const std::string& unit) {
  state.counters["k"] = k;
  state.counters["k_ns"] = time_of_k_ns();
  if (k_max > 0.0) state.counters["k_max"] = k_max;
  state.SetLabel(unit);
}

// CPU time of `count` calls of work(i), i = 0, 1, ... [ns].
template <class Work> double time_of_calls_ns(int count, const Work& work) {
  const double begin = cpu_ns();
  for (int i = 0; i < count; ++i) work(i);
  return cpu_ns() - begin;
}

// The cost of one call of `work`: the median over rounds of kCallsPerRound. `restart()` goes before
// each round and is not timed.
inline constexpr int kCallsPerRound = 1000;
inline constexpr int kChainPerRound = 200'000;
template <class Restart, class Work>
void bench_in_k(benchmark::State& state, double k_max, const std::string& unit,
                const Restart& restart, const Work& work) {
  std::vector<double> k;
  for (auto _ : state) {
    restart();
    const double spent_ns = time_of_calls_ns(kCallsPerRound, work);
    k.push_back(spent_ns / kCallsPerRound / time_of_k_ns(kChainPerRound));
    state.SetIterationTime(1e-9 * spent_ns);
  }
  report_k(state, median(k), k_max, unit);
}
template <class Work>
void bench_in_k(benchmark::State& state, double k_max, const std::string& unit, const Work& work) {
  bench_in_k(state, k_max, unit, [] {}, [&](int) { work(); });
}

}  // namespace alula
