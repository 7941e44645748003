#include "analysis/flight_errors.h"

#include <cmath>
#include <limits>

#include "math/frames.h"

namespace alula {
namespace {

Quat attitude_at(const std::array<TimeSeries, 4>& q, std::size_t i) {
  return {q[0].value[i], q[1].value[i], q[2].value[i], q[3].value[i]};
}

}  // namespace

std::vector<double> difference(const TimeSeries& of, const TimeSeries& minus, double scale) {
  std::vector<double> values = interpolated(of, minus.time_s);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = scale * (values[i] - minus.value[i]);
  return values;
}

MotionError motion_error(const Track& of, const Track& from) {
  if (of.empty() || from.empty()) return {};
  MotionError error;
  error.time_s = from.time_s;
  error.horizontal_m =
      horizontal_size(difference(of.p(0), from.p(0)), difference(of.p(1), from.p(1)));
  error.vertical_m = difference(of.p(2), from.p(2));
  error.horizontal_m_s =
      horizontal_size(difference(of.v(0), from.v(0)), difference(of.v(1), from.v(1)));
  error.vertical_m_s = difference(of.v(2), from.v(2));
  return error;
}

// Nearest sample, not a straight line between two: they lie milliseconds apart, and quaternions
// have no straight lines.
AttitudeError attitude_error(const std::array<TimeSeries, 4>& of,
                             const std::array<TimeSeries, 4>& from) {
  if (of[0].empty() || from[0].empty()) return {};
  AttitudeError error;
  error.time_s = from[0].time_s;
  std::size_t near = 0;
  for (std::size_t i = 0; i < error.time_s.size(); ++i) {
    const double time_s = error.time_s[i];
    while (near + 1 < of[0].size() &&
           std::abs(of[0].time_s[near + 1] - time_s) <= std::abs(of[0].time_s[near] - time_s))
      ++near;
    const Quat a = attitude_at(of, near), b = attitude_at(from, i);
    const Vec3 down{0.0, 0.0, 1.0};
    const Vec3 down_a = a.conjugate() * down, down_b = b.conjugate() * down;
    error.tilt_deg.push_back(degrees(std::atan2(norm(cross(down_a, down_b)), dot(down_a, down_b))));
    error.yaw_deg.push_back(degrees(wrap_pi(yaw_of(a) - yaw_of(b))));
  }
  return error;
}

FlightErrors errors_of(const FlightMotion& motion) {
  FlightErrors errors;
  errors.tracking = motion_error(motion.estimate, motion.setpoint);
  errors.estimation = motion_error(motion.estimate, motion.truth);
  errors.attitude = attitude_error(motion.estimate_attitude, motion.truth_attitude);
  for (std::size_t axis = 0; axis < 3; ++axis)
    errors.angle_deg[axis] =
        difference(motion.estimate_angles.of(axis), motion.setpoint_angles.of(axis));
  return errors;
}

}  // namespace alula
