// bench/k_unit.h: the unit k in which costs are told: one iteration of x <- x*a + b in double, a
// dependent chain without contraction. Timed beside the work itself, so that the machine's speed
// and its other guests cancel.
#pragma once

#include <algorithm>
#include <ctime>
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

}  // namespace alula
