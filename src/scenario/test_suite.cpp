#include "scenario/test_suite.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "document/load.h"
#include "document/spelling.h"

namespace alula {
namespace {

MaybeError check_breaks(const SuiteScenario& scenario) {
  std::vector<std::string_view> names(scenario.expectations.begin(), scenario.expectations.end());
  names.insert(names.end(), {"finite", "timeline"});
  for (const Sabotage& sabotage : scenario.variations.sabotages) {
    for (const auto& [name, at] : sabotage.breaks) {
      if (std::ranges::find(names, name) != names.end()) continue;
      const std::string_view nearest = nearest_word(name, names);
      return at.error("names no expectation of this scenario: " + quoted(name) +
                      (nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?"));
    }
  }
  return std::nullopt;
}

// Every combination of the grid, and every sabotage of the first.
MaybeError check_variations(SuiteScenario& scenario, std::string_view models_dir) {
  const ScenarioPlaces places{scenario.file.path, models_dir};
  for (const Variation& variation : scenario.variations.proofs) {
    const Result<Scenario> read = scenario_of(scenario.document, places, variation);
    if (!read.ok()) return read.error();
    if (read.value().expectations.empty()) {
      return Error{ErrorCode::invalid_config, scenario.file.path,
                   "expects nothing; a test needs the key expect"};
    }
    scenario.about = read.value().about;
    scenario.expectations.clear();
    for (const Expectation& e : read.value().expectations) scenario.expectations.push_back(e.name);
  }
  const Variation& first = scenario.variations.proofs.front();
  for (const Sabotage& sabotage : scenario.variations.sabotages) {
    const Result<Scenario> read = scenario_of(scenario.document, places, first, &sabotage);
    if (!read.ok()) return read.error();
  }
  return check_breaks(scenario);
}

MaybeError take_waiting(SuiteScenario& scenario) {
  const Result<Scenario> read = read_waiting_scenario(scenario.document.root());
  if (!read.ok()) return read.error();
  scenario.about = read.value().about;
  scenario.waits_for = read.value().waits_for;
  return std::nullopt;
}

Result<std::unique_ptr<const SuiteScenario>> load_file(const ScenarioFile& file,
                                                       const SuiteOptions& options,
                                                       std::string_view models_dir) {
  Result<Document> document = load_document(file.path, "a scenario");
  if (!document.ok()) return document.error();
  auto scenario = std::make_unique<SuiteScenario>(
      SuiteScenario{file, {}, {}, std::move(document).value(), {}, {}});
  if (scenario->document.root().find("waits_for").present()) {
    if (MaybeError error = take_waiting(*scenario)) return *error;
    return std::unique_ptr<const SuiteScenario>(std::move(scenario));
  }
  Result<Variations> variations = read_variations(scenario->document.root(), options.seed);
  if (!variations.ok()) return variations.error();
  scenario->variations = std::move(variations).value();
  if (MaybeError error = check_variations(*scenario, models_dir)) return *error;
  return std::unique_ptr<const SuiteScenario>(std::move(scenario));
}

void add_runs(TestSuite& suite, const SuiteOptions& options) {
  const std::size_t index = suite.scenarios.size() - 1;
  const SuiteScenario& scenario = *suite.scenarios.back();
  const auto add = [&](const Variation& variation, const Sabotage* sabotage) {
    std::string name = fmt::format("{}[{}]", scenario.file.id, variation.name);
    if (sabotage != nullptr) name += fmt::format(" sabotaged: {}", sabotage->name);
    if (passes_filter(name, options.filter))
      suite.runs.push_back({std::move(name), index, &variation, sabotage});
  };
  for (const Variation& variation : scenario.variations.runs) add(variation, nullptr);
  if (!options.prove) return;
  for (const Sabotage& sabotage : scenario.variations.sabotages) {
    for (const Variation& variation : scenario.variations.proofs) add(variation, &sabotage);
  }
}

// A proof has succeeded when all that was to break did.
void judge(const SuiteRun& run, RunResult& result) {
  if (run.sabotage == nullptr) {
    result.passed = result.outcome.held();
    return;
  }
  for (const NamedVerdict& v : result.outcome.verdicts) {
    const bool wanted = std::ranges::find(run.sabotage->breaks, v.name, &ExpectedBreak::name) !=
                        run.sabotage->breaks.end();
    if (wanted && v.verdict.held) result.missed.push_back(v.name);
  }
  result.passed = result.missed.empty();
}

}  // namespace

bool passes_filter(std::string_view name, std::string_view filter) {
  // The parts between stars must follow one another.
  while (true) {
    const std::size_t star = filter.find('*');
    const std::string_view part = filter.substr(0, star);
    const std::size_t found = name.find(part);
    if (found == std::string_view::npos) return false;
    if (star == std::string_view::npos) return true;
    name.remove_prefix(found + part.size());
    filter.remove_prefix(star + 1);
  }
}

Result<TestSuite> load_suite(std::span<const ScenarioFile> files, const SuiteOptions& options,
                             std::string_view models_dir) {
  TestSuite suite;
  suite.models_dir = models_dir;
  for (const ScenarioFile& file : files) {
    auto loaded = load_file(file, options, models_dir);
    if (!loaded.ok()) return loaded.error();
    suite.scenarios.push_back(std::move(loaded).value());
    add_runs(suite, options);
  }
  return suite;
}

Result<Scenario> scenario_of(const TestSuite& suite, const SuiteRun& run) {
  const SuiteScenario& scenario = *suite.scenarios[run.scenario];
  return scenario_of(scenario.document, {scenario.file.path, suite.models_dir}, *run.variation,
                     run.sabotage);
}

RunResult fly_run(const TestSuite& suite, const SuiteRun& run, const std::function<bool()>& stop) {
  constexpr StepIndex kStepsBetween = 1024;  // asking costs
  RunResult result;
  const Result<Scenario> scenario = scenario_of(suite, run);
  if (!scenario.ok()) {
    result.error = scenario.error();
    return result;
  }
  const Result<std::unique_ptr<ScenarioRun>> built = ScenarioRun::build(scenario.value());
  if (!built.ok()) {
    result.error = built.error();
    return result;
  }
  ScenarioRun& flight = *built.value();
  while (!flight.over()) {
    flight.step();
    const bool asked = flight.simulation().step_index() % kStepsBetween == 0;
    if (asked && stop && stop()) break;
  }
  result.outcome = flight.outcome();
  judge(run, result);
  return result;
}

void fly_suite(const TestSuite& suite, std::size_t jobs,
               const std::function<void(std::size_t, const RunResult&)>& done,
               const std::function<bool()>& stop) {
  const std::size_t count = suite.runs.size();
  std::vector<std::optional<RunResult>> results(count);
  std::atomic<std::size_t> next{0};
  std::mutex lock;
  std::condition_variable news;
  const std::size_t workers = std::min(jobs, count);
  std::size_t working = workers;
  const auto work = [&] {
    for (std::size_t i = next++; i < count && !stop(); i = next++) {
      RunResult result = fly_run(suite, suite.runs[i], stop);
      if (stop()) break;
      const std::scoped_lock hold(lock);
      results[i] = std::move(result);
      news.notify_one();
    }
    const std::scoped_lock hold(lock);
    --working;
    news.notify_one();
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < workers; ++i) threads.emplace_back(work);

  std::unique_lock hold(lock);
  for (std::size_t i = 0; i < count; ++i) {
    news.wait(hold, [&] { return results[i].has_value() || working == 0; });
    if (!results[i]) break;  // stopped
    const RunResult result = std::move(*results[i]);
    hold.unlock();
    done(i, result);
    hold.lock();
  }
}

}  // namespace alula
