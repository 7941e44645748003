// math/elementary.h: sine, cosine, exponential, logarithm, power and arc tangent for every number
// type. For float and packs of it one text gives the same bits in a lane as in a scalar: no table,
// no branch but select, and arithmetic whose order is fixed as long as contraction is off. For
// double the C library is exact enough (below 1 ulp) and fast; its bits may differ between
// processors, as the project's promise of repeatability allows. The polynomials are our own,
// interpolated at the Chebyshev nodes of the reduced interval.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "math/pack.h"
#include "math/real.h"

namespace alula {

inline double exp(double x) { return std::exp(x); }
inline double log(double x) { return std::log(x); }
inline double pow(double x, double y) { return std::pow(x, y); }
inline double sin(double x) { return std::sin(x); }
inline double cos(double x) { return std::cos(x); }
inline double atan2(double y, double x) { return std::atan2(y, x); }

namespace elementary {

// Adding this rounds to the nearest whole number and leaves it in the low bits (|x| below 2^22).
inline constexpr float kRounder = 12582912.0f;
inline constexpr std::uint32_t kRounderBits = 0x4b400000U;

template <class R> R two_to(const typename RealTraits<R>::Int& n) {  // n in [-126, 127]
  using Int = typename RealTraits<R>::Int;
  return float_of(Int((n + Int(127U)) << 23));
}

// x = n ln 2 + r, |r| <= ln 2/2. Overflows to infinity and underflows gradually.
template <class R> R exp(const R& argument) {
  using Int = typename RealTraits<R>::Int;
  // Beyond these the result is infinity or zero anyhow; a NaN passes both comparisons.
  const R low = select(argument < R(-104.0f), R(-104.0f), argument);
  const R x = select(low > R(89.0f), R(89.0f), low);
  const R rounded = x * R(1.44269502f) + R(kRounder);
  const Int n = bits_of(rounded) - Int(kRounderBits);
  const R whole = rounded - R(kRounder);
  const R r = (x - whole * R(0x1.62ep-1f)) - whole * R(0x1.0bfbe8p-15f);
  const R tail =
      R(0.5f) + r * (R(0.166665733f) +
                     r * (R(0.0416665487f) + r * (R(0.00836377405f) + r * R(0.00139269268f))));
  const R value = R(1.0f) + (r + r * r * tail);
  // In two halves, so that both powers of two are normal numbers.
  const Int half = shift_signed_right(n, 1);
  return value * two_to<R>(half) * two_to<R>(n - half);
}

// x = 2^e (1 + f), 1 + f in [sqrt(1/2), sqrt(2)). log(0) = -inf, NaN below zero.
template <class R> R log(const R& argument) {
  using Int = typename RealTraits<R>::Int;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto subnormal = argument < R(0x1p-126f);
  const R x = select(subnormal, argument * R(0x1p23f), argument);
  const Int bits = bits_of(x);
  const Int e = shift_signed_right(Int(bits - Int(0x3f3504f3U)), 23);
  const R f = float_of(Int(bits - Int(e << 23))) - R(1.0f);
  // The exponent as a float, without a conversion: whole numbers lie in the low bits of the
  // rounder.
  const R exponent =
      float_of(Int(e + Int(kRounderBits))) - select(subnormal, R(kRounder + 23.0f), R(kRounder));
  const R f2 = f * f;
  const R tail_low =
      R(0.333333313f) + f * (R(-0.24999997f) + f * (R(0.200007156f) + f * R(-0.166678026f)));
  const R tail_high =
      R(0.142490581f) + f * (R(-0.124256872f) +
                             f * (R(0.116854198f) + f * (R(-0.114797339f) + f * R(0.0697161183f))));
  const R tail = f * f2 * (tail_low + f2 * f2 * tail_high);
  const R small = tail + exponent * R(0x1.0bfbe8p-15f) - R(0.5f) * f2;
  const R value = (f + small) + exponent * R(0x1.62ep-1f);
  const R of_zero =
      select(argument == R(0.0f), R(-infinity), R(std::numeric_limits<float>::quiet_NaN()));
  const R finite = select(argument > R(0.0f), value, of_zero);
  return select(argument == R(infinity), argument, finite);
}

// x = n pi/2 + r, |r| <= pi/4; n = quadrant modulo 4.
template <class R> struct Reduced {
  R r;
  typename RealTraits<R>::Int n;
};
template <class R> Reduced<R> reduce(const R& x) {
  using Int = typename RealTraits<R>::Int;
  const R rounded = x * R(0.636619747f) + R(kRounder);
  const R whole = rounded - R(kRounder);
  const R r = ((x - whole * R(0x1.92p+0f)) - whole * R(0x1.fb4p-12f)) - whole * R(0x1.4442d2p-24f);
  return {r, Int(bits_of(rounded) - Int(kRounderBits))};
}

// The sine of the reduced angle, turned by whole quadrants.
template <class R> R sine_of(const Reduced<R>& angle) {
  using Int = typename RealTraits<R>::Int;
  const R r = angle.r;
  const R r2 = r * r;
  const R sine =
      r + r * r2 *
              (R(-0.166666672f) +
               r2 * (R(0.00833333191f) + r2 * (R(-0.00019840039f) + r2 * R(2.72437819e-06f))));
  const R cosine =
      R(1.0f) + (r2 * r2 * (R(0.0416666642f) + r2 * (R(-0.00138882792f) + r2 * R(2.4542871e-05f))) -
                 R(0.5f) * r2);
  const R value = select(Int(angle.n & Int(1U)) == Int(1U), cosine, sine);
  return float_of(Int(bits_of(value) ^ Int(Int(angle.n & Int(2U)) << 30)));
}

template <class R> R sin(const R& x) { return sine_of(reduce(x)); }
template <class R> R cos(const R& x) {
  using Int = typename RealTraits<R>::Int;
  const Reduced<R> angle = reduce(x);
  return sine_of(Reduced<R>{angle.r, Int(angle.n + Int(1U))});
}

// The angle is reduced to |t| <= tan(pi/8) before the one division.
template <class R> R atan2(const R& y, const R& x) {
  using Int = typename RealTraits<R>::Int;
  const R ax = abs(x), ay = abs(y);
  const auto steep = ax < ay;
  const R small = select(steep, ax, ay), large = select(steep, ay, ax);
  const auto middle = R(0.414213562f) * large < small;
  const R above = select(middle, small - large, small);
  const R below = select(middle, small + large, large);
  const R t = above / select(below == R(0.0f), R(1.0f), below);
  const R t2 = t * t;
  const R tail = R(-0.333333313f) +
                 t2 * (R(0.199995235f) +
                       t2 * (R(-0.142633662f) + t2 * (R(0.107373968f) + t2 * R(-0.0643103868f))));
  const R octant = select(middle, R(0.785398163f), R(0.0f)) + (t + t * t2 * tail);
  const R quadrant = select(steep, R(1.57079633f) - octant, octant);
  const R half = select(x < R(0.0f), R(3.14159265f) - quadrant, quadrant);
  return float_of(Int(bits_of(half) | Int(bits_of(y) & Int(0x80000000U))));
}

}  // namespace elementary

// Domains and errors of the float forms, held by tests/math: exp below 1.1 ulp and log below 1 ulp
// anywhere; sin and cos below 1.5 ulp for |x| <= pi, and 1e-7 absolute up to 1000 turns; atan2
// below 3 ulp. atan2 takes x = -0 for +0: there is no cut through the origin.
inline float exp(float x) { return elementary::exp(x); }
inline float log(float x) { return elementary::log(x); }
inline float sin(float x) { return elementary::sin(x); }
inline float cos(float x) { return elementary::cos(x); }
inline float atan2(float y, float x) { return elementary::atan2(y, x); }
template <int N> Pack<N> exp(const Pack<N>& x) { return elementary::exp(x); }
template <int N> Pack<N> log(const Pack<N>& x) { return elementary::log(x); }
template <int N> Pack<N> sin(const Pack<N>& x) { return elementary::sin(x); }
template <int N> Pack<N> cos(const Pack<N>& x) { return elementary::cos(x); }
template <int N> Pack<N> atan2(const Pack<N>& y, const Pack<N>& x) {
  return elementary::atan2(y, x);
}

// x^y for x > 0. The relative error grows with |y ln x|: about 1e-7 (1 + |y ln x|).
inline float pow(float x, float y) { return exp(y * log(x)); }
template <int N> Pack<N> pow(const Pack<N>& x, const Pack<N>& y) { return exp(y * log(x)); }

}  // namespace alula
