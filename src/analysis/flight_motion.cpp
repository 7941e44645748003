#include "analysis/flight_motion.h"

#include <algorithm>
#include <cmath>

#include "earth/geodesy.h"
#include "math/frames.h"
#include "math/quaternion.h"

namespace alula {
namespace {

using Names = std::array<const char*, 3>;

// Where the origin of a topic's local frame lies; the last value counts, since it is 0 until the
// estimator has found a place.
bool origin_of(const LogSamples& log, const std::string& topic, Geodetic& place) {
  const TimeSeries latitude = log.column(topic, "ref_lat");
  const TimeSeries longitude = log.column(topic, "ref_lon");
  const TimeSeries altitude = log.column(topic, "ref_alt");
  if (latitude.empty() || longitude.empty() || altitude.empty()) return false;
  place = {radians(latitude.value.back()), radians(longitude.value.back()), altitude.value.back()};
  return !validate(place) && (place.latitude_rad != 0.0 || place.longitude_rad != 0.0);
}

// The first valid home, where the flight began.
Vec3 home_of(const LogSamples& log) {
  const TimeSeries x = log.column("home_position", "x");
  const TimeSeries y = log.column("home_position", "y");
  const TimeSeries z = log.column("home_position", "z");
  if (x.empty() || y.empty()) return {};
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (std::isfinite(x.value[i]) && std::isfinite(y.value[i]) && std::isfinite(z.value[i]))
      return {x.value[i], y.value[i], -z.value[i]};
  }
  return {};
}

// North-east-down columns as north, east, up, moved by `offset`.
void take(std::array<std::vector<double>, 3>& into, const std::array<TimeSeries, 3>& ned,
          const Vec3& offset) {
  const std::array<double, 3> shift{offset.x, offset.y, offset.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double sign = axis == 2 ? -1.0 : 1.0;
    into[axis].reserve(ned[axis].size());
    for (const double value : ned[axis].value) into[axis].push_back(sign * value + shift[axis]);
  }
}

Track track_of(const LogSamples& log, const std::string& topic, const Vec3& offset,
               const Names& position = {"x", "y", "z"},
               const Names& velocity = {"vx", "vy", "vz"}) {
  std::array<TimeSeries, 3> p, v;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    p[axis] = log.column(topic, position[axis]);
    v[axis] = log.column(topic, velocity[axis]);
    if (p[axis].empty() || v[axis].empty()) return {};
  }
  Track track;
  track.time_s = p[0].time_s;
  take(track.position, p, offset);
  take(track.velocity, v, {});
  return track;
}

Track setpoint_of(const LogSamples& log, const Vec3& offset) {
  const Track track = track_of(log, "vehicle_local_position_setpoint", offset);
  if (!track.empty()) return track;
  return track_of(log, "trajectory_setpoint", offset, {"position[0]", "position[1]", "position[2]"},
                  {"velocity[0]", "velocity[1]", "velocity[2]"});
}

std::array<TimeSeries, 4> quaternion_of(const LogSamples& log, const std::string& topic,
                                        const std::string& field) {
  std::array<TimeSeries, 4> q;
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = log.column(topic, field + "[" + std::to_string(i) + "]");
    if (q[i].empty()) return {};
  }
  return q;
}

Angles angles_of(const std::array<TimeSeries, 4>& q) {
  Angles angles;
  angles.time_s = q[0].time_s;
  for (auto& angle : angles.angle_deg) angle.reserve(angles.time_s.size());
  for (std::size_t i = 0; i < angles.time_s.size(); ++i) {
    const Euler euler = to_euler({q[0].value[i], q[1].value[i], q[2].value[i], q[3].value[i]});
    angles.angle_deg[0].push_back(degrees(euler.roll));
    angles.angle_deg[1].push_back(degrees(euler.pitch));
    angles.angle_deg[2].push_back(degrees(euler.yaw));
  }
  return angles;
}

double nearest_turn(double angle_deg, double to_deg) {
  return angle_deg + 360.0 * std::round((to_deg - angle_deg) / 360.0);
}

void unwrap(std::vector<double>& angle_deg) {
  double last = 0.0;
  for (double& angle : angle_deg) {
    if (!std::isfinite(angle)) continue;
    angle = nearest_turn(angle, last);
    last = angle;
  }
}

