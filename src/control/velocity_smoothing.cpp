#include "control/velocity_smoothing.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace alula {
namespace {

AxisMotion after(const AxisMotion& m, double jerk, double t) {
  return {jerk, m.a + jerk * t, m.v + t * (m.a + 0.5 * t * jerk),
          m.x + t * (m.v + t * (0.5 * m.a + t * jerk / 6.0))};
}

// +1 or -1: whether the speed that remains after letting the acceleration fade lies below or above
// the target.
double direction_of(const AxisMotion& now, double v_target, double jerk) {
  const double v_faded = now.v + now.a * std::fabs(now.a) / (2.0 * jerk);
  if (v_target != v_faded) return v_target > v_faded ? 1.0 : -1.0;
  return now.a >= 0.0 ? 1.0 : -1.0;
}

// The plan whose peak acceleration is `peak`, in the frame turned by `direction`; `hold_s` below
// zero: as long as the speed equation asks.
AxisPlan plan_through(const AxisMotion& now, double direction, double peak, double dv, double jerk,
                      double hold_s) {
  const double a0 = direction * now.a;
  const double first = peak >= a0 ? jerk : -jerk;
  AxisPlan plan;
  plan.start = now;
  plan.jerk_first = direction * first;
  plan.jerk_last = -direction * jerk;
  plan.t1 = (peak - a0) / first;
  plan.t3 = peak / jerk;
  if (hold_s >= 0.0) {
    plan.t2 = hold_s;
  } else if (peak > 1e-9) {
    const double gained = (peak * peak - a0 * a0) / (2.0 * first) + peak * peak / (2.0 * jerk);
    plan.t2 = std::max(0.0, (dv - gained) / peak);
  }
  return plan;
}

struct Task {
  double direction, dv, a0;  // dv and a0 in the frame turned by direction
};
Task task_of(const AxisMotion& now, double v_target, const AxisLimits& limits) {
  ALULA_ASSERT(limits.jerk > 0.0 && limits.acceleration > 0.0 && limits.speed > 0.0);
  const double wanted = std::clamp(v_target, -limits.speed, limits.speed);
  const double direction = direction_of(now, wanted, limits.jerk);
  return {direction, direction * (wanted - now.v), direction * now.a};
}

}  // namespace

AxisMotion motion_at(const AxisPlan& plan, double t) {
  const double t1 = std::min(t, plan.t1);
  AxisMotion motion = after(plan.start, plan.jerk_first, t1);
  double rest = t - t1;
  if (rest <= 0.0) return motion;
  const double t2 = std::min(rest, plan.t2);
  motion = after(motion, 0.0, t2);
  rest -= t2;
  if (rest <= 0.0) return motion;
  const double t3 = std::min(rest, plan.t3);
  motion = after(motion, plan.jerk_last, t3);
  rest -= t3;
  if (rest <= 0.0) return motion;
  motion.a = 0.0;  // but for rounding it is
  return after(motion, 0.0, rest);
}

AxisPlan plan_fastest(const AxisMotion& now, double v_target, const AxisLimits& limits) {
  const Task task = task_of(now, v_target, limits);
  const double square = limits.jerk * task.dv + 0.5 * task.a0 * task.a0;
  const double peak = std::min(std::sqrt(std::max(0.0, square)), limits.acceleration);
  return plan_through(now, task.direction, peak, task.dv, limits.jerk, -1.0);
}

AxisPlan plan_in_time(const AxisMotion& now, double v_target, const AxisLimits& limits,
                      double time_s) {
  const AxisPlan fastest = plan_fastest(now, v_target, limits);
  if (time_s <= total_time(fastest)) return fastest;
  const Task task = task_of(now, v_target, limits);
  const double jerk = limits.jerk, a0 = task.a0;
  double peak = (task.dv - 0.5 * a0 * std::fabs(a0) / jerk) / (time_s - std::max(0.0, a0) / jerk);
  if (a0 <= 0.0 || peak > a0) {
    const double half = 0.5 * (jerk * time_s + a0);
    const double square = half * half - 0.5 * a0 * a0 - jerk * task.dv;
    peak = half - std::sqrt(std::max(0.0, square));
  }
  peak = std::clamp(peak, 0.0, std::max(limits.acceleration, a0));
  AxisPlan plan = plan_through(now, task.direction, peak, task.dv, jerk, 0.0);
  plan.t2 = std::max(0.0, time_s - plan.t1 - plan.t3);
  return plan;
}

void advance(AxisState& axis, double dt_s) {
  axis.plan.elapsed += dt_s;
  axis.now = motion_at(axis.plan, axis.plan.elapsed);
}

void reset(AxisState& axis, const AxisMotion& motion) {
  axis.now = motion;
  axis.plan = {};
  axis.plan.start = motion;
  axis.plan.t2 = 1e9;  // keeps the acceleration until the first planning
  axis.v_target = motion.v;
}

// The start of the plan moves so that the plan passes through the shifted motion now.
void shift(AxisState& axis, double delta_v, double delta_x) {
  axis.now.v += delta_v;
  axis.now.x += delta_x;
  axis.plan.start.v += delta_v;
  axis.plan.start.x += delta_x - delta_v * axis.plan.elapsed;
}

void plan_synchronised(AxisState (&axes)[3], const double (&v_target)[3],
                       const AxisLimits (&limits)[3]) {
  double slowest = 0.0;
  for (int i = 0; i < 3; ++i) {
    axes[i].v_target = v_target[i];
    axes[i].plan = plan_fastest(axes[i].now, v_target[i], limits[i]);
    slowest = std::max(slowest, total_time(axes[i].plan));
  }
  for (int i = 0; i < 3; ++i) {
    const bool faster = total_time(axes[i].plan) < slowest;
    if (faster) axes[i].plan = plan_in_time(axes[i].now, v_target[i], limits[i], slowest);
  }
}

}  // namespace alula
