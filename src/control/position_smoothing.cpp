#include "control/position_smoothing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "control/finite.h"

namespace alula {
namespace {

// Between two directions, 0..pi; 0 where one has no length.
double angle_between(const Vec3& a, const Vec3& b) {
  const double lengths = norm(a) * norm(b);
  if (lengths < 1e-12) return 0.0;
  return std::acos(std::clamp(dot(a, b) / lengths, -1.0, 1.0));
}

// A limit on one part of a velocity slows all of it, so that it keeps its direction. Where part and
// limit are both this small only that part is cut: a rest of height is no reason to stop at a
// waypoint, nor a drift aside to interrupt a climb.
constexpr double small_part_m_s = 0.5;

Vec3 limited_horizontally(const Vec3& v, double limit) {
  const double speed = norm_xy(v);
  if (speed <= limit) return v;
  const double scale = limit / speed;
  const bool alone = speed < small_part_m_s && limit < small_part_m_s;
  return {scale * v.x, scale * v.y, alone ? v.z : scale * v.z};
}

Vec3 limited_vertically(const Vec3& v, double limit) {
  const double speed = std::fabs(v.z);
  if (speed <= limit) return v;
  const double scale = limit / speed;
  const bool alone = speed < small_part_m_s && limit < small_part_m_s;
  return {alone ? v.x : scale * v.x, alone ? v.y : scale * v.y, scale * v.z};
}

}  // namespace

double speed_from_distance(double jerk, double acceleration, double distance, double exit_speed) {
  const double half = 2.0 * acceleration * acceleration / jerk;
  const double speed =
      std::sqrt(half * half + 2.0 * acceleration * distance + exit_speed * exit_speed) - half;
  return std::max(speed, exit_speed);
}

double stopping_distance(double jerk, double acceleration, double speed) {
  return speed * (0.5 * speed / acceleration + 2.0 * acceleration / jerk);
}

Vec3 stop_point(const Vec3& p, const Vec3& v, double jerk, double acceleration) {
  const double speed = norm_xy(v);
  if (!(speed > 1e-6)) return p;
  const double scale = stopping_distance(jerk, acceleration, speed) / speed;
  return {p.x + scale * v.x, p.y + scale * v.y, p.z};
}

double speed_in_corner(double angle, double acceleration, double distance) {
  const double half = 0.5 * std::clamp(angle, 0.0, std::numbers::pi - 1e-7);
  return std::sqrt(acceleration * distance * std::tan(half));
}

Vec3 position_of(const PositionSmoothingState& s) {
  return {s.axes[0].now.x, s.axes[1].now.x, s.axes[2].now.x};
}
Vec3 velocity_of(const PositionSmoothingState& s) {
  return {s.axes[0].now.v, s.axes[1].now.v, s.axes[2].now.v};
}
Vec3 acceleration_of(const PositionSmoothingState& s) {
  return {s.axes[0].now.a, s.axes[1].now.a, s.axes[2].now.a};
}
Vec3 jerk_of(const PositionSmoothingState& s) {
  return {s.axes[0].now.j, s.axes[1].now.j, s.axes[2].now.j};
}

void reset(PositionSmoothingState& state, const Vec3& p, const Vec3& v, const Vec3& a) {
  reset(state.axes[0], {0.0, a.x, v.x, p.x});
  reset(state.axes[1], {0.0, a.y, v.y, p.y});
  reset(state.axes[2], {0.0, a.z, v.z, p.z});
  state.turn_speed = norm_xy(v);
}

Vec3 PositionSmoothing::wanted_velocity(PositionSmoothingState& state,
                                        const SmoothingWaypoints& waypoints,
                                        double climb_rate) const {
  const Vec3 p = position_of(state);
  const bool with_height = std::isfinite(waypoints.target.z);
  SmoothingWaypoints points = waypoints;
  if (!with_height) points.target.z = points.previous.z = points.next.z = p.z;

  const bool turns = turning(state, points.target);
  double horizontal = speed_xy(p, points);
  if (turns) {
    horizontal = std::min(state.turn_speed, horizontal);
  } else {
    state.turn_speed = horizontal;
  }

  // Straight in space: the axis that needs longest sets the pace of all.
  const Vec3 way = (turns ? point_on_leg(p, points) : points.target) - p;
  const double distance = norm(way), distance_xy = norm_xy(way);
  if (!with_height) {
    const double scale = distance_xy > 1e-9 ? horizontal / distance_xy : 0.0;
    return {scale * way.x, scale * way.y, climb_rate};
  }
  if (distance < 1e-9) return Vec3::zero();
  const double vertical = speed_z(p, points);
  const Vec3 v = (std::hypot(horizontal, vertical) / distance) * way;
  return limited_vertically(limited_horizontally(v, horizontal), vertical);
}

void PositionSmoothing::advance(PositionSmoothingState& state, const Vec3& p_WB,
                                const Vec3& velocity, double dt_s) const {
  const double stretch = time_stretch(state, p_WB);
  for (AxisState& axis : state.axes) alula::advance(axis, stretch * dt_s);
  const AxisLimits xy{limits_.jerk, limits_.acceleration_xy, limits_.speed_xy};
  const AxisLimits z{limits_.jerk, limits_.acceleration_z, limits_.speed_z};
  const AxisLimits limits[3] = {xy, xy, z};
  const double wanted[3] = {velocity.x, velocity.y, velocity.z};
  plan_synchronised(state.axes, wanted, limits);
}

// Flying, and more than about ten degrees off the way to the target.
bool PositionSmoothing::turning(const PositionSmoothingState& state, const Vec3& target) const {
  const Vec3 v = level(velocity_of(state));
  const Vec3 way = level(target - position_of(state));
  const double speed = norm(v), distance = norm(way);
  if (speed <= 0.2 || distance <= limits_.acceptance_radius) return false;
  return dot(v, way) < 0.98 * speed * distance;
}

// Where the circle of radius L1 about p cuts the leg ahead, or the closest point of the leg when it
// does not.
Vec3 PositionSmoothing::point_on_leg(const Vec3& p, const SmoothingWaypoints& waypoints) const {
  const Vec3 along = unit_or(waypoints.target - waypoints.previous, Vec3::zero());
  const Vec3 closest = waypoints.previous + dot(p - waypoints.previous, along) * along;
  const double off_track = norm(closest - p);
  const double l1 = std::max(limits_.acceptance_radius, 5.0);
  const double ahead = l1 > off_track ? std::sqrt(l1 * l1 - off_track * off_track) : 0.0;
  return closest + ahead * along;
}

// Backwards from a stop at the next waypoint through the corner at the target to here.
double PositionSmoothing::speed_xy(const Vec3& p, const SmoothingWaypoints& waypoints) const {
  const Vec3 &target = waypoints.target, &next = waypoints.next;
  const double a = limits_.acceleration_xy, cruise = limits_.cruise_speed;
  const double leg_after = norm_xy(next - target);
  const bool flies_on = leg_after > 1e-3 && leg_after >= limits_.acceptance_radius;
  const bool level_here = std::fabs(target.z - p.z) < limits_.acceptance_height;
  const bool level_after = std::fabs(next.z - target.z) < limits_.acceptance_height;
  double at_target = 0.0;
  if (flies_on && level_here && level_after) {
    const double angle = angle_between(level(target - p), level(target - next));
    const double corner = speed_in_corner(angle, limits_.turn_gain * a, limits_.acceptance_radius);
    const double before_next = speed_from_distance(limits_.jerk, a, leg_after, 0.0);
    at_target = std::min({corner, before_next, cruise});
  }
  return std::min(cruise, speed_from_distance(limits_.jerk, a, norm_xy(target - p), at_target));
}

// The same in the plane of distance and height.
double PositionSmoothing::speed_z(const Vec3& p, const SmoothingWaypoints& waypoints) const {
  const Vec3 &target = waypoints.target, &next = waypoints.next;
  const double a = limits_.acceleration_z, fastest = limits_.speed_z;
  double at_target = 0.0;
  const bool climbs_on =
      (next.z - target.z) * (target.z - p.z) > 0.0 && std::fabs(next.z - target.z) > 1e-3;
  if (climbs_on) {
    const Vec3 before{norm_xy(target - p), 0.0, target.z - p.z};
    const Vec3 after{-norm_xy(next - target), 0.0, target.z - next.z};
    const double corner =
        speed_in_corner(angle_between(before, after), a, limits_.acceptance_height);
    const double before_next =
        speed_from_distance(limits_.jerk, a, std::fabs(next.z - target.z), 0.0);
    at_target = std::min({corner, before_next, fastest});
  }
  return std::min(fastest,
                  speed_from_distance(limits_.jerk, a, std::fabs(target.z - p.z), at_target));
}

// A vehicle that lags makes the trajectory wait; one that is ahead does not hurry it.
double PositionSmoothing::time_stretch(const PositionSmoothingState& state,
                                       const Vec3& p_WB) const {
  if (limits_.tracking_error_max <= 0.0) return 1.0;
  const Vec3 lag = level(position_of(state) - p_WB);
  if (dot(lag, velocity_of(state)) < 0.0) return 1.0;
  return 1.0 - std::min(1.0, norm(lag) / limits_.tracking_error_max);
}

}  // namespace alula
