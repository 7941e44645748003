#include "estimator/resets.h"

#include "estimator/fusion.h"
#include "estimator/output_predictor.h"

namespace alula::ekf {

namespace {

// Horizontal components of a position or velocity, whose errors begin at `first`. Gives the jump.
Vec3 set_horizontal(EstimatorState& state, Vec3& vector, int first, double north, double east,
                    double variance, ResetXy& reset) {
  const double dx = north - vector.x, dy = east - vector.y;
  vector.x = north;
  vector.y = east;
  const double variances[] = {variance, variance};
  reset_variance(state.filter.P, first, 2, variances);
  reset = {dx, dy, reset.count + 1};
  ++state.status.reset_count;
  return {dx, dy, 0.0};
}

// The same of the component along down.
Vec3 set_down(EstimatorState& state, Vec3& vector, int first, double down, double variance,
              ResetScalar& reset) {
  const double dz = down - vector.z;
  vector.z = down;
  reset_variance(state.filter.P, first + 2, 1, &variance);
  reset = {dz, reset.count + 1};
  ++state.status.reset_count;
  return {0.0, 0.0, dz};
}

}  // namespace

void reset_horizontal_position(EstimatorState& state, double north_m, double east_m,
                               double variance) {
  const Vec3 jump = set_horizontal(state, state.filter.x.p_W, kPosition, north_m, east_m, variance,
                                   state.estimate.reset_xy);
  shift_output_position(state.output, jump);
}

void reset_height(EstimatorState& state, double z_W, double variance) {
  const Vec3 jump =
      set_down(state, state.filter.x.p_W, kPosition, z_W, variance, state.estimate.reset_z);
  shift_output_position(state.output, jump);
  state.ground_z_W += jump.z;
  if (state.aiding.terrain != 0) state.filter.x.terrain_z_W += jump.z;
}

void reset_horizontal_velocity(EstimatorState& state, double north_m_s, double east_m_s,
                               double variance) {
  const Vec3 jump = set_horizontal(state, state.filter.x.v_W, kVelocity, north_m_s, east_m_s,
                                   variance, state.estimate.reset_vxy);
  shift_output_velocity(state.output, jump);
}

void reset_vertical_velocity(EstimatorState& state, double down_m_s, double variance) {
  const Vec3 jump =
      set_down(state, state.filter.x.v_W, kVelocity, down_m_s, variance, state.estimate.reset_vz);
  shift_output_velocity(state.output, jump);
}

void turn_attitude(EstimatorState& state, const Quat& delta_W) {
  Nominal& x = state.filter.x;
  const double yaw_before = yaw_of(x.q_WB);
  x.q_WB = normalized(delta_W * x.q_WB);
  shift_output_attitude(state.output, delta_W);
  ResetAttitude& attitude = state.estimate.reset_attitude;
  attitude = {delta_W, attitude.count + 1};
  ResetScalar& heading = state.estimate.reset_heading;
  heading = {wrap_pi(yaw_of(x.q_WB) - yaw_before), heading.count + 1};
  ++state.status.reset_count;
}

void reset_yaw(EstimatorState& state, double yaw, double variance) {
  turn_attitude(state, from_yaw(wrap_pi(yaw - yaw_of(state.filter.x.q_WB))));
  reset_variance(state.filter.P, kTheta + 2, 1, &variance);
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
