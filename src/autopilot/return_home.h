// autopilot/return_home.h: climb, fly home, descend, wait, land (PX4's RTL_TYPE 0).
#pragma once

#include "autopilot/targets.h"

namespace alula {

enum class ReturnPhase : std::uint32_t { climb = 0, cruise, descend, wait, land };

struct ReturnState {
  TimeNs phase_time = 0;
  double altitude_z = 0.0;       // down coordinate of the way home [m]
  ReturnPhase phase = ReturnPhase::climb;
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<ReturnState>);

// Height over home at which to fly home from `distance_m` away. The cone opens upward from home.
double return_height_m(const NavigatorConfig& config, double distance_m);

void begin_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                  NavigationTriplet& triplet);
void update_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                   NavigationTriplet& triplet);

}  // namespace alula
