// control/attitude_control.h: attitude to body rates.
// Source: D. Brescianini, M. Hehn, R. D'Andrea, "Nonlinear quadrocopter attitude control", ETH
// Zurich, 2013, in the form PX4 v1.15 flies it.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "math/elementary.h"
#include "math/frames.h"
#include "math/quaternion.h"

namespace alula {

struct AttitudeControlConfig {
  Vec3 gain_p{6.5, 6.5, 2.8};             // MC_ROLL_P, MC_PITCH_P, MC_YAW_P [1/s]
  Vec3 rate_limit_rad_s{radians(220.0),   // MC_ROLLRATE_MAX [rad/s]
                        radians(220.0),   // MC_PITCHRATE_MAX [rad/s]
                        radians(200.0)};  // MC_YAWRATE_MAX [rad/s]
  double yaw_weight = 0.4;  // MC_YAW_WEIGHT [0..1]: how much of the yaw error is worked on at once
};
static_assert(ArenaState<AttitudeControlConfig>);
MaybeError validate(const AttitudeControlConfig& config);

// Lift first: the shortest turn of the thrust axis is done in full, of the remaining turn about it
// only the share `yaw_weight`; the yaw gain is raised by as much, so that small yaw errors are
// answered with gain_p.z. Needs atan2, sin and cos of the number type.
template <class Real> class AttitudeControlOf {
 public:
  explicit AttitudeControlOf(const AttitudeControlConfig& config) : config_(config) {}

  // w_WB_B_sp [rad/s], within the limits. Both quaternions of unit length; yaw_rate_sp about world
  // down [rad/s].
  Vector3<Real> rates(const Quaternion<Real>& q_WB, const Quaternion<Real>& q_WB_sp,
                      const Real& yaw_rate_sp) const {
    const Quaternion<Real> q_error = q_WB.conjugate() * with_less_yaw(q_WB, q_WB_sp);
    const Real sign = select(q_error.w < Real(0.0), Real(-1.0), Real(1.0));
    const Vector3<Real> error = (Real(2.0) * sign) * q_error.imag();
    const Real zero(0.0);
    const Vector3<Real> down_B = q_WB.conjugate() * Vector3<Real>{zero, zero, Real(1.0)};
    return clamp(cwise_product(gain(), error) + yaw_rate_sp * down_B,
                 vector_cast<Real>(config_.rate_limit_rad_s));
  }

 private:
  [[nodiscard]] Vector3<Real> gain() const {
    Vec3 gain_p = config_.gain_p;
    if (config_.yaw_weight > 1e-4) gain_p.z /= config_.yaw_weight;
    return vector_cast<Real>(gain_p);
  }
  [[nodiscard]] Quaternion<Real> with_less_yaw(const Quaternion<Real>& q_WB,
                                               const Quaternion<Real>& q_WB_sp) const {
    const Real zero(0.0);
    const Vector3<Real> z_B{zero, zero, Real(1.0)};
    const Quaternion<Real> q_reduced = tilt_turn(q_WB * z_B, q_WB_sp * z_B, q_WB, q_WB_sp);
    const Quaternion<Real> q_yaw = q_reduced.conjugate() * q_WB_sp;
    return q_reduced * shortened(q_yaw, Real(config_.yaw_weight));
  }
  // q_WB turned by the shortest way until its z axis lies along that of q_WB_sp. Where they point
  // opposite ways there is no shortest way, and the set-point itself is as good.
  static Quaternion<Real> tilt_turn(const Vector3<Real>& from, const Vector3<Real>& to,
                                    const Quaternion<Real>& q_WB, const Quaternion<Real>& q_WB_sp) {
    const Real real = Real(1.0) + dot(from, to);  // 2 cos^2 of half the angle
    const auto usable = real > Real(1e-5);
    const Real safe = select(usable, real, Real(1.0));
    const Real length = sqrt(Real(2.0) * safe);
    const Vector3<Real> axis = (Real(1.0) / length) * cross(from, to);
    const Quaternion<Real> turned =
        normalized(Quaternion<Real>{Real(0.5) * length, axis.x, axis.y, axis.z} * q_WB);
    return {select(usable, turned.w, q_WB_sp.w), select(usable, turned.x, q_WB_sp.x),
            select(usable, turned.y, q_WB_sp.y), select(usable, turned.z, q_WB_sp.z)};
  }
  // The turn about z by `share` of the angle of `q_yaw`, the short way round.
  static Quaternion<Real> shortened(const Quaternion<Real>& q_yaw, const Real& share) {
    const Real sign = select(q_yaw.w < Real(0.0), Real(-1.0), Real(1.0));
    const Real half_angle = share * atan2(sign * q_yaw.z, sign * q_yaw.w);
    const Real zero(0.0);
    return {cos(half_angle), zero, zero, sin(half_angle)};
  }

  const AttitudeControlConfig& config_;
};
using AttitudeControl = AttitudeControlOf<double>;

}  // namespace alula
