#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "doubts.h"
#include "file_kind.h"
#include "flight_loop.h"

namespace alula {
namespace {

struct FlyOptions {
  std::string plan;
  std::string vehicle = "x500";
  std::string world;
  std::string seed = "1";
  std::string parameter_file;
  std::vector<std::string> parameters;
  bool ideal_sensors = false;
  std::string out;
  bool no_log = false;
  bool no_report = false;
  std::string max_time_s = "3600";
  std::vector<std::string> save_at;  // seconds and file
};

std::string default_folder(const FlyOptions& options) {
  const auto stem = [](const std::string& path) {
    return std::filesystem::path(path).stem().string();
  };
  return fmt::format("flights/{}-{}-{}", stem(options.plan), stem(options.vehicle), options.seed);
}

MaybeError take(const Result<InputFile>& file, std::string_view expected, FlightSetup::Text& text) {
  if (!file.ok()) return file.error();
  if (file->content.empty()) {
    return Error{ErrorCode::bad_format, file->path, fmt::format("is empty; expected {}", expected)};
  }
  text = {file->path, file->content};
  return std::nullopt;
}

Result<FlightSetup> setup_of(const FlyOptions& options) {
  FlightSetup setup;
  const Result<std::uint64_t> seed = seed_from(options.seed);
  if (!seed.ok()) return seed.error();
  const Result<double> time_max_s = seconds_from("--max-time", options.max_time_s, 1.0);
  if (!time_max_s.ok()) return time_max_s.error();
  setup.seed = *seed;
  setup.time_max_s = *time_max_s;
  setup.parameters = options.parameters;
  setup.ideal_sensors = options.ideal_sensors;

  const Result<InputFile> plan = read_input("plan", options.plan);
  if (!plan.ok()) return plan.error();
  setup.plan = {plan->path, plan->content};
  if (MaybeError error =
          take(read_model("--vehicle", options.vehicle, "vehicles"), "a vehicle", setup.vehicle))
    return *error;
  if (!options.parameter_file.empty()) {
    if (MaybeError error = take(read_input("--params", options.parameter_file), "parameters",
                                setup.parameter_file))
      return *error;
  }
  if (options.world.empty()) return setup;
  if (MaybeError error =
          take(read_model("--world", options.world, "worlds"), "a world", setup.world))
    return *error;
  return setup;
}

// A file in the place of another is told from one that is wrong.
Error explained(Error error, const FlightSetup& setup) {
  const auto check = [&error](const FlightSetup::Text& text, FileKind expected) {
    const bool named = !text.name.empty() && error.where.starts_with(text.name);
    if (named) error = with_kind(error, text.name, text.content, expected);
  };
  check(setup.plan, FileKind::mission);
  check(setup.vehicle, FileKind::vehicle);
  check(setup.world, FileKind::world);
  check(setup.parameter_file, FileKind::parameters);
  return error;
}

int fly(const FlyOptions& options) {
  FlightLoopOptions loop;
  loop.out_dir = options.out.empty() ? default_folder(options) : options.out;
  loop.log = !options.no_log;
  loop.report = !options.no_report;
  if (!options.save_at.empty()) {
    const Result<double> time = seconds_from("--save-at", options.save_at[0], 0.0);
    if (!time.ok()) return report(time.error());
    loop.save_at = nanoseconds(*time);
    loop.save_path = options.save_at[1];
  }
  const Result<FlightSetup> setup = setup_of(options);
  if (!setup.ok()) return report(setup.error());
  const Result<std::unique_ptr<MissionFlight>> flight = MissionFlight::build(*setup);
  if (!flight.ok()) return report(explained(flight.error(), *setup));
  for (const std::string& doubt : doubts_of(**flight)) warn(doubt);
  return run_flight(**flight, loop);
}

}  // namespace

void add_fly(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("fly", "Fly a whole mission in this process: physics, sensors, autopilot");
  const auto options = std::make_shared<FlyOptions>();
  command
      ->add_option("plan", options->plan, "Mission: a .plan of QGroundControl, or a waypoint list")
      ->required()
      ->type_name("FILE");
  command->add_option("--vehicle", options->vehicle, "Vehicle: a name in models/vehicles or a file")
      ->type_name("VEHICLE")
      ->capture_default_str();
  command
      ->add_option("--world", options->world,
                   "World: a name in models/worlds or a file (default: the plan's home, calm)")
      ->type_name("WORLD");
  command->add_option("--seed", options->seed, "Of every random number of the run")
      ->type_name("INTEGER")
      ->capture_default_str();
  command
      ->add_option("--params", options->parameter_file,
                   "Parameters as QGroundControl saves them (.params)")
      ->type_name("FILE");
  command
      ->add_option("--param", options->parameters, "A parameter of the autopilot; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--ideal-sensors", options->ideal_sensors,
                    "Sensors without random error (rates and delays stay)");
  command
      ->add_option("--out", options->out,
                   "For log and summary (default: flights/PLAN-VEHICLE-SEED)")
      ->type_name("FOLDER");
  command->add_flag("--no-log", options->no_log, "Write no ULog, and so no report");
  command->add_flag("--no-report", options->no_report, "Write no report.html");
  command
      ->add_option("--max-time", options->max_time_s,
                   "Simulated time after which the flight has failed")
      ->type_name("SECONDS")
      ->capture_default_str();
  command
      ->add_option("--save-at", options->save_at,
                   "Save a snapshot at this simulated time; `alula resume FILE` goes on")
      ->type_name("SECONDS FILE")
      ->expected(2)
      ->allow_extra_args(false);
  command->callback([&run, options] { run = [options] { return fly(*options); }; });
}

}  // namespace alula
