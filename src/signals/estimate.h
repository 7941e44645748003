// signals/estimate.h: what the estimator tells controllers, modes and the log.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "core/step_time.h"
#include "math/quaternion.h"

namespace alula {

// A jump of the estimate that controllers must apply to their set-points. `count` grows by one at
// each.
struct ResetXy {
  double delta_x = 0.0, delta_y = 0.0;
  std::uint64_t count = 0;
};
struct ResetScalar {
  double delta = 0.0;
  std::uint64_t count = 0;
};
struct ResetAttitude {
  Quat delta_q = Quat::identity();
  std::uint64_t count = 0;
};

// At the present time (output of the predictor), in the estimator's own local NED frame.
struct VehicleEstimate {
  TimeNs time = 0;  // of the newest IMU sample
  Quat q_WB = Quat::identity();
  Vec3 w_WB_B{};             // bias corrected, unfiltered [rad/s]
  Vec3 p_WB{};               // [m]
  Vec3 v_WB{};               // [m/s]
  Vec3 a_WB{};               // gravity removed [m/s^2]
  double z_deriv_m_s = 0.0;  // derivative of the height output alone
  Vec3 gyro_bias_B{};        // [rad/s]
  Vec3 accel_bias_B{};       // [m/s^2]

  double ref_latitude_rad = 0.0;  // origin of the local frame
  double ref_longitude_rad = 0.0;
  double ref_altitude_m = 0.0;  // mean sea level
  TimeNs ref_time = 0;
  double latitude_rad = 0.0;  // of the vehicle
  double longitude_rad = 0.0;
  double altitude_m = 0.0;

  // Of the ground under the vehicle, over which the distance is counted along the vertical.
  double height_above_ground_m = 0.0;
  double height_above_ground_std_m = 0.0;

  double eph_m = 0.0;  // standard deviations
  double epv_m = 0.0;
  double evh_m_s = 0.0;
  double evv_m_s = 0.0;
  double heading_std_rad = 0.0;
  double tilt_std_rad = 0.0;

  ResetXy reset_xy{};
  ResetXy reset_vxy{};
  ResetScalar reset_z{};
  ResetScalar reset_vz{};
  ResetAttitude reset_attitude{};
  ResetScalar reset_heading{};

