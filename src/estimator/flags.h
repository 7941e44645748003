// estimator/flags.h: bit numbers of the words in EstimatorStatus. Those of PX4's messages keep
// PX4's places.
#pragma once

#include <cstdint>
#include <type_traits>

#include "estimator/state.h"

namespace alula {

// EstimatorStatus::control_mode_flags, as estimator_status.control_mode_flags.
enum class ControlModeBit : std::uint32_t {
  tilt_aligned = 0,
  yaw_aligned = 1,
  gnss = 2,
  optical_flow = 3,
  mag_heading = 4,
  mag_3d = 5,
  mag_declination = 6,
  in_air = 7,
  wind = 8,
  baro_height = 9,
  range_height = 10,
  gnss_height = 11,
  vision_position = 12,
  vision_yaw = 13,
  vision_height = 14,
  mag_disturbed = 16,
  mag_fault = 18,
  airspeed = 19,
  ground_effect = 20,
  mag_aligned_in_flight = 23,
  vision_velocity = 24,
  at_rest = 26,
  dead_reckoning = 29,  // by inertia alone
  wind_dead_reckoning = 30
};

// EstimatorStatus::filter_fault_flags, each held for a second. The low bits as PX4's; those from 24
// on are our own.
enum class FilterFaultBit : std::uint32_t {
  bad_mag_x = 0,
  bad_mag_y = 1,
  bad_mag_z = 2,
  bad_heading = 3,
  bad_declination = 4,
  bad_vertical_accel = 10,
  accel_clipping = 11,
  refused_imu = 24,  // a sample was not finite, out of range, or its time did not rise
  refused_aid = 25,  // the same of an aid, or a reading that is stuck
  late_aid = 26,     // an aid arrived after the horizon had passed it by more than 100 ms
  bridged_imu = 27,  // missing IMU samples were bridged with the mean of the next
  restarted =
      28,  // the covariance was not finite or not positive, or the IMU paused: all began anew
  instance_switched = 29,  // another instrument of a kind stepped in
  yaw_rescued = 30,        // the yaw was set to that of the bank of filters
  gnss_contradicted = 31   // the position of GNSS contradicts its velocity and is not used
};

// EstimatorStatus::innovation_check_flags, as estimator_status.innovation_check_flags: the last one
// was rejected.
enum class InnovationBit : std::uint32_t {
  velocity_horizontal = 0,
  velocity_vertical = 1,
  position_horizontal = 2,
  height = 3,
  mag_x = 4,
  mag_y = 5,
  mag_z = 6,
  yaw = 7,
  airspeed = 8,
  height_above_ground = 10,
  flow_x = 11,
  flow_y = 12
};

// EstimatorStatus::gnss_check_fail_flags, as estimator_status.gps_check_fail_flags.
enum class GnssFailBit : std::uint32_t {
  fix = 0,
  satellites = 1,
  pdop = 2,
  eph = 3,
  epv = 4,
  speed_accuracy = 5,
  horizontal_drift = 6,
  vertical_drift = 7,
  horizontal_speed = 8,
  vertical_speed = 9
};

template <class Bit>
  requires std::is_enum_v<Bit>
constexpr std::uint32_t bit(Bit b) {
  return std::uint32_t{1} << static_cast<std::uint32_t>(b);
}

inline void raise_fault(EstimatorState& state, FilterFaultBit b) {
  state.status.filter_fault_flags |= bit(b);
  state.timers.fault = state.timers.newest;
}

}  // namespace alula
