#include "scenario/run.h"

#include <memory>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "command.h"
#include "document/json_writer.h"
#include "doubts.h"
#include "file_kind.h"
#include "progress.h"
#include "scenario/state_table.h"
#include "scenario/variations.h"
#include "table_file.h"

namespace alula {
namespace {

struct RunOptions {
  std::string scenario;
  std::optional<std::string> csv;  // "-": standard output
};

// Rows of every vehicle at the start, at the record rate, and at the end.
class Recording {
 public:
  Recording(std::optional<TableFile> file, double rate_hz)
      : file_(std::move(file)), schedule_(rate_hz) {}

  MaybeError open() { return file_ ? file_->write(csv_header()) : std::nullopt; }
  // After sense().
  MaybeError note(const Simulation& simulation, bool last) {
    const StepIndex k = simulation.step_index();
    if (!file_ || !(last || schedule_.due(k, simulation.config().clock.dt_ns))) return std::nullopt;
    std::string text;
    for (std::size_t i = 0; i < simulation.vehicle_count(); ++i) {
      text += csv_line(simulation.vehicle(i).vehicle().name(), state_row(simulation, i));
    }
    return file_->write(text);
  }
  MaybeError finish() { return file_ ? file_->finish() : std::nullopt; }

 private:
  std::optional<TableFile> file_;
  SampleSchedule schedule_;
};

void show(Progress& progress, const Simulation& simulation, StepIndex steps) {
  if (!progress.due()) return;
  const double now_s = seconds(simulation.time());
  const double end_s = seconds(simulation.config().clock.time_at(steps));
  progress.draw(now_s / end_s, fmt::format("{:.1f} of {:.1f} s simulated, {:.0f} x real time",
                                           now_s, end_s, now_s / progress.wall_s()));
}

// Steps to the end, or to the first state that is no number, or until someone has had enough.
MaybeError step_to_end(ScenarioRun& run, StepIndex steps, Recording& recording,
                       Progress& progress) {
  if (MaybeError error = recording.open()) return error;
  while (!run.simulation().fault()) {
    run.sense();
    const bool last = run.over() || interrupted();
    if (MaybeError error = recording.note(run.simulation(), last)) return error;
    if (last) break;
    run.step();
    show(progress, run.simulation(), steps);
  }
  return recording.finish();
}

std::string vehicle_text(const std::string& name, const StateRow& row) {
  const auto value = [&row](std::string_view column) { return value_of(row, column); };
  return fmt::format(
      "{}\n"
      "  latitude {:.9f} deg, longitude {:.9f} deg, height {:.4f} m above the ellipsoid\n"
      "  velocity {:.6f} north, {:.6f} east, {:.6f} down m/s\n"
      "  attitude {:.6f} roll, {:.6f} pitch, {:.6f} yaw deg\n"
      "  inertial rates {:.6f} roll, {:.6f} pitch, {:.6f} yaw deg/s\n",
      name, value("latitude_deg"), value("longitude_deg"), value("height_m"),
      value("velocity_north_m_s"), value("velocity_east_m_s"), value("velocity_down_m_s"),
      value("roll_deg"), value("pitch_deg"), value("yaw_deg"), value("rate_roll_inertial_deg_s"),
      value("rate_pitch_inertial_deg_s"), value("rate_yaw_inertial_deg_s"));
}

std::string result_json(const Simulation& simulation) {
  JsonWriter json;
  json.open_map();
  json.field("simulated_time_s", seconds(simulation.time()));
  json.field("steps", static_cast<std::int64_t>(simulation.step_index()));
  json.field("state_hash", fmt::format("{:016x}", simulation.state_hash()));
  json.open_list("vehicles");
  for (std::size_t i = 0; i < simulation.vehicle_count(); ++i) {
    const StateRow row = state_row(simulation, i);
    json.open_map();
    json.field("name", simulation.vehicle(i).vehicle().name());
    for (std::size_t c = 0; c < kStateColumns.size(); ++c) json.field(kStateColumns[c], row[c]);
    json.close();
  }
  json.close();
  json.close();
  return json.text();
}

// `out`: not where the table goes.
int print_end(const ScenarioRun& run, std::FILE* out) {
  const Simulation& simulation = run.simulation();
  std::string text =
      fmt::format("{:.3f} s simulated in {} steps, state hash {:016x}\n",
                  seconds(simulation.time()), simulation.step_index(), simulation.state_hash());
  const std::optional<std::string> fault = simulation.fault();
  for (std::size_t i = 0; !fault && i < simulation.vehicle_count(); ++i) {
    text += vehicle_text(simulation.vehicle(i).vehicle().name(), state_row(simulation, i));
  }
  if (out == stdout) {
    say_result(text);
  } else {
    say(out, text);
  }
  if (fault) return flight_failed(*fault);
  give_result(result_json(simulation));
  return run.over() ? kExitDone : flight_failed("interrupted");
}

// Whatever is wrong with a scenario and the files it names, unreadable ones included, is bad input.
int refuse(const Error& error) {
  report(error);
  return kExitBadInput;
}

int run_scenario(const RunOptions& options) {
  catch_interrupts();
  const Result<Scenario> scenario = load_first_run(options.scenario, models_dir());
  if (!scenario.ok())
    return refuse(with_kind_of_file(scenario.error(), options.scenario, FileKind::scenario));
  Result<std::unique_ptr<ScenarioRun>> built = ScenarioRun::build(*scenario);
  if (!built.ok()) return refuse(built.error());
  ScenarioRun& run = **built;
  for (const std::string& doubt : doubts_of(*scenario)) warn(doubt);

  if (MaybeError error = refuse_same_file("--csv", options.csv.value_or(""), options.scenario,
                                          "is the scenario itself"))
    return report(*error);
  const bool to_stdout = options.csv == std::string("-");
  if (to_stdout && json_chosen()) {
    return report({ErrorCode::bad_format, "--csv -", "stands beside --json; expected a file"});
  }
  std::optional<TableFile> file;
  if (options.csv) {
    Result<TableFile> opened = TableFile::open(*options.csv);
    if (!opened.ok()) return report(opened.error());
    file.emplace(std::move(opened).value());
  }
  Recording recording(std::move(file), scenario->record_rate_hz);
  const StepIndex steps = scenario->step_count();
  MaybeError error;
  {
    const bool table_on_terminal = to_stdout && isatty(STDOUT_FILENO) != 0;
    Progress progress(!table_on_terminal);
    error = step_to_end(run, steps, recording, progress);
  }
  if (error) return report(*error);
  return print_end(run, to_stdout ? stderr : stdout);
}

}  // namespace

void add_run(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("run", "Run a scenario: the states of its vehicles as a table");
  const auto options = std::make_shared<RunOptions>();
  command->add_option("scenario", options->scenario, "Scenario file (docs/scenarios.md)")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--csv", options->csv,
                   "Write the states, one line a vehicle and sample, to this file (-: standard "
                   "output)")
      ->type_name("FILE");
  command->callback([&run, options] { run = [options] { return run_scenario(*options); }; });
}

}  // namespace alula
