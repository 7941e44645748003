// dynamics/turn.h: an attitude carried along a rate that stays the same.
#pragma once

#include "math/elementary.h"
#include "math/quaternion.h"

namespace alula {

// `q_WB` after the rotation by |phi| about phi, seen in B [rad]: the product with the quaternion of
// axis and angle, exact for a rate that is constant in B. Unit length up to rounding. Generic over
// the number type, and smooth at phi = 0.
template <class Real>
Quaternion<Real> turned(const Quaternion<Real>& q_WB, const Vector3<Real>& phi_B) {
  const Vector3<Real> half = Real(0.5) * phi_B;
  const Real angle = sqrt(dot(half, half) + Real(1e-30));  // the floor: sin(x)/x at rest
  const Vector3<Real> axis_part = (sin(angle) / angle) * half;
  return q_WB * Quaternion<Real>{cos(angle), axis_part.x, axis_part.y, axis_part.z};
}

}  // namespace alula
