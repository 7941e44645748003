#include "test_page.h"

#include <fmt/format.h>

#include "analysis/page.h"
#include "document/spelling.h"
#include "scenario/junit.h"

namespace alula {
namespace {

// A row an expectation: in how many runs it held, and the first thing that broke it.
PageTable expectation_table(const TestSuite& suite, std::span<const RunResult> results,
                            std::size_t scenario) {
  struct Tally {
    std::string name, first_fault;
    std::size_t held = 0, runs = 0;
  };
  std::vector<Tally> tallies;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (suite.runs[i].scenario != scenario || suite.runs[i].sabotage != nullptr) continue;
    const std::vector<NamedVerdict>& verdicts = results[i].outcome.verdicts;
    tallies.resize(std::max(tallies.size(), verdicts.size()));
    for (std::size_t v = 0; v < verdicts.size(); ++v) {
      Tally& tally = tallies[v];
      tally.name = verdicts[v].name;
      ++tally.runs;
      if (verdicts[v].verdict.held) {
        ++tally.held;
      } else if (tally.first_fault.empty()) {
        tally.first_fault = suite.runs[i].name + ": " + verdicts[v].verdict.reason;
      }
    }
  }
  PageTable table{.title = "Expectations", .rows = {}};
  for (const Tally& t : tallies)
    table.rows.push_back({t.name, fmt::format("{} of {}", t.held, t.runs), "runs", t.first_fault});
  return table;
}

PageTable run_table(const TestSuite& suite, std::span<const RunResult> results,
                    std::size_t scenario) {
  PageTable table{.title = "Runs", .rows = {}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (suite.runs[i].scenario != scenario) continue;
    table.rows.push_back(
        {suite.runs[i].name, results[i].passed ? "ok" : "FAILED", "", failure_text(results[i])});
  }
  return table;
}

}  // namespace

std::string test_page(const TestSuite& suite, std::span<const RunResult> results) {
  Page page;
  std::size_t failed = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].passed) continue;
    ++failed;
    page.notices.push_back(suite.runs[i].name + ": " + failure_text(results[i]));
  }
  page.title = "Scenarios";
  page.subtitle =
      counted(suite.scenarios.size(), "scenario") + ", " + counted(results.size(), "run");
  page.verdict = failed == 0 ? "All held" : fmt::format("{} failed", failed);
  page.verdict_level = failed == 0 ? PageLevel::good : PageLevel::bad;
  for (std::size_t s = 0; s < suite.scenarios.size(); ++s) {
    const SuiteScenario& scenario = *suite.scenarios[s];
    page.sections.push_back(
        {.title = scenario.file.id,
         .text = scenario.about,
         .tables = {expectation_table(suite, results, s), run_table(suite, results, s)},
         .paths = {},
         .plots = {}});
  }
  return render_page(page);
}

}  // namespace alula
