#include "control/position_control.h"

#include <algorithm>
#include <cmath>

#include "control/finite.h"
#include "control/reset_count.h"
#include "control/thrust_vector.h"
#include "core/config_check.h"
#include "math/filters.h"

namespace alula {
namespace {

// Of what was flown before a flight task began.
constexpr double kFadeTime_s = 0.45;
constexpr double kHeadingFadeTime_s = 0.5;
// While one lean fades into another, attitude control is told how fast; with all of that rate the
// motors would answer every change of the jerk at once.
constexpr double kLeadTime_s = 2.0;
constexpr double kLeadShare = 0.5;
constexpr double kLeadRise_s = 0.06;  // a lead that stands at once is a jerk itself

double finite_or_nan(double x, bool valid) { return valid && std::isfinite(x) ? x : kNotCommanded; }

double lead_weight(double left_s) {
  return std::min({1.0, (kLeadTime_s - left_s) / kLeadRise_s, left_s});
}

bool leans_most(const Vec3& thrust, const VelocityLimits& limits) {
  return norm_xy(thrust) > -thrust.z * std::tan(limits.tilt_rad) * 0.98;
}

TrajectorySetpoint no_thrust_setpoint(TimeNs time) {
  TrajectorySetpoint setpoint;
  setpoint.time = time;
  setpoint.a_sp = kNoThrustAcceleration;
  return setpoint;
}

}  // namespace

MaybeError validate(const PositionControlConfig& config) {
  constexpr double kTiltSafe_rad = 1.5534;  // 89 degrees, rounded up
  return ConfigCheck()
      .keep(validate(config.law))
      .zero_or_more("derivative_cutoff_hz", config.derivative_cutoff_hz)
      .above_zero("speed_horizontal_max_m_s", config.speed_horizontal_max_m_s)
      .above_zero("speed_up_max_m_s", config.speed_up_max_m_s)
      .above_zero("speed_down_max_m_s", config.speed_down_max_m_s)
      .from_to("tilt_max_flight_rad", config.tilt_max_flight_rad, 0.01, kTiltSafe_rad)
      .from_to("tilt_max_takeoff_rad", config.tilt_max_takeoff_rad, 0.01, kTiltSafe_rad)
      .above_zero("tilt_slew_rad_s", config.tilt_slew_rad_s)
      .from_to("thrust_min", config.thrust_min, 0.0, 1.0)
      .from_to("thrust_max", config.thrust_max, 0.0, 1.0)
      .require("thrust_min", config.thrust_min < config.thrust_max, "must be below thrust_max")
      .above_zero("thrust_hover", config.thrust_hover)
      .from_to("thrust_hover", config.thrust_hover, config.thrust_min, config.thrust_max)
      .above_zero("landing_speed_m_s", config.landing_speed_m_s)
      .result();
}

PositionControlOutput PositionControl::update(PositionControlState& state,
                                              const TrajectorySetpoint& setpoint,
                                              const VehicleEstimate& estimate,
                                              const PositionControlInput& in, double dt_s) const {
  ALULA_ASSERT(dt_s > 0.0);
  follow_resets(state, setpoint, estimate);
  MotionState motion = motion_of(state, estimate, dt_s);
  follow_hover_thrust(state, in);

  TrajectorySetpoint wanted = phase_setpoint(state, setpoint, in);
  VelocityLimits limits = limits_of(state, in, dt_s);

  // With the height itself not controlled, its derivative carries less bias than the velocity;
  // blended in with speed.
  const bool climb_only =
      std::isnan(wanted.p_sp.z) && std::isfinite(wanted.v_sp.z) && wanted.v_sp.z != 0.0;
  if (climb_only && estimate.z_valid && estimate.v_z_valid && std::isfinite(estimate.z_deriv_m_s)) {
    const double weight = std::min(1.0, std::fabs(wanted.v_sp.z) / config_.landing_speed_m_s);
    motion.v_WB.z = weight * estimate.z_deriv_m_s + (1.0 - weight) * motion.v_WB.z;
  }

  PositionControlOutput out;
  out.fault = check_setpoint(wanted, motion);
  const bool faulty = out.fault != SetpointFault::none;
  if (!faulty) state.blind.active = 0;
  if (faulty) {
    if (!std::isfinite(motion.yaw)) motion.yaw = 0.0;
    wanted = failsafe_setpoint(state, motion, estimate, in, dt_s);
    limits.up_m_s = std::min(limits.up_m_s, config_.speed_up_max_m_s);
    limits.down_m_s = config_.speed_down_max_m_s;
  }
  PositionControlInput begins = in;
  // What was faded in for a law that can no longer be flown does not fit the one that is now.
  const bool changes = state.faulty != (faulty ? 1U : 0U);
  const bool flew = state.thrust_last.z < 0.0;
  if (changes && flew) begins.handover_thrust = state.thrust_last;
  state.faulty = faulty ? 1 : 0;
  hand_over(state, wanted, motion, limits, begins, dt_s);
  out.status = law_.update(state.law, wanted, motion, limits, dt_s);
  out.status.time = estimate.time;
  state.thrust_last = out.status.thrust_sp;
  out.tilt_limit_rad = state.tilt_limit_rad;
  out.attitude.time = estimate.time;
  out.attitude.q_WB_sp = attitude_from_thrust(out.status.thrust_sp, out.status.yaw_sp);
  out.attitude.thrust_B_sp = {0.0, 0.0, -norm(out.status.thrust_sp)};
  out.attitude.yaw_rate_sp = out.status.yaw_rate_sp;
  state.lead_left_s = std::max(0.0, state.lead_left_s - dt_s);
  const bool free = state.lead_left_s > 0.0 && in.phase == TakeoffPhase::flight &&
                    !in.ground_contact && out.fault == SetpointFault::none &&
                    !leans_most(out.status.thrust_sp, limits);
  if (free) {
    const Vec3 rate = tilt_rate(out.status.thrust_sp, out.status.a_sp, wanted.jerk_sp);
    out.attitude.tilt_rate_W_sp = kLeadShare * lead_weight(state.lead_left_s) * rate;
  }
  return out;
}

MotionState PositionControl::motion_of(PositionControlState& state, const VehicleEstimate& estimate,
                                       double dt_s) const {
  const Vec3 &p = estimate.p_WB, &v = estimate.v_WB;
  const bool xy = estimate.xy_valid && std::isfinite(p.x) && std::isfinite(p.y);
  const bool v_xy = estimate.v_xy_valid && std::isfinite(v.x) && std::isfinite(v.y);
  MotionState motion;
  motion.p_WB = {finite_or_nan(p.x, xy), finite_or_nan(p.y, xy),
                 finite_or_nan(p.z, estimate.z_valid)};
  motion.v_WB = {finite_or_nan(v.x, v_xy), finite_or_nan(v.y, v_xy),
                 finite_or_nan(v.z, estimate.v_z_valid)};
  motion.yaw = yaw_of(estimate.q_WB);
  differentiate(state, motion.v_WB, dt_s);
  motion.v_dot = {finite_or_nan(state.v_dot.x, v_xy), finite_or_nan(state.v_dot.y, v_xy),
                  finite_or_nan(state.v_dot.z, estimate.v_z_valid)};
  return motion;
}

// First-order low pass of the difference quotient; starts afresh where the velocity was not known.
void PositionControl::differentiate(PositionControlState& state, const Vec3& v, double dt_s) const {
  const double time_constant = LowPass<double>::time_constant(config_.derivative_cutoff_hz);
  const double alpha = dt_s / (time_constant + dt_s);
  const auto step = [&](double& last, double& derivative, double now) {
    if (std::isnan(now) || std::isnan(last)) {
      derivative = 0.0;
    } else {
      derivative += alpha * ((now - last) / dt_s - derivative);
    }
    last = now;
  };
  step(state.v_last.x, state.v_dot.x, v.x);
  step(state.v_last.y, state.v_dot.y, v.y);
  step(state.v_last.z, state.v_dot.z, v.z);
}

// A set-point made before the estimate jumped is shifted by the jump; one made from the new
// estimate is not.
void PositionControl::follow_resets(PositionControlState& state, const TrajectorySetpoint& setpoint,
                                    const VehicleEstimate& estimate) const {
  if (setpoint.time != state.setpoint_time) {
    state.setpoint_time = setpoint.time;
    state.p_shift = {};
    state.v_shift = {};
    state.yaw_shift = 0.0;
  }
  const double older = setpoint.time < estimate.time ? 1.0 : 0.0;
  if (take_over(state.reset_xy, estimate.reset_xy.count)) {
    state.p_shift += older * Vec3{estimate.reset_xy.delta_x, estimate.reset_xy.delta_y, 0.0};
  }
  if (take_over(state.reset_z, estimate.reset_z.count))
    state.p_shift.z += older * estimate.reset_z.delta;
  if (take_over(state.reset_vxy, estimate.reset_vxy.count)) {
    const Vec3 delta{estimate.reset_vxy.delta_x, estimate.reset_vxy.delta_y, 0.0};
    state.v_shift += older * delta;
    state.v_last += delta;  // a jump is no acceleration
  }
  if (take_over(state.reset_vz, estimate.reset_vz.count)) {
    state.v_shift.z += older * estimate.reset_vz.delta;
    state.v_last.z += estimate.reset_vz.delta;
  }
  if (take_over(state.reset_heading, estimate.reset_heading.count)) {
    state.yaw_shift += older * estimate.reset_heading.delta;
  }
}

// Before flight the configured value: the last flight's may belong to another battery or load.
void PositionControl::follow_hover_thrust(PositionControlState& state,
                                          const PositionControlInput& in) const {
  const bool estimate = config_.use_hover_estimate != 0 && in.phase == TakeoffPhase::flight;
  if (!estimate || state.law.hover_thrust <= 0.0) {
    state.law.hover_thrust = config_.thrust_hover;
  } else if (in.hover_estimate_valid && in.hover_estimate > 0.0) {
    law_.change_hover_thrust(state.law, in.hover_estimate);
  }
}

TrajectorySetpoint PositionControl::phase_setpoint(PositionControlState& state,
                                                   const TrajectorySetpoint& setpoint,
                                                   const PositionControlInput& in) const {
  const bool flying = in.phase == TakeoffPhase::flight;
  if (in.phase < TakeoffPhase::ramp || (flying && in.ground_contact)) {
    law_.reset_integral(state.law);
    return no_thrust_setpoint(setpoint.time);
  }
  TrajectorySetpoint wanted = setpoint;
  wanted.p_sp += state.p_shift;
  wanted.v_sp += state.v_shift;
  wanted.yaw_sp += state.yaw_shift;
  // The ramp alone decides how the thrust rises.
  if (!flying && std::isfinite(wanted.v_sp.z)) wanted.a_sp.z = kNotCommanded;
  return wanted;
}

VelocityLimits PositionControl::limits_of(PositionControlState& state,
                                          const PositionControlInput& in, double dt_s) const {
  const bool flying = in.phase == TakeoffPhase::flight;
  const double tilt = flying ? config_.tilt_max_flight_rad : config_.tilt_max_takeoff_rad;
  if (state.tilt_limit_rad <= 0.0) state.tilt_limit_rad = tilt;
  const double step = config_.tilt_slew_rad_s * dt_s;
  state.tilt_limit_rad += std::clamp(tilt - state.tilt_limit_rad, -step, step);
  VelocityLimits limits;
  limits.horizontal_m_s = config_.speed_horizontal_max_m_s;
  limits.up_m_s = std::min(in.speed_up_limit_m_s, config_.speed_up_max_m_s);
  limits.down_m_s = std::max(in.speed_down_limit_m_s, 0.0);
  limits.tilt_rad = state.tilt_limit_rad;
  limits.thrust_min = flying ? config_.thrust_min : 0.0;
  limits.thrust_max = config_.thrust_max;
  return limits;
}

// What the new task asks for differs from what was flown; the difference fades, so that attitude
// and thrust go over without a step.
void PositionControl::hand_over(PositionControlState& state, TrajectorySetpoint& wanted,
                                const MotionState& motion, const VelocityLimits& limits,
                                const PositionControlInput& in, double dt_s) const {
  if (in.phase != TakeoffPhase::flight || in.ground_contact) {
    state.handover.begin(Vec3::zero());
    state.heading_handover = {};
    state.lead_left_s = 0.0;
    return;
  }
  if (in.mode_begins) state.lead_left_s = kLeadTime_s;
  if (is_finite(in.handover_thrust)) {
    VelocityLawState trial = state.law;
    const PositionControlStatus asked = law_.update(trial, wanted, motion, limits, dt_s);
    const Vec3 flown = acceleration_of_thrust(in.handover_thrust, state.law.hover_thrust,
                                              config_.law.decouple_tilt != 0);
    // Where a velocity is controlled, what is fed forward is not damped, and so counts for more.
    const Vec3& d = config_.law.velocity_d;
    const auto share = [](double gain, double v) {
      return std::isnan(v) ? 1.0 : 1.0 / (1.0 + gain);
    };
    const Vec3 shares{share(d.x, asked.v_sp.x), share(d.y, asked.v_sp.y), share(d.z, asked.v_sp.z)};
    const Vec3 offset = cwise_product(shares, flown - asked.a_sp);
    state.handover.begin(finite_or(offset, Vec3::zero()));
  }
  hand_over_heading(state, wanted, in, dt_s);
  const Vec3 offset = state.handover.advance(kFadeTime_s, dt_s);
  if (offset == Vec3::zero()) return;
  wanted.a_sp = finite_or(wanted.a_sp, Vec3::zero()) + offset;
}

// Where no heading is wanted only the turn fades.
void PositionControl::hand_over_heading(PositionControlState& state, TrajectorySetpoint& wanted,
                                        const PositionControlInput& in, double dt_s) {
  FadingHeading& fading = state.heading_handover;
  const bool begins = is_finite(in.handover_thrust);
  const double rate = finite_or(wanted.yaw_rate_sp, 0.0);
  if (begins) {
    const double step = wrap_pi(in.handover_yaw - wanted.yaw_sp);
    fading = {finite_or(step, 0.0), in.handover_yaw_rate - rate};
  }
  if (fading.yaw == 0.0 && fading.rate == 0.0) return;
  if (std::isnan(wanted.yaw_sp)) fading.yaw = 0.0;
  wanted.yaw_sp += fading.yaw;
  wanted.yaw_rate_sp = rate + fading.rate;
  fading.advance(kHeadingFadeTime_s, dt_s);
}

TrajectorySetpoint PositionControl::failsafe_setpoint(PositionControlState& state,
                                                      const MotionState& motion,
                                                      const VehicleEstimate& estimate,
                                                      const PositionControlInput& in,
                                                      double dt_s) const {
  TrajectorySetpoint setpoint;
  if (std::isfinite(motion.v_WB.x) && std::isfinite(motion.v_WB.y)) {
    setpoint.v_sp.x = setpoint.v_sp.y = 0.0;  // stop
    setpoint.v_sp.z = 0.0;
  } else {
    setpoint.a_sp.x = setpoint.a_sp.y = 0.0;  // level; drifting, so better down
    setpoint.v_sp.z = config_.landing_speed_m_s;
  }
  if (std::isfinite(motion.v_WB.z)) {
    state.blind.active = 0;
    return setpoint;
  }
  setpoint.v_sp.z = kNotCommanded;
  const bool flew = state.thrust_last.z < 0.0;
  const double share = flew ? -state.thrust_last.z / state.law.hover_thrust : 1.0;
  setpoint.a_sp.z = blind_descent_m_s2(
      state.blind,
      {estimate.v_WB.z, estimate.a_WB.z, in.blow_m_s2, share, config_.landing_speed_m_s}, dt_s);
  return setpoint;
}

}  // namespace alula
