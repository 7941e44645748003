// control/finite.h: numbers that may be missing (NaN) and what stands in for them.
#pragma once

#include <cmath>

#include "math/vector.h"

namespace alula {

inline double finite_or(double x, double other) { return std::isfinite(x) ? x : other; }
inline Vec3 finite_or(const Vec3& a, const Vec3& other) {
  return {finite_or(a.x, other.x), finite_or(a.y, other.y), finite_or(a.z, other.z)};
}
inline Vec3 level(const Vec3& a) { return {a.x, a.y, 0.0}; }

}  // namespace alula
