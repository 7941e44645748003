// control/thrust_vector.h: geometry between accelerations, thrust and attitude. World NED, body
// FRD. Source: PX4 v1.15, ControlMath.
#pragma once

#include "math/quaternion.h"

namespace alula {

// A set-point beyond what any vehicle can do: falling freely and more, so no thrust [m/s^2].
inline constexpr Vec3 kNoThrustAcceleration{0.0, 0.0, 100.0};

// `axis` (unit) turned towards world down until it leans at most `tilt_limit` [rad] from it.
Vec3 limit_tilt(const Vec3& axis, double tilt_limit);

// The inverse of the velocity law's thrust: the acceleration set-point (NED) that `thrust` (NED,
// normalised) stands for, given what hover takes; zero where there is no lift.
Vec3 acceleration_of_thrust(const Vec3& thrust, double hover_thrust, bool decouple_tilt);

// How fast the thrust axis turns (NED, [rad/s]) while an acceleration set-point changes with
// `jerk`, which may be unknown.
Vec3 tilt_rate(const Vec3& thrust, const Vec3& a_sp, const Vec3& jerk);

// v0 + v1 within the horizontal circle of radius `limit`: v0 keeps its direction and goes first, v1
// gets what is left. z of the result is 0.
Vec3 constrain_xy(const Vec3& v0, const Vec3& v1, double limit);

// The attitude whose lift points along `thrust` (NED; lift in hover is negative z) and whose nose
// points to `yaw` [rad]; upright where there is no thrust.
Quat attitude_from_thrust(const Vec3& thrust, double yaw);

}  // namespace alula
