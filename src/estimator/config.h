// estimator/config.h: all that tunes the estimator, one field per parameter of PX4's EKF2 (its name
// in the comment, its default as default). Plain and padding-free, so that an autopilot may keep it
// in the arena.
#pragma once

#include <cstdint>

#include "core/arena.h"
#include "core/error.h"
#include "estimator/aiding_config.h"
#include "math/vector.h"

namespace alula {

enum class HeightReference : std::uint32_t {
  barometer = 0,
  gnss = 1,
  range = 2,
  vision = 3
};  // EKF2_HGT_REF
enum class MagFusionType : std::uint32_t {
  automatic = 0,
  heading = 1,
  none = 5,
  init = 6
};  // EKF2_MAG_TYPE

// Bits of EKF2_GPS_CHECK.
namespace gnss_check {
inline constexpr std::uint32_t satellites = 1, pdop = 2, eph = 4, epv = 8, speed_accuracy = 16,
                               horizontal_drift = 32, vertical_drift = 64, horizontal_speed = 128,
                               vertical_speed = 256;
}
// Bits of EKF2_GPS_CTRL.
namespace gnss_use {
inline constexpr std::uint32_t position = 1, height = 2, velocity = 4;
}
// Bits of EKF2_MAG_CHECK.
namespace mag_check {
inline constexpr std::uint32_t strength = 1, inclination = 2;
}
// Bits of EKF2_IMU_CTRL.
namespace imu_use {
inline constexpr std::uint32_t gyro_bias = 1, accel_bias = 2;
}

// A figure per prediction acts as PX4 applies it: the variance grows by (figure * dt)^2 at each
// step of about 10 ms.
struct EstimatorConfig {
  double predict_interval_s = 0.010;  // EKF2_PREDICT_US [us]

  // Process noise.
  double gyro_noise_rad_s = 0.015;          // EKF2_GYR_NOISE, per prediction
  double accel_noise_m_s2 = 0.35;           // EKF2_ACC_NOISE, per prediction
  double gyro_bias_noise_rad_s2 = 1.0e-3;   // EKF2_GYR_B_NOISE, per prediction
  double accel_bias_noise_m_s3 = 3.0e-3;    // EKF2_ACC_B_NOISE, per prediction
  double mag_earth_noise_gauss_s = 1.0e-3;  // EKF2_MAG_E_NOISE, per prediction
  double mag_body_noise_gauss_s = 1.0e-4;   // EKF2_MAG_B_NOISE, per prediction
  double wind_noise_m_s2_sqrt_hz = 0.05;    // EKF2_WIND_NSD
  double height_bias_noise_m_s_sqrt_hz =
      0.13;  // random walk of the bias of a height that is not the reference

  // Uncertainty at the start, standard deviations.
  double gyro_bias_init_rad_s = 0.1;  // EKF2_GBIAS_INIT
  double accel_bias_init_m_s2 = 0.2;  // EKF2_ABIAS_INIT
  double tilt_error_init_rad = 0.1;   // EKF2_ANGERR_INIT

  // Limits of the biases and of their learning.
  double gyro_bias_limit_rad_s = 0.15;  // EKF2_GYR_B_LIM
  double accel_bias_limit_m_s2 = 0.4;   // EKF2_ABL_LIM
  double accel_bias_learn_accel_m_s2 =
      25.0;  // EKF2_ABL_ACCLIM: above it the accelerometer bias is not learned
  double accel_bias_learn_rate_rad_s = 3.0;  // EKF2_ABL_GYRLIM
  double accel_bias_learn_tau_s =
      0.5;  // EKF2_ABL_TAU: decay of the peaks held against the two limits

  // Delays of arrival. Samples carry their own time; these only size the delayed horizon.
  double gnss_delay_s = 0.110;  // EKF2_GPS_DELAY [ms]
  double baro_delay_s = 0.0;    // EKF2_BARO_DELAY [ms]
  double mag_delay_s = 0.0;     // EKF2_MAG_DELAY [ms]

  // Output predictor.
  double output_velocity_tau_s = 0.25;  // EKF2_TAU_VEL
  double output_position_tau_s = 0.25;  // EKF2_TAU_POS

  // Time-outs.
  double no_aid_timeout_s =
      5.0;  // EKF2_NOAID_TOUT: without horizontal aiding for longer nothing is claimed
  double reset_timeout_s = 7.0;   // rejected for longer: reset to the measurement
  double height_timeout_s = 5.0;  // the same for heights
  double no_aid_noise_m = 10.0;   // EKF2_NOAID_NOISE

  // GNSS.
  double gnss_position_noise_m = 0.5;          // EKF2_GPS_P_NOISE, the least that is assumed
  double gnss_velocity_noise_m_s = 0.3;        // EKF2_GPS_V_NOISE, the least that is assumed
  double gnss_position_gate = 5.0;             // EKF2_GPS_P_GATE [standard deviations]
  double gnss_velocity_gate = 5.0;             // EKF2_GPS_V_GATE
  double required_eph_m = 3.0;                 // EKF2_REQ_EPH
  double required_epv_m = 5.0;                 // EKF2_REQ_EPV
  double required_speed_accuracy_m_s = 0.5;    // EKF2_REQ_SACC
  double required_pdop = 2.5;                  // EKF2_REQ_PDOP
  double required_horizontal_drift_m_s = 0.1;  // EKF2_REQ_HDRIFT
  double required_vertical_drift_m_s = 0.2;    // EKF2_REQ_VDRIFT
  double required_time_s = 10.0;               // EKF2_REQ_GPS_H: all checks must hold that long

