#include "missions/mission_plan.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "document/load.h"
#include "document/map_reader.h"
#include "document/spelling.h"
#include "missions/mission_plan_fence.h"
#include "missions/mission_plan_items.h"

namespace alula {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr NumberRange kLatitude{.min = -90.0, .max = 90.0};
constexpr NumberRange kLongitude{.min = -180.0, .max = 180.0};
constexpr std::int64_t kPlanVersion = 1;
constexpr std::int64_t kMissionVersion = 2;
constexpr std::string_view kMissionExpected = "a mission: a .plan or a waypoint list";

void read_version(MapReader& map, std::int64_t expected) {
  map.integer({"version", "Of this format"}, {.min = expected, .max = expected});
}

void read_home(MapReader& map, Mission& mission) {
  const Key key{"plannedHomePosition",
                "Where the vehicle stands: latitude and longitude [deg], height above the sea [m]"};
  const Node given = map.node().find(key.name);
  if (given.kind() == NodeKind::list && given.size() != 3) {
    map.take(key.name);
    return map.reject(key.name,
                      "expected 3 numbers: latitude [deg], longitude [deg], height above "
                      "the sea [m]; found " +
                          counted(given.size(), "value"));
  }
  if (map.numbers(key, {.min = 3, .max = 3}).size() != 3) return;
  const Node home = map.node().find(key.name);
  const Result<double> first = read_number(home[0]), second = read_number(home[1]);
  if (first.ok() && second.ok() && std::fabs(*first) > 90.0 && std::fabs(*second) <= 90.0) {
    return map.keep(MaybeError(home[0].error("expected a number from -90 to 90, found " +
                                             home[0].description() +
                                             "; are latitude and longitude exchanged?")));
  }
  mission.home_latitude_rad = map.keep(read_number(home[0], kLatitude)) * kDegree;
  mission.home_longitude_rad = map.keep(read_number(home[1], kLongitude)) * kDegree;
  mission.home_altitude_m = map.keep(read_number(home[2], {.min = -500.0, .max = 86000.0}));
}

void read_mission_map(Node node, MissionReading& reading) {
  Mission& mission = reading.mission;
  MapReader map(node);
  map.allow_unknown_keys();
  mission.cruise_speed_m_s = map.number(
      {"cruiseSpeed", "What the ground station planned with, for an aeroplane [m/s]"}, kPositive);
  mission.hover_speed_m_s =
      map.number({"hoverSpeed", "The same for a multicopter; MPC_XY_CRUISE is what is flown [m/s]"},
                 kPositive);
  mission.firmware_type = static_cast<std::int32_t>(
      map.integer({"firmwareType", "MAV_AUTOPILOT: 12 is PX4"}, {.min = 0, .max = 255}));
  mission.vehicle_type = static_cast<std::int32_t>(
      map.integer({"vehicleType", "MAV_TYPE: 2 is a quadrotor"}, {.min = 0, .max = 255}));
  read_home(map, mission);
  read_version(map, kMissionVersion);
  PlanItems plan_items(reading);
  for (const Node item : map.list({"items", "In the order of flight"}, {.min = 1})) {
    plan_items.add(item);
  }
  plan_items.resolve_jumps();
  // Whoever cannot trust the head has no use for what is wrong with the items.
  if (MaybeError error = map.finish()) reading.give_up_with(std::move(*error));
}

void read_root(Node root, MissionReading& reading) {
  MapReader map(root);
  map.allow_unknown_keys();
  map.choice({"fileType", "What kind of file of QGroundControl"}, {Choice<bool>{"Plan", true}});
  const Node mission = map.map({"mission", "What is flown"});
  const Node fence = map.map_or_absent({"geoFence", "Areas to stay in or to keep out of"});
  const Node rally = map.map_or_absent({"rallyPoints", "Places to land besides home"});
  read_version(map, kPlanVersion);
  if (MaybeError error = read_fence(fence, reading.mission.fence)) reading.add_fault(*error);
  if (MaybeError error = read_rally_points(rally, reading.mission.rally_points))
    reading.add_fault(*error);
  read_mission_map(mission, reading);
  if (MaybeError error = map.finish()) reading.give_up_with(std::move(*error));
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

Schema plan_file_schema() {
  return explore([](Node root) {
    MissionReading reading;
    read_root(root, reading);
  });
}

}  // namespace alula
