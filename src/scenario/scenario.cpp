#include "scenario/scenario.h"

#include <filesystem>
#include <numbers>
#include <set>

#include "document/load.h"

namespace alula {
namespace {

constexpr double kRadians = std::numbers::pi / 180.0;

std::string beside(const std::string& path, const std::string& file) {
  const std::filesystem::path named(file);
  return named.is_absolute() ? file : (std::filesystem::path(path).parent_path() / named).string();
}

void read_world_key(MapReader& map, const std::string& path, WorldConfig& world) {
  const Node node = map.take("world");
  if (!node.present()) return;
  if (node.kind() != NodeKind::string) {
    world = map.keep(read_world(node), world);
    return;
  }
  const std::string file = beside(path, std::string(node.text()));
  const Result<Document> document = load_document(file);
  if (!document.ok()) {
    map.keep(MaybeError(document.error()));
    return;
  }
  world = map.keep(read_world_file(document->root()), world);
}

void read_place(MapReader& map, const WorldConfig& world, InitialState& initial) {
  initial.place = world.environment.origin;
  const Node node = map.map_or_absent("place");
  if (!node.present()) return;
  MapReader place(node);
  initial.place.latitude_rad = kRadians * place.number("latitude_deg", {.min = -90.0, .max = 90.0});
  initial.place.longitude_rad = kRadians * place.number("longitude_deg", {.min = -180.0, .max = 180.0});
  initial.place.height_m = place.number("height_m", {.min = -5000.0, .max = 86000.0});
  map.keep(place.finish());
}

void read_attitude(MapReader& map, InitialState& initial) {
  const Node node = map.map_or_absent("attitude");
  if (!node.present()) return;
  MapReader attitude(node);
  initial.attitude.roll = kRadians * attitude.number_or("roll_deg", 0.0, {.min = -180.0, .max = 180.0});
  initial.attitude.pitch = kRadians * attitude.number_or("pitch_deg", 0.0, {.min = -90.0, .max = 90.0});
  initial.attitude.yaw = kRadians * attitude.number_or("yaw_deg", 0.0, {.min = -360.0, .max = 360.0});
  map.keep(attitude.finish());
}

InitialState read_initial(MapReader& vehicle, const WorldConfig& world) {
  InitialState initial;
  const Node node = vehicle.map_or_absent("initial");
  initial.on_ground = !node.present();
  if (!node.present()) return initial;
  MapReader map(node);
  initial.on_ground = map.boolean_or("on_ground", false);
  read_attitude(map, initial);
  if (!initial.on_ground) {
    read_place(map, world, initial);
    initial.velocity_ned_m_s = map.vector3_or<Vec3>("velocity_ned_m_s", Vec3{}, {.min = -10000.0, .max = 10000.0});
    const NumberRange spin{.min = -36000.0, .max = 36000.0};
    if (map.has("rates_inertial_deg_s") && map.has("rates_earth_deg_s")) {
      map.reject("rates_inertial_deg_s", "stands beside rates_earth_deg_s; give one or the other");
    }
    const bool inertial = map.has("rates_inertial_deg_s");
    initial.rates_reference = inertial ? RateReference::inertial : RateReference::earth;
    initial.rates_rad_s =
        kRadians * map.vector3_or<Vec3>(inertial ? "rates_inertial_deg_s" : "rates_earth_deg_s", Vec3{}, spin);
  } else if (!world.has_ground) {
    map.reject("on_ground", "is true, but the world has no ground");
  }
  vehicle.keep(map.finish());
  return initial;
}

ScenarioVehicle read_vehicle(MapReader& parent, Node node, const std::string& path, std::string_view models_dir,
                             const WorldConfig& world) {
  MapReader map(node);
  ScenarioVehicle result;
  const std::string named = map.string("vehicle");
  result.name = map.string_or("name", "");
  result.initial = read_initial(map, world);
  MaybeError error = map.finish();
  if (!error) {
    std::string file = find_vehicle(named, models_dir);
    if (file == named) file = beside(path, named);
    Result<VehicleConfig> vehicle = load_vehicle(file);
    if (vehicle.ok()) result.vehicle = std::move(vehicle).value();
    else if (vehicle.error().code == ErrorCode::not_found) error = node.find("vehicle").error("names no vehicle: " + vehicle.error().text());
    else error = vehicle.error();
  }
  parent.keep(error);
  if (result.name.empty()) result.name = result.vehicle.name;
  return result;
}

void read_simulation(MapReader& map, Scenario& scenario) {
  SimulationConfig& sim = scenario.simulation;
  const double step_s = map.number_or("step_s", sim.clock.dt_s(), {.min = 1e-5, .max = 0.1});
  sim.clock.dt_ns = nanoseconds(step_s);
  sim.integrator = map.choice_or<Integrator>("integrator", sim.integrator,
                                             {{"rk4", Integrator::rk4}, {"dormand_prince", Integrator::dormand_prince}});
  sim.seed = static_cast<std::uint64_t>(map.integer_or("seed", 1, {.min = 0}));
  scenario.duration_s = map.number("duration_s", {.max = 1e6, .min_exclusive = 0.0});
  const Node record = map.map_or_absent("record");
  if (!record.present()) return;
  MapReader fields(record);
  scenario.record_rate_hz = fields.number("rate_hz", {.min = 0.001, .max = 1.0 / step_s});
  map.keep(fields.finish());
}

}  // namespace

Result<Scenario> load_scenario(const std::string& path, std::string_view models_dir) {
  const Result<Document> document = load_document(path);
  if (!document.ok()) return document.error();
  MapReader map(document->root());
  Scenario scenario;
  map.integer("schema_version", {.min = 1, .max = 1});
  read_world_key(map, path, scenario.simulation.world);
  read_simulation(map, scenario);
  std::set<std::string> names;
  for (const Node node : map.list("vehicles", {.min = 1, .max = 64})) {
    scenario.vehicles.push_back(read_vehicle(map, node, path, models_dir, scenario.simulation.world));
    const std::string& name = scenario.vehicles.back().name;
    if (!names.insert(name).second) {
      map.keep(MaybeError(node.error("has the name \"" + name + "\", as a vehicle before it has; give each its own")));
    }
  }
  if (MaybeError error = map.finish()) return *error;
  return scenario;
}

RigidBodyState<double> body_of(const InitialState& initial, const LocalFrame& frame, const Vec3& omega_W) {
  RigidBodyState<double> body;
  body.p_WB = frame.to_local(initial.place);
  const Mat3 R_WN = frame.R_WN(body.p_WB);
  body.v_WB = R_WN * initial.velocity_ned_m_s;
  body.q_WB = normalized(from_rotation_matrix(R_WN) * from_euler(initial.attitude));
  body.w_WB_B = initial.rates_rad_s;
  if (initial.rates_reference == RateReference::inertial) body.w_WB_B -= body.q_WB.conjugate() * omega_W;
  return body;
}

Result<std::unique_ptr<Simulation>> build_simulation(const Scenario& scenario) {
  const EnvironmentConfig& environment = scenario.simulation.world.environment;
  const LocalFrame frame(environment.origin);
  const Vec3 omega_W = GravityField<double>(environment.gravity, environment.origin).omega_W();
  std::vector<Participant> participants;
  for (const ScenarioVehicle& v : scenario.vehicles) {
    Participant p;
    p.vehicle = v.vehicle;
    p.name = v.name;
    p.yaw = v.initial.attitude.yaw;
    if (!v.initial.on_ground) p.body = body_of(v.initial, frame, omega_W);
    participants.push_back(std::move(p));
  }
  return Simulation::build(scenario.simulation, std::move(participants));
}

}  // namespace alula
