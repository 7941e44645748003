#include "missions/mission_fence.h"

#include <string>

#include <fmt/format.h>

#include "missions/fence_route.h"

namespace alula {

std::vector<Error> find_fence_faults(const Mission& mission, const MissionLimits& limits,
                                     std::string_view file) {
  std::vector<Error> faults;
  const auto add = [&faults, file](int line, const char* key, std::string message) {
    faults.push_back(invalid_config(fmt::format("{}:{}: {}", file, line, key), std::move(message)));
  };
  if (const std::size_t corners = corners_of(mission.fence); corners > kFenceCornersMax) {
    add(mission.fence.front().line, "geoFence",
        fmt::format("has {} corners, 12 for each circle; expected at most {}, to find ways around "
                    "it",
                    corners, kFenceCornersMax));
  }
  const FencePlace home{mission.home_latitude_rad, mission.home_longitude_rad};
  for (const FenceShape& shape : mission.fence) {
    if (allows(shape, home)) continue;
    add(shape.line, "geoFence",
        shape.inclusion ? "leaves home outside; expected home in an area to stay in"
                        : "holds home; expected home outside an area to keep out of");
  }
  for (const MissionItem& item : mission.items) {
    const bool flown_to = kind_of(item.command) == MissionCommandKind::position && has_place(item);
    if (!flown_to || allows(mission.fence, {item.latitude_rad, item.longitude_rad})) continue;
    faults.push_back(about_item(mission, item, "lies where the geofence forbids to fly", file));
  }
  for (const RallyPoint& point : mission.rally_points) {
    const double distance_m = ground_distance_m(
        home.latitude_rad, home.longitude_rad, point.place.latitude_rad, point.place.longitude_rad);
    if (distance_m > limits.distance_max_m) {
      add(point.line, "rallyPoints",
          fmt::format("a point is {:.0f} m from home; expected at most {:.0f} m", distance_m,
                      limits.distance_max_m));
    } else if (point.height_m < -limits.depth_max_m) {
      add(point.line, "rallyPoints",
          fmt::format("a point lies {:.1f} m below home; expected at most {:.0f} m below",
                      -point.height_m, limits.depth_max_m));
    } else if (!allows(mission.fence, point.place)) {
      add(point.line, "rallyPoints", "a point lies where the geofence forbids to fly");
    }
  }
  return faults;
}

}  // namespace alula
