// autopilot/user_target.h: where a command of a user leads to.
#pragma once

#include <optional>

#include "autopilot/targets.h"
#include "signals/command.h"

namespace alula {

// go_to or go_to_local as a go_to_local with every number given; what the command leaves open is
// taken from `kept`. Nothing when it leads nowhere: infinite, off the Earth, or too far away.
std::optional<AutopilotCommand> resolve_target(const AutopilotCommand& command,
                                               const VehicleEstimate& estimate,
                                               const NavigationTarget& kept);

}  // namespace alula
