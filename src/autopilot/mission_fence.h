// autopilot/mission_fence.h: the geofence and the rally points of a plan, to look at before a
// flight. Nothing keeps a vehicle inside the fence or lands it at a rally point yet.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "autopilot/mission.h"
#include "autopilot/mission_check.h"
#include "core/error.h"

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

// What is wrong with them around the mission's home: an area that forbids home, a rally point that
// an area forbids or that lies out of the bounds of all places (MissionLimits).
std::vector<Error> find_fence_faults(const MissionFence& fence,
                                     const std::vector<RallyPoint>& rally_points,
                                     const Mission& mission, const MissionLimits& limits,
                                     std::string_view file);

}  // namespace alula
