#include "autopilot/mission_fence.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "autopilot/mission_check.h"

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

bool allows(const MissionFence& fence, const FencePlace& place) {
  return std::ranges::all_of(fence, [&place](const FenceShape& shape) {
    return lies_inside(shape, place) == shape.inclusion;
  });
}

bool allows_way(const MissionFence& fence, const FencePlace& from, const FencePlace& to,
                double step_m) {
  if (fence.empty()) return true;
  constexpr double kStepsMax = 10000.0;
  const double distance_m =
      ground_distance_m(from.latitude_rad, from.longitude_rad, to.latitude_rad, to.longitude_rad);
  const auto steps = static_cast<int>(std::clamp(std::ceil(distance_m / step_m), 1.0, kStepsMax));
  const double turn = 2.0 * std::numbers::pi;
  const double east_rad = std::remainder(to.longitude_rad - from.longitude_rad, turn);
  for (int i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    const FencePlace place{from.latitude_rad + share * (to.latitude_rad - from.latitude_rad),
                           from.longitude_rad + share * east_rad};
    if (!allows(fence, place)) return false;
  }
  return true;
}

}  // namespace alula
