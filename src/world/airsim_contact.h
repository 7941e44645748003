// world/airsim_contact.h: contact as AirSim's FastPhysicsEngine answers it, beside our own
// (contact.h). One impulse at one place, with restitution; then a tangential change of velocity
// that is no Coulomb friction. A landing on a body's flat side ends at once: no bounce, and with
// the ground lock the body stands level and fixed until its rotors push with its weight. Source:
// airsim.md 3.4. AirSim's renderer reports collisions at its own rate; here every step sees the
// ground's plane, and the impact point is the mean of the contact points below it. Kept as AirSim
// has them: the changes of the body rate are not divided by the inertia, and the friction's change
// of velocity not by the mass.
#pragma once

#include <span>

#include "core/arena.h"
#include "core/fixed_list.h"
#include "dynamics/airsim_verlet.h"
#include "world/contact.h"

namespace alula {

struct AirsimContactState {
  std::uint64_t grounded = 0;  // 1: the ground lock holds the body
};
static_assert(ArenaState<AirsimContactState>);

class AirsimContactModel {
 public:
  // `points_B`: from the centre of mass [m]; at most kContactPointsMax, none is fine.
  AirsimContactModel(const GroundPlane& ground, const MassProperties<double>& mass,
                     std::span<const Vec3> points_B);

  // Before a step. True: the lock holds the body over it, whatever the forces; its velocity, rate
  // and accelerations are zero. `rotor_force_B` [N] and `gravity_W` [m/s^2] act at its start: when
  // the force reaches the weight, the lock opens at the end of the step.
  bool holds(AirsimContactState& state, const Vec3& rotor_force_B, const Vec3& gravity_W) const;
  // After the integration of a step that was not held: `before` is the state at its start, `body`
  // that at its end and becomes the state with contact. Sets the accelerations that AirSim's
  // integrator carries on.
  ContactResult resolve(AirsimContactState& state, AirsimVerletState& accelerations,
                        const RigidBodyState<double>& before, RigidBodyState<double>& body,
                        double dt_s) const;
  [[nodiscard]] double lowest_height(const RigidBodyState<double>& body) const;

 private:
  struct Impact;
  [[nodiscard]] Impact impact_of(const RigidBodyState<double>& before,
                                 const RigidBodyState<double>& body) const;
  void lock(AirsimContactState& state, RigidBodyState<double>& body) const;
  void bounce(const Impact& impact, const RigidBodyState<double>& before,
              RigidBodyState<double>& body, double dt_s) const;

  GroundPlane ground_;
  MassProperties<double> mass_;
  FixedList<Vec3, kContactPointsMax> points_B_;
};

}  // namespace alula
