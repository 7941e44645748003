// control/turn_towards.h: a heading that follows a wanted one, which may itself turn or jump, with
// bounded rate and acceleration. What turns steadily is followed without lag.
#pragma once

#include "control/velocity_smoothing.h"
#include "math/quaternion.h"

namespace alula {

struct HeadingState {
  double yaw = 0.0;   // [rad]
  double rate = 0.0;  // [rad/s]
};
static_assert(ArenaState<HeadingState>);

inline void turn_towards(HeadingState& state, double wanted, double wanted_rate, double rate_max,
                         double acceleration_max, double dt_s) {
  // In the frame that turns with what is wanted. A heading takes the place of a speed there.
  AxisState offset;
  const double behind = wrap_pi(state.yaw + wanted_rate * dt_s - wanted);
  reset(offset, {0.0, state.rate - wanted_rate, behind, 0.0});
  offset.plan = plan_fastest(offset.now, 0.0, {acceleration_max, rate_max, 1e9});
  advance(offset, dt_s);
  state.yaw = wrap_pi(wanted + offset.now.v);
  state.rate = wanted_rate + offset.now.a;
}

}  // namespace alula
