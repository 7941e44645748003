#include "control/thrust_vector.h"

#include <algorithm>
#include <cmath>

#include "earth/standard_gravity.h"

namespace alula {

Vec3 limit_tilt(const Vec3& axis, double tilt_limit) {
  const double tilt = std::acos(std::clamp(axis.z, -1.0, 1.0));
  if (tilt <= tilt_limit) return axis;
  const Vec3 sideways = unit_or(Vec3{axis.x, axis.y, 0.0}, Vec3::zero());
  if (sideways == Vec3::zero()) return {0.0, 0.0, 1.0};  // upside down: no side is better
  return {std::sin(tilt_limit) * sideways.x, std::sin(tilt_limit) * sideways.y,
          std::cos(tilt_limit)};
}

Vec3 constrain_xy(const Vec3& v0, const Vec3& v1, double limit) {
  const Vec3 first{v0.x, v0.y, 0.0}, second{v1.x, v1.y, 0.0};
  const Vec3 sum = first + second;
  if (norm(sum) <= limit) return sum;
  const double length = norm(first);
  if (length >= limit) return (limit / length) * first;
  const double second_length = norm(second);
  const Vec3 along = (1.0 / second_length) * second;
  // The positive root of |first + s along| = limit.
  const double projected = dot(along, first);
  const double rest = projected * projected + limit * limit - length * length;
  return first + (std::sqrt(rest) - projected) * along;
}

Vec3 acceleration_of_thrust(const Vec3& thrust, double hover_thrust, bool decouple_tilt) {
  const double g = kStandardGravity;
  if (!(thrust.z < -1e-3) || !(hover_thrust > 1e-6)) return Vec3::zero();
  const double a_z = g + thrust.z * g / hover_thrust;
  const double lift = decouple_tilt ? g : g - a_z;
  return {lift * thrust.x / -thrust.z, lift * thrust.y / -thrust.z, a_z};
}

Vec3 tilt_rate(const Vec3& thrust, const Vec3& a_sp, const Vec3& jerk) {
  const double length = norm(thrust);
  if (!std::isfinite(jerk.x) || !std::isfinite(jerk.y) || !(length > 1e-3)) return Vec3::zero();
  const Vec3 z_B = -thrust / length;
  const double lift =
      std::sqrt(a_sp.x * a_sp.x + a_sp.y * a_sp.y + kStandardGravity * kStandardGravity);
  // Of z_B = unit(-a_x, -a_y, g), by its definition; the cross product drops what is along z_B.
  return cross(z_B, Vec3{-jerk.x / lift, -jerk.y / lift, 0.0});
}

Quat attitude_from_thrust(const Vec3& thrust, double yaw) {
  const Vec3 z_B = unit_or(-thrust, Vec3{0.0, 0.0, 1.0});
  const Vec3 y_level{-std::sin(yaw), std::cos(yaw), 0.0};
  Vec3 x_B = cross(y_level, z_B);
  if (z_B.z < 0.0) x_B = -x_B;                         // keep the nose in front while upside down
  if (std::fabs(z_B.z) < 1e-6) x_B = {0.0, 0.0, 1.0};  // lift is level: the nose may only go down
  x_B = unit_or(x_B, Vec3{std::cos(yaw), std::sin(yaw), 0.0});
  const Vec3 y_B = cross(z_B, x_B);
  return from_rotation_matrix(
      {{{x_B.x, y_B.x, z_B.x}, {x_B.y, y_B.y, z_B.y}, {x_B.z, y_B.z, z_B.z}}});
}

}  // namespace alula
