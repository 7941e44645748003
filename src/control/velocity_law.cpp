#include "control/velocity_law.h"

#include <algorithm>
#include <cmath>

#include "control/finite.h"
#include "control/thrust_vector.h"
#include "core/config_check.h"
#include "earth/standard_gravity.h"

namespace alula {
namespace {

bool known(double x) { return !std::isnan(x); }
double or_zero(double x) { return finite_or(x, 0.0); }
Vec3 or_zero(const Vec3& a) { return finite_or(a, Vec3::zero()); }

// Each term counts only where it is known; nothing known stays NaN.
double sum_known(double a, double b) {
  if (!known(b)) return a;
  return known(a) ? a + b : b;
}
Vec3 sum_known(const Vec3& a, const Vec3& b) {
  return {sum_known(a.x, b.x), sum_known(a.y, b.y), sum_known(a.z, b.z)};
}
// Beyond what a vehicle can mean; squares of it stay finite.
bool huge(double x) { return std::fabs(x) > 1e9; }
bool huge(const Vec3& a) { return huge(a.x) || huge(a.y) || huge(a.z); }

bool one_known(double p, double v, double a) { return known(p) || known(v) || known(a); }
// True when a state that `wanted` needs is missing.
bool missing(const Vec3& wanted, const Vec3& state) {
  return (known(wanted.x) && !known(state.x)) || (known(wanted.y) && !known(state.y)) ||
         (known(wanted.z) && !known(state.z));
}
bool half_pair(const Vec3& a) { return known(a.x) != known(a.y); }

}  // namespace

MaybeError validate(const VelocityLawConfig& config) {
  return ConfigCheck()
      .zero_or_more("position_p", config.position_p)
      .above_zero("velocity_p", config.velocity_p)
      .zero_or_more("velocity_i", config.velocity_i)
      .zero_or_more("velocity_d", config.velocity_d)
      .from_to("thrust_margin_xy", config.thrust_margin_xy, 0.0, 1.0)
      .require("decouple_tilt", config.decouple_tilt == 0 || config.decouple_tilt == 1,
               "must be 0 or 1")
      .result();
}

const char* to_string(SetpointFault fault) {
  switch (fault) {
    case SetpointFault::none:
      return "none";
    case SetpointFault::axis_without_setpoint:
      return "an axis has no set-point";
    case SetpointFault::x_without_y:
      return "x and y set-points must come in pairs";
    case SetpointFault::position_unknown:
      return "a position is wanted but not known";
    case SetpointFault::velocity_unknown:
      return "a velocity is wanted but not known";
    case SetpointFault::not_finite:
      return "a set-point is infinite or huge, or the heading is not known";
  }
  return "unknown";
}

SetpointFault check_setpoint(const TrajectorySetpoint& setpoint, const MotionState& motion) {
  const Vec3 &p = setpoint.p_sp, &v = setpoint.v_sp, &a = setpoint.a_sp;
  const bool bad = huge(p) || huge(v) || huge(a) || huge(setpoint.yaw_sp) ||
                   huge(setpoint.yaw_rate_sp) || !std::isfinite(motion.yaw);
  if (bad) return SetpointFault::not_finite;
  if (!one_known(p.x, v.x, a.x) || !one_known(p.y, v.y, a.y) || !one_known(p.z, v.z, a.z)) {
    return SetpointFault::axis_without_setpoint;
  }
  if (half_pair(p) || half_pair(v) || half_pair(a)) return SetpointFault::x_without_y;
  if (missing(p, motion.p_WB)) return SetpointFault::position_unknown;
  // Position is controlled through velocity.
  const bool slow = missing(v, motion.v_WB) || missing(v, motion.v_dot) ||
                    missing(p, motion.v_WB) || missing(p, motion.v_dot);
  return slow ? SetpointFault::velocity_unknown : SetpointFault::none;
}

PositionControlStatus VelocityLaw::update(VelocityLawState& state,
                                          const TrajectorySetpoint& setpoint,
                                          const MotionState& motion, const VelocityLimits& limits,
                                          double dt_s) const {
  ALULA_ASSERT(dt_s > 0.0);
  PositionControlStatus out;
  out.time = setpoint.time;
  out.p_sp = setpoint.p_sp;
  out.v_sp = velocity_setpoint(setpoint, motion, limits);

  // Velocity loop, where a velocity is wanted; the acceleration of the set-point is fed forward.
  const Vec3 v_error = out.v_sp - motion.v_WB;
  // PX4 damps all of it, and so takes a part from what is fed forward.
  const Vec3 unasked = motion.v_dot - or_zero(setpoint.a_sp);
  const Vec3 feedback = cwise_product(config_.velocity_p, v_error) + state.integral -
                        cwise_product(config_.velocity_d, unasked);
  out.a_sp = sum_known(setpoint.a_sp, feedback);
  const Vec3 thrust_wanted = thrust_of(out.a_sp, state.hover_thrust, limits);
  out.thrust_sp = within_thrust_max(thrust_wanted, limits.thrust_max);

  // The vertical integral stops on the thrust before the horizontal margin is taken off it.
  PositionControlStatus saturation = out;
  saturation.thrust_sp.z = thrust_wanted.z;
  integrate(state, v_error, saturation, limits, dt_s);
  state.a_sp_z = out.a_sp.z;

  out.yaw_sp = known(setpoint.yaw_sp) ? setpoint.yaw_sp : motion.yaw;
  out.yaw_rate_sp = or_zero(setpoint.yaw_rate_sp);
  return out;
}

void VelocityLaw::change_hover_thrust(VelocityLawState& state, double hover_thrust) const {
  if (!(hover_thrust > 1e-6)) return;
  const double g = kStandardGravity;
  state.integral.z += (state.a_sp_z - g) * state.hover_thrust / hover_thrust + g - state.a_sp_z;
  state.hover_thrust = hover_thrust;
}

// The part that comes from the position error keeps its direction and goes before the feed-forward.
Vec3 VelocityLaw::velocity_setpoint(const TrajectorySetpoint& setpoint, const MotionState& motion,
                                    const VelocityLimits& limits) const {
  const Vec3 from_position = cwise_product(config_.position_p, setpoint.p_sp - motion.p_WB);
  Vec3 v_sp = sum_known(setpoint.v_sp, from_position);
  const Vec3 first = or_zero(from_position);
  if (known(v_sp.x) && known(v_sp.y)) {
    const Vec3 capped = constrain_xy(first, v_sp - first, limits.horizontal_m_s);
    v_sp.x = capped.x;
    v_sp.y = capped.y;
  }
  // Early in the take-off ramp the upper bound lies below the lower one; then the lower one wins.
  if (known(v_sp.z)) v_sp.z = std::max(std::min(v_sp.z, limits.down_m_s), -limits.up_m_s);
  return v_sp;
}

Vec3 VelocityLaw::thrust_of(const Vec3& a_sp, double hover_thrust,
                            const VelocityLimits& limits) const {
  const double g = kStandardGravity;
  const double lift = config_.decouple_tilt != 0 ? g : g - a_sp.z;
  Vec3 z_B = unit_or(Vec3{-a_sp.x, -a_sp.y, lift}, Vec3{0.0, 0.0, 1.0});
  z_B = limit_tilt(z_B, limits.tilt_rad);
  const double collective = (hover_thrust - a_sp.z * hover_thrust / g) / z_B.z;
  // Some thrust is always wanted: its direction is the attitude.
  return -std::max(collective, std::max(limits.thrust_min, 1e-3)) * z_B;
}

// Vertical before horizontal, but a share of the thrust is kept for horizontal control.
Vec3 VelocityLaw::within_thrust_max(const Vec3& thrust, double thrust_max) const {
  const double length_xy = norm_xy(thrust);
  const double kept = std::min(length_xy, config_.thrust_margin_xy);
  const double max_squared = thrust_max * thrust_max;
  Vec3 result = thrust;
  result.z = std::max(thrust.z, -std::sqrt(std::max(0.0, max_squared - kept * kept)));
  const double xy_max = std::sqrt(std::max(0.0, max_squared - result.z * result.z));
  if (length_xy > xy_max) {
    result.x = thrust.x / length_xy * xy_max;
    result.y = thrust.y / length_xy * xy_max;
  }
  return result;
}

void VelocityLaw::integrate(VelocityLawState& state, const Vec3& v_error,
                            const PositionControlStatus& wanted, const VelocityLimits& limits,
                            double dt_s) const {
  Vec3 error = or_zero(v_error);
  const double thrust_up = -wanted.thrust_sp.z;
  const double thrust_min = std::max(limits.thrust_min, 1e-3);
  const bool at_bottom = thrust_up <= thrust_min && error.z >= 0.0;
  const bool at_top = thrust_up >= limits.thrust_max && error.z <= 0.0;
  if (at_bottom || at_top) error.z = 0.0;

  // Horizontally the integral is driven back by what saturation took away.
  if (known(v_error.x) && known(v_error.y)) {
    const double a_of_thrust = kStandardGravity / state.hover_thrust;
    const Vec3 made{wanted.thrust_sp.x * a_of_thrust, wanted.thrust_sp.y * a_of_thrust, 0.0};
    const Vec3 asked{wanted.a_sp.x, wanted.a_sp.y, 0.0};
    const bool saturated = norm_squared(asked) > norm_squared(made);
    const double gain = 2.0 / config_.velocity_p.x;
    if (saturated) error = error - gain * (asked - made);
  }
  state.integral += dt_s * cwise_product(config_.velocity_i, error);
  state.integral.z = std::clamp(state.integral.z, -kStandardGravity, kStandardGravity);
}

}  // namespace alula
