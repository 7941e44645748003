#include "control/auto_trajectory.h"

#include <algorithm>
#include <cmath>

#include "control/finite.h"
#include "control/near_ground.h"
#include "control/reset_count.h"
#include "control/thrust_vector.h"
#include "core/config_check.h"
#include "earth/standard_gravity.h"

namespace alula {
namespace {

constexpr double emergency_factor = 1.3;   // beyond the speed limits
constexpr double stretch_of_limits = 1.2;  // room for the position controller's correction
constexpr double climb_wanted_m_s = 0.3;   // what counts as wanting to leave the ground
constexpr double climb_wanted_m = 0.05;    // for a take-off target
constexpr double first_descent_m_s = 0.7;  // the trajectory waits below the ground for the ramp

double height_above_home(const AutoTrajectoryInput& in) {
  const double ground_z = in.home.set_count > 0 ? in.home.p_W.z : 0.0;
  return ground_z - in.estimate.p_WB.z;
}

}  // namespace

MaybeError validate(const AutoTrajectoryConfig& config) {
  return ConfigCheck()
      .above_zero("cruise_speed_m_s", config.cruise_speed_m_s)
      .above_zero("speed_xy_max_m_s", config.speed_xy_max_m_s)
      .above_zero("speed_up_m_s", config.speed_up_m_s)
      .above_zero("speed_down_m_s", config.speed_down_m_s)
      .above_zero("speed_up_max_m_s", config.speed_up_max_m_s)
      .above_zero("speed_down_max_m_s", config.speed_down_max_m_s)
      .above_zero("acceleration_xy_m_s2", config.acceleration_xy_m_s2)
      .above_zero("acceleration_up_m_s2", config.acceleration_up_m_s2)
      .above_zero("acceleration_down_m_s2", config.acceleration_down_m_s2)
      .above_zero("jerk_m_s3", config.jerk_m_s3)
      .above_zero("turn_gain", config.turn_gain)
      .zero_or_more("tracking_error_max_m", config.tracking_error_max_m)
      .above_zero("acceptance_radius_m", config.acceptance_radius_m)
      .above_zero("acceptance_height_m", config.acceptance_height_m)
      .above_zero("takeoff_speed_m_s", config.takeoff_speed_m_s)
      .zero_or_more("takeoff_ramp_time_s", config.takeoff_ramp_time_s)
      .above_zero("landing_speed_m_s", config.landing_speed_m_s)
      .above_zero("landing_crawl_speed_m_s", config.landing_crawl_speed_m_s)
      .zero_or_more("slow_down_height_m", config.slow_down_height_m)
      .zero_or_more("landing_height_m", config.landing_height_m)
      .zero_or_more("crawl_height_m", config.crawl_height_m)
      .above_zero("yaw_rate_max_rad_s", config.yaw_rate_max_rad_s)
      .above_zero("yaw_acceleration_max_rad_s2", config.yaw_acceleration_max_rad_s2)
      .above_zero("yaw_tolerance_rad", config.yaw_tolerance_rad)
      .require("yaw_mode", config.yaw_mode >= 0 && config.yaw_mode <= 4, "must be from 0 to 4")
      .result();
}

void AutoTrajectory::activate(AutoTrajectoryState& state, const VehicleEstimate& estimate,
                              const TrajectorySetpoint& last) const {
  state = {};
  state.active = 1;
  reset(state.smoothing, finite_or(last.p_sp, estimate.p_WB), finite_or(last.v_sp, estimate.v_WB),
        finite_or(last.a_sp, Vec3::zero()));
  const double yaw = finite_or(last.yaw_sp, yaw_of(estimate.q_WB));
  reset(state.heading, {0.0, finite_or(last.yaw_rate_sp, 0.0), yaw, 0.0});
  state.yaw_wanted = yaw;
  state.leg = state.flown = {estimate.p_WB, estimate.p_WB, estimate.p_WB};
  state.closest = estimate.p_WB;
  state.acceptance_radius = config_.acceptance_radius_m;
  state.cruise_speed = std::min(config_.cruise_speed_m_s, config_.speed_xy_max_m_s);
  state.reset_xy = estimate.reset_xy.count;
  state.reset_z = estimate.reset_z.count;
  state.reset_vxy = estimate.reset_vxy.count;
  state.reset_vz = estimate.reset_vz.count;
  state.reset_heading = estimate.reset_heading.count;
}

FlightTaskOutput AutoTrajectory::update(AutoTrajectoryState& state, const AutoTrajectoryInput& in,
                                        double dt_s) const {
  ALULA_ASSERT(dt_s > 0.0);
  const Vec3& p_WB = in.estimate.p_WB;
  // Nothing sensible can be planned from a place that is not known; the last motion is held until
  // it is again.
  const bool known =
      is_finite(p_WB) && is_finite(in.estimate.v_WB) && std::isfinite(yaw_of(in.estimate.q_WB));
  if (!known) return result(state, in);
  if (state.active == 0) activate(state, in.estimate, {});
  follow_resets(state, in.estimate);
  if (in.phase < TakeoffPhase::ramp) restart_on_ground(state, in.estimate);

  follow_triplet(state, in);
  choose_heading(state, in);
  watch_speed(state);

  SmoothingWaypoints waypoints = state.flown;
  double climb_rate = 0.0;
  if (state.kind == TargetKind::takeoff) {
    // Straight up: a target that drifted aside while the vehicle stood must not slow the climb,
    // since all axes share the time of the slowest.
    const Vec3 p = position_of(state.smoothing);
    waypoints.target = waypoints.next = {p.x, p.y, waypoints.target.z};
  }
  if (state.kind == TargetKind::land) {
    waypoints.target.z = kNotCommanded;
    climb_rate = landing_speed(height_above_home(in), in.range_m);
  }
  const PositionSmoothingLimits limits = limits_of(state, in);
  const PositionSmoothing smoothing(limits);
  Vec3 wanted = smoothing.wanted_velocity(state.smoothing, waypoints, climb_rate);
  const bool waits_for_yaw = config_.yaw_mode == 4 && state.yaw_aligned == 0;
  if (waits_for_yaw || state.emergency_braking != 0) wanted = Vec3::zero();
  state.wanted_v_z = wanted.z;
  smoothing.advance(state.smoothing, p_WB, wanted, dt_s);
  smooth_heading(state, p_WB, dt_s);
  state.kind_before = state.kind;
  return result(state, in);
}

Vec3 AutoTrajectory::stop_point(const Vec3& p_WB, const Vec3& v_WB) const {
  Vec3 point = alula::stop_point(p_WB, v_WB, config_.jerk_m_s3, config_.acceleration_xy_m_s2);
  // Braking a climb takes acceleration downwards.
  const double a_z = v_WB.z < 0.0 ? config_.acceleration_down_m_s2 : config_.acceleration_up_m_s2;
  const double z = stopping_distance(config_.jerk_m_s3, a_z, std::fabs(v_WB.z));
  point.z += std::copysign(z, v_WB.z);
  return point;
}

// The trajectory stands where the vehicle stands. Its slight descent makes it meet the thrust ramp.
void AutoTrajectory::restart_on_ground(AutoTrajectoryState& state,
                                       const VehicleEstimate& estimate) const {
  reset(state.smoothing, estimate.p_WB, {0.0, 0.0, first_descent_m_s}, Vec3::zero());
  reset(state.heading, {0.0, 0.0, yaw_of(estimate.q_WB), 0.0});
  state.yaw_locked = 0;
}

void AutoTrajectory::follow_resets(AutoTrajectoryState& state,
                                   const VehicleEstimate& estimate) const {
  AxisState(&axes)[3] = state.smoothing.axes;
  if (take_over(state.reset_xy, estimate.reset_xy.count)) {
    shift(axes[0], 0.0, estimate.reset_xy.delta_x);
    shift(axes[1], 0.0, estimate.reset_xy.delta_y);
  }
  if (take_over(state.reset_z, estimate.reset_z.count)) shift(axes[2], 0.0, estimate.reset_z.delta);
  if (take_over(state.reset_vxy, estimate.reset_vxy.count)) {
    shift(axes[0], estimate.reset_vxy.delta_x, 0.0);
    shift(axes[1], estimate.reset_vxy.delta_y, 0.0);
  }
  if (take_over(state.reset_vz, estimate.reset_vz.count))
    shift(axes[2], estimate.reset_vz.delta, 0.0);
  if (take_over(state.reset_heading, estimate.reset_heading.count)) {
    shift(state.heading, estimate.reset_heading.delta, 0.0);
    state.yaw_wanted += estimate.reset_heading.delta;
  }
}

// A mode may begin at a speed that no limit foresees: then everything goes into braking.
void AutoTrajectory::watch_speed(AutoTrajectoryState& state) const {
  const Vec3 v = velocity_of(state.smoothing);
  if (state.emergency_braking == 0) {
    const bool too_fast = norm_xy(v) > emergency_factor * config_.speed_xy_max_m_s ||
                          v.z > emergency_factor * config_.speed_down_max_m_s ||
                          v.z < -emergency_factor * config_.speed_up_max_m_s;
    if (too_fast) state.emergency_braking = 1;
  } else if (norm_xy(v) < 0.01 && std::fabs(v.z) < 0.01) {
    state.emergency_braking = 0;
  }
}

PositionSmoothingLimits AutoTrajectory::limits_of(AutoTrajectoryState& state,
                                                  const AutoTrajectoryInput& in) const {
  PositionSmoothingLimits limits;
  limits.jerk = config_.jerk_m_s3;
  limits.acceleration_xy = config_.acceleration_xy_m_s2;
  limits.speed_xy = config_.speed_xy_max_m_s;
  limits.cruise_speed = state.cruise_speed;
  limits.turn_gain = config_.turn_gain;
  limits.tracking_error_max = config_.tracking_error_max_m;
  limits.acceptance_radius = state.acceptance_radius;
  limits.acceptance_height = config_.acceptance_height_m;
  limits.acceleration_z = config_.acceleration_down_m_s2;
  limits.speed_z = config_.speed_down_m_s;
  if (state.emergency_braking != 0) {
    limits.jerk = limits.acceleration_xy = limits.acceleration_z = kStandardGravity;
    return limits;
  }
  if (state.wanted_v_z >= 0.0) return limits;

  limits.acceleration_z = config_.acceleration_up_m_s2;
  limits.speed_z = config_.speed_up_m_s;
  const bool near_ground = height_above_home(in) < config_.slow_down_height_m;
  if (state.kind == TargetKind::takeoff && near_ground) {
    const double ramp_time = std::max(config_.takeoff_ramp_time_s, 0.1);
    limits.speed_z = std::min(config_.takeoff_speed_m_s, config_.speed_up_m_s);
    limits.acceleration_z = std::min(limits.acceleration_z, config_.takeoff_speed_m_s / ramp_time);
    // The speed does not start at zero; the height set-point must not sink into the ground
    // meanwhile.
    const double z = in.estimate.p_WB.z;
    shift(state.smoothing.axes[2], 0.0, z - state.smoothing.axes[2].now.x);
  }
  return limits;
}

double AutoTrajectory::landing_speed(double height_m, double range_m) const {
  if (std::isfinite(range_m) && range_m <= config_.crawl_height_m)
    return config_.landing_crawl_speed_m_s;
  return descent_speed(height_m, config_.landing_height_m, config_.slow_down_height_m,
                       config_.landing_speed_m_s, config_.speed_down_max_m_s);
}

FlightTaskOutput AutoTrajectory::result(const AutoTrajectoryState& state,
                                        const AutoTrajectoryInput& in) const {
  FlightTaskOutput out;
  TrajectorySetpoint& setpoint = out.setpoint;
  setpoint.time = in.estimate.time;
  setpoint.p_sp = position_of(state.smoothing);
  setpoint.v_sp = velocity_of(state.smoothing);
  setpoint.a_sp = acceleration_of(state.smoothing);
  setpoint.jerk_sp = jerk_of(state.smoothing);
  setpoint.yaw_sp = state.heading.now.v;
  setpoint.yaw_rate_sp = state.heading.now.a;
  if (state.kind == TargetKind::idle) setpoint.a_sp = kNoThrustAcceleration;
  out.speed_up_limit_m_s =
      std::max(config_.speed_up_max_m_s, stretch_of_limits * config_.speed_up_m_s);
  out.speed_down_limit_m_s =
      std::max(config_.speed_down_max_m_s, stretch_of_limits * config_.speed_down_m_s);
  if (state.emergency_braking != 0) {
    const double v_z = std::fabs(setpoint.v_sp.z);
    out.speed_up_limit_m_s = std::max(out.speed_up_limit_m_s, v_z);
    out.speed_down_limit_m_s = std::max(out.speed_down_limit_m_s, v_z);
  }
  const bool below_target =
      state.kind == TargetKind::takeoff && state.leg.target.z < in.estimate.p_WB.z - climb_wanted_m;
  out.want_takeoff = state.wanted_v_z < -climb_wanted_m_s || below_target;
  return out;
}

}  // namespace alula
