#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "command.h"
#include "document/json_writer.h"
#include "document/spelling.h"
#include "doubts.h"
#include "file_kind.h"
#include "progress.h"
#include "scenario/junit.h"
#include "scenario/quantities.h"
#include "test_files.h"
#include "test_page.h"

namespace alula {
namespace {

struct TestOptions {
  std::vector<std::string> paths;
  std::string jobs;
  std::string filter;
  std::string seed;
  bool prove = false;
  bool quantities = false;
  std::string junit;
  std::string keep_failed;
  std::string keep;
  std::string page;
};

int list_quantities() {
  for (const Quantity& q : quantity_table()) tell_result("{:30} {}\n", q.name, q.meaning);
  JsonWriter json;
  json.open_list();
  for (const Quantity& q : quantity_table())
    json.open_map().field("name", q.name).field("meaning", q.meaning).close();
  give_result(json.close().text());
  return kExitDone;
}

Result<std::size_t> jobs_of(const std::string& text) {
  if (text.empty()) return std::size_t{std::max(1U, std::thread::hardware_concurrency())};
  const Result<std::uint64_t> jobs = seed_from(text);
  if (jobs.ok() && *jobs >= 1 && *jobs <= 1024) return static_cast<std::size_t>(*jobs);
  return Error{ErrorCode::bad_format, "--jobs " + text, "expected a whole number from 1 to 1024"};
}

// The command that flies one run again.
std::string again(const TestSuite& suite, const SuiteRun& run) {
  return fmt::format("alula test {} --seed {} --filter {}{}",
                     shell_word(suite.scenarios[run.scenario]->file.path), run.variation->seed,
                     shell_word(run.name.substr(run.name.find('['))),
                     run.sabotage != nullptr ? " --prove" : "");
}

// Prints a scenario when its last run is over.
class Printer {
 public:
  explicit Printer(const TestSuite& suite) : suite_(suite) {}

  void tell(std::size_t index, const RunResult& result) {
    const SuiteRun& run = suite_.runs[index];
    ++(run.sabotage == nullptr ? runs_ : proofs_);
    simulated_s_ += result.outcome.time_s;
    if (!result.passed) {
      ++failed_;
      failures_ +=
          fmt::format("        {}\n          {}\n", failure_text(result), again(suite_, run));
    }
    const bool last =
        index + 1 == suite_.runs.size() || suite_.runs[index + 1].scenario != run.scenario;
    if (last) finish(*suite_.scenarios[run.scenario]);
  }

 private:
  void finish(const SuiteScenario& scenario) {
    const bool good = failed_ == 0;
    const std::string mark =
        painted(stdout, good ? Paint::green : Paint::red, good ? "ok  " : "FAIL");
    std::string counts = counted(runs_, "run");
    if (proofs_ > 0) counts += fmt::format(", {} sabotaged", proofs_);
    if (!good) counts += fmt::format(", {} failed", failed_);
    tell_result("{}  {:40} {}, {:.0f} s simulated\n{}", mark, scenario.file.id, counts,
                simulated_s_, failures_);
    runs_ = proofs_ = failed_ = 0;
    simulated_s_ = 0.0;
    failures_.clear();
  }

  const TestSuite& suite_;
  std::size_t runs_ = 0, proofs_ = 0, failed_ = 0;
  double simulated_s_ = 0.0;
  std::string failures_;
};

struct Totals {
  std::size_t runs = 0, failed = 0;
  double simulated_s = 0.0;
  std::uint64_t hash = 0;  // of all final states, in the order of the suite
};

Totals totals_of(std::span<const RunResult> results) {
  Totals totals;
  for (const RunResult& r : results) {
    ++totals.runs;
    if (!r.passed) ++totals.failed;
    totals.simulated_s += r.outcome.time_s;
    totals.hash = hash_bytes(std::as_bytes(std::span(&r.outcome.state_hash, 1)), totals.hash);
  }
  return totals;
}

std::string result_json(const TestSuite& suite, std::span<const RunResult> results,
                        const Totals& totals) {
  JsonWriter json;
  json.open_map();
  json.field("runs", static_cast<std::int64_t>(totals.runs));
  json.field("failed", static_cast<std::int64_t>(totals.failed));
  json.field("results_hash", fmt::format("{:016x}", totals.hash));
  json.open_list("failures");
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].passed) continue;
    json.open_map();
    json.field("run", suite.runs[i].name);
    json.field("reason", failure_text(results[i]));
    json.field("again", again(suite, suite.runs[i]));
    json.close();
  }
  json.close();
  json.close();
  return json.text();
}

