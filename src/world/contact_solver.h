// world/contact_solver.h: the impulses at the active contact points of one body, all in its own
// axes. For contact.cpp.
#pragma once

#include <cstdint>

#include "core/fixed_list.h"
#include "dynamics/rigid_body.h"
#include "world/contact.h"

namespace alula {

// A point that takes part in this step.
struct ContactPoint {
  Vec3 r_B{};    // from the centre of mass, at the end of the step: where its velocity is judged
  Vec3 arm_B{};  // the same where the impulse acts on the mean: a force lasts the whole step
  Vec3 impulse_B{};
  double mass_normal = 0.0;   // impulse over velocity along the normal [kg]; found by the sweeps
  double mass_tangent = 0.0;  // the same along the ground, in the most mobile direction [kg]
  double speed_sp = 0.0;      // wanted along the normal [m/s]
  std::uint64_t index = 0;
};

struct ContactSolver {
  const MassProperties<double>& mass;
  Vec3 normal_B{};
  double friction = 0.0;
  Vec3 v_B{}, w_B{};  // of the centre of mass; change with every impulse
  FixedList<ContactPoint, kContactPointsMax> points{};

  // Impulses that stop the body altogether, if the ground can give them. Nothing changes when it
  // cannot.
  bool stop();
  // Starts with the impulses that the points have. There is at least one.
  void sweep(int count);
  // Sweeps along the normals only.
  void sweep_normals(int count);

  [[nodiscard]] Vec3 velocity_of(const ContactPoint& point) const {
    return v_B + cross(w_B, point.r_B);
  }
  void push(const ContactPoint& point, const Vec3& impulse_B) {
    v_B += mass.inverse_mass * impulse_B;
    w_B += mass.inverse_inertia_B * cross(point.arm_B, impulse_B);
  }

 private:
  void find_masses();
  void push_normal(ContactPoint& point);
  void push_tangent(ContactPoint& point);
};

}  // namespace alula
