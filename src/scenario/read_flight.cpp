#include "scenario/read_flight.h"

#include <filesystem>

#include "document/number_text.h"
#include "document/spelling.h"
#include "missions/mission_plan.h"
#include "sim/plan_world.h"
#include "sim/vehicle_parameters.h"

namespace alula {
namespace {

constexpr std::size_t kPointsMax = 1000;
constexpr NumberRange kDistance{.min = -100'000.0, .max = 100'000.0};

// The values of the key `parameters`, each with its line.
void set_parameters(MapReader& vehicle, const VehicleConfig& config, ScenarioFirmware& firmware) {
  firmware.parameters = vehicle.keep(vehicle_parameters(config), default_parameters());
  const Node node = vehicle.node().find("parameters");
  for (std::size_t i = 0; i < node.size(); ++i) {
    const Result<double> value = read_number(node[i]);
    if (!value.ok()) return;  // is known already
    if (MaybeError error = set_parameter(firmware.parameters, node[i].key(), *value))
      return vehicle.keep(MaybeError(node[i].error(error->message)));
  }
  if (MaybeError error = check_together(firmware.parameters))
    vehicle.reject("parameters", error->text());
}

void load_plan(MapReader& vehicle, const std::string& name, const ScenarioPlaces& places,
               ScenarioFirmware& firmware, WorldConfig& world) {
  const std::string path = (std::filesystem::path(places.path).parent_path() / name).string();
  MissionLimits limits;
  limits.first_waypoint_distance_max_m = firmware.parameters[Param::MIS_DIST_1WP];
  Result<Mission> mission = load_mission_plan(path, limits);
  if (!mission.ok()) {
    const Error& error = mission.error();
    const bool missing = error.code == ErrorCode::not_found || error.code == ErrorCode::io;
    if (missing) return vehicle.reject("plan", "names no file that can be read: " + error.text());
    return vehicle.keep(MaybeError(error));
  }
  Result<WorldConfig> placed = world_of_plan(world, *mission, places.path + ": world", path);
  if (!placed.ok()) return vehicle.keep(MaybeError(placed.error()));
  world = std::move(placed).value();
  world.has_origin = true;
  firmware.mission = std::move(mission).value();
  firmware.plan_file = path;
}

// North, east and, unless the line is flat, height [m].
void add_point(MapReader& parent, Node node, Polyline& line) {
  const std::vector<double> numbers = parent.keep(
      read_numbers(node, {.min = 2, .max = 3}, kDistance), std::vector<double>{0.0, 0.0});
  const bool flat = numbers.size() == 2;
  if (line.points.empty()) line.flat = flat;
  if (flat != line.flat) {
    parent.keep(MaybeError(node.error("expected a height in every point of a path, or in none")));
  }
  line.points.push_back({numbers[0], numbers[1], flat ? 0.0 : numbers[2]});
}

template <class ReadLine>
std::map<std::string, Polyline, std::less<>> read_lines(MapReader& scenario, const Key& key,
                                                        ReadLine read_line) {
  std::map<std::string, Polyline, std::less<>> lines;
  const Node node = scenario.map_or_absent(key);
  MapReader(node).allow_unknown_keys();  // they are the user's names
  for (std::size_t i = 0; i < node.size(); ++i) {
    if (!is_word(node[i].key())) {
      scenario.keep(
          MaybeError(node[i].error("expected a name of letters, digits and underscores")));
    }
    read_line(node[i], lines[std::string(node[i].key())]);
  }
  return lines;
}

}  // namespace

std::optional<ScenarioFirmware> read_firmware(MapReader& vehicle, const ScenarioPlaces& places,
                                              const VehicleConfig& config, WorldConfig& world) {
  const bool flies = vehicle.choice_or<bool>({"firmware", "What flies it; none: motors stay off"},
                                             false, {{"none", false}, {"alula", true}});
  vehicle.named_numbers_or_empty({"parameters", "Of the autopilot, PX4's names and units"});
  const std::string plan = vehicle.string_or(
      {"plan", "A QGroundControl plan, a path from the scenario's folder", "no mission"}, "");
  if (!vehicle.ok()) return std::nullopt;
  if (!flies) {
    for (const char* key : {"parameters", "plan"}) {
      if (vehicle.has(key))
        vehicle.reject(key, "has no effect here; expected it beside firmware: alula");
    }
    return std::nullopt;
  }
  ScenarioFirmware firmware;
  set_parameters(vehicle, config, firmware);
  if (vehicle.ok() && !plan.empty()) load_plan(vehicle, plan, places, firmware, world);
  return firmware;
}

ExpressionNames read_names(MapReader& scenario) {
  ExpressionNames names;
  names.places =
      read_lines(scenario, {"places", "Names of places: north, east and height from the start"},
                 [&](Node node, Polyline& line) { add_point(scenario, node, line); });
  names.paths = read_lines(
      scenario, {"paths", "Names of paths: lists of such places"}, [&](Node node, Polyline& line) {
        const std::vector<Node> points =
            scenario.keep(read_list(node, {.min = 2, .max = kPointsMax}), std::vector<Node>{});
        for (const Node point : points) add_point(scenario, point, line);
      });
  names.marks = read_marks(scenario.node());
  return names;
}

}  // namespace alula
