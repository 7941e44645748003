#include "flight_loop.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include <fmt/format.h>

#include "command.h"
#include "core/version.h"
#include "document/json_writer.h"
#include "log/log_file.h"

namespace alula {
namespace {

namespace fs = std::filesystem;
using WallClock = std::chrono::steady_clock;

double seconds_since(WallClock::time_point start) {
  return std::chrono::duration<double>(WallClock::now() - start).count();
}

// Writes flight.ulg beside the run. A full disk ends the log with a warning, never the flight.
class FlightLog {
 public:
  static Result<std::unique_ptr<FlightLog>> open(const MissionFlight& flight, const std::string& path) {
    const RecorderConfig config = flight.recorder_config();
    if (MaybeError error = validate(config)) return *error;
    Result<LogFile> file = LogFile::open(path);
    if (!file.ok()) return file.error();
    std::unique_ptr<FlightLog> log(new FlightLog(config, std::move(file).value()));
    log->check(log->file_.write(log->recorder_.opening(flight.simulation().time())));
    return log;
  }
  void record(const MissionFlight& flight) {
    recorder_.record(flight.view(), ring_);
    check(file_.drain(ring_));
  }
  void close() { check(file_.close()); }

 private:
  FlightLog(const RecorderConfig& config, LogFile file) : recorder_(config), file_(std::move(file)) {}
  void check(const MaybeError& error) {
    if (error && !warned_) warn(error->text() + "; the flight goes on without a log");
    warned_ = warned_ || error.has_value();
  }

  Recorder recorder_;
  LogRing ring_;
  LogFile file_;
  bool warned_ = false;
};

// A line that is written over, on a terminal only.
class Progress {
 public:
  explicit Progress(const MissionFlight& flight)
      : shown_(isatty(STDERR_FILENO) != 0), start_(WallClock::now()), start_time_(flight.simulation().time()) {}

  void update(const MissionFlight& flight) {
    if (!shown_ || flight.simulation().step_index() % 256 != 0 || seconds_since(last_) < 0.1) return;
    last_ = WallClock::now();
    const double simulated = seconds(flight.simulation().time() - start_time_);
    const CommanderStatus& status = flight.view().commander;
    fmt::print(stderr, "\r{:8.1f} s simulated, {:5.0f} x real time, {} item {}/{}   ",
               seconds(flight.simulation().time()), simulated / seconds_since(start_), to_string(status.vehicle.mode),
               status.mission.current + 1, status.mission.total);
    drawn_ = true;
  }
  void clear() const {
    if (drawn_) fmt::print(stderr, "\r{:78}\r", "");
  }

