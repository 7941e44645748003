// autopilot/return_home.h: climb, fly home or to a rally point, descend, wait, land (PX4's RTL_TYPE
// 0 and 1).
#pragma once

#include "autopilot/return_place.h"

namespace alula {

enum class ReturnPhase : std::uint32_t { climb = 0, cruise, descend, wait, land, landed };

struct ReturnState {
  TimeNs phase_time = 0;
  ReturnPlace place{};
  double altitude_z = 0.0;  // down coordinate of the way there [m]
  ReturnPhase phase = ReturnPhase::climb;
  std::uint32_t leg = 0;  // of the way there, from 0
};
static_assert(ArenaState<ReturnState>);

// Height over home at which to fly home from `distance_m` away; a vehicle that is higher stays so.
// Close to home a cone that opens upward from there replaces the full height. Source: PX4 v1.15,
// RTL::calculate_return_alt_from_cone_half_angle.
double return_height_m(const NavigatorConfig& config, double distance_m);

// On the ground there is nothing to do, and nothing is done.
void begin_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                  NavigationTriplet& triplet, EventLog& events);
void update_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                   NavigationTriplet& triplet, EventLog& events);

}  // namespace alula
