// control/velocity_smoothing.h: from any motion to a wanted speed, with bounded acceleration and
// jerk, one axis.
//
// Three phases: jerk towards a peak acceleration p, p held, jerk back to zero. In the frame of the
// direction of the change (J > 0, dv = wanted speed - speed now, a0 = acceleration now) the speed
// equation gives
//   fastest:            p^2 = J dv + a0^2/2, at most A
//   in a given time T:  p^2 - p (J T + a0) + a0^2/2 + J dv = 0, or, when p comes out below a0
//                       and the acceleration has to fall first, p = (dv - a0^2/(2 J)) / (T - a0/J).
// The shape is PX4's VelocitySmoothing; the second case is ours and keeps a re-planned motion on
// its own plan.
#pragma once

#include "core/arena.h"

namespace alula {

struct AxisLimits {
  double jerk = 4.0;          // [m/s^3], > 0
  double acceleration = 3.0;  // [m/s^2], > 0
  double speed = 12.0;        // [m/s], > 0
};

// Jerk, acceleration, velocity and position. Radians in place of metres for headings.
struct AxisMotion {
  double j = 0.0, a = 0.0, v = 0.0, x = 0.0;
};

struct AxisPlan {
  AxisMotion start{};                        // j unused
  double jerk_first = 0.0, jerk_last = 0.0;  // signed
  double t1 = 0.0, t2 = 0.0, t3 = 0.0;       // durations [s]
  double elapsed = 0.0;                      // [s]
};

struct AxisState {
  AxisMotion now{};
  AxisPlan plan{};
  double v_target = 0.0;
};
static_assert(ArenaState<AxisState>);

inline double total_time(const AxisPlan& plan) { return plan.t1 + plan.t2 + plan.t3; }

// The motion `t` seconds after the start of the plan; constant speed after its end. Exact
// polynomials.
AxisMotion motion_at(const AxisPlan& plan, double t);

// The fastest way to `v_target` (held within the speed limit) from `now`.
AxisPlan plan_fastest(const AxisMotion& now, double v_target, const AxisLimits& limits);
// Arrives after exactly `time_s`, which is at least the fastest plan's.
AxisPlan plan_in_time(const AxisMotion& now, double v_target, const AxisLimits& limits,
                      double time_s);

// Moves `dt_s` along the plan.
void advance(AxisState& axis, double dt_s);
void reset(AxisState& axis, const AxisMotion& motion);
// The jump of an estimate: plan and motion move together.
void shift(AxisState& axis, double delta_v, double delta_x);

// New plans for three axes that arrive together.
void plan_synchronised(AxisState (&axes)[3], const double (&v_target)[3],
                       const AxisLimits (&limits)[3]);

}  // namespace alula
