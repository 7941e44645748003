// sim/plan_world.h: where the world of a plan begins.
#pragma once

#include <string_view>

#include "missions/mission.h"
#include "sim/world_config.h"

namespace alula {

// The vehicle stands at the world's origin, and the plan counts its heights from there: a world
// without an origin begins at the plan's home. Errors: an origin too far from that home, or a home
// that is no place; the names are what messages call world and plan.
Result<WorldConfig> world_of_plan(WorldConfig world, const Mission& mission,
                                  std::string_view world_name, std::string_view plan_name);

}  // namespace alula
