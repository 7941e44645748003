// math/jet.h: the automatic-differentiation number ceres::Jet<double, N> as a Real. Only tests and
// analysis include it: it is slow to compile. Values differ from double in the last bits (a
// division multiplies by a reciprocal).
#pragma once

#include <ceres/jet.h>

#include "math/real.h"

namespace ceres {

// Found by argument-dependent look-up. The other functions of a Real are there already.
template <class T, int N> Jet<T, N> select(bool mask, const Jet<T, N>& a, const Jet<T, N>& b) {
  return mask ? a : b;
}

}  // namespace ceres

namespace alula {

// One lane, and constants that have no derivative.
template <class T, int N> struct RealTraits<ceres::Jet<T, N>> {
  using Scalar = T;
};

}  // namespace alula
