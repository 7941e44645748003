#include <charconv>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "document/json_writer.h"
#include "links/live_world.h"
#include "scenario/scenario.h"
#include "serve_log.h"
#include "sim/vehicle_parameters.h"
#include "vehicle/airframe_of.h"

namespace alula {
namespace {

struct ServeOptions {
  std::string world = "default";
  std::vector<std::string> vehicles{"x500"};
  std::string speed = "1";
  std::string instance = "0";
  std::string listen = "127.0.0.1";
  std::string duration_s;
  std::string seed = "1";
  std::string log;
};

constexpr double kSpeedMin = 0.01, kSpeedMax = 1000.0;

// 0 for "max".
Result<double> speed_from(const std::string& text) {
  if (text == "max") return 0.0;
  double speed = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, speed);
  if (fault == std::errc{} && stop == end && speed >= kSpeedMin && speed <= kSpeedMax) return speed;
  return Error{
      ErrorCode::bad_format, "--speed " + text,
      fmt::format("expected simulated over wall time, {} to {}, or max", kSpeedMin, kSpeedMax)};
}

Result<int> instance_from(const std::string& text) {
  int instance = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, instance);
  if (fault == std::errc{} && stop == end && instance >= 0 && instance <= kInstanceMax)
    return instance;
  return Error{ErrorCode::bad_format, "--instance " + text,
               fmt::format("expected a whole number from 0 to {}", kInstanceMax)};
}

Result<ScenarioVehicle> vehicle_of(const std::string& name) {
  const Result<InputFile> file = read_model("--vehicle", name, "vehicles");
  if (!file.ok()) return file.error();
  Result<VehicleConfig> config = parse_vehicle(file->content, file->path);
  if (!config.ok()) return config.error();
  Result<ParameterValues> parameters = vehicle_parameters(*config);
  if (!parameters.ok())
    return Error{parameters.error().code, file->path, parameters.error().text()};
  ScenarioVehicle vehicle;
  vehicle.name = config->name;
  vehicle.vehicle = std::move(config).value();
  vehicle.initial.on_ground = true;
  vehicle.firmware = ScenarioFirmware{*parameters, std::nullopt};
  return vehicle;
}

// "x500", "x500_2", "x500_3": unique in the world.
void number_names(std::vector<ScenarioVehicle>& vehicles) {
  for (std::size_t i = 0; i < vehicles.size(); ++i) {
    int count = 1;
    for (std::size_t j = 0; j < i; ++j)
      count += vehicles[j].vehicle.name == vehicles[i].vehicle.name;
    if (count > 1) vehicles[i].name += fmt::format("_{}", count);
  }
}

// Side by side, the first at the origin. Errors: several on ground that is not level.
MaybeError place(Scenario& scenario) {
  constexpr double distance_m = 3.0;
  const WorldConfig& world = scenario.simulation.world;
  const LocalFrame frame = local_frame(world.environment);
  for (std::size_t i = 1; i < scenario.vehicles.size(); ++i) {
    if (world.ground.slope_deg != 0.0)
      return Error{ErrorCode::bad_format, "--vehicle",
                   "is repeated, but the ground of the world slopes"};
    ScenarioVehicle& v = scenario.vehicles[i];
    v.initial.on_ground = false;
    v.initial.place =
        frame.to_geodetic({0.0, distance_m * static_cast<double>(i), -height_on_ground(v.vehicle)});
  }
  return std::nullopt;
}

Result<Scenario> world_of(const ServeOptions& options) {
  Scenario scenario;
  const Result<std::uint64_t> seed = seed_from(options.seed);
  if (!seed.ok()) return seed.error();
  scenario.simulation.seed = *seed;
  const Result<InputFile> file = read_model("world", options.world, "worlds");
  if (!file.ok()) return file.error();
  Result<WorldConfig> world = parse_world(file->content, file->path);
  if (!world.ok()) return world.error();
  scenario.simulation.world = *world;
  scenario.simulation.integrator = world->integrator;
  if (!world->has_ground)
    return invalid_config(file->path, "has no ground; vehicles that are served stand on it");
  if (options.vehicles.size() > kLiveVehiclesMax) {
    return Error{ErrorCode::bad_format, "--vehicle",
                 fmt::format("is there {} times, expected at most {}", options.vehicles.size(),
                             kLiveVehiclesMax)};
  }
  for (const std::string& name : options.vehicles) {
    Result<ScenarioVehicle> vehicle = vehicle_of(name);
    if (!vehicle.ok()) return vehicle.error();
    scenario.vehicles.push_back(std::move(vehicle).value());
  }
  number_names(scenario.vehicles);
  if (MaybeError error = place(scenario)) return *error;
  return scenario;
}

