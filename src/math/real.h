// math/real.h: what a formula may do with a number type. Real is double, float, Pack<N> or an
// automatic-differentiation number. Branch with select(mask, a, b); there is no `if` on a Real.
// Formulas call these unqualified (argument-dependent look-up finds the overloads of packs and
// jets).
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace alula {

// Whether the machine calculates with it in one instruction: no for numbers with derivatives.
template <class Real> inline constexpr bool is_machine_number = std::is_floating_point_v<Real>;

template <class Real> struct RealTraits {
  using Scalar = Real;  // of one lane
};
template <> struct RealTraits<float> {
  using Scalar = float;
  // As wide as the number; wraps. For the bit work of elementary functions.
  using Int = std::uint32_t;
};

inline double select(bool mask, double a, double b) { return mask ? a : b; }
inline float select(bool mask, float a, float b) { return mask ? a : b; }

inline double sqrt(double x) { return std::sqrt(x); }
inline float sqrt(float x) { return std::sqrt(x); }
inline double abs(double x) { return std::fabs(x); }
inline float abs(float x) { return std::fabs(x); }

template <class Real> Real min_of(const Real& a, const Real& b) { return select(b < a, b, a); }
template <class Real> Real max_of(const Real& a, const Real& b) { return select(a < b, b, a); }
template <class Real> Real clamp_to(const Real& x, const Real& low, const Real& high) {
  return min_of(max_of(x, low), high);
}
template <class Real> constexpr Real square(const Real& x) { return x * x; }

}  // namespace alula
