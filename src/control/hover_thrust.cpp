#include "control/hover_thrust.h"

#include <algorithm>
#include <cmath>

#include "core/config_check.h"
#include "earth/standard_gravity.h"

namespace alula {
namespace {

constexpr double residual_time_constant_s = 1.0;
constexpr double noise_time_constant_s = 2.0;
constexpr double valid_after_s = 2.0;
constexpr double valid_variance = 1e-3;
constexpr double one_sided_ratio = 0.2;
constexpr double widening = 1e3;  // of the process noise, while residuals stay on one side

double predicted_acceleration(double thrust, double hover_thrust) {
  return kStandardGravity * thrust / hover_thrust - kStandardGravity;
}

}  // namespace

MaybeError validate(const HoverThrustConfig& config) {
  return ConfigCheck()
      .from_to("thrust_hover", config.thrust_hover, 0.05, 0.95)
      .from_to("thrust_range", config.thrust_range, 0.0, 1.0)
      .above_zero("thrust_noise_1_s", config.thrust_noise_1_s)
      .above_zero("thrust_error_initial", config.thrust_error_initial)
      .above_zero("accel_gate", config.accel_gate)
      .zero_or_more("speed_xy_threshold_m_s", config.speed_xy_threshold_m_s)
      .zero_or_more("speed_z_threshold_m_s", config.speed_z_threshold_m_s)
      .result();
}

HoverThrustStatus HoverThrustEstimator::update(HoverThrustState& state, const HoverThrustInput& in,
                                               double dt_s) const {
  ALULA_ASSERT(dt_s > 0.0);
  if (!in.armed || state.hover_thrust <= 0.0) reset(state);
  HoverThrustStatus status;
  status.time = in.time;
  const bool usable = in.armed && in.in_air && std::isfinite(in.a_z) &&
                      std::isfinite(in.thrust_z) && is_finite(in.v_WB) && dt_s < 1.0;
  if (usable) {
    state.variance += process_variance(dt_s);
    fuse(state, in, status, dt_s);
    // Once valid, a single outlier does not take it back.
    bool good = state.variance < valid_variance;
    if (state.valid == 0) good = good && status.accel_innovation_test_ratio < 1.0;
    state.valid = state.good.update(good, valid_after_s, dt_s) ? 1 : 0;
  } else {
    state.good.set(false);
    state.valid = 0;
  }
  status.hover_thrust = state.hover_thrust;
  status.variance = state.variance;
  status.accel_noise_variance = state.accel_variance;
  status.valid = state.valid != 0;
  return status;
}

void HoverThrustEstimator::reset(HoverThrustState& state) const {
  state = {};
  state.hover_thrust = config_.thrust_hover;
  state.variance = config_.thrust_error_initial * config_.thrust_error_initial;
}

void HoverThrustEstimator::fuse(HoverThrustState& state, const HoverThrustInput& in,
                                HoverThrustStatus& status, double dt_s) const {
  const double thrust = -in.thrust_z;
  const double measured = -in.a_z;
  const double slope = -kStandardGravity * thrust / (state.hover_thrust * state.hover_thrust);
  const double scale = noise_scale(in.v_WB);
  const double noise = state.accel_variance * scale * scale;
  const double innovation = measured - predicted_acceleration(thrust, state.hover_thrust);
  const double innovation_variance = slope * state.variance * slope + noise;
  const double test_ratio =
      innovation * innovation / (config_.accel_gate * config_.accel_gate * innovation_variance);

  double residual = innovation;
  if (test_ratio < 1.0) {
    const double gain = state.variance * slope / innovation_variance;
    const double low = std::clamp(config_.thrust_hover - config_.thrust_range, 0.02, 0.8);
    const double high = std::clamp(config_.thrust_hover + config_.thrust_range, 0.2, 0.9);
    state.hover_thrust = std::clamp(state.hover_thrust + gain * innovation, low, high);
    state.variance = std::clamp((1.0 - gain * slope) * state.variance, 1e-10, 1.0);
    residual = measured - predicted_acceleration(thrust, state.hover_thrust);
  } else if (std::fabs(state.signed_test_ratio_mean) > one_sided_ratio) {
    state.variance += widening * process_variance(dt_s);
  }

  // What is left of the residual without its mean is the noise of the measurement.
  const double alpha = dt_s / (residual_time_constant_s + dt_s);
  const double signed_ratio = std::clamp(std::copysign(test_ratio, innovation), -1.0, 1.0);
  state.residual_mean += alpha * (residual - state.residual_mean);
  state.signed_test_ratio_mean += alpha * (signed_ratio - state.signed_test_ratio_mean);
  const double beta = dt_s / (noise_time_constant_s + dt_s);
  const double spread = residual - state.residual_mean;
  const double seen = spread * spread + slope * state.variance * slope;
  state.accel_variance =
      std::clamp(state.accel_variance + beta * (seen - state.accel_variance), 1.0, 400.0);

  status.accel_innovation = innovation;
  status.accel_innovation_variance = innovation_variance;
  status.accel_innovation_test_ratio = test_ratio;
}

double HoverThrustEstimator::process_variance(double dt_s) const {
  const double noise = config_.thrust_noise_1_s * dt_s;
  return noise * noise;
}

// Drag and the own wash falsify fast climbs, descents and dashes.
double HoverThrustEstimator::noise_scale(const Vec3& v_WB) const {
  const double vertical = std::fabs(v_WB.z) - config_.speed_z_threshold_m_s + 1.0;
  const double horizontal = norm_xy(v_WB) - config_.speed_xy_threshold_m_s + 1.0;
  return std::max({1.0, vertical, horizontal});
}

}  // namespace alula
