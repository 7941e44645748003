// links/message_units.h: numbers as messages carry them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "math/frames.h"

namespace alula {

// To the nearest whole number, held to the type's range; 0 for NaN.
template <class Whole> Whole whole(double x) {
  using Limits = std::numeric_limits<Whole>;
  if (std::isnan(x)) return 0;
  const double held =
      std::clamp(x, static_cast<double>(Limits::min()), static_cast<double>(Limits::max()));
  return static_cast<Whole>(std::llround(held));
}
// Latitude and longitude [1e-7 degrees].
inline std::int32_t angle_e7(double angle_rad) {
  return whole<std::int32_t>(degrees(angle_rad) * 1e7);
}
inline std::int32_t millimetres(double length_m) { return whole<std::int32_t>(length_m * 1e3); }
// 0 to 2 pi.
inline double compass_rad(double yaw) { return yaw < 0.0 ? yaw + 2.0 * std::numbers::pi : yaw; }

// Arrays of the generated structs may lie anywhere, so they are filled by bytes.
inline std::array<float, 4> w_first(const Quat& q) {
  return {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
          static_cast<float>(q.z)};
}

}  // namespace alula