  bool attitude_valid = false;  // tilt aligned
  bool heading_valid = false;   // yaw aligned
  bool xy_valid = false;
  bool z_valid = false;
  bool v_xy_valid = false;
  bool v_z_valid = false;
  bool global_valid = false;  // the origin is known (ref_time > 0), xy and z are valid
  bool in_use = false;        // the filter runs
  bool height_above_ground_valid = false;
  std::array<bool, 7> reserved{};
};
static_assert(ArenaState<VehicleEstimate>);

// One aid's view of the filter. innovation = prediction - measurement (PX4's sign).
template <int N> struct AidStatus {
  TimeNs time_sample = 0;    // of the last measurement
  TimeNs time_accepted = 0;  // of the last one that was fused
  std::array<double, N> observation{};
  std::array<double, N> innovation{};
  std::array<double, N> innovation_variance{};
  std::array<double, N> test_ratio{};  // > 1: outside the gate
  bool fusing = false;                 // the aid is in use
  bool rejected = false;               // the last one fell outside the gate
  std::array<bool, 6> reserved{};
};

// Horizontal wind as the estimator sees it: where the air moves to. Valid while a wind aid (drag)
// is fused.
struct WindEstimate {
  TimeNs time = 0;  // of the delayed horizon
  double north_m_s = 0.0;
  double east_m_s = 0.0;
  double north_variance_m2_s2 = 0.0;
  double east_variance_m2_s2 = 0.0;
  bool valid = false;
  std::array<bool, 7> reserved{};
};
static_assert(ArenaState<WindEstimate>);

// The bank of small filters that finds the heading from IMU and GNSS velocity alone.
inline constexpr std::size_t kYawBankFilters = 5;
struct YawBankStatus {
  TimeNs time = 0;                                         // of the last GNSS velocity
  double yaw = 0.0;                                        // combined [rad]
  double yaw_variance = 0.0;                               // [rad^2]
  std::array<double, kYawBankFilters> filter_yaw{};        // [rad]
  std::array<double, kYawBankFilters> innovation_north{};  // [m/s]
  std::array<double, kYawBankFilters> innovation_east{};
  std::array<double, kYawBankFilters> weight{};  // sum 1
  bool running = false;                          // it has begun to use velocities
  bool certain = false;                          // narrow enough to be used
  std::array<bool, 6> reserved{};
};
static_assert(ArenaState<YawBankStatus>);

// Why another instrument of a kind was taken up.
enum class SwitchReason : std::uint32_t {
  none,
  silent_or_stuck,  // the one before
  outvoted,         // the one before contradicts the others
  well_again        // the configured one is live and has been at one with the others for a while
};
// In this order: IMU, GNSS receiver, barometer, compass.
inline constexpr std::size_t kInstrumentKinds = 4;

// State vector of the filter: attitude error (3, for the covariance), velocity, position, gyro
// bias, accelerometer bias, Earth field, body field, wind, terrain.
inline constexpr int kFilterErrorStates = 24;
struct EstimatorStatus {
  TimeNs time = 0;  // of the delayed horizon
  // q_WB (4), v_WB (3), p_WB (3), gyro bias (3) [rad/s], accelerometer bias (3) [m/s^2], Earth
  // field (3) [G], body field (3) [G], wind (2) [m/s], terrain (down) [m]
  std::array<double, 25> states{};
  std::array<double, kFilterErrorStates> variances{};  // of the error states, in that order
  AidStatus<2> gnss_horizontal_position{};             // NED [m]
  AidStatus<1> gnss_height{};                          // down [m]
  AidStatus<3> gnss_velocity{};                        // NED [m/s]
  AidStatus<1> baro_height{};                          // down [m]
  AidStatus<1> heading{};                              // [rad]
  AidStatus<3> magnetometer{};                         // body axes [G]
  AidStatus<2> drag{};                                 // specific force along body x, y [m/s^2]
  AidStatus<1> range_height{};                         // distance along the beam [m]
  AidStatus<2> optical_flow{};     // turn rate of the line of sight about body x, y [rad/s]
  AidStatus<2> vision_position{};  // NED [m]
  AidStatus<1> vision_height{};    // down [m]
  AidStatus<3> vision_velocity{};  // NED [m/s]
  AidStatus<1> vision_yaw{};       // [rad]
  AidStatus<1> airspeed{};         // true [m/s]
  WindEstimate wind{};
  YawBankStatus yaw_bank{};
  Vec3 output_tracking_error{};  // r.m.s.-like: angle [rad], velocity [m/s], position [m]
  double baro_bias_m = 0.0;
  double declination_rad = 0.0;  // of the world model at the origin
  // Bits as PX4's estimator_status has them; estimator/flags.h names them.
  std::uint32_t control_mode_flags = 0;
  std::uint32_t gnss_check_fail_flags = 0;
  std::uint32_t filter_fault_flags = 0;
  std::uint32_t innovation_check_flags = 0;
  std::uint32_t reset_count = 0;
  std::uint32_t imu_instance = 0;  // the ones listened to now
  std::uint32_t gnss_instance = 0;
  std::uint32_t baro_instance = 0;
  std::uint32_t mag_instance = 0;
  std::uint32_t instance_switches = 0;  // times that another instance had to step in
  std::array<SwitchReason, kInstrumentKinds> switch_reasons{};  // of the last switch of each kind
  std::array<std::uint32_t, kInstrumentKinds> condemned{};      // bits of instances that contradict
  std::uint32_t yaw_rescues = 0;  // yaw resets to the bank in flight because the compass lied
  bool tilt_aligned = false;
  bool yaw_aligned = false;
  bool yaw_aligned_in_flight = false;
  bool gnss_checks_passed = false;
  bool updated = false;  // a prediction ran since the last call
  std::array<bool, 7> reserved{};
};
static_assert(ArenaState<EstimatorStatus>);

}  // namespace alula