void tell_waiting(const TestSuite& suite) {
  for (const auto& scenario : suite.scenarios) {
    if (scenario->waits_for.empty()) continue;
    tell_result("{}  {:40} waits for {}\n", painted(stdout, Paint::yellow, "wait"),
                scenario->file.id, scenario->waits_for);
  }
}

// A scenario whose expectations nothing has been seen to break proves little.
std::size_t warn_of_unproven(const TestSuite& suite) {
  std::size_t count = 0;
  for (const auto& scenario : suite.scenarios) {
    if (!scenario->variations.sabotages.empty() || !scenario->waits_for.empty()) continue;
    ++count;
    warn(scenario->file.path + " has no sabotage: nothing shows that it can fail");
  }
  return count;
}

MaybeError check_outputs(const TestOptions& options, std::span<const ScenarioFile> files) {
  for (const auto& [option, out] :
       {std::pair("--junit", options.junit), {"--page", options.page}}) {
    for (const ScenarioFile& file : files) {
      if (MaybeError error = refuse_same_file(option, out, file.path, "is one of the scenarios"))
        return error;
    }
  }
  return refuse_same_file("--page", options.page, options.junit, "is where --junit goes");
}

// They fly again, so that a run that nobody wants to see costs nothing.
MaybeError keep_runs(const TestOptions& options, const TestSuite& suite,
                     std::span<const RunResult> results) {
  KeptFolders of_failed(options.keep_failed), of_all(options.keep);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const SuiteRun& run = suite.runs[i];
    const bool failed = !results[i].passed;
    if (results[i].error) continue;
    const std::string text =
        failed ? fmt::format("{}\n{}\n{}\n", run.name, failure_text(results[i]), again(suite, run))
               : std::string();
    if (failed && !options.keep_failed.empty()) {
      if (MaybeError error = keep_run(suite, run, text, of_failed.next(run.name))) return error;
    }
    if (options.keep.empty()) continue;
    if (MaybeError error = keep_run(suite, run, text, of_all.next(run.name))) return error;
  }
  return std::nullopt;
}

MaybeError write_outputs(const TestOptions& options, const TestSuite& suite,
                         std::span<const RunResult> results) {
  if (!options.junit.empty()) {
    if (MaybeError error = replace_output(options.junit, junit_xml(suite, results))) return error;
  }
  if (!options.page.empty()) {
    if (MaybeError error = replace_output(options.page, test_page(suite, results))) return error;
  }
  return keep_runs(options, suite, results);
}

// Flies the suite; fewer results than runs when somebody has had enough.
std::vector<RunResult> fly_all(const TestSuite& suite, std::size_t jobs, double& wall_s) {
  std::vector<RunResult> results;
  Printer printer(suite);
  Progress progress;
  fly_suite(
      suite, jobs,
      [&](std::size_t i, const RunResult& result) {
        printer.tell(i, result);
        results.push_back(result);
      },
      [] { return interrupted(); });
  wall_s = progress.wall_s();
  return results;
}

// Better to hear now than after an hour of flights.
MaybeError try_outputs(const TestOptions& options) {
  for (const std::string& path : {options.junit, options.page}) {
    if (path.empty()) continue;
    if (MaybeError error = check_writable(path)) return error;
  }
  if (options.keep_failed.empty()) return std::nullopt;
  std::error_code fault;
  std::filesystem::create_directories(options.keep_failed, fault);
  if (!fault) return std::nullopt;
  return Error{ErrorCode::io, options.keep_failed, fault.message()};
}

