#include "flight_loop.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>
#include <sys/utsname.h>

#include "command.h"
#include "core/version.h"
#include "document/json_writer.h"
#include "document/number_text.h"
#include "flight_folder.h"
#include "log/log_file.h"
#include "math/frames.h"
#include "progress.h"
#include "report_job.h"

namespace alula {
namespace {

namespace fs = std::filesystem;
using WallClock = std::chrono::steady_clock;

double seconds_since(WallClock::time_point start) {
  return std::chrono::duration<double>(WallClock::now() - start).count();
}

// Writes flight.ulg beside the run, and the report behind it; see run_flight() for what a full disk
// does.
class FlightLog {
 public:
  static Result<std::unique_ptr<FlightLog>> open(const MissionFlight& flight,
                                                 const std::string& path, bool with_report) {
    const RecorderConfig config = flight.recorder_config();
    if (MaybeError error = validate(config)) return *error;
    Result<LogFile> file = LogFile::open(path);
    if (!file.ok()) return file.error();
    std::unique_ptr<FlightLog> log(new FlightLog(config, std::move(file).value()));
    log->check(log->file_.write(log->recorder_.opening(flight.simulation().time())));
    if (with_report) log->report_.emplace(path);
    return log;
  }
  void record(const MissionFlight& flight) {
    recorder_.record(flight.view(), ring_);
    check(file_.drain(ring_));
    if (report_) report_->log_has(file_.bytes_written());
  }
  void close() { check(file_.close()); }
  [[nodiscard]] bool has_report() const { return report_.has_value(); }
  Result<std::string> finish_report(const FlightReportContext& context) {
    return report_->finish(context);
  }

 private:
  FlightLog(const RecorderConfig& config, LogFile file)
      : recorder_(config), ring_(recorder_.step_bytes_max()), file_(std::move(file)) {}

  void check(const MaybeError& error) {
    if (!error) return;
    warn(error->text() + "; the flight goes on without a log");
    // The end of the log makes room for the summary, in case it has filled the disk.
    constexpr std::uintmax_t kRoom = 65536;
    std::error_code fault;
    const std::uintmax_t size = fs::file_size(file_.path(), fault);
    if (!fault && size > kRoom) fs::resize_file(file_.path(), size - kRoom, fault);
  }

  Recorder recorder_;
  LogRing ring_;
  LogFile file_;
  std::optional<ReportJob> report_;
};

void show(Progress& progress, const MissionFlight& flight, TimeNs start_time) {
  if (!progress.due()) return;
  const MissionResult& mission = flight.view().commander.mission;
  const TimeNs now = flight.simulation().time();
  const double done =
      mission.finished ? 1.0 : double(mission.current) / std::max(1u, mission.total);
  progress.draw(done, fmt::format("{:.1f} s simulated, {:.0f} x real time, {} item {}/{}",
                                  seconds(now), seconds(now - start_time) / progress.wall_s(),
                                  to_string(flight.view().commander.vehicle.mode),
                                  mission.current + 1, mission.total));
}

struct Timing {
  double wall_s = 0.0;  // of the steps, log and snapshot included
  double simulated_s = 0.0;
  StepIndex steps = 0;

