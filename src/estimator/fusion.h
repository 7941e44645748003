// estimator/fusion.h: one scalar measurement at a time into the filter.
#pragma once

#include <array>
#include <cstdint>

#include "estimator/state.h"

namespace alula::ekf {

// One row of a measurement's Jacobian with respect to the error state: its few entries that are not
// zero.
struct Jacobian {
  std::array<int, 8> index{};
  std::array<double, 8> value{};
  int count = 0;

  void add(int i, double v) {
    index[static_cast<std::size_t>(count)] = i;
    value[static_cast<std::size_t>(count)] = v;
    ++count;
  }
  void add(int block, const Vec3& v) {
    add(block, v.x);
    add(block + 1, v.y);
    add(block + 2, v.z);
  }
  static Jacobian of(int i) {  // measures one state directly
    Jacobian h;
    h.add(i, 1.0);
    return h;
  }
};

// h P h^T + noise.
double innovation_variance(const Covariance& P, const Jacobian& h, double noise_variance);

// Fuses one scalar: innovation = prediction - measurement. States whose bit is set in `frozen` keep
// their value and their variance (they are considered, not corrected). Returns false, and changes
// nothing, when the innovation is not finite or its variance is not above the noise, which a
// covariance that is not positive would give.
bool fuse(Filter& filter, const Jacobian& h, double innovation, double noise_variance,
          std::uint32_t frozen = 0);

// x <- x (+) dx, dx an error state of kStates entries.
void apply_correction(Nominal& x, const double* dx);

constexpr std::uint32_t state_bits(int first, int count) {
  return ((std::uint32_t{1} << count) - 1) << first;
}

// Forgets all that is known of states [first, first + count): correlations to zero, variances as
// given.
void reset_variance(Covariance& P, int first, int count, const double* variance);

// innovation^2 over (gate^2 variance): above 1 the gate rejects.
inline double test_ratio(double innovation, double variance, double gate) {
  return innovation * innovation / (gate * gate * variance);
}

}  // namespace alula::ekf
