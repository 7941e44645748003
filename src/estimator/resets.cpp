#include "estimator/resets.h"

#include "estimator/fusion.h"
#include "estimator/output_predictor.h"

namespace alula::ekf {

void reset_horizontal_position(EstimatorState& state, double north_m, double east_m,
                               double variance) {
  Nominal& x = state.filter.x;
  const double dx = north_m - x.p_W.x, dy = east_m - x.p_W.y;
  x.p_W.x = north_m;
  x.p_W.y = east_m;
  const double variances[] = {variance, variance};
  reset_variance(state.filter.P, kPosition, 2, variances);
  shift_output_position(state.output, {dx, dy, 0.0});
  ResetXy& reset = state.estimate.reset_xy;
  reset = {dx, dy, reset.count + 1};
  ++state.status.reset_count;
}

void reset_height(EstimatorState& state, double z_W, double variance) {
  Nominal& x = state.filter.x;
  const double dz = z_W - x.p_W.z;
  x.p_W.z = z_W;
  reset_variance(state.filter.P, kPosition + 2, 1, &variance);
  shift_output_position(state.output, {0.0, 0.0, dz});
  state.ground_z_W += dz;
  ResetScalar& reset = state.estimate.reset_z;
  reset = {dz, reset.count + 1};
  ++state.status.reset_count;
}

void reset_horizontal_velocity(EstimatorState& state, double north_m_s, double east_m_s,
                               double variance) {
  Nominal& x = state.filter.x;
  const double dx = north_m_s - x.v_W.x, dy = east_m_s - x.v_W.y;
  x.v_W.x = north_m_s;
  x.v_W.y = east_m_s;
  const double variances[] = {variance, variance};
  reset_variance(state.filter.P, kVelocity, 2, variances);
  shift_output_velocity(state.output, {dx, dy, 0.0});
  ResetXy& reset = state.estimate.reset_vxy;
  reset = {dx, dy, reset.count + 1};
  ++state.status.reset_count;
}

void reset_vertical_velocity(EstimatorState& state, double down_m_s, double variance) {
  Nominal& x = state.filter.x;
  const double dz = down_m_s - x.v_W.z;
  x.v_W.z = down_m_s;
  reset_variance(state.filter.P, kVelocity + 2, 1, &variance);
  shift_output_velocity(state.output, {0.0, 0.0, dz});
  ResetScalar& reset = state.estimate.reset_vz;
  reset = {dz, reset.count + 1};
  ++state.status.reset_count;
}

void reset_yaw(EstimatorState& state, double yaw, double variance) {
  Nominal& x = state.filter.x;
  const double turn = wrap_pi(yaw - yaw_of(x.q_WB));
  const Quat delta = from_yaw(turn);
  x.q_WB = normalized(delta * x.q_WB);
  reset_variance(state.filter.P, kTheta + 2, 1, &variance);
  shift_output_attitude(state.output, delta);
  ResetAttitude& attitude = state.estimate.reset_attitude;
  attitude = {delta, attitude.count + 1};
  ResetScalar& heading = state.estimate.reset_heading;
  heading = {turn, heading.count + 1};
  ++state.status.reset_count;
}

void initialize_covariance(Covariance& P, const EstimatorConfig& config) {
  P = Covariance{};
  const double tilt = square(config.tilt_error_init_rad);
  const double horizontal = square(config.gnss_position_noise_m);
  const double gyro = square(config.gyro_bias_init_rad_s),
               accel = square(config.accel_bias_init_m_s2);
  const bool learn_gyro = (config.imu_control & imu_use::gyro_bias) != 0;
  const bool learn_accel = (config.imu_control & imu_use::accel_bias) != 0;
  for (int i = 0; i < 3; ++i) {
    P[kTheta + i][kTheta + i] = i < 2 ? tilt : square(config.heading_noise_rad);
    P[kVelocity + i][kVelocity + i] = square(config.gnss_velocity_noise_m_s);
    P[kPosition + i][kPosition + i] = i < 2 ? horizontal : square(config.baro_noise_m);
    P[kGyroBias + i][kGyroBias + i] = learn_gyro ? gyro : 0.0;
    P[kAccelBias + i][kAccelBias + i] = learn_accel ? accel : 0.0;
  }
}

}  // namespace alula::ekf
