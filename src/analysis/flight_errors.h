// analysis/flight_errors.h: how far the motion was from what was wanted, and the estimate from what
// was true.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "analysis/flight_motion.h"

namespace alula {

// The sizes of four errors over time; empty when one side is missing.
struct MotionError {
  std::span<const double> time_s{};
  std::vector<double> horizontal_m, vertical_m, horizontal_m_s, vertical_m_s;

  [[nodiscard]] TimeSeries of(const std::vector<double>& column) const { return {time_s, column}; }
};
// Of `of` from `from`, at the times of `from`.
MotionError motion_error(const Track& of, const Track& from);

// Angle between the down directions, and between the headings [deg].
struct AttitudeError {
  std::span<const double> time_s{};
  std::vector<double> tilt_deg, yaw_deg;
};
AttitudeError attitude_error(const std::array<TimeSeries, 4>& of,
                             const std::array<TimeSeries, 4>& from);

// The errors that tables and plots both show.
struct FlightErrors {
  MotionError tracking, estimation;  // estimate from set-point, estimate from truth
  AttitudeError attitude;            // estimate from truth
  // Roll, pitch, yaw: estimate from set-point, at the times of the set-point [deg].
  std::array<std::vector<double>, 3> angle_deg;
};
FlightErrors errors_of(const FlightMotion& motion);

// One column minus another, at the times of `minus`; each value times `scale`.
std::vector<double> difference(const TimeSeries& of, const TimeSeries& minus, double scale = 1.0);

}  // namespace alula
