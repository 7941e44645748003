// scenario/test_suite.h: scenario files as tests: which runs there are, and flying them, several at
// a time. A run's outcome depends on the run alone, so their number at a time changes nothing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "document/node.h"
#include "scenario/run.h"
#include "scenario/variations.h"

namespace alula {

struct ScenarioFile {
  std::string id;  // "acceptance/square", for people
  std::string path;
};

struct SuiteOptions {
  std::string filter;                 // "*" stands for anything; empty: every run
  std::optional<std::uint64_t> seed;  // in place of the scenarios' own
  bool prove = false;                 // the sabotages as well
};

// One file that has been read and found right.
struct SuiteScenario {
  ScenarioFile file;
  std::string about;
  std::string waits_for;  // what must be built before it can fly; empty: nothing
  Document document;
  Variations variations;
  std::vector<std::string> expectations;  // their names
};

struct SuiteRun {
  std::string name;  // "acceptance/square[speed_m_s=8 seed=3]"
  std::size_t scenario = 0;
  const Variation* variation = nullptr;
  const Sabotage* sabotage = nullptr;  // of a proof
};

struct TestSuite {
  std::vector<std::unique_ptr<const SuiteScenario>> scenarios;
  std::vector<SuiteRun> runs;  // scenario by scenario, each with its sabotages last
  std::string models_dir;
};

// Reads every file, with every combination of its grid and every sabotage: what is wrong is told
// before anything flies. Errors name file, line and key; a file without expectations is one.
Result<TestSuite> load_suite(std::span<const ScenarioFile> files, const SuiteOptions& options,
                             std::string_view models_dir);

// Whether a name passes --filter.
bool passes_filter(std::string_view name, std::string_view filter);

struct RunResult {
  std::optional<Error> error;  // the run could not be built
  RunOutcome outcome;
  std::vector<std::string> missed;  // of a proof: expectations that should have broken and held

  // Of a proof: every expectation that was to break did.
  bool passed = false;
};

// Flies one run to its end, or until `stop` says so.
RunResult fly_run(const TestSuite& suite, const SuiteRun& run,
                  const std::function<bool()>& stop = {});
Result<Scenario> scenario_of(const TestSuite& suite, const SuiteRun& run);

// Flies all, `jobs` at a time. `done` is told of each run in the order of the suite, by the calling
// thread; when `stop` says so, runs that are not over are left out.
void fly_suite(const TestSuite& suite, std::size_t jobs,
               const std::function<void(std::size_t, const RunResult&)>& done,
               const std::function<bool()>& stop);

}  // namespace alula
