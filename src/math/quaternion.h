// math/quaternion.h: unit quaternions, Hamilton, w first. q_WB takes B vectors to W. Generic over
// the number type; functions of angles (from_rotation_vector, euler) need sin, cos and atan2 of
// that type.
#pragma once

#include "math/vector.h"

namespace alula {

template <class Real> struct Quaternion {
  Real w{}, x{}, y{}, z{};

  static constexpr Quaternion identity() { return {Real(1.0), Real(0.0), Real(0.0), Real(0.0)}; }
  [[nodiscard]] constexpr Quaternion conjugate() const { return {w, -x, -y, -z}; }
  [[nodiscard]] constexpr Vector3<Real> imag() const { return {x, y, z}; }

  friend constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
  // Rotates: v_W = q_WB * v_B.
  friend constexpr Vector3<Real> operator*(const Quaternion& q, const Vector3<Real>& v) {
    const Vector3<Real> u = q.imag();
    const Vector3<Real> t = Real(2.0) * cross(u, v);
    return v + q.w * t + cross(u, t);
  }
  friend constexpr Quaternion operator*(const Real& s, const Quaternion& q) {
    return {s * q.w, s * q.x, s * q.y, s * q.z};
  }
  friend constexpr Quaternion operator+(const Quaternion& a, const Quaternion& b) {
    return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

template <class Real> constexpr Real norm_squared(const Quaternion<Real>& q) {
  return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
}
template <class Real> Quaternion<Real> normalized(const Quaternion<Real>& q) {
  return (Real(1.0) / sqrt(norm_squared(q))) * q;
}

template <class Real> constexpr Matrix3<Real> rotation_matrix(const Quaternion<Real>& q) {
  const Real two(2.0), one(1.0);
  return {{{one - two * (q.y * q.y + q.z * q.z), two * (q.x * q.y - q.w * q.z),
            two * (q.x * q.z + q.w * q.y)},
           {two * (q.x * q.y + q.w * q.z), one - two * (q.x * q.x + q.z * q.z),
            two * (q.y * q.z - q.w * q.x)},
           {two * (q.x * q.z - q.w * q.y), two * (q.y * q.z + q.w * q.x),
            one - two * (q.x * q.x + q.y * q.y)}}};
}

using Quat = Quaternion<double>;

// The rotation by |phi| about phi [rad]; exact for any length. double only.
Quat from_rotation_vector(const Vec3& phi);
// The shortest rotation vector of q, |phi| <= pi [rad].
Vec3 to_rotation_vector(const Quat& q);
Quat from_rotation_matrix(const Mat3& R);

// The angle whose sine and cosine these are, whatever their common scale: atan2, faster near zero.
double angle_of(double sine, double cosine);
// Between two vectors, neither of them zero: in [0, pi] [rad].
double angle_between(const Vec3& a, const Vec3& b);

// Yaw, pitch, roll (aerospace sequence Z-Y-X) [rad]; yaw and roll in (-pi, pi], pitch in [-pi/2,
// pi/2].
struct Euler {
  double roll = 0.0, pitch = 0.0, yaw = 0.0;
};
Quat from_euler(const Euler& e);
Euler to_euler(const Quat& q);
double yaw_of(const Quat& q);
// yaw_of(to) - yaw_of(from), the short way round [rad].
double yaw_between(const Quat& from, const Quat& to);
Quat from_yaw(double yaw);
// To (-pi, pi] [rad].
double wrap_pi(double angle);

}  // namespace alula
