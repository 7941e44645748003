#include <algorithm>
#include <cmath>

#include "estimator/aids.h"

namespace alula::ekf {

namespace {

constexpr double kVarianceMax = 100.0;  // [m^2]

}  // namespace

void predict_height_bias(HeightBias& bias, double dt_s, const EstimatorConfig& config) {
  const double dt = std::clamp(dt_s, 0.0, 1.0);
  bias.variance =
      std::min(bias.variance + square(config.height_bias_noise_m_s_sqrt_hz) * dt, kVarianceMax);
}

void fuse_height_bias(HeightBias& bias, double measured_bias_m, double variance) {
  const double innovation = measured_bias_m - bias.bias_m;
  if (!std::isfinite(innovation) || !(variance > 0.0)) return;
  const double gain = bias.variance / (bias.variance + variance);
  bias.bias_m += gain * innovation;
  bias.variance = std::max((1.0 - gain) * bias.variance, 1e-6);
}

}  // namespace alula::ekf
