#include "control/follow_task.h"

#include <algorithm>
#include <cmath>

#include "control/finite.h"
#include "control/reset_count.h"
#include "core/config_check.h"

namespace alula {
namespace {

constexpr double kPull = 1.0;               // how fast a distance is made up for [1/s]
constexpr double kCourseKnown_m_s = 1.0;    // slower a target has no course
constexpr double kCourseTurn_rad_s2 = 1.0;  // how the course's rate changes at most
constexpr double kLookFrom_m = 1.0;         // closer the target has no direction

Vec3 capped(const Vec3& a, double most) {
  const double length = norm(a);
  return length > most ? (most / length) * a : a;
}

}  // namespace

MaybeError validate(const FollowTaskConfig& config) {
  return ConfigCheck()
      .above_zero("height_m", config.height_m)
      .above_zero("distance_m", config.distance_m)
      .finite("angle_rad", config.angle_rad)
      .above_zero("tangential_speed_m_s", config.tangential_speed_m_s)
      .result();
}

void FollowTask::activate(FollowTaskState& state, const VehicleEstimate& estimate,
                          const PreviousSetpoint& previous) {
  const TrajectorySetpoint& last = previous.trajectory;
  state = {};
  state.p = finite_or(last.p_sp, estimate.p_WB);
  state.v = finite_or(last.v_sp, estimate.v_WB);
  state.heading = {finite_or(last.yaw_sp, yaw_of(estimate.q_WB)), finite_or(last.yaw_rate_sp, 0.0)};
  state.reset_xy = estimate.reset_xy.count;
  state.reset_z = estimate.reset_z.count;
  state.reset_heading = estimate.reset_heading.count;
}

// The place beside the target and how fast it moves. A new course swings the vehicle around the
// target no faster than the configured speed. A target without a course is taken from where the
// vehicle is.
FollowTask::Place FollowTask::wanted(FollowTaskState& state, const FollowPoint& target,
                                     double home_z, double dt_s) const {
  if (target.live == 0) return {state.p, Vec3::zero()};
  const Vec3 p_target = target.p_W + target.age_s * target.v_W;
  const bool moves = norm_xy(target.v_W) > kCourseKnown_m_s;
  const double heard = std::atan2(target.v_W.y, target.v_W.x);
  if (std::isnan(state.course)) {
    const Vec3 from = state.p - p_target;
    state.course = moves ? heard : wrap_pi(std::atan2(from.y, from.x) - config_.angle_rad);
  }
  HeadingState course{state.course, state.course_rate};
  turn_towards(course, moves ? heard : state.course, 0.0,
               config_.tangential_speed_m_s / config_.distance_m, kCourseTurn_rad_s2, dt_s);
  state.course = course.yaw;
  state.course_rate = course.rate;
  const double bearing = state.course + config_.angle_rad;
  const Vec3 out{std::cos(bearing), std::sin(bearing), 0.0};
  const Vec3 around{-out.y, out.x, 0.0};
  Place place{p_target + config_.distance_m * out,
              target.v_W + config_.distance_m * state.course_rate * around};
  const bool over_target = config_.height_mode == 2;
  place.p.z = (over_target ? p_target.z : home_z) - config_.height_m;
  if (!over_target) place.v.z = 0.0;
  return place;
}

// A critically damped pull towards the place, bounded in speed and acceleration.
Vec3 FollowTask::acceleration(const FollowTaskState& state, const Place& wanted) const {
  const AutoTrajectoryConfig& t = trajectory_;
  const Vec3 error = wanted.p - state.p;
  const double half_pull = 0.5 * kPull;
  Vec3 v = level(wanted.v) + capped(half_pull * level(error), t.cruise_speed_m_s);
  v = capped(v, t.speed_xy_max_m_s);
  v.z = std::clamp(wanted.v.z + half_pull * error.z, -t.speed_up_m_s, t.speed_down_m_s);
  const Vec3 a = 2.0 * kPull * (v - state.v);
  Vec3 result = capped(level(a), t.acceleration_xy_m_s2);
  result.z = std::clamp(a.z, -t.acceleration_up_m_s2, t.acceleration_down_m_s2);
  return result;
}

void FollowTask::look(FollowTaskState& state, const FollowPoint& target, double dt_s) const {
  const Vec3 way = level(target.p_W + target.age_s * target.v_W - state.p);
  const double distance = norm(way);
  const bool known = target.live != 0 && distance > kLookFrom_m;
  double wanted = state.heading.yaw, rate = 0.0;
  if (known) {
    const Vec3 v = target.v_W - state.v;
    wanted = std::atan2(way.y, way.x);
    rate = (way.x * v.y - way.y * v.x) / (distance * distance);
  }
  turn_towards(state.heading, wanted, rate, trajectory_.yaw_rate_max_rad_s,
               trajectory_.yaw_acceleration_max_rad_s2, dt_s);
}

FlightTaskOutput FollowTask::update(FollowTaskState& state, const FlightTaskInput& in,
                                    const FollowPoint& target, double home_z, double dt_s) const {
  const VehicleEstimate& e = in.estimate;
  if (take_over(state.reset_xy, e.reset_xy.count))
    state.p += Vec3{e.reset_xy.delta_x, e.reset_xy.delta_y, 0.0};
  if (take_over(state.reset_z, e.reset_z.count)) state.p.z += e.reset_z.delta;
  if (take_over(state.reset_heading, e.reset_heading.count))
    state.heading.yaw += e.reset_heading.delta;
  const Vec3 a = acceleration(state, wanted(state, target, home_z, dt_s));
  state.p += dt_s * state.v + (0.5 * dt_s * dt_s) * a;
  state.v += dt_s * a;
  look(state, target, dt_s);
  FlightTaskOutput out;
  out.setpoint.p_sp = state.p;
  out.setpoint.v_sp = state.v;
  out.setpoint.a_sp = a;
  out.setpoint.yaw_sp = state.heading.yaw;
  out.setpoint.yaw_rate_sp = state.heading.rate;
  out.speed_up_limit_m_s = trajectory_.speed_up_max_m_s;
  out.speed_down_limit_m_s = trajectory_.speed_down_max_m_s;
  return out;
}

}  // namespace alula
