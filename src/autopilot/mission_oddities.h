// autopilot/mission_oddities.h: what a mission says that is hardly meant so. It is flown as it
// stands.
#pragma once

#include <string_view>
#include <vector>

#include "autopilot/mission_review.h"
#include "autopilot/parameters.h"
#include "core/error.h"
#include "missions/mission.h"

namespace alula {

// `file` is what messages call the mission. In the order of the items.
std::vector<Error> find_oddities(const Mission& mission, const MissionReview& review,
                                 const ParameterValues& parameters, std::string_view file = {});

}  // namespace alula