// Each once, however many scenarios fly the same vehicle or mission.
void warn_of_doubts(const TestSuite& suite) {
  std::set<std::string> told;
  std::size_t scenario = suite.scenarios.size();
  for (const SuiteRun& run : suite.runs) {
    if (run.sabotage != nullptr || run.scenario == scenario) continue;
    scenario = run.scenario;
    const Result<Scenario> first = scenario_of(suite, run);
    if (!first.ok()) continue;
    for (const std::string& doubt : doubts_of(*first)) {
      if (told.insert(doubt).second) warn(doubt);
    }
  }
}

Error explained(Error error, const std::vector<ScenarioFile>& files) {
  for (const ScenarioFile& file : files) {
    if (error.where.starts_with(file.path))
      return with_kind_of_file(error, file.path, FileKind::scenario);
  }
  return error;
}

int test(const TestOptions& options) {
  if (options.quantities) return list_quantities();
  const Result<std::size_t> jobs = jobs_of(options.jobs);
  if (!jobs.ok()) return report(jobs.error());
  SuiteOptions wanted{.filter = options.filter, .seed = {}, .prove = options.prove};
  if (!options.seed.empty()) {
    const Result<std::uint64_t> seed = seed_from(options.seed);
    if (!seed.ok()) return report(seed.error());
    wanted.seed = *seed;
  }
  const Result<std::vector<ScenarioFile>> files = find_scenarios(options.paths);
  if (!files.ok()) return report(files.error());
  if (MaybeError error = check_outputs(options, files.value())) return report(*error);
  const Result<TestSuite> suite = load_suite(files.value(), wanted, models_dir());
  if (!suite.ok()) {
    report(explained(suite.error(), files.value()));
    return kExitBadInput;
  }
  if (suite->runs.empty() && !options.filter.empty())
    return report({ErrorCode::bad_format, "--filter " + options.filter, "no run has such a name"});

  if (MaybeError error = try_outputs(options)) return report(*error);
  warn_of_doubts(*suite);

  catch_interrupts();
  double wall_s = 0.0;
  const std::vector<RunResult> results = fly_all(*suite, *jobs, wall_s);
  if (results.size() < suite->runs.size()) return flight_failed("interrupted");
  tell_waiting(*suite);
  const std::size_t unproven = options.prove ? warn_of_unproven(*suite) : 0;
  const Totals totals = totals_of(results);
  tell_result("{}, {}, {} failed, results {:016x}\n", counted(suite->scenarios.size(), "scenario"),
              counted(totals.runs, "run"), totals.failed, totals.hash);
  tell_result("{:.0f} s simulated in {:.1f} s, {:.0f} x real time\n", totals.simulated_s, wall_s,
              wall_s > 0.0 ? totals.simulated_s / wall_s : 0.0);
  give_result(result_json(*suite, results, totals));
  if (MaybeError error = write_outputs(options, *suite, results)) return report(*error);
  if (totals.failed == 0 && unproven == 0) return kExitDone;
  return kExitFlightFailed;
}

}  // namespace

void add_test(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("test", "Fly scenarios and judge what they expect (docs/scenarios.md)");
  const auto options = std::make_shared<TestOptions>();
  command->add_option("paths", options->paths, "Scenario files, or folders of them")
      ->type_name("PATH");
  command
      ->add_option("--jobs", options->jobs, "Runs at a time (default: the cores of this machine)")
      ->type_name("N");
  command
      ->add_option("--filter", options->filter,
                   "Only runs whose name holds this text; * stands for anything")
      ->type_name("TEXT");
  command->add_option("--seed", options->seed, "This seed instead of the scenarios' own")
      ->type_name("INTEGER");
  command->add_flag("--prove", options->prove,
                    "Fly the sabotages as well: changes that a scenario lists, each of which "
                    "must break an expectation");
  command->add_option("--junit", options->junit, "The outcome as JUnit XML")->type_name("FILE");
  command
      ->add_option("--keep-failed", options->keep_failed,
                   "For each failed run its log, its plots and what broke")
      ->type_name("FOLDER");
  command->add_option("--keep", options->keep, "For each run its log and its plots")
      ->type_name("FOLDER");
  command->add_option("--page", options->page, "The outcome as one HTML page")->type_name("FILE");
  command->add_flag("--quantities", options->quantities,
                    "List what expectations may speak of, and end");
  command->callback([&run, options] { run = [options] { return test(*options); }; });
}

}  // namespace alula
