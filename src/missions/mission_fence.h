// missions/mission_fence.h: what is wrong with the geofence and the rally points of a plan.
#pragma once

#include <string_view>
#include <vector>

#include "core/error.h"
#include "missions/mission.h"
#include "missions/mission_check.h"

namespace alula {

// Around the mission's home: an area that forbids home or a place of the mission, a rally point
// that an area forbids or that lies out of the bounds of all places (MissionLimits).
std::vector<Error> find_fence_faults(const Mission& mission, const MissionLimits& limits,
                                     std::string_view file);

}  // namespace alula
