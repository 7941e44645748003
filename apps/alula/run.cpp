#include <chrono>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "command.h"
#include "scenario/scenario.h"
#include "scenario/state_table.h"
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

// A line that is written over: on a terminal only, and only when a run takes long enough to wonder.
class Progress {
 public:
  Progress(StepIndex steps, bool shown) : steps_(steps), shown_(shown) {}
  ~Progress() {
    if (drawn_) tell_error("\r{:60}\r", "");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(const Simulation& simulation) {
    constexpr StepIndex kStepsBetween = 256;  // reading the clock costs a part of a step
    if (!shown_ || simulation.step_index() % kStepsBetween != 0) return;
    const double wall_s = seconds_since_start();
    if (wall_s < kQuiet_s || wall_s < drawn_at_s_ + kRedraw_s) return;
    const double simulated_s = seconds(simulation.time());
    const double end_s = seconds(simulation.config().clock.time_at(steps_));
    tell_error("\r{:10.1f} of {:.1f} s simulated, {:.0f} x real time  ", simulated_s, end_s,
               simulated_s / wall_s);
    drawn_at_s_ = wall_s;
    drawn_ = true;
  }

 private:
  using WallClock = std::chrono::steady_clock;
  static constexpr double kQuiet_s = 2.0, kRedraw_s = 0.1;
  [[nodiscard]] double seconds_since_start() const {
    return std::chrono::duration<double>(WallClock::now() - start_).count();
  }

  StepIndex steps_;
  bool shown_;
  bool drawn_ = false;
  double drawn_at_s_ = 0.0;
  WallClock::time_point start_ = WallClock::now();
};

// Steps to the end, or to the first state that is no number, or until someone has had enough.
MaybeError step_to_end(Simulation& simulation, StepIndex steps, Recording& recording,
                       Progress& progress) {
  if (MaybeError error = recording.open()) return error;
  while (!simulation.fault()) {
    simulation.sense();
    const bool last = simulation.step_index() == steps || interrupted();
    if (MaybeError error = recording.note(simulation, last)) return error;
    if (last) break;
    simulation.step();
    progress.update(simulation);
  }
  return recording.finish();
}

void print_vehicle(std::FILE* out, const std::string& name, const StateRow& row) {
  const auto value = [&row](std::string_view column) { return value_of(row, column); };
  fmt::print(out, "{}\n", name);
  fmt::print(out, "  latitude {:.9f} deg, longitude {:.9f} deg, height {:.4f} m\n",
             value("latitude_deg"), value("longitude_deg"), value("height_m"));
  fmt::print(out, "  velocity {:.6f} north, {:.6f} east, {:.6f} down m/s\n",
             value("velocity_north_m_s"), value("velocity_east_m_s"), value("velocity_down_m_s"));
  fmt::print(out, "  attitude {:.6f} roll, {:.6f} pitch, {:.6f} yaw deg\n", value("roll_deg"),
             value("pitch_deg"), value("yaw_deg"));
  fmt::print(out, "  inertial rates {:.6f} roll, {:.6f} pitch, {:.6f} yaw deg/s\n",
             value("rate_roll_inertial_deg_s"), value("rate_pitch_inertial_deg_s"),
             value("rate_yaw_inertial_deg_s"));
}

// `out`: not where the table goes.
int print_end(const Simulation& simulation, StepIndex steps, std::FILE* out) {
  fmt::print(out, "{:.3f} s simulated in {} steps, state hash {:016x}\n",
             seconds(simulation.time()), simulation.step_index(), simulation.state_hash());
  if (const std::optional<std::string> fault = simulation.fault()) {
    tell_error("alula: {}\n", *fault);
    return kExitFlightFailed;
  }
  for (std::size_t i = 0; i < simulation.vehicle_count(); ++i) {
    print_vehicle(out, simulation.vehicle(i).vehicle().name(), state_row(simulation, i));
  }
  if (simulation.step_index() == steps) return kExitDone;
  tell_error("alula: interrupted\n");
  return kExitFlightFailed;
}

// Whatever is wrong with a scenario and the files it names, unreadable ones included, is bad input.
int refuse(const Error& error) {
  report(error);
  return kExitBadInput;
}

int run_scenario(const RunOptions& options) {
  catch_interrupts();
  const Result<Scenario> scenario = load_scenario(options.scenario, models_dir());
  if (!scenario.ok()) return refuse(scenario.error());
  Result<std::unique_ptr<Simulation>> built = build_simulation(*scenario);
  if (!built.ok()) return refuse(built.error());
  Simulation& simulation = **built;

  const bool to_stdout = options.csv == std::string("-");
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
    Progress progress(steps, isatty(STDERR_FILENO) != 0 && !table_on_terminal);
    error = step_to_end(simulation, steps, recording, progress);
  }
  if (error) return report(*error);
  return print_end(simulation, steps, to_stdout ? stderr : stdout);
}

}  // namespace

void add_run(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("run", "Run a scenario: bodies without a brain, their states as a table");
  const auto options = std::make_shared<RunOptions>();
  command->add_option("scenario", options->scenario, "Scenario file (docs/scenarios.md)")
      ->required();
  command->add_option("--csv", options->csv,
                      "Write the states, one line a vehicle and sample, to this file (-: standard "
                      "output)");
  command->callback([&run, options] { run = [options] { return run_scenario(*options); }; });
}

}  // namespace alula
