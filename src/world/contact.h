// world/contact.h: contact of a rigid body with the ground, one stage after the integration of a
// step. Impulses act on the velocities of the contact points until none of them moves into the
// ground and friction lies in Coulomb's cone. A body that can come to rest does so in closed form;
// else projected Gauss-Seidel, a fixed number of sweeps from the impulses of the last step (Catto,
// "Iterative dynamics with temporal coherence", GDC 2005). An impulse stands for a force that was
// constant over the step. It therefore also moves the body, by half of dv dt, and turns it by half
// of dw dt: what gravity alone moved a resting body in the step is taken back exactly. An impact is
// put at its moment within the step: what the body moved into the ground since then is moved back,
// and what gravity added to its speed since then does not bounce.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/arena.h"
#include "core/fixed_list.h"
#include "dynamics/rigid_body.h"
#include "world/ground.h"

namespace alula {

inline constexpr std::size_t kContactPointsMax = 16;
inline constexpr double kContactReach = 1e-4;  // a point nearer to the ground is active [m]

// Carried from step to step: where the solver starts.
struct ContactState {
  // Of the last step, per point; zero off the ground [N s].
  std::array<Vec3, kContactPointsMax> impulse_B{};
};
static_assert(ArenaState<ContactState>);

// How the integrator carried the body over the step.
struct FreeStep {
  // How much of dv dt a steady impulse moves the body, so that a body at rest stays where it is:
  // one half when the integrator carries it by g dt^2/2 in a step; 1 for the semi-implicit Euler
  // method, which carries it by g dt^2.
  double moved_share = 0.5;
  Vec3 acceleration_W{};  // of the centre of mass, for the moment of an impact [m/s^2]
};

struct ContactResult {
  Vec3 mean_force_W{};           // of the ground on the body over the step [N]
  double lowest_height_m = 0.0;  // of the lowest point at the end; below zero: pressed in
  std::uint32_t active = 0;      // how many points took part
};

struct ContactSolver;

class ContactModel {
 public:
  // `points_B`: from the centre of mass [m]; at most kContactPointsMax, none is fine.
  ContactModel(const GroundPlane& ground, const MassProperties<double>& mass,
               std::span<const Vec3> points_B);

  // `body` is the state after integration over dt_s without contact; becomes the state with it.
  ContactResult resolve(ContactState& state, RigidBodyState<double>& body, double dt_s,
                        const FreeStep& free = {}) const;
  // Height of the lowest point; without points that of the centre of mass [m].
  [[nodiscard]] double lowest_height(const RigidBodyState<double>& body) const;
  [[nodiscard]] const GroundPlane& ground() const { return ground_; }

 private:
  // Over the ground under it; `base`: over the plane.
  [[nodiscard]] double point_height(const RigidBodyState<double>& body, double base,
                                    const Vec3& point_B) const;
  std::optional<double> add_points(ContactSolver& solver, const ContactState& before,
                                   const RigidBodyState<double>& body, double approach_acceleration,
                                   double dt_s) const;
  // Both give the lowest height afterwards.
  double push_out(RigidBodyState<double>& body, const Vec3& acceleration_W) const;
  double close_gap(RigidBodyState<double>& body, double lowest, double impulse_speed) const;

  GroundPlane ground_;
  MassProperties<double> mass_;
  FixedList<Vec3, kContactPointsMax> points_B_;
};

}  // namespace alula
