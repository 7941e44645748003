#include "estimator/fusion.h"

#include <cmath>

namespace alula::ekf {

namespace {

using Column = std::array<double, kRow>;

// P h^T; P is symmetric, so rows stand for columns.
Column covariance_times(const Covariance& P, const Jacobian& h) {
  Column result{};
  for (int k = 0; k < h.count; ++k) {
    const double* row = P[h.index[static_cast<std::size_t>(k)]];
    const double value = h.value[static_cast<std::size_t>(k)];
    for (std::size_t j = 0; j < kRow; ++j) result[j] += value * row[j];
  }
  return result;
}

double times(const Jacobian& h, const Column& column) {
  double sum = 0.0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(h.count); ++k) {
    sum += h.value[k] * column[static_cast<std::size_t>(h.index[k])];
  }
  return sum;
}

// P - u u^T, symmetric to the bit.
// The terrain's row is zero in most vehicles.
void downdate(Covariance& P, const Column& u) {
  const int rows = u[kTerrain] != 0.0 ? kStates : kTerrain;
  for (int i = 0; i < rows; ++i) {
    const double u_i = u[static_cast<std::size_t>(i)];
    double* row = P[i];
    for (std::size_t j = 0; j < kRow; ++j) row[j] -= u_i * u[j];
  }
}

// Joseph's form for any gain k, written out: P - k b^T - b k^T + w w^T with b = P h^T, w = k
// sqrt(S).
void downdate_any_gain(Covariance& P, const Column& k, const Column& b, const Column& w) {
  const int rows = b[kTerrain] != 0.0 ? kStates : kTerrain;
  for (int i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    double* row = P[i];
    for (std::size_t j = 0; j < kRow; ++j) row[j] += w[at] * w[j] - (k[at] * b[j] + b[at] * k[j]);
  }
}

}  // namespace

double innovation_variance(const Covariance& P, const Jacobian& h, double noise_variance) {
  return times(h, covariance_times(P, h)) + noise_variance;
}

void apply_correction(Nominal& x, const double* dx) {
  x.q_WB = normalized(from_rotation_vector({dx[0], dx[1], dx[2]}) * x.q_WB);
  x.v_W += Vec3{dx[kVelocity], dx[kVelocity + 1], dx[kVelocity + 2]};
  x.p_W += Vec3{dx[kPosition], dx[kPosition + 1], dx[kPosition + 2]};
  x.gyro_bias_B += Vec3{dx[kGyroBias], dx[kGyroBias + 1], dx[kGyroBias + 2]};
  x.accel_bias_B += Vec3{dx[kAccelBias], dx[kAccelBias + 1], dx[kAccelBias + 2]};
  x.field_W += Vec3{dx[kFieldW], dx[kFieldW + 1], dx[kFieldW + 2]};
  x.field_bias_B += Vec3{dx[kFieldB], dx[kFieldB + 1], dx[kFieldB + 2]};
  x.wind_north += dx[kWind];
  x.wind_east += dx[kWind + 1];
  x.terrain_z_W += dx[kTerrain];
}

bool fuse(Filter& filter, const Jacobian& h, double innovation, double noise_variance,
          std::uint32_t frozen) {
  const Column b = covariance_times(filter.P, h);
  const double variance = times(h, b) + noise_variance;
  const bool usable = std::isfinite(innovation) && std::isfinite(variance) && variance > 0.0 &&
                      variance >= noise_variance * (1.0 - 1e-9);
  if (!usable) return false;

  Column gain = b;
  for (double& g : gain) g /= variance;
  const double root = std::sqrt(variance);
  Column scaled = b;
  if (frozen == 0) {
    for (double& s : scaled) s /= root;
    downdate(filter.P, scaled);
  } else {
    for (int i = 0; i < kStates; ++i) {
      if ((frozen >> i & 1U) != 0) gain[static_cast<std::size_t>(i)] = 0.0;
    }
    for (std::size_t i = 0; i < kRow; ++i) scaled[i] = gain[i] * root;
    downdate_any_gain(filter.P, gain, b, scaled);
  }

  Column correction = gain;
  for (double& c : correction) c *= -innovation;
  apply_correction(filter.x, correction.data());
  return true;
}

void reset_variance(Covariance& P, int first, int count, const double* variance) {
  for (int i = first; i < first + count; ++i) {
    for (int j = 0; j < kStates; ++j) P[i][j] = P[j][i] = 0.0;
    P[i][i] = variance[i - first];
  }
}

}  // namespace alula::ekf
