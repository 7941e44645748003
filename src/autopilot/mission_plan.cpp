#include "autopilot/mission_plan.h"

#include <numbers>

#include "autopilot/mission_plan_items.h"
#include "document/load.h"
#include "document/map_reader.h"
#include "document/text_file.h"

namespace alula {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr std::int64_t kPlanVersion = 1;
constexpr std::int64_t kMissionVersion = 2;

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
  const NumberRange latitude{.min = -90.0, .max = 90.0}, longitude{.min = -180.0, .max = 180.0};
  mission.home_latitude_rad = map.keep(read_number(home[0], latitude)) * kDegree;
  mission.home_longitude_rad = map.keep(read_number(home[1], longitude)) * kDegree;
  mission.home_altitude_m = map.keep(read_number(home[2], {.min = -500.0, .max = 86000.0}));
}

MaybeError read_items(const std::vector<Node>& nodes, MissionItems& items) {
  PlanItems plan_items(items);
  for (const Node node : nodes) {
    if (MaybeError error = plan_items.add(node)) return error;
  }
  return plan_items.resolve_jumps();
}

MaybeError read_mission(Node node, Mission& mission) {
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
  return read_items(items, mission.items);
}

// Fence and rally points would change the flight, so an empty one is fine and a real one is
// refused.
MaybeError refuse_entries(Node section, std::string_view key, std::string_view what) {
  const Node entries = section.find(key);
  if (entries.size() == 0) return std::nullopt;
  return entries[0].error(std::string(what) + " are not supported; expected none");
}

MaybeError refuse_fence_and_rally_points(MapReader& map) {
  const Node fence = map.map_or_absent("geoFence");
  const Node rally = map.map_or_absent("rallyPoints");
  if (MaybeError error = refuse_entries(fence, "circles", "geofence circles")) return error;
  if (MaybeError error = refuse_entries(fence, "polygons", "geofence polygons")) return error;
  return refuse_entries(rally, "points", "rally points");
}

Result<Mission> read_plan(Node root) {
  MapReader map(root);
  map.allow_unknown_keys();
  const Node file_type = root.find("fileType");
  const std::string type = map.string("fileType");
  if (file_type.kind() == NodeKind::string && type != "Plan") {
    return file_type.error("expected \"Plan\", found " + file_type.description());
  }
  const Node mission_node = map.map("mission");
  map.keep(refuse_fence_and_rally_points(map));
  if (MaybeError error = read_version(map, kPlanVersion)) return *error;
  Mission mission;
  if (MaybeError error = read_mission(mission_node, mission)) return *error;
  return mission;
}

}  // namespace

Result<Mission> parse_mission_plan(std::string_view text, std::string_view name,
                                   const MissionLimits& limits) {
  const Result<Document> document = parse_document(text, name, DocumentFormat::json, "a mission");
  if (!document.ok()) return document.error();
  Result<Mission> mission = read_plan(document.value().root());
  if (!mission.ok()) return mission;
  if (MaybeError error = check_mission(mission.value(), limits, name)) return *error;
  return mission;
}

Result<Mission> load_mission_plan(const std::string& path, const MissionLimits& limits) {
  const Result<std::string> text = read_file(path, kDocumentBytesMax);
  if (!text.ok()) return text.error();
  return parse_mission_plan(text.value(), path, limits);
}

}  // namespace alula
