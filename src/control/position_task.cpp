#include "control/position_task.h"

#include <algorithm>
#include <cmath>

#include "control/finite.h"
#include "control/reset_count.h"

namespace alula {
namespace {

constexpr double kMotionOver = 1e-6;
// An axis that the change of speed hardly needs keeps this share of the acceleration, to let go of
// what it still has.
constexpr double kShareMin = 0.2;

}  // namespace

void PositionTask::activate(PositionTaskState& state, const VehicleEstimate& estimate,
                            const PreviousSetpoint& previous) const {
  state = {};
  begin_yaw(state.yaw, estimate, previous);
  begin_climb(state.climb, estimate, previous);
  const Vec3 v = finite_or(previous.v_sp, finite_or(estimate.v_WB, Vec3::zero()));
  const Vec3 a = finite_or(previous.trajectory.a_sp, Vec3::zero());
  reset(state.axes[0], {0.0, a.x, v.x, 0.0});
  reset(state.axes[1], {0.0, a.y, v.y, 0.0});
  state.reset_xy = estimate.reset_xy.count;
  state.reset_vxy = estimate.reset_vxy.count;
}

void PositionTask::follow_resets(PositionTaskState& state, const VehicleEstimate& estimate) const {
  if (take_over(state.reset_xy, estimate.reset_xy.count)) {
    state.held += Vec3{estimate.reset_xy.delta_x, estimate.reset_xy.delta_y, 0.0};
  }
  if (take_over(state.reset_vxy, estimate.reset_vxy.count)) {
    shift(state.axes[0], estimate.reset_vxy.delta_x, 0.0);
    shift(state.axes[1], estimate.reset_vxy.delta_y, 0.0);
  }
}

// The acceleration is shared out along the change of velocity, and both axes arrive together.
void PositionTask::move(PositionTaskState& state, const Vec3& wanted, double dt_s) const {
  AxisState(&axes)[2] = state.axes;
  advance(axes[0], dt_s);
  advance(axes[1], dt_s);
  const double target[2] = {wanted.x, wanted.y};
  const Vec3 change{target[0] - axes[0].now.v, target[1] - axes[1].now.v, 0.0};
  const Vec3 along = unit_or(change, Vec3{1.0, 1.0, 0.0});
  const double share[2] = {std::max(std::fabs(along.x), kShareMin),
                           std::max(std::fabs(along.y), kShareMin)};
  AxisLimits limits[2];
  double slowest = 0.0;
  for (int i = 0; i < 2; ++i) {
    limits[i] = {config_.jerk_m_s3 * share[i], config_.acceleration_xy_m_s2 * share[i],
                 config_.speed_xy_max_m_s};
    axes[i].v_target = target[i];
    axes[i].plan = plan_fastest(axes[i].now, target[i], limits[i]);
    slowest = std::max(slowest, total_time(axes[i].plan));
  }
  for (int i = 0; i < 2; ++i) {
    if (total_time(axes[i].plan) < slowest)
      axes[i].plan = plan_in_time(axes[i].now, target[i], limits[i], slowest);
  }
}

FlightTaskOutput PositionTask::update(PositionTaskState& state, const FlightTaskInput& in,
                                      double dt_s) const {
  const VehicleEstimate& e = in.estimate;
  follow_resets(state, e);
  FlightTaskOutput out;
  update_climb(state.climb, in, config_, dt_s, out);
  const StickYaw yaw = update_yaw(state.yaw, in, config_, dt_s);

  const Vec3 stick = stick_xy(in.sticks, config_);
  const double speed = std::min(config_.speed_xy_m_s, config_.speed_xy_max_m_s);
  if (in.phase < TakeoffPhase::ramp) {
    // It stands where it stands: nothing pulls it along the ground.
    state.held = kVectorNotCommanded;
    reset(state.axes[0], {});
    reset(state.axes[1], {});
  }
  move(state, from_yaw(yaw_of(e.q_WB)) * (speed * stick), dt_s);
  const AxisMotion &x = state.axes[0].now, &y = state.axes[1].now;
  const bool still = std::hypot(x.v, y.v) < kMotionOver && std::hypot(x.a, y.a) < kMotionOver;
  const bool centred = stick == Vec3::zero();
  if (!centred) {
    state.held = kVectorNotCommanded;
  } else if (std::isnan(state.held.x) && still && e.xy_valid &&
             norm_xy(e.v_WB) < config_.hold_speed_xy_m_s) {
    state.held = level(e.p_WB);
  }
  TrajectorySetpoint& setpoint = out.setpoint;
  setpoint.p_sp = {state.held.x, state.held.y, setpoint.p_sp.z};
  setpoint.v_sp = {x.v, y.v, setpoint.v_sp.z};
  setpoint.a_sp = {x.a, y.a, setpoint.a_sp.z};
  setpoint.jerk_sp = {x.j, y.j, setpoint.jerk_sp.z};
  setpoint.yaw_sp = yaw.yaw_sp;
  setpoint.yaw_rate_sp = yaw.yaw_rate_sp;
  return out;
}

}  // namespace alula