void tell_connections(const LiveWorld& world) {
  tell_result("{:<12} {:<15} {:>6} {:>10} {:>10}\n", "vehicle", "who", "system", "listens",
              "sends to");
  for (const Connection& c : world.connections()) {
    tell_result("{:<12} {:<15} {:>6} {:>10} {:>10}\n", c.vehicle, c.who, c.system,
                fmt::format("udp {}", c.port), fmt::format("udp {}", c.expected_port));
  }
  std::fflush(stdout);
}

std::string result_json(const Simulation& simulation) {
  JsonWriter json;
  json.open_map();
  json.field("simulated_time_s", seconds(simulation.time()));
  json.field("steps", static_cast<std::int64_t>(simulation.step_index()));
  json.field("state_hash", fmt::format("{:016x}", simulation.state_hash()));
  json.close();
  return json.text();
}

int run_world(Simulation& simulation, LiveWorld& world, ServeLogs& logs, TimeNs end) {
  tell_connections(world);
  LiveWorld::Watch watch;
  watch.stop = [&] { return interrupted() || simulation.time() >= end; };
  watch.on_step = [&] { logs.record(simulation); };
  watch.on_new_peer = [](const Connection& c) {
    tell_result("{} {}: {} heard at udp {}\n", c.vehicle, c.who, c.heard, c.port);
    std::fflush(stdout);
  };
  world.run(watch);
  logs.close();
  if (const auto fault = simulation.fault()) return flight_failed(*fault);
  give_result(result_json(simulation));
  tell_result("Served {:.1f} simulated seconds, state hash {:016x}\n", seconds(simulation.time()),
              simulation.state_hash());
  return kExitDone;
}

int serve(const ServeOptions& options) {
  catch_interrupts();
  LiveWorldConfig config;
  const Result<double> speed = speed_from(options.speed);
  if (!speed.ok()) return report(speed.error());
  const Result<int> instance = instance_from(options.instance);
  if (!instance.ok()) return report(instance.error());
  config.speed = *speed;
  config.instance = *instance;
  config.address = options.listen;
  TimeNs end = std::numeric_limits<TimeNs>::max();
  if (!options.duration_s.empty()) {
    const Result<double> duration = seconds_from("--duration", options.duration_s, 0.001);
    if (!duration.ok()) return report(duration.error());
    end = nanoseconds(*duration);
  }
  const Result<Scenario> scenario = world_of(options);
  if (!scenario.ok()) return report(scenario.error());
  const Result<std::unique_ptr<Simulation>> simulation = build_simulation(*scenario);
  if (!simulation.ok()) return report(simulation.error());
  const Result<std::unique_ptr<LiveWorld>> world = LiveWorld::open(**simulation, config);
  if (!world.ok()) return report(world.error());
  Result<ServeLogs> logs = ServeLogs::open(options.log, *scenario, **simulation);
  if (!logs.ok()) return report(logs.error());
  return run_world(**simulation, **world, logs.value(), end);
}

}  // namespace

void add_serve(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("serve", "A live world whose vehicles speak MAVLink to other programs");
  const auto options = std::make_shared<ServeOptions>();
  command->add_option("world", options->world, "World: a name in models/worlds or a file")
      ->type_name("WORLD")
      ->capture_default_str();
  command
      ->add_option("--vehicle", options->vehicles,
                   "Vehicle: a name in models/vehicles or a file; may be repeated")
      ->type_name("VEHICLE")
      ->allow_extra_args(false)
      ->capture_default_str();
  command->add_option("--speed", options->speed, "Simulated over wall time, or max")
      ->type_name("FACTOR")
      ->capture_default_str();
  command
      ->add_option("--instance", options->instance,
                   "Number of the first vehicle: its ports and system id count from there")
      ->type_name("INTEGER")
      ->capture_default_str();
  command
      ->add_option("--listen", options->listen,
                   "Address to listen at; 0.0.0.0: every network card, for other machines")
      ->type_name("ADDRESS")
      ->capture_default_str();
  command->add_option("--duration", options->duration_s, "End after this simulated time")
      ->type_name("SECONDS");
  command->add_option("--log", options->log, "Write one ULog a vehicle to this folder")
      ->type_name("FOLDER");
  command->add_option("--seed", options->seed, "Of every random number of the run")
      ->type_name("INTEGER")
      ->capture_default_str();
  command->callback([&run, options] { run = [options] { return serve(*options); }; });
}

}  // namespace alula
