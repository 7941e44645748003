#include "control/orbit_task.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "control/finite.h"
#include "control/near_ground.h"
#include "control/reset_count.h"

namespace alula {
namespace {

constexpr double kRadiusRate_m_s = 2.0;  // at full stick
constexpr double kSpeedRate_m_s2 = 1.0;  // likewise
constexpr double kShare = 0.5;           // of the acceleration, radially and along
constexpr double kOnCircle_m = 0.5;      // how close the circle begins
constexpr double kClosest_m = 0.25;      // to the centre: bearings turn without bound there
constexpr double kLookFrom_m = 0.5;      // closer the centre has no direction

Vec3 outward(double bearing) { return {std::cos(bearing), std::sin(bearing), 0.0}; }
Vec3 clockwise(double bearing) { return {-std::sin(bearing), std::cos(bearing), 0.0}; }

}  // namespace

void OrbitTask::activate(OrbitTaskState& state, const FlightTaskInput& in,
                         const PreviousSetpoint& previous, const OrbitRequest& request) const {
  const VehicleEstimate& e = in.estimate;
  const TrajectorySetpoint& last = previous.trajectory;
  state = {};
  reset(state.motion, finite_or(last.p_sp, e.p_WB), finite_or(last.v_sp, e.v_WB),
        finite_or(last.a_sp, Vec3::zero()));
  begin_yaw(state.yaw, e, previous);
  state.heading = {finite_or(last.yaw_sp, yaw_of(e.q_WB)), finite_or(last.yaw_rate_sp, 0.0)};
  state.height_z = state.motion.axes[2].now.x;
  state.reset_xy = e.reset_xy.count;
  state.reset_z = e.reset_z.count;
  state.reset_vxy = e.reset_vxy.count;
  state.reset_vz = e.reset_vz.count;
  state.reset_heading = e.reset_heading.count;
  take_over(state, in, request);
}

void OrbitTask::follow_resets(OrbitTaskState& state, const VehicleEstimate& e) {
  AxisState(&axes)[3] = state.motion.axes;
  if (alula::take_over(state.reset_xy, e.reset_xy.count)) {
    const Vec3 delta{e.reset_xy.delta_x, e.reset_xy.delta_y, 0.0};
    shift(axes[0], 0.0, delta.x);
    shift(axes[1], 0.0, delta.y);
    state.centre += delta;
    state.entry += delta;
  }
  if (alula::take_over(state.reset_z, e.reset_z.count)) {
    shift(axes[2], 0.0, e.reset_z.delta);
    state.height_z += e.reset_z.delta;
  }
  if (alula::take_over(state.reset_vxy, e.reset_vxy.count)) {
    shift(axes[0], e.reset_vxy.delta_x, 0.0);
    shift(axes[1], e.reset_vxy.delta_y, 0.0);
  }
  if (alula::take_over(state.reset_vz, e.reset_vz.count)) shift(axes[2], e.reset_vz.delta, 0.0);
  if (alula::take_over(state.reset_heading, e.reset_heading.count)) {
    state.heading.yaw += e.reset_heading.delta;
    state.yaw_at_start += e.reset_heading.delta;
  }
}

// Another radius or speed about the same centre goes on around; else there is a way to it first.
void OrbitTask::take_over(OrbitTaskState& state, const FlightTaskInput& in,
                          const OrbitRequest& request) const {
  const bool same_centre = norm_xy(request.centre_W - state.centre) < 0.01;
  state.request_count = request.count;
  state.radius_m = request.radius_m;
  state.speed_m_s = request.speed_m_s;
  state.yaw_behaviour = request.yaw;
  state.yaw_at_start = yaw_of(in.estimate.q_WB);
  if (std::isfinite(request.centre_W.z)) state.height_z = request.centre_W.z;
  if (state.circling != 0 && same_centre) return;
  state.circling = 0;
  state.centre = level(request.centre_W);
  const Vec3 ahead = outward(state.yaw_at_start);
  const Vec3 out = unit_or(level(position_of(state.motion)) - state.centre, ahead);
  state.entry = state.centre + state.radius_m * out;
}

void OrbitTask::adjust(OrbitTaskState& state, const FlightTaskInput& in, double dt_s) const {
  const Vec3 stick = stick_xy(in.sticks, manual_);
  const double radius = state.radius_m - stick.x * kRadiusRate_m_s * dt_s;
  state.radius_m = stick.x == 0.0 ? state.radius_m : std::max(radius, kOrbitRadiusMin);
  state.speed_m_s -= stick.y * kSpeedRate_m_s2 * dt_s;
}

// Towards the wanted height, or by the throttle stick; then the height where it ends is wanted.
double OrbitTask::wanted_climb(OrbitTaskState& state, const FlightTaskInput& in) const {
  const AxisMotion& now = state.motion.axes[2].now;
  const double down =
      descent_speed(in.ground_z - now.x, config_.landing_height_m, config_.slow_down_height_m,
                    config_.landing_speed_m_s, config_.speed_down_m_s);
  const double stick = stick_curve(in.sticks.throttle, manual_.dead_zone, manual_.expo_z);
  if (stick != 0.0) {
    state.height_z = kNotCommanded;
    return -stick * (stick > 0.0 ? config_.speed_up_m_s : down);
  }
  const double a = now.v < 0.0 ? config_.acceleration_down_m_s2 : config_.acceleration_up_m_s2;
  if (std::isnan(state.height_z)) {
    const double way = stopping_distance(config_.jerk_m_s3, a, std::fabs(now.v));
    state.height_z = now.x + std::copysign(way, now.v);
  }
  const double error = state.height_z - now.x;
  const double speed = speed_from_distance(config_.jerk_m_s3, a, std::fabs(error), 0.0);
  return std::copysign(std::min(speed, error < 0.0 ? config_.speed_up_m_s : down), error);
}

void OrbitTask::approach(OrbitTaskState& state, const FlightTaskInput& in, double v_z,
                         double dt_s) const {
  PositionSmoothingLimits limits;
  limits.jerk = config_.jerk_m_s3;
  limits.acceleration_xy = config_.acceleration_xy_m_s2;
  limits.acceleration_z = std::min(config_.acceleration_up_m_s2, config_.acceleration_down_m_s2);
  limits.speed_xy = config_.speed_xy_max_m_s;
  limits.speed_z = std::max(config_.speed_up_m_s, config_.speed_down_m_s);
  limits.cruise_speed = std::min(config_.cruise_speed_m_s, config_.speed_xy_max_m_s);
  limits.turn_gain = config_.turn_gain;
  limits.tracking_error_max = config_.tracking_error_max_m;
  limits.acceptance_radius = kOnCircle_m;
  const Vec3 target{state.entry.x, state.entry.y, kNotCommanded};
  const PositionSmoothing smoothing(limits);
  const Vec3 p = position_of(state.motion);
  const Vec3 wanted = smoothing.wanted_velocity(state.motion, {p, target, target}, v_z);
  smoothing.advance(state.motion, in.estimate.p_WB, wanted, dt_s);
}

// The same motion in bearing and distance. Fast towards the centre it would run through it.
void OrbitTask::begin_circle_when_there(OrbitTaskState& state) const {
  const Vec3 from_centre = level(position_of(state.motion)) - state.centre;
  const double distance = norm(from_centre);
  if (std::fabs(distance - state.radius_m) > kOnCircle_m) return;
  state.bearing = std::atan2(from_centre.y, from_centre.x);
  const Vec3 out = outward(state.bearing), around = clockwise(state.bearing);
  const Vec3 v = velocity_of(state.motion), a = acceleration_of(state.motion);
  const double v_out = dot(v, out), v_around = dot(v, around);
  const double brake = kShare * config_.acceleration_xy_m_s2;
  const double inwards = stopping_distance(config_.jerk_m_s3, brake, std::max(-v_out, 0.0));
  if (inwards > 0.5 * state.radius_m) return;
  reset(state.radial, {0.0, dot(a, out) + v_around * v_around / distance, v_out, distance});
  reset(state.along, {0.0, dot(a, around) - v_out * v_around / distance, v_around, 0.0});
  state.circling = 1;
}

void OrbitTask::circle(OrbitTaskState& state, double v_z, double dt_s) const {
  const double a_max = config_.acceleration_xy_m_s2, jerk = config_.jerk_m_s3;
  const double speed_max = config_.speed_xy_max_m_s;
  const AxisLimits limits{jerk, kShare * a_max, speed_max};
  const double error = state.radius_m - state.radial.now.x;
  const double v_out = std::min(config_.cruise_speed_m_s,
                                speed_from_distance(jerk, kShare * a_max, std::fabs(error), 0.0));
  const double v_most = std::min(speed_max, std::sqrt(a_max * state.radius_m));
  state.speed_m_s = std::clamp(state.speed_m_s, -v_most, v_most);
  advance(state.radial, dt_s);
  advance(state.along, dt_s);
  state.radial.plan = plan_fastest(state.radial.now, std::copysign(v_out, error), limits);
  state.along.plan = plan_fastest(state.along.now, state.speed_m_s, limits);

  const double distance = std::max(state.radial.now.x, kClosest_m);
  const AxisMotion &r = state.radial.now, &s = state.along.now;
  const double turn_rate = s.v / distance;
  state.bearing = wrap_pi(state.bearing + turn_rate * dt_s);
  const Vec3 out = outward(state.bearing), around = clockwise(state.bearing);
  const Vec3 p = state.centre + distance * out;
  const Vec3 v = r.v * out + s.v * around;
  const Vec3 a = (r.a - s.v * turn_rate) * out + (s.a + r.v * turn_rate) * around;
  reset(state.motion.axes[0], {0.0, a.x, v.x, p.x});
  reset(state.motion.axes[1], {0.0, a.y, v.y, p.y});

  AxisState& height = state.motion.axes[2];
  advance(height, dt_s);
  const bool upwards = v_z < height.now.v;
  const double a_z = upwards ? config_.acceleration_up_m_s2 : config_.acceleration_down_m_s2;
  height.plan = plan_fastest(height.now, v_z, {jerk, a_z, config_.speed_up_max_m_s});
}

StickYaw OrbitTask::look(OrbitTaskState& state, const FlightTaskInput& in, double dt_s) const {
  if (state.yaw_behaviour == OrbitYaw::by_stick) return update_yaw(state.yaw, in, manual_, dt_s);
  if (state.yaw_behaviour == OrbitYaw::free) return {kNotCommanded, 0.0};
  const Vec3 to_centre = state.centre - level(position_of(state.motion));
  const bool known = norm(to_centre) > kLookFrom_m;
  double wanted = state.yaw_at_start, rate = 0.0;
  if (state.circling != 0 && state.yaw_behaviour != OrbitYaw::as_at_start) {
    rate = state.along.now.v / std::max(state.radial.now.x, kClosest_m);
  }
  if (state.yaw_behaviour == OrbitYaw::to_centre) {
    wanted = known ? std::atan2(to_centre.y, to_centre.x) : state.heading.yaw;
  } else if (state.yaw_behaviour == OrbitYaw::along_circle && state.circling != 0) {
    wanted = wrap_pi(state.bearing + std::copysign(0.5 * std::numbers::pi, state.speed_m_s));
  }
  turn_towards(state.heading, wanted, rate, config_.yaw_rate_max_rad_s,
               config_.yaw_acceleration_max_rad_s2, dt_s);
  return {state.heading.yaw, state.heading.rate};
}

FlightTaskOutput OrbitTask::update(OrbitTaskState& state, const FlightTaskInput& in,
                                   const OrbitRequest& request, double dt_s) const {
  follow_resets(state, in.estimate);
  if (state.request_count != request.count) take_over(state, in, request);
  adjust(state, in, dt_s);
  const double v_z = wanted_climb(state, in);
  if (state.circling == 0) begin_circle_when_there(state);
  if (state.circling != 0) {
    circle(state, v_z, dt_s);
  } else {
    approach(state, in, v_z, dt_s);
  }
  const StickYaw yaw = look(state, in, dt_s);
  FlightTaskOutput out;
  out.setpoint.p_sp = position_of(state.motion);
  out.setpoint.v_sp = velocity_of(state.motion);
  out.setpoint.a_sp = acceleration_of(state.motion);
  out.setpoint.jerk_sp = jerk_of(state.motion);
  out.setpoint.yaw_sp = yaw.yaw_sp;
  out.setpoint.yaw_rate_sp = yaw.yaw_rate_sp;
  out.speed_up_limit_m_s = config_.speed_up_max_m_s;
  out.speed_down_limit_m_s = config_.speed_down_max_m_s;
  return out;
}

}  // namespace alula
