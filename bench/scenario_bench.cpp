// How many flights `alula test` judges in a minute: every scenario of the checkout with its first
// seed, all combinations of its grid. CPU time of one thread, which two cores halve: runs share
// nothing but the files that they read.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/k_unit.h"
#include "scenario/test_suite.h"

namespace alula {
namespace {

constexpr double kRunsAMinuteLeast = 150.0;  // acceptance, on two cores

std::vector<ScenarioFile> scenario_files() {
  namespace fs = std::filesystem;
  std::vector<ScenarioFile> files;
  for (const char* folder : {"acceptance", "symptoms"}) {
    const fs::path place = fs::path(ALULA_SOURCE_DIR) / "scenarios" / folder;
    for (const fs::directory_entry& entry : fs::directory_iterator(place)) {
      if (entry.path().extension() == ".yaml") files.push_back({entry.path().stem(), entry.path()});
    }
  }
  std::ranges::sort(files, {}, &ScenarioFile::path);
  return files;
}

void suite_of_scenarios(benchmark::State& state) {
  SuiteOptions options;
  options.seed = 1;
  const TestSuite suite = load_suite(scenario_files(), options, ALULA_SOURCE_DIR "/models").value();
  double simulated_s = 0.0, cpu_s = 0.0, k_ns = 0.0;
  for (auto _ : state) {
    const double begin_ns = cpu_ns(), k_before_ns = time_of_k_ns();
    for (const SuiteRun& run : suite.runs) {
      const RunResult result = fly_run(suite, run);
      ALULA_ASSERT(result.passed);
      simulated_s += result.outcome.time_s;
    }
    cpu_s = 1e-9 * (cpu_ns() - begin_ns);
    k_ns = 0.5 * (k_before_ns + time_of_k_ns());
    state.SetIterationTime(cpu_s);
  }
  report_k(state, 1e9 * cpu_s / simulated_s / k_ns, 0.0, "a simulated second");
  state.counters["runs_a_minute"] = 2.0 * 60.0 * static_cast<double>(suite.runs.size()) / cpu_s;
  state.counters["runs_a_minute_least"] = kRunsAMinuteLeast;
}
BENCHMARK(suite_of_scenarios)->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace alula
