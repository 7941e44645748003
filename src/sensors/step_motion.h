// sensors/step_motion.h: one step of the physics, as sensors feel it whose samples stand for an
// interval.
#pragma once

#include "dynamics/rigid_body.h"

namespace alula {

// The states lie one step apart; `after` includes contact.
struct StepMotion {
  RigidBodyState<double> before{};
  RigidBodyState<double> after{};
  Vec3 gravity_W{};  // effective, at the centre of mass [m/s^2]
  Vec3 omega_W{};    // rotation of the Earth [rad/s]
  double dt_s = 0.0;
};

}  // namespace alula
