#include "autopilot/mission_fence.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

namespace alula {
namespace {

constexpr double kEarthRadius_m = 6371000.0;

struct PlanePoint {
  double north_m, east_m;
};

PlanePoint on_plane(const FencePlace& origin, const FencePlace& place) {
  const double turn = 2.0 * std::numbers::pi;
  const double east_rad = std::remainder(place.longitude_rad - origin.longitude_rad, turn);
  return {kEarthRadius_m * (place.latitude_rad - origin.latitude_rad),
          kEarthRadius_m * std::cos(origin.latitude_rad) * east_rad};
}

// On which side of the line from a to b.
double side(const PlanePoint& a, const PlanePoint& b, const PlanePoint& p) {
  return (b.north_m - a.north_m) * (p.east_m - a.east_m) -
         (b.east_m - a.east_m) * (p.north_m - a.north_m);
}

bool cross(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c, const PlanePoint& d) {
  return side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0;
}

// Counts the sides that a ray to the east crosses.
bool polygon_holds(const FenceShape& shape, const FencePlace& place) {
  const FencePlace& origin = shape.corners.front();
  const PlanePoint p = on_plane(origin, place);
  bool inside = false;
  PlanePoint before = on_plane(origin, shape.corners.back());
  for (const FencePlace& corner : shape.corners) {
    const PlanePoint here = on_plane(origin, corner);
    if ((here.north_m > p.north_m) != (before.north_m > p.north_m)) {
      const double share = (p.north_m - here.north_m) / (before.north_m - here.north_m);
      if (p.east_m < here.east_m + share * (before.east_m - here.east_m)) inside = !inside;
    }
    before = here;
  }
  return inside;
}

}  // namespace

bool lies_inside(const FenceShape& shape, const FencePlace& place) {
  if (shape.radius_m <= 0.0) return polygon_holds(shape, place);
  const FencePlace& center = shape.corners.front();
  return ground_distance_m(center.latitude_rad, center.longitude_rad, place.latitude_rad,
                           place.longitude_rad) <= shape.radius_m;
}

bool allows(const FenceShape& shape, const FencePlace& place) {
  return lies_inside(shape, place) == shape.inclusion;
}

bool allows(const MissionFence& fence, const FencePlace& place) {
  return std::ranges::all_of(fence,
                             [&place](const FenceShape& shape) { return allows(shape, place); });
}

std::optional<std::pair<std::size_t, std::size_t>> crossing_sides(const FenceShape& shape) {
  const std::size_t count = shape.corners.size();
  std::vector<PlanePoint> corners;
  for (const FencePlace& corner : shape.corners) {
    corners.push_back(on_plane(shape.corners.front(), corner));
  }
  for (std::size_t i = 0; i < count; ++i) {
    // Neighbours share a corner.
    for (std::size_t k = i + 2; k < count && !(i == 0 && k + 1 == count); ++k) {
      const std::size_t end_i = i + 1, end_k = (k + 1) % count;
      if (cross(corners[i], corners[end_i], corners[k], corners[end_k])) return {{i, k}};
    }
  }
  return std::nullopt;
}

std::vector<Error> find_fence_faults(const MissionFence& fence,
                                     const std::vector<RallyPoint>& rally_points,
                                     const Mission& mission, const MissionLimits& limits,
                                     std::string_view file) {
  std::vector<Error> faults;
  const auto add = [&faults, file](int line, const char* key, std::string message) {
    faults.push_back(invalid_config(fmt::format("{}:{}: {}", file, line, key), std::move(message)));
  };
  const FencePlace home{mission.home_latitude_rad, mission.home_longitude_rad};
  for (const FenceShape& shape : fence) {
    if (allows(shape, home)) continue;
    add(shape.line, "geoFence",
        shape.inclusion ? "leaves home outside; expected home in an area to stay in"
                        : "holds home; expected home outside an area to keep out of");
  }
  for (const RallyPoint& point : rally_points) {
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
    } else if (!allows(fence, point.place)) {
      add(point.line, "rallyPoints", "a point lies where the geofence forbids to fly");
    }
  }
  return faults;
}

}  // namespace alula
