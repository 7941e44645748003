#include "estimator/config.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "estimator/state.h"

namespace alula {

namespace {

struct Bound {
  const char* name;
  double value, low, high;
};

MaybeError check(std::span<const Bound> bounds) {
  for (const Bound& b : bounds) {
    const bool inside = b.value >= b.low && b.value <= b.high;  // false for NaN as well
    if (inside) continue;
    return Error{ErrorCode::invalid_config, b.name,
                 "must lie between " + std::to_string(b.low) + " and " + std::to_string(b.high)};
  }
  return std::nullopt;
}

MaybeError check_inertial(const EstimatorConfig& c) {
  const Bound bounds[] = {
      {"predict_interval_s", c.predict_interval_s, 0.001, 0.020},
      {"gyro_noise_rad_s", c.gyro_noise_rad_s, 1e-6, 1.0},
      {"accel_noise_m_s2", c.accel_noise_m_s2, 1e-4, 10.0},
      {"gyro_bias_noise_rad_s2", c.gyro_bias_noise_rad_s2, 0.0, 1.0},
      {"accel_bias_noise_m_s3", c.accel_bias_noise_m_s3, 0.0, 1.0},
      {"mag_earth_noise_gauss_s", c.mag_earth_noise_gauss_s, 0.0, 1.0},
      {"mag_body_noise_gauss_s", c.mag_body_noise_gauss_s, 0.0, 1.0},
      {"wind_noise_m_s2_sqrt_hz", c.wind_noise_m_s2_sqrt_hz, 0.0, 1.0},
      {"height_bias_noise_m_s_sqrt_hz", c.height_bias_noise_m_s_sqrt_hz, 0.0, 10.0},
      {"gyro_bias_init_rad_s", c.gyro_bias_init_rad_s, 0.0, 0.2},
      {"accel_bias_init_m_s2", c.accel_bias_init_m_s2, 0.0, 0.5},
      {"tilt_error_init_rad", c.tilt_error_init_rad, 1e-3, 0.5},
      {"gyro_bias_limit_rad_s", c.gyro_bias_limit_rad_s, 0.0, 0.4},
      {"accel_bias_limit_m_s2", c.accel_bias_limit_m_s2, 0.0, 0.8},
      {"accel_bias_learn_accel_m_s2", c.accel_bias_learn_accel_m_s2, 20.0, 200.0},
      {"accel_bias_learn_rate_rad_s", c.accel_bias_learn_rate_rad_s, 0.1, 20.0},
      {"imu_rate_apart_rad_s", c.imu_rate_apart_rad_s, 1e-3, 10.0},
      {"imu_force_apart_m_s2", c.imu_force_apart_m_s2, 0.01, 500.0},
      {"accel_bias_learn_tau_s", c.accel_bias_learn_tau_s, 0.1, 1.0},
  };
  return check(bounds);
}

MaybeError check_times(const EstimatorConfig& c) {
  const Bound bounds[] = {
      {"gnss_delay_s", c.gnss_delay_s, 0.0, 0.3},
      {"baro_delay_s", c.baro_delay_s, 0.0, 0.3},
      {"mag_delay_s", c.mag_delay_s, 0.0, 0.3},
      {"output_velocity_tau_s", c.output_velocity_tau_s, 0.05, 2.0},
      {"output_position_tau_s", c.output_position_tau_s, 0.05, 2.0},
      {"no_aid_timeout_s", c.no_aid_timeout_s, 0.5, 10.0},
      {"reset_timeout_s", c.reset_timeout_s, 0.5, 60.0},
      {"height_timeout_s", c.height_timeout_s, 0.5, 60.0},
      {"no_aid_noise_m", c.no_aid_noise_m, 0.5, 50.0},
  };
  return check(bounds);
}

MaybeError check_aids(const EstimatorConfig& c) {
  const Bound bounds[] = {
      {"gnss_position_noise_m", c.gnss_position_noise_m, 0.01, 10.0},
      {"gnss_velocity_noise_m_s", c.gnss_velocity_noise_m_s, 0.01, 5.0},
      {"gnss_position_gate", c.gnss_position_gate, 1.0, 100.0},
      {"gnss_velocity_gate", c.gnss_velocity_gate, 1.0, 100.0},
      {"required_eph_m", c.required_eph_m, 0.1, 100.0},
      {"required_epv_m", c.required_epv_m, 0.1, 100.0},
      {"required_speed_accuracy_m_s", c.required_speed_accuracy_m_s, 0.05, 5.0},
      {"required_pdop", c.required_pdop, 0.5, 10.0},
      {"required_horizontal_drift_m_s", c.required_horizontal_drift_m_s, 0.01, 1.0},
      {"required_vertical_drift_m_s", c.required_vertical_drift_m_s, 0.01, 1.5},
      {"required_time_s", c.required_time_s, 0.0, 60.0},
      {"baro_noise_m", c.baro_noise_m, 0.01, 15.0},
      {"baro_gate", c.baro_gate, 1.0, 100.0},
      {"ground_effect_dead_zone_m", c.ground_effect_dead_zone_m, 0.0, 10.0},
      {"ground_effect_height_m", c.ground_effect_height_m, 0.0, 5.0},
  };
  return check(bounds);
}

MaybeError check_compass_wind_and_places(const EstimatorConfig& c) {
  const Bound bounds[] = {
      {"wind_error_init_m_s", c.wind_error_init_m_s, 0.01, 50.0},
      {"drag_noise_m2_s4", c.drag_noise_m2_s4, 0.5, 10.0},
      {"drag_ballistic_x_kg_m2", c.drag_ballistic_x_kg_m2, 0.0, 200.0},
      {"drag_ballistic_y_kg_m2", c.drag_ballistic_y_kg_m2, 0.0, 200.0},
      {"drag_momentum_1_s", c.drag_momentum_1_s, 0.0, 1.0},
      {"yaw_bank_error_max_rad", c.yaw_bank_error_max_rad, 0.01, 1.0},
      {"yaw_bank_reset_delay_s", c.yaw_bank_reset_delay_s, 0.1, 10.0},
      {"yaw_bank_disagreement_rad", c.yaw_bank_disagreement_rad, 0.1, 3.2},
      {"heading_noise_rad", c.heading_noise_rad, 0.01, 1.0},
      {"mag_noise_gauss", c.mag_noise_gauss, 0.001, 1.0},
      {"mag_earth_init_gauss", c.mag_earth_init_gauss, 0.0, 1.0},
      {"mag_body_init_gauss", c.mag_body_init_gauss, 0.0, 1.0},
      {"heading_gate", c.heading_gate, 1.0, 100.0},
      {"mag_gate", c.mag_gate, 1.0, 100.0},
      {"declination_rad", c.declination_rad, -3.1416, 3.1416},
      {"mag_check_strength_gauss", c.mag_check_strength_gauss, 0.0, 1.0},
      {"mag_check_inclination_rad", c.mag_check_inclination_rad, 0.0, 1.5708},
      {"mag_realign_height_m", c.mag_realign_height_m, 0.0, 100.0},
      {"p_BImu_m", norm(c.p_BImu_m), 0.0, 10.0},
      {"p_BGnss_m", norm(c.p_BGnss_m), 0.0, 10.0},
  };
  return check(bounds);
}

MaybeError check_instances(const EstimatorConfig& c) {
  for (const std::uint32_t i : {c.imu_instance, c.gnss_instance, c.baro_instance, c.mag_instance}) {
    if (i < ekf::kInstancesMax) continue;
    return Error{ErrorCode::invalid_config, "instance",
                 "must lie between 0 and " + std::to_string(ekf::kInstancesMax - 1)};
  }
  return std::nullopt;
}

}  // namespace

double delayed_horizon_s(const EstimatorConfig& config) {
  return std::max({config.gnss_delay_s, config.baro_delay_s, config.mag_delay_s,
                   longest_delay_s(config.aiding)});
}

double predict_interval_min_s(double delay_s) {
  // A filter step may be a fifth shorter than asked for (8 ms at 250 Hz), and two steps are under
  // way.
  constexpr double kSteps = static_cast<double>(ekf::kImuQueue) - 4.0;
  return delay_s / (0.8 * kSteps);
}

MaybeError validate(const EstimatorConfig& c) {
  MaybeError error = check_inertial(c);
  if (!error) error = check_times(c);
  if (!error) error = check_aids(c);
  if (!error) error = check_compass_wind_and_places(c);
  if (!error) error = check_instances(c);
  if (!error) error = validate(c.aiding);
  if (error) return error;
  if (c.predict_interval_s < predict_interval_min_s(delayed_horizon_s(c))) {
    return Error{ErrorCode::invalid_config, "predict_interval_s",
                 "too short for the longest delay"};
  }
  return std::nullopt;
}

}  // namespace alula
