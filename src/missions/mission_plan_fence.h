// missions/mission_plan_fence.h: the geofence and the rally points of a plan. For mission_plan.cpp
// only.
#pragma once

#include "core/error.h"
#include "document/node.h"
#include "missions/geofence.h"

namespace alula {

MaybeError read_fence(Node geofence, MissionFence& fence);
MaybeError read_rally_points(Node rally_points, std::vector<RallyPoint>& points);

}  // namespace alula
