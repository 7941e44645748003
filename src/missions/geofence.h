// missions/geofence.h: areas that a vehicle stays in or keeps out of, and other places to land
// than home, on the globe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/arena.h"
#include "core/error.h"
#include "signals/estimate.h"
#include "signals/vehicle_status.h"

namespace alula {

struct FencePlace {
  double latitude_rad = 0.0;
  double longitude_rad = 0.0;
};

// A circle (one corner, its centre) or a polygon.
struct FenceShape {
  std::vector<FencePlace> corners;
  double radius_m = 0.0;  // of a circle; 0 for a polygon
  bool inclusion = true;  // false: must not be entered
  int line = 0;           // in the plan file
};
using MissionFence = std::vector<FenceShape>;

// Another place to land than home.
struct RallyPoint {
  FencePlace place;
  double height_m = 0.0;  // above home
  int line = 0;           // in the plan file
};

// On the plane that touches the Earth at the shape's first corner: good to a per mille within tens
// of kilometres.
bool lies_inside(const FenceShape& shape, const FencePlace& place);
// The first two sides of a polygon that cross; such a one has no clear inside. Sides count from 0,
// and side i leads from corner i to the next.
std::optional<std::pair<std::size_t, std::size_t>> crossing_sides(const FenceShape& shape);
// Inside every inclusion and outside every exclusion; PX4 asks the same.
bool allows(const MissionFence& fence, const FencePlace& place);
bool allows(const FenceShape& shape, const FencePlace& place);

struct FenceConfig {
  double distance_max_m = 0.0;  // GF_MAX_HOR_DIST, from home over the ground; 0: any
  double height_max_m = 0.0;    // GF_MAX_VER_DIST, over home; 0: any
};
static_assert(ArenaState<FenceConfig>);
MaybeError validate(const FenceConfig& config);

// How a vehicle has left what it is allowed.
enum class FenceBreach : std::uint32_t { none = 0, distance, height, left, entered };
const char* to_string(FenceBreach breach);  // "Out of the geofence"
// The same of a place that is to be flown to: "it lies out of the geofence".
const char* place_fault(FenceBreach breach);
// At a place of the estimator's local frame.
FenceBreach find_breach(const FenceConfig& config, const MissionFence& fence,
                        const FencePlace& place, const Vec3& p_W, const HomePosition& home);
// Of the vehicle; none where its place is not known.
FenceBreach find_breach(const FenceConfig& config, const MissionFence& fence,
                        const VehicleEstimate& estimate, const HomePosition& home);

}  // namespace alula
