// analysis/flight_motion.h: what a log says of the motion, three times: what was wanted, what the
// estimator believed, what was true. All in one frame, north, east, up of home, so that they can be
// laid over each other.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "analysis/log_samples.h"
#include "math/vector.h"

namespace alula {

// North, east, up of home [m] and [m/s]. Empty when the log lacks it.
struct Track {
  std::span<const double> time_s{};
  std::array<std::vector<double>, 3> position{}, velocity{};

  [[nodiscard]] bool empty() const { return time_s.empty(); }
  [[nodiscard]] TimeSeries p(std::size_t axis) const { return {time_s, position[axis]}; }
  [[nodiscard]] TimeSeries v(std::size_t axis) const { return {time_s, velocity[axis]}; }
};

// Roll, pitch, yaw [deg]. Yaw goes on past 180, so that a turn is one curve.
struct Angles {
  std::span<const double> time_s{};
  std::array<std::vector<double>, 3> angle_deg{};

  [[nodiscard]] bool empty() const { return time_s.empty(); }
  [[nodiscard]] TimeSeries of(std::size_t axis) const { return {time_s, angle_deg[axis]}; }
};

struct FlightMotion {
  Track setpoint, estimate, truth;
  Angles setpoint_angles, estimate_angles, truth_angles;
  std::array<TimeSeries, 3> setpoint_rates, estimate_rates, truth_rates;  // [rad/s], about B
  std::array<TimeSeries, 4> estimate_attitude, truth_attitude;            // quaternion, w first
  Vec3 home{};  // north, east, up in the estimator's local frame [m]
};

FlightMotion motion_of(const LogSamples& log);

// The places that the navigator went to, as position_setpoint_triplet says: north, east, up of
// home [m], each once.
std::vector<Vec3> targets_of(const LogSamples& log, const FlightMotion& motion);

// Sizes of a horizontal vector of two columns.
std::vector<double> horizontal_size(std::span<const double> north, std::span<const double> east);

}  // namespace alula