 private:
  bool shown_;
  bool drawn_ = false;
  WallClock::time_point start_, last_;
  TimeNs start_time_;
};

std::string timing_json(double wall_s, double simulated_s, StepIndex steps) {
  utsname host{};
  uname(&host);
  JsonWriter json;
  json.open_map();
  json.field("wall_time_s", wall_s);
  json.field("simulated_time_s", simulated_s);
  json.field("real_time_factor", wall_s > 0.0 ? simulated_s / wall_s : 0.0);
  json.field("steps_executed", steps);
  json.open_map("host");
  json.field("system", host.sysname);
  json.field("release", host.release);
  json.field("machine", host.machine);
  json.field("cores", static_cast<std::int64_t>(std::thread::hardware_concurrency()));
  json.close();
  json.field("alula", kVersion);
  json.close();
  return json.text();
}

// What it takes to run it again, with the command in a file of its own.
MaybeError write_inputs(const MissionFlight& flight, const std::string& dir) {
  const FlightSetup& setup = flight.setup();
  const std::string folder = dir + "/inputs";
  std::error_code fault;
  fs::create_directories(folder, fault);
  std::string command = fmt::format("alula fly {0}/plan.plan --vehicle {0}/vehicle.yaml --seed {1}", folder, setup.seed);
  if (MaybeError error = write_text_file(folder + "/plan.plan", setup.plan.content)) return error;
  if (MaybeError error = write_text_file(folder + "/vehicle.yaml", setup.vehicle.content)) return error;
  if (!setup.world.content.empty()) {
    if (MaybeError error = write_text_file(folder + "/world.yaml", setup.world.content)) return error;
    command += fmt::format(" --world {}/world.yaml", folder);
  }
  for (const std::string& parameter : setup.parameters) command += " --param " + parameter;
  if (setup.ideal_sensors) command += " --ideal-sensors";
  command += " --max-time " + shortest_text(setup.time_max_s);
  return write_text_file(folder + "/command.txt", command + "\n");
}

MaybeError prepare_folder(const std::string& dir) {
  std::error_code fault;
  fs::create_directories(dir, fault);
  if (fault || !fs::is_directory(dir)) {
    return Error{ErrorCode::io, dir, "cannot be made: " + (fault ? fault.message() : "a file has this name")};
  }
  // An earlier run of the same name makes room.
  for (const char* name : {"flight.ulg", "summary.json", "timing.json"}) fs::remove(fs::path(dir) / name, fault);
  return std::nullopt;
}

void print_outcome(const MissionFlight& flight, const FlightEnd& end, double wall_s, double simulated_s) {
  const FlightStatistics& s = flight.statistics();
  fmt::print("{} after {:.1f} s, {:.0f} m flown, {:.0f} x real time\n",
             end.completed ? "Mission completed" : "Mission failed", seconds(flight.simulation().time()), s.path_m,
             wall_s > 0.0 ? simulated_s / wall_s : 0.0);
  if (!end.completed) fmt::print("  reason: {}\n", end.reason);
  if (s.touchdowns > 0) {
    fmt::print("  touch-down at {:.2f} m/s, {:.2f} m from home\n", s.touchdown_speed_m_s, touchdown_distance_m(s));
  }
  fmt::print("  state hash {:016x}\n", flight.simulation().state_hash());
}

// Steps until the flight ends, saves on the way. The wall time of the steps alone comes back.
Result<FlightEnd> step_to_end(MissionFlight& flight, FlightLog* log, const FlightLoopOptions& options) {
  Progress progress(flight);
  bool saved = !options.save_at_s.has_value();
  std::optional<FlightEnd> end;
  while (!end) {
    if (!saved && seconds(flight.simulation().time()) >= *options.save_at_s) {
      if (MaybeError error = save_snapshot(flight.snapshot(), options.save_path)) return *error;
      saved = true;
    }
    flight.step();
    if (log != nullptr) log->record(flight);
    progress.update(flight);
    end = flight.end();
    if (!end && interrupted()) end = FlightEnd{.reason = "interrupted"};
  }
  progress.clear();
  if (!saved) warn(fmt::format("the flight ended before {} s: no snapshot written", *options.save_at_s));
  return *end;
}

}  // namespace

int run_flight(MissionFlight& flight, const FlightLoopOptions& options) {
  catch_interrupts();
  if (MaybeError error = prepare_folder(options.out_dir)) return report(*error);
  std::unique_ptr<FlightLog> log;
  if (options.log) {
    Result<std::unique_ptr<FlightLog>> opened = FlightLog::open(flight, options.out_dir + "/flight.ulg");
    if (!opened.ok()) return report(opened.error());
    log = std::move(opened).value();
  }
  const StepIndex first_step = flight.simulation().step_index();
  const WallClock::time_point start = WallClock::now();
  const Result<FlightEnd> end = step_to_end(flight, log.get(), options);
  if (log) log->close();
  const double wall_s = seconds_since(start);
  if (!end.ok()) return report(end.error());

  const StepIndex steps = flight.simulation().step_index() - first_step;
  const double simulated_s = static_cast<double>(steps) * flight.simulation().config().clock.dt_s();
  MaybeError error = write_text_file(options.out_dir + "/summary.json", summary_json(flight, *end));
  if (!error) error = write_text_file(options.out_dir + "/timing.json", timing_json(wall_s, simulated_s, steps));
  if (!error) error = write_inputs(flight, options.out_dir);
  print_outcome(flight, *end, wall_s, simulated_s);
  if (error) return report(*error);
  fmt::print("  folder {}\n", options.out_dir);
  return end->completed ? kExitDone : kExitFlightFailed;
}

}  // namespace alula