// The same turn as the estimate at that time.
void follow(Angles& angles, const Angles& estimate) {
  const std::vector<double> guide = interpolated(estimate.of(2), angles.time_s);
  std::vector<double>& yaw = angles.angle_deg[2];
  for (std::size_t i = 0; i < yaw.size(); ++i) {
    if (std::isfinite(guide[i]) && std::isfinite(yaw[i])) yaw[i] = nearest_turn(yaw[i], guide[i]);
  }
}

std::array<TimeSeries, 3> rates_of(const LogSamples& log, const std::string& topic,
                                   const Names& names) {
  return {log.column(topic, names[0]), log.column(topic, names[1]), log.column(topic, names[2])};
}

}  // namespace

FlightMotion motion_of(const LogSamples& log) {
  FlightMotion motion;
  motion.home = home_of(log);
  const Vec3 offset = -motion.home;
  motion.setpoint = setpoint_of(log, offset);
  motion.estimate = track_of(log, "vehicle_local_position", offset);
  // Truth has its own origin: where the world has it, not where the estimator found itself.
  const std::string truth = "vehicle_local_position_groundtruth";
  Vec3 truth_offset = offset;
  Geodetic from, to;
  if (origin_of(log, "vehicle_local_position", from) && origin_of(log, truth, to)) {
    const Vec3 between = LocalFrame(from).to_local(to);
    truth_offset = truth_offset + Vec3{between.x, between.y, to.height_m - from.height_m};
  }
  motion.truth = track_of(log, truth, truth_offset);

  motion.estimate_attitude = quaternion_of(log, "vehicle_attitude", "q");
  motion.truth_attitude = quaternion_of(log, "vehicle_attitude_groundtruth", "q");
  motion.estimate_angles = angles_of(motion.estimate_attitude);
  motion.truth_angles = angles_of(motion.truth_attitude);
  motion.setpoint_angles = angles_of(quaternion_of(log, "vehicle_attitude_setpoint", "q_d"));
  unwrap(motion.estimate_angles.angle_deg[2]);
  follow(motion.truth_angles, motion.estimate_angles);
  follow(motion.setpoint_angles, motion.estimate_angles);

  const Names xyz{"xyz[0]", "xyz[1]", "xyz[2]"};
  motion.setpoint_rates = rates_of(log, "vehicle_rates_setpoint", {"roll", "pitch", "yaw"});
  motion.estimate_rates = rates_of(log, "vehicle_angular_velocity", xyz);
  motion.truth_rates = rates_of(log, "vehicle_angular_velocity_groundtruth", xyz);
  return motion;
}

std::vector<Vec3> targets_of(const LogSamples& log, const FlightMotion& motion) {
  const std::string topic = "position_setpoint_triplet";
  const TimeSeries latitude = log.column(topic, "current.lat");
  const TimeSeries longitude = log.column(topic, "current.lon");
  const TimeSeries altitude = log.column(topic, "current.alt");
  const TimeSeries valid = log.column(topic, "current.valid");
  Geodetic origin;
  if (latitude.empty() || longitude.empty() || altitude.empty() || valid.empty() ||
      !origin_of(log, "vehicle_local_position", origin))
    return {};
  constexpr double kSame_m = 0.5;
  const LocalFrame frame(origin);
  std::vector<Vec3> targets;
  for (std::size_t i = 0; i < latitude.size(); ++i) {
    const Geodetic place{radians(latitude.value[i]), radians(longitude.value[i]),
                         altitude.value[i]};
    if (valid.value[i] == 0.0 || validate(place)) continue;
    const Vec3 p = frame.to_local({place.latitude_rad, place.longitude_rad, origin.height_m});
    const Vec3 target = Vec3{p.x, p.y, place.height_m - origin.height_m} - motion.home;
    const bool known = std::any_of(targets.begin(), targets.end(), [&](const Vec3& other) {
      return norm(target - other) < kSame_m;
    });
    if (!known) targets.push_back(target);
  }
  return targets;
}

std::vector<double> horizontal_size(std::span<const double> north, std::span<const double> east) {
  std::vector<double> size;
  size.reserve(north.size());
  for (std::size_t i = 0; i < north.size(); ++i) size.push_back(std::hypot(north[i], east[i]));
  return size;
}

}  // namespace alula