  [[nodiscard]] double factor() const { return wall_s > 0.0 ? simulated_s / wall_s : 0.0; }
};

std::string timing_json(const Timing& timing) {
  utsname host{};
  uname(&host);
  JsonWriter json;
  json.open_map();
  json.field("wall_time_s", timing.wall_s);
  json.field("simulated_time_s", timing.simulated_s);
  json.field("real_time_factor", timing.factor());
  json.field("steps_executed", timing.steps);
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

std::string result_json(const std::string& folder, const FlightLog* log, const std::string& summary,
                        const std::string& timing) {
  JsonWriter json;
  json.open_map();
  json.field("folder", folder);
  if (log != nullptr) json.field("log", folder + "/flight.ulg");
  if (log != nullptr && log->has_report()) json.field("report", folder + "/report.html");
  json.json_field("summary", summary);
  json.json_field("timing", timing);
  json.close();
  return json.text();
}

void print_outcome(const MissionFlight& flight, const FlightEnd& end, const Timing& timing) {
  const FlightStatistics& s = flight.statistics();
  tell_result("{} after {:.1f} s, {:.0f} m flown, {:.0f} x real time\n",
              end.completed ? "Mission completed" : "Mission failed",
              seconds(flight.simulation().time()), s.path_m, timing.factor());
  if (!end.completed) tell_result("  reason: {}\n", end.reason);
  if (s.touchdowns > 0) {
    tell_result("  touch-down at {:.2f} m/s, {:.2f} m from home\n", s.touchdown_speed_m_s,
                touchdown_distance_m(s));
  }
  tell_result("  state hash {:016x}\n", flight.simulation().state_hash());
}

// What became of the snapshot that was asked for.
struct SaveOutcome {
  MaybeError failure;
  bool missed = false;  // the flight was over before
};

// Steps until the flight ends and saves on the way.
FlightEnd step_to_end(MissionFlight& flight, FlightLog* log, const FlightLoopOptions& options,
                      SaveOutcome& save) {
  Progress progress;
  const TimeNs start_time = flight.simulation().time();
  bool saved = !options.save_at.has_value();
  std::optional<FlightEnd> end;
  while (!end) {
    if (!saved && flight.simulation().time() >= *options.save_at) {
      save.failure = save_snapshot(flight.snapshot(), options.save_path);
      saved = true;
    }
    flight.step();
    if (log != nullptr) log->record(flight);
    show(progress, flight, start_time);
    end = flight.end();
    if (!end && interrupted()) end = flight.interrupted();
  }
  save.missed = !saved;
  return *end;
}

// The snapshot's folder is made like the flight's. Better to hear now than after an hour of flight.
MaybeError prepare_save(const FlightLoopOptions& options) {
  if (!options.save_at) return std::nullopt;
  std::error_code fault;
  const fs::path path(options.save_path);
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), fault);
  if (fault) return Error{ErrorCode::io, options.save_path, fault.message()};
  if (fs::is_directory(path, fault)) {
    return Error{ErrorCode::io, options.save_path, "is a folder, expected a file to write"};
  }
  return std::nullopt;
}

void tell_missed(const MissionFlight& flight, TimeNs save_at) {
  flight_failed(
      fmt::format("--save-at {:.10g}: the flight was over at {:.10g} s; no snapshot was "
                  "saved",
                  seconds(save_at), seconds(flight.simulation().time())));
}

std::string wind_text(const Vec3& wind) {
  if (norm(wind) == 0.0) return "calm";
  const double from_deg = std::fmod(degrees(std::atan2(-wind.y, -wind.x)) + 360.0, 360.0);
  return fmt::format("wind {:.4g} m/s from {:.0f} deg", norm(wind), from_deg);
}

// Parameters where they differ from the defaults.
std::string inputs_of(const MissionFlight& flight) {
  const FlightSetup& setup = flight.setup();
  const bool named = !setup.world.content.empty();
  std::string text =
      fmt::format("seed {}, world {}, {}", setup.seed,
                  named ? fs::path(setup.world.name).filename().string() : "default",
                  wind_text(flight.simulation().config().world.environment.wind.velocity_W_m_s));
  if (setup.ideal_sensors) text += ", ideal sensors";
  for (const ParameterInfo& info : parameter_table()) {
    const double value = flight.parameters()[*find_parameter(info.name)];
    if (value != info.default_value)
      text += fmt::format(", {} {}", info.name, shortest_text(value));
  }
  return text + ", Alula " + kVersion;
}

// The plan's name without its folders, and how the flight ended.
FlightReportContext report_context(const MissionFlight& flight, const FlightEnd& end) {
  return {.mission = fs::path(flight.setup().plan.name).filename().string(),
          .verdict = end.completed ? "Mission completed" : "Mission failed: " + end.reason,
          .failed = !end.completed,
          .inputs = inputs_of(flight)};
}

MaybeError write_report(FlightLog& log, const FlightFolder& folder,
                        const FlightReportContext& context) {
  const Result<std::string> html = log.finish_report(context);
  if (!html.ok()) return html.error();
  return folder.write("report.html", *html);
}

}  // namespace

int run_flight(MissionFlight& flight, const FlightLoopOptions& options) {
  catch_interrupts();
  for (const char* const name : kFlightResults) {
    if (MaybeError error =
            refuse_same_file("--save-at", options.save_path, options.out_dir + "/" + name,
                             "is written by the flight"))
      return report(*error);
  }
  const Result<FlightFolder> folder = FlightFolder::open(options.out_dir, flight.setup());
  if (!folder.ok()) return report(folder.error());
  if (MaybeError error = prepare_save(options)) return report(*error);
  std::unique_ptr<FlightLog> log;
  if (options.log) {
    Result<std::unique_ptr<FlightLog>> opened =
        FlightLog::open(flight, folder.value().file("flight.ulg"), options.report);
    if (!opened.ok()) return report(opened.error());
    log = std::move(opened).value();
  }

  const TimeNs first_time = flight.simulation().time();
  const StepIndex first_step = flight.simulation().step_index();
  const WallClock::time_point start = WallClock::now();
  SaveOutcome save;
  const FlightEnd end = step_to_end(flight, log.get(), options, save);
  if (log) log->close();
  const Timing timing{seconds_since(start), seconds(flight.simulation().time() - first_time),
                      flight.simulation().step_index() - first_step};

  if (save.failure) report(*save.failure);
  const std::string summary = summary_json(flight, end), host = timing_json(timing);
  MaybeError error = folder.value().write("summary.json", summary);
  if (!error) error = folder.value().write("timing.json", host);
  if (!error && log && log->has_report())
    error = write_report(*log, folder.value(), report_context(flight, end));
  if (error) report(*error);
  give_result(result_json(options.out_dir, log.get(), summary, host));
  print_outcome(flight, end, timing);
  tell_result("  folder {}\n", options.out_dir);
  if (json_chosen() && !end.completed) flight_failed(end.reason);
  if (save.missed) tell_missed(flight, *options.save_at);
  if (save.failure || error) return kExitMachine;
  return end.completed && !save.missed ? kExitDone : kExitFlightFailed;
}

}  // namespace alula
