#include <numbers>

#include "autopilot/mission_plan_fence.h"
#include "autopilot/mission_plan_items.h"
#include "document/load.h"
#include "document/map_reader.h"

namespace alula {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr NumberRange kLatitude{.min = -90.0, .max = 90.0};
constexpr NumberRange kLongitude{.min = -180.0, .max = 180.0};
constexpr std::int64_t kPlanVersion = 1;
constexpr std::int64_t kMissionVersion = 2;
constexpr std::string_view kMissionExpected = "a mission: a .plan or a waypoint list";

MaybeError read_version(MapReader& map, std::int64_t expected) {
  const std::int64_t version = map.integer("version");
  if (map.ok() && version != expected) {
    map.reject("version", "expected version " + std::to_string(expected) + ", found " +
                              std::to_string(version));
  }
  return map.finish();
}

void read_home(MapReader& map, Mission& mission) {
  const std::vector<Node> home = map.list("plannedHomePosition", {.min = 3, .max = 3});
  if (home.empty()) return;
  mission.home_latitude_rad = map.keep(read_number(home[0], kLatitude)) * kDegree;
  mission.home_longitude_rad = map.keep(read_number(home[1], kLongitude)) * kDegree;
  mission.home_altitude_m = map.keep(read_number(home[2], {.min = -500.0, .max = 86000.0}));
}

MaybeError read_mission_map(Node node, MissionReading& reading) {
  Mission& mission = reading.mission;
  MapReader map(node);
  map.allow_unknown_keys();
  mission.cruise_speed_m_s = map.number("cruiseSpeed", {.min_exclusive = 0.0});
  mission.hover_speed_m_s = map.number("hoverSpeed", {.min_exclusive = 0.0});
  mission.firmware_type =
      static_cast<std::int32_t>(map.integer("firmwareType", {.min = 0, .max = 255}));
  mission.vehicle_type =
      static_cast<std::int32_t>(map.integer("vehicleType", {.min = 0, .max = 255}));
  read_home(map, mission);
  const std::vector<Node> items = map.list("items", {.min = 1});
  if (MaybeError error = read_version(map, kMissionVersion)) return error;
  PlanItems plan_items(reading);
  for (const Node item : items) plan_items.add(item);
  plan_items.resolve_jumps();
  return std::nullopt;
}

void read_root(Node root, MissionReading& reading) {
  MapReader map(root);
  map.allow_unknown_keys();
  const Node file_type = root.find("fileType");
  const std::string type = map.string("fileType");
  if (file_type.kind() == NodeKind::string && type != "Plan") {
    return reading.give_up(file_type.error("expected \"Plan\", found " + file_type.description()));
  }
  const Node mission_node = map.map("mission");
  const Node fence = map.map_or_absent("geoFence");
  const Node rally = map.map_or_absent("rallyPoints");
  if (MaybeError error = read_version(map, kPlanVersion)) return reading.give_up(*error);
  if (MaybeError error = read_fence(fence, reading.fence)) reading.add_fault(*error);
  if (MaybeError error = read_rally_points(rally, reading.rally_points)) reading.add_fault(*error);
  if (MaybeError error = read_mission_map(mission_node, reading)) reading.give_up(*error);
}

}  // namespace

MissionReading read_plan(std::string_view text, std::string_view name) {
  MissionReading reading;
  const Result<Document> document =
      parse_document(text, name, DocumentFormat::json, kMissionExpected);
  if (document.ok()) {
    read_root(document->root(), reading);
  } else {
    reading.give_up(document.error());
  }
  return reading;
}

}  // namespace alula
