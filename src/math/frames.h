// math/frames.h: the conversions that happen at borders (links, topics, python, files): units, axes
// and attitudes. Inside: SI, radians, NED, FRD.
#pragma once

#include <numbers>

#include "math/quaternion.h"
#include "math/vector.h"

namespace alula {

constexpr double radians(double angle_deg) { return angle_deg * (std::numbers::pi / 180.0); }
constexpr double degrees(double angle_rad) { return angle_rad * (180.0 / std::numbers::pi); }

inline constexpr double kGaussPerTesla = 1e4;  // where people think of magnetic fields in gauss
inline constexpr double kZeroCelsius_k = 273.15;

// World axes: north-east-down and east-north-up swap the first two and turn the third. Each is its
// own inverse.
template <class Real> constexpr Vector3<Real> enu_from_ned(const Vector3<Real>& v) {
  return {v.y, v.x, -v.z};
}
template <class Real> constexpr Vector3<Real> ned_from_enu(const Vector3<Real>& v) {
  return {v.y, v.x, -v.z};
}

// Body axes: forward-right-down and forward-left-up differ by half a turn about forward.
template <class Real> constexpr Vector3<Real> flu_from_frd(const Vector3<Real>& v) {
  return {v.x, -v.y, -v.z};
}
template <class Real> constexpr Vector3<Real> frd_from_flu(const Vector3<Real>& v) {
  return {v.x, -v.y, -v.z};
}

// The attitude of the body FLU in the world ENU from that of FRD in NED, and back: the axes of both
// sides change. NED to ENU is half a turn about the axis between north and east:
// (0, 1, 1, 0)/sqrt(2).
inline Quat attitude_flu_in_enu(const Quat& q_WB) {
  constexpr double half = 0.5 * std::numbers::sqrt2;
  return Quat{0.0, half, half, 0.0} * q_WB * Quat{0.0, 1.0, 0.0, 0.0};
}
inline Quat attitude_frd_in_ned(const Quat& q_enu_flu) {
  constexpr double half = 0.5 * std::numbers::sqrt2;
  return Quat{0.0, half, half, 0.0}.conjugate() * q_enu_flu * Quat{0.0, 1.0, 0.0, 0.0}.conjugate();
}

}  // namespace alula
