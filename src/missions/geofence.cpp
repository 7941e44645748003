#include "missions/geofence.h"

#include <algorithm>

#include "core/config_check.h"
#include "missions/fence_plane.h"
#include "missions/mission_check.h"

namespace alula {
namespace {

// Counts the sides that a ray to the east crosses.
bool polygon_holds(const FenceShape& shape, const FencePlace& place) {
  const FencePlace& origin = shape.corners.front();
  const PlanePoint p = on_plane(origin, place);
  bool inside = false;
  PlanePoint before = on_plane(origin, shape.corners.back());
  for (const FencePlace& corner : shape.corners) {
    const PlanePoint here = on_plane(origin, corner);
    if (lies_west_of(p, before, here)) inside = !inside;
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

MaybeError validate(const FenceConfig& config) {
  return ConfigCheck()
      .zero_or_more("distance_max_m", config.distance_max_m)
      .zero_or_more("height_max_m", config.height_max_m)
      .result();
}

const char* to_string(FenceBreach breach) {
  switch (breach) {
    case FenceBreach::none:
      return "Within the geofence";
    case FenceBreach::distance:
      return "Further from home than GF_MAX_HOR_DIST";
    case FenceBreach::height:
      return "Higher over home than GF_MAX_VER_DIST";
    case FenceBreach::left:
      return "Out of the geofence";
    case FenceBreach::entered:
      return "In an area that the geofence forbids";
  }
  return "unknown breach";
}

const char* place_fault(FenceBreach breach) {
  switch (breach) {
    case FenceBreach::none:
      return "";
    case FenceBreach::distance:
      return "it lies further from home than GF_MAX_HOR_DIST";
    case FenceBreach::height:
      return "it lies higher over home than GF_MAX_VER_DIST";
    case FenceBreach::left:
      return "it lies out of the geofence";
    case FenceBreach::entered:
      return "it lies in an area that the geofence forbids";
  }
  return "";
}

FenceBreach find_breach(const FenceConfig& config, const MissionFence& fence,
                        const FencePlace& place, const Vec3& p_W, const HomePosition& home) {
  if (home.set_count > 0) {
    const Vec3 way = p_W - home.p_W;
    if (config.distance_max_m > 0.0 && norm_xy(way) > config.distance_max_m)
      return FenceBreach::distance;
    if (config.height_max_m > 0.0 && -way.z > config.height_max_m) return FenceBreach::height;
  }
  for (const FenceShape& shape : fence) {
    if (!allows(shape, place)) return shape.inclusion ? FenceBreach::left : FenceBreach::entered;
  }
  return FenceBreach::none;
}

FenceBreach find_breach(const FenceConfig& config, const MissionFence& fence,
                        const VehicleEstimate& estimate, const HomePosition& home) {
  if (!estimate.global_valid) return FenceBreach::none;
  return find_breach(config, fence, {estimate.latitude_rad, estimate.longitude_rad}, estimate.p_WB,
                     home);
}

}  // namespace alula
