#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "flight_loop.h"
#include "vehicle/vehicle_config.h"

namespace alula {
namespace {

struct FlyOptions {
  std::string plan;
  std::string vehicle = "x500";
  std::string world;
  std::uint64_t seed = 1;
  std::vector<std::string> parameters;
  bool ideal_sensors = false;
  std::string out;
  bool no_log = false;
  double max_time_s = 3600.0;
  std::vector<std::string> save_at;
};

std::string default_folder(const FlyOptions& options) {
  const auto stem = [](const std::string& path) { return std::filesystem::path(path).stem().string(); };
  return fmt::format("flights/{}-{}-{}", stem(options.plan), stem(options.vehicle), options.seed);
}

Result<FlightSetup::Text> read_input(const std::string& path) {
  Result<std::string> content = read_text_file(path);
  if (!content.ok()) return content.error();
  return FlightSetup::Text{path, std::move(content).value()};
}

Result<FlightSetup> setup_of(const FlyOptions& options) {
  FlightSetup setup;
  Result<FlightSetup::Text> plan = read_input(options.plan);
  if (!plan.ok()) return plan.error();
  Result<FlightSetup::Text> vehicle = read_input(find_vehicle(options.vehicle, models_dir()));
  if (!vehicle.ok()) {
    return Error{vehicle.error().code, "--vehicle " + options.vehicle, vehicle.error().text()};
  }
  setup.plan = *plan;
  setup.vehicle = *vehicle;
  if (!options.world.empty()) {
    Result<FlightSetup::Text> world = read_input(options.world);
    if (!world.ok()) return world.error();
    if (world->content.empty()) return Error{ErrorCode::bad_format, options.world, "is empty, expected a world"};
    setup.world = *world;
  }
  setup.parameters = options.parameters;
  setup.seed = options.seed;
  setup.ideal_sensors = options.ideal_sensors;
  setup.time_max_s = options.max_time_s;
  return setup;
}

Result<double> save_time(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(value >= 0.0) || std::isinf(value)) {
    return Error{ErrorCode::bad_format, "--save-at " + text, "expected simulated seconds, 0 or more, and then a file"};
  }
  return value;
}

int fly(const FlyOptions& options) {
  FlightLoopOptions loop;
  loop.out_dir = options.out.empty() ? default_folder(options) : options.out;
  loop.log = !options.no_log;
  if (!options.save_at.empty()) {
    const Result<double> time = save_time(options.save_at[0]);
    if (!time.ok()) return report(time.error());
    loop.save_at_s = *time;
    loop.save_path = options.save_at[1];
  }
  Result<FlightSetup> setup = setup_of(options);
  if (!setup.ok()) return report(setup.error());
  Result<std::unique_ptr<MissionFlight>> flight = MissionFlight::build(*setup);
  if (!flight.ok()) return report(flight.error());
  return run_flight(**flight, loop);
}

}  // namespace

void add_fly(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("fly", "Fly a whole mission in this process: physics, sensors, autopilot");
  const auto options = std::make_shared<FlyOptions>();
  command->add_option("plan", options->plan, "Mission: a QGroundControl .plan file")->required();
  command->add_option("--vehicle", options->vehicle, "Vehicle: a name in models/vehicles, or a file")
      ->capture_default_str();
  command->add_option("--world", options->world, "World file: origin, gravity, wind, ground (default: the plan's home, calm)");
  command->add_option("--seed", options->seed, "Of every random number of the run")->capture_default_str();
  command->add_option("--param", options->parameters, "NAME=VALUE of an autopilot parameter; may be repeated")
      ->allow_extra_args(false);
  command->add_flag("--ideal-sensors", options->ideal_sensors, "Sensors without random error (rates and delays stay)");
  command->add_option("--out", options->out, "Folder for log and summary (default: flights/PLAN-VEHICLE-SEED)");
  command->add_flag("--no-log", options->no_log, "Write no ULog");
  command->add_option("--max-time", options->max_time_s, "Simulated seconds after which the flight has failed")
      ->check(CLI::Range(1.0, 1.0e6))
      ->capture_default_str();
  command->add_option("--save-at", options->save_at, "SECONDS FILE: save a snapshot at this simulated time")
      ->expected(2)
      ->allow_extra_args(false);
  command->callback([&run, options] { run = [options] { return fly(*options); }; });
}

}  // namespace alula