  // Barometer.
  double baro_noise_m = 3.5;  // EKF2_BARO_NOISE
  double baro_gate = 5.0;     // EKF2_BARO_GATE
  // Near the ground the rotors raise the pressure: a height that reads too low by up to this is no
  // innovation.
  double ground_effect_dead_zone_m = 4.0;  // EKF2_GND_EFF_DZ
  double ground_effect_height_m = 0.5;     // EKF2_GND_MAX_HGT

  // Wind, from the drag of a multirotor: specific force along body x and y against
  //   -(density |v| v / (2 ballistic coefficient) + momentum coefficient v), v the air speed.
  double wind_error_init_m_s = 1.0;       // when the wind states begin
  double drag_noise_m2_s4 = 2.5;          // EKF2_DRAG_NOISE, a variance
  double drag_ballistic_x_kg_m2 = 100.0;  // EKF2_BCOEF_X; 1 and less: no such drag
  double drag_ballistic_y_kg_m2 = 100.0;  // EKF2_BCOEF_Y
  double drag_momentum_1_s = 0.15;        // EKF2_MCOEF; 0.001 and less: no such drag

  // The yaw bank (EKF-GSF).
  double yaw_bank_error_max_rad = 0.262;     // it is certain below this standard deviation, 15 deg
  double yaw_bank_reset_delay_s = 1.0;       // of rejected GNSS before it may correct the yaw
  double yaw_bank_disagreement_rad = 0.436;  // ... by at least that much, 25 deg

  // Magnetometer.
  double heading_noise_rad = 0.3;  // EKF2_HEAD_NOISE
  double mag_noise_gauss = 0.05;   // EKF2_MAG_NOISE
  // What is believed of the fields when three-axis fusion begins. EKF2 takes EKF2_MAG_NOISE for
  // both, which leaves the yaw free within 13 deg; in hover the errors of a tilt that is still
  // being learned then turn it by ten.
  double mag_earth_init_gauss = 0.005;  // the world model's own error with local anomalies
  double mag_body_init_gauss = 0.010;
  double heading_gate = 2.6;  // EKF2_HDG_GATE
  double mag_gate = 3.0;      // EKF2_MAG_GATE
  double declination_rad =
      0.0;  // EKF2_MAG_DECL [deg]: used while the world model has no place to look at
  double mag_check_strength_gauss = 0.2;                   // EKF2_MAG_CHK_STR
  double mag_check_inclination_rad = 0.34906585039886592;  // EKF2_MAG_CHK_INC, 20 deg
  double mag_realign_height_m = 1.5;  // over the last place on the ground: free of its disturbance

  // Of several IMUs: one whose rate or specific force leaves its usual difference to the others by
  // more than this, lies.
  double imu_rate_apart_rad_s = 0.12217304763960307;  // EKF2_SEL_IMU_RAT, 7 deg/s
  double imu_force_apart_m_s2 = 1.0;                  // EKF2_SEL_IMU_ACC

  // Range finder, flow, vision, airspeed.
  AidingConfig aiding{};

  // Places relative to the body frame's origin.
  Vec3 p_BImu_m{};   // EKF2_IMU_POS_X, _Y, _Z
  Vec3 p_BGnss_m{};  // EKF2_GPS_POS_X, _Y, _Z

  HeightReference height_reference = HeightReference::gnss;              // EKF2_HGT_REF
  MagFusionType mag_type = MagFusionType::automatic;                     // EKF2_MAG_TYPE
  std::uint32_t imu_control = imu_use::gyro_bias | imu_use::accel_bias;  // EKF2_IMU_CTRL
  std::uint32_t gnss_control =
      gnss_use::position | gnss_use::height | gnss_use::velocity;  // EKF2_GPS_CTRL
  std::uint32_t gnss_checks = 245;                                 // EKF2_GPS_CHECK
  std::uint32_t required_satellites = 6;                           // EKF2_REQ_NSATS
  std::uint32_t mag_checks = mag_check::strength;                  // EKF2_MAG_CHECK
  std::uint32_t baro_control = 1;                                  // EKF2_BARO_CTRL: 0 or 1
  std::uint32_t drag_control = 0;                                  // EKF2_DRAG_CTRL: 0 or 1
  std::uint32_t reserved = 0;
  std::uint32_t imu_instance = 0;  // which of several sensors is preferred
  std::uint32_t gnss_instance = 0;
  std::uint32_t baro_instance = 0;
  std::uint32_t mag_instance = 0;
};
static_assert(ArenaState<EstimatorConfig>);

// Refuses what the filter cannot run with; the longest delay must fit the buffers.
MaybeError validate(const EstimatorConfig& config);

// How far the filter runs behind the newest IMU sample [s]: the longest delay.
double delayed_horizon_s(const EstimatorConfig& config);
// The shortest predict_interval_s with which the filter bridges such a delay.
double predict_interval_min_s(double delay_s);

}  // namespace alula
