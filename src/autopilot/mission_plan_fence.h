// autopilot/mission_plan_fence.h: the geofence and the rally points of a plan. For mission_plan.cpp
// only.
#pragma once

#include "autopilot/mission_fence.h"
#include "core/error.h"
#include "document/node.h"

namespace alula {

// Both would change the flight, so an empty one is fine and a real one is refused, with what it
// holds for those who only look.
MaybeError read_fence(Node geofence, MissionFence& fence);
MaybeError read_rally_points(Node rally_points, std::vector<RallyPoint>& points);

}  // namespace alula
