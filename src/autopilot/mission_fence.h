// autopilot/mission_fence.h: the geofence of a plan, to look at before a flight. Nothing keeps a
// vehicle inside it yet.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "autopilot/mission.h"

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

// On the plane that touches the Earth at the shape's first corner: good to a per mille within tens
// of kilometres.
bool lies_inside(const FenceShape& shape, const FencePlace& place);
// Inside every inclusion and outside every exclusion; PX4 asks the same.
bool allows(const MissionFence& fence, const FencePlace& place);
// The same for the straight way between two places, tried every `step_m`.
bool allows_way(const MissionFence& fence, const FencePlace& from, const FencePlace& to,
                double step_m = 5.0);

}  // namespace alula
