#include "scenario/scenario.h"

#include <algorithm>
#include <filesystem>

#include "document/load.h"
#include "document/number_text.h"
#include "document/spelling.h"
#include "scenario/read_expectations.h"
#include "scenario/read_flight.h"
#include "sim/autopilot_firmware.h"
#include "vehicle/airframe_of.h"

namespace alula {
namespace {

constexpr std::size_t kNameLengthMax = 32;
constexpr std::size_t kVehiclesMax = 64;
constexpr double kStepMin_s = 1e-5;
constexpr double kStepMax_s = 0.1;
constexpr double kRecordRateMax_hz = 1e5;  // one a shortest step

// The file that `named` means, found among the models or beside the scenario.
template <class Find>
std::string file_of(const std::string& named, const ScenarioPlaces& places, Find find) {
  const std::string found = find(named, places.models_dir);
  const bool by_path = found == named;
  return by_path ? (std::filesystem::path(places.path).parent_path() / named).string() : found;
}

// An error of a file that is named at `node`: when the file itself is missing, that name is wrong.
Error blame(Node node, const Error& error) {
  if (error.code != ErrorCode::not_found && error.code != ErrorCode::io) return error;
  return node.error("names no file that can be read: " + error.text());
}

void read_world_key(MapReader& map, const ScenarioPlaces& places, WorldConfig& world) {
  const Node node = map.map_or_string({"world",
                                       "The keys of a world file; the name of a world in "
                                       "models/worlds; or a path, from the scenario's folder",
                                       "the default world"},
                                      "the name of a world");
  if (node.kind() == NodeKind::map) {
    world = map.keep(read_world(node), world);
  } else if (node.kind() == NodeKind::string) {
    Result<WorldConfig> loaded = load_world(file_of(std::string(node.text()), places, find_world));
    if (!loaded.ok()) return map.keep(MaybeError(blame(node, loaded.error())));
    world = std::move(loaded).value();
  }
}

void read_simulation(MapReader& map, Scenario& scenario) {
  SimulationConfig& sim = scenario.simulation;
  const double step_s = map.number_or({"step_s", "Fixed step, rounded to whole nanoseconds"},
                                      sim.clock.dt_s(), {.min = kStepMin_s, .max = kStepMax_s});
  sim.clock.dt_ns = nanoseconds(step_s);
  sim.integrator = map.choice_or<Integrator>(
      {"integrator", "As in a world file", "that of the world"}, sim.integrator, kIntegratorNames);
  sim.seed =
      static_cast<std::uint64_t>(map.integer_or({"seed", "Of every random number"}, 1, {.min = 0}));
  sim.ideal_sensors = map.boolean_or(
      {"ideal_sensors", "Sensors without random error; rates, delays and resolution stay"}, false);
  scenario.duration_s = map.number({"duration_s", "The last step is the one that reaches it"},
                                   {.max = 1e6, .min_exclusive = 0.0});
  const Node record = map.map_or_absent({"record", "Rows of the table"});
  if (!record.present()) return;
  MapReader fields(record);
  scenario.record_rate_hz = fields.number({"rate_hz", "Rows a second, at most one a step"},
                                          {.min = 0.001, .max = kRecordRateMax_hz});
  const double one_a_step_hz = 1.0 / step_s;
  if (scenario.record_rate_hz > one_a_step_hz)
    fields.reject("rate_hz",
                  "is more than one row a step; expected at most " + shortest_text(one_a_step_hz));
  map.keep(fields.finish());
}

bool is_plain_name(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name.size() <= kNameLengthMax && is_word(name);
}

// The key `name`, or the name in the vehicle's file. It becomes a part of tables and streams.
std::string read_name(MapReader& map, const std::string& fallback) {
  const std::string name =
      map.string_or({"name", "Unique in the scenario: 1 to 32 letters, digits, _ and -",
                     "that in the vehicle's file"},
                    fallback);
  if (map.ok() && !is_plain_name(name)) {
    map.reject(
        map.has("name") ? "name" : "vehicle",
        "gives the name " + alula::quoted(name) + "; expected 1 to 32 letters, digits, _ and -");
  }
  return name;
}

void read_vehicle_key(MapReader& map, const ScenarioPlaces& places, ScenarioVehicle& result) {
  const std::string named = map.string(
      {"vehicle",
       "The name of a vehicle in models/vehicles, or a path, from the scenario's folder"});
  const Node changes = map.map_or_absent(
      {"set", "From keys of the vehicle's file, written as messages name them, to other values",
       "the file as it is"});
  MapReader(changes).allow_unknown_keys();  // the vehicle's reader knows them
  if (!map.ok()) return;
  result.file = file_of(named, places, find_vehicle);
  Result<VehicleConfig> loaded = load_vehicle(result.file, changes);
  if (!loaded.ok()) return map.keep(MaybeError(blame(map.node().find("vehicle"), loaded.error())));
  result.vehicle = std::move(loaded).value();
}

ScenarioVehicle read_vehicle(MapReader& scenario, Node node, const ScenarioPlaces& places,
                             WorldConfig& world) {
  MapReader map(node);
  ScenarioVehicle result;
  read_vehicle_key(map, places, result);
  result.name = read_name(map, result.vehicle.name);
  result.firmware = read_firmware(map, places, result.vehicle, world);
  result.initial = read_initial_state(map, world, result.vehicle);
  scenario.keep(map.finish());
  return result;
}

void read_vehicles(MapReader& map, const ScenarioPlaces& places, Scenario& scenario) {
  std::vector<ScenarioVehicle>& vehicles = scenario.vehicles;
  for (const Node node :
       map.list({"vehicles", "Bodies of this world; they do not touch each other"},
                {.min = 1, .max = kVehiclesMax})) {
    ScenarioVehicle next = read_vehicle(map, node, places, scenario.simulation.world);
    const auto same_name = [&next](const ScenarioVehicle& v) { return v.name == next.name; };
    if (map.ok() && std::ranges::any_of(vehicles, same_name)) {
      map.keep(MaybeError(node.error("is named " + alula::quoted(next.name) +
                                     " as an earlier one is; expected a name of its own")));
    }
    vehicles.push_back(std::move(next));
  }
}

// What is done, and what must come of it.
void read_flight(MapReader& map, Scenario& scenario) {
  ScenarioNames names{.words = read_names(map), .vehicles = {}, .breakable = {}};
  for (const ScenarioVehicle& v : scenario.vehicles) {
    names.vehicles.push_back(v.name);
    names.breakable.push_back(breakable(v.vehicle));
  }
  names.failures = map.boolean_or({"failures", "Whether `do: fail` is allowed"}, false);
  scenario.timeline = read_timeline(map, names);
  scenario.end_when = read_expression_or_none(
      map, {"end_when", "A condition: the flight ends a second later", "after duration_s"},
      ExpressionType::condition, names);
  scenario.expectations = read_expectations(map, names);
  scenario.names = std::move(names.words);
  // These say which runs there are: scenario/variations.h.
  map.take({"seeds", "A list of seeds, or how many: 5 is 1 to 5", "that of the key seed"});
  map.take(
      {"grid", "From a key, written as messages name it, to the list of its values", "one run"});
  map.take({"sabotage", "Changes (set, meanwhile) and the expectations that each breaks"});
}

Result<std::unique_ptr<Firmware>> build_firmware(const ScenarioVehicle& vehicle,
                                                 double decimal_year) {
  AutopilotSetup setup;
  setup.airframe = airframe_of(vehicle.vehicle);
  setup.parameters = vehicle.firmware->parameters;
  setup.decimal_year = decimal_year;
  if (vehicle.firmware->mission) setup.mission = *vehicle.firmware->mission;
  Result<std::unique_ptr<const Autopilot>> autopilot = Autopilot::build(setup);
  if (!autopilot.ok()) return autopilot.error();
  return std::unique_ptr<Firmware>(
      std::make_unique<AutopilotFirmware>(vehicle.name, std::move(autopilot).value()));
}

void start_missions(const Scenario& scenario, Simulation& simulation) {
  if (!scenario.timeline.in_order.empty()) return;
  for (std::size_t i = 0; i < scenario.vehicles.size(); ++i) {
    const std::optional<ScenarioFirmware>& firmware = scenario.vehicles[i].firmware;
    if (!firmware || !firmware->mission) continue;
    const bool queued = simulation.queue(i, {.kind = CommandKind::start_mission_when_ready});
    ALULA_ASSERT(queued);
  }
}

}  // namespace

StepIndex Scenario::step_count() const {
  const TimeNs dt_ns = simulation.clock.dt_ns;
  return std::max<StepIndex>(1, (nanoseconds(duration_s) + dt_ns - 1) / dt_ns);
}

namespace {

void read_heading(MapReader& map, Scenario& scenario) {
  map.integer({"schema_version", "Of this format"}, {.min = 1, .max = 1});
  scenario.about = map.string_or({"about", "One sentence, for reports"}, "");
  scenario.waits_for =
      map.string_or({"waits_for", "What must be built before it can fly", "nothing"}, "");
}

Scenario read_fields(MapReader& map, const ScenarioPlaces& places) {
  Scenario scenario;
  read_heading(map, scenario);
  if (!scenario.waits_for.empty())
    map.reject("waits_for", "cannot fly yet: it waits for " + scenario.waits_for);
  read_simulation(map, scenario);
  read_world_key(map, places, scenario.simulation.world);
  if (!map.has("integrator")) scenario.simulation.integrator = scenario.simulation.world.integrator;
  read_vehicles(map, places, scenario);
  read_flight(map, scenario);
  return scenario;
}

}  // namespace

Result<Scenario> read_scenario(Node root, const ScenarioPlaces& places) {
  MapReader map(root);
  Scenario scenario = read_fields(map, places);
  if (MaybeError error = map.finish()) return *error;
  return scenario;
}

Result<Scenario> read_waiting_scenario(Node root) {
  MapReader map(root);
  Scenario scenario;
  read_heading(map, scenario);
  ScenarioNames names{.words = read_names(map), .vehicles = {}, .breakable = {}};
  scenario.expectations = read_expectations(map, names);
  if (MaybeError error = map.finish()) return *error;
  return scenario;
}

Result<Scenario> load_scenario(const std::string& path, std::string_view models_dir) {
  const Result<Document> document = load_document(path, "a scenario");
  if (!document.ok()) return document.error();
  return read_scenario(document->root(), {path, models_dir});
}

Result<Scenario> parse_scenario(std::string_view text, const std::string& path,
                                std::string_view models_dir) {
  const Result<Document> document =
      parse_document(text, path, DocumentFormat::by_content, "a scenario");
  if (!document.ok()) return document.error();
  return read_scenario(document->root(), {path, models_dir});
}

Schema scenario_file_schema() {
  return explore([](Node root) {
    MapReader map(root);
    read_fields(map, {});
  });
}

Result<std::unique_ptr<Simulation>> build_simulation(const Scenario& scenario) {
  const WorldConfig& world = scenario.simulation.world;
  const LocalFrame frame = local_frame(world.environment);
  const Vec3 omega_W = Environment<double>::build(world.environment).gravity.omega_W();
  std::vector<Participant> participants;
  for (const ScenarioVehicle& v : scenario.vehicles) {
    Participant participant;
    participant.vehicle = v.vehicle;
    participant.name = v.name;
    participant.yaw = v.initial.attitude.yaw;
    if (!v.initial.on_ground) participant.body = body_of(v.initial, frame, omega_W);
    if (v.firmware) {
      Result<std::unique_ptr<Firmware>> firmware = build_firmware(v, world.decimal_year);
      if (!firmware.ok()) return firmware.error();
      participant.firmware = std::move(firmware).value();
    }
    participants.push_back(std::move(participant));
  }
  Result<std::unique_ptr<Simulation>> simulation =
      Simulation::build(scenario.simulation, std::move(participants));
  if (simulation.ok()) start_missions(scenario, **simulation);
  return simulation;
}

}  // namespace alula
