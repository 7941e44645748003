// autopilot/return_home.h: climb, fly to where RTL_TYPE says, descend, wait, land; or hand over to
// the mission's own landing.
#pragma once

#include "autopilot/return_place.h"

namespace alula {

// `mission`: the mission's items lead to the ground.
enum class ReturnPhase : std::uint32_t { climb = 0, cruise, descend, wait, land, landed, mission };

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
// `flown`: as in choose_return_place.
void begin_return(const NavigatorConfig& config, const NavigatorInputs& in, std::int32_t flown,
                  ReturnState& state, NavigationTriplet& triplet, EventLog& events);
void update_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                   NavigationTriplet& triplet, EventLog& events);

}  // namespace alula
