#include "control/sticks.h"

#include <algorithm>
#include <cmath>

#include "control/finite.h"
#include "control/near_ground.h"
#include "control/reset_count.h"
#include "math/filters.h"

namespace alula {
namespace {

constexpr double kTurnOver = 0.02;       // a turn by stick has ended [rad/s]
constexpr double kTurnOverFlown = 0.2;   // and the vehicle's own has nearly
constexpr double kMotionOver = 1e-6;     // a smoothed motion has come to rest
constexpr double kTakeoffStick = 0.3;    // above the middle: PX4's wish to leave the ground
constexpr double kCorrectionRoom = 1.2;  // of the speed limit, for the position loop

}  // namespace

double super_expo(double x, double e, double g) {
  return expo(x, e) * (1.0 - g) / (1.0 - g * std::fabs(x));
}

double dead_zone(double x, double zone) {
  const double over = std::fabs(x) - zone;
  return over > 0.0 ? std::copysign(over / (1.0 - zone), x) : 0.0;
}

double stick_curve(double x, double zone, double e) {
  return expo(dead_zone(std::clamp(x, -1.0, 1.0), zone), e);
}

Vec3 stick_xy(const ManualControl& sticks, const ManualConfig& config) {
  const Vec3 stick{stick_curve(sticks.pitch, config.dead_zone, config.expo_xy),
                   stick_curve(sticks.roll, config.dead_zone, config.expo_xy), 0.0};
  const double length = norm(stick);
  return length > 1.0 ? stick / length : stick;
}

double stick_thrust(double throttle, double hover_thrust, double idle, const ManualConfig& config) {
  const double share = 0.5 * (std::clamp(throttle, -1.0, 1.0) + 1.0);  // 0..1
  const double most = config.thrust_max;
  if (config.thrust_curve != 0) return idle + share * (most - idle);
  const double hover = std::clamp(hover_thrust, idle, most);
  if (share < 0.5) return idle + 2.0 * share * (hover - idle);
  return hover + (2.0 * share - 1.0) * (most - hover);
}

void begin_yaw(StickYawState& state, const VehicleEstimate& estimate,
               const PreviousSetpoint& previous) {
  state.rate = finite_or(previous.trajectory.yaw_rate_sp, 0.0);
  state.held = previous.trajectory.yaw_sp;
  state.reset_heading = estimate.reset_heading.count;
}

StickYaw update_yaw(StickYawState& state, const FlightTaskInput& in, const ManualConfig& config,
                    double dt_s) {
  if (take_over(state.reset_heading, in.estimate.reset_heading.count)) {
    state.held += in.estimate.reset_heading.delta;
  }
  const double stick = stick_curve(in.sticks.yaw, config.dead_zone, config.expo_yaw);
  LowPassState<double> rate{state.rate};
  state.rate =
      LowPass<double>(config.yaw_rate_tau_s, dt_s).update(rate, stick * config.yaw_rate_max);
  const double yaw = yaw_of(in.estimate.q_WB);
  if (!in.airborne) {
    // On the ground nothing turns, and nothing is to be made up for after lift-off.
    state.rate = 0.0;
    state.held = yaw;
  } else if (stick != 0.0) {
    state.held = kNotCommanded;
  } else if (std::isnan(state.held) && std::fabs(state.rate) < kTurnOver &&
             std::fabs(in.estimate.w_WB_B.z) < kTurnOverFlown) {
    state.held = yaw;
  }
  return {state.held, state.rate};
}

void begin_climb(StickClimbState& state, const VehicleEstimate& estimate,
                 const PreviousSetpoint& previous) {
  const double v = finite_or(previous.v_sp.z, finite_or(estimate.v_WB.z, 0.0));
  reset(state.axis, {0.0, finite_or(previous.trajectory.a_sp.z, 0.0), v, 0.0});
  state.held = kNotCommanded;
  state.reset_z = estimate.reset_z.count;
  state.reset_vz = estimate.reset_vz.count;
}

void update_climb(StickClimbState& state, const FlightTaskInput& in, const ManualConfig& config,
                  double dt_s, FlightTaskOutput& out) {
  const VehicleEstimate& e = in.estimate;
  if (take_over(state.reset_z, e.reset_z.count)) state.held += e.reset_z.delta;
  if (take_over(state.reset_vz, e.reset_vz.count)) shift(state.axis, e.reset_vz.delta, 0.0);
  const double stick = stick_curve(in.sticks.throttle, config.dead_zone, config.expo_z);
  const double down =
      descent_speed(in.ground_z - e.p_WB.z, config.landing_height_m, config.slow_down_height_m,
                    config.landing_speed_m_s, config.speed_down_m_s);
  const double wanted = -stick * (stick > 0.0 ? config.speed_up_m_s : down);

  if (in.phase < TakeoffPhase::ramp) {
    reset(state.axis, {});
    state.held = kNotCommanded;
  }
  advance(state.axis, dt_s);
  const bool upwards = wanted < state.axis.now.v;
  const double acceleration = upwards ? config.acceleration_up_m_s2 : config.acceleration_down_m_s2;
  const double speed = std::max(config.speed_up_m_s, config.speed_down_m_s);
  state.axis.plan = plan_fastest(state.axis.now, wanted, {config.jerk_m_s3, acceleration, speed});

  const AxisMotion& now = state.axis.now;
  const bool still = std::fabs(now.v) < kMotionOver && std::fabs(now.a) < kMotionOver;
  if (stick != 0.0) {
    state.held = kNotCommanded;
  } else if (std::isnan(state.held) && still && e.z_valid &&
             std::fabs(e.v_WB.z) < config.hold_speed_z_m_s) {
    state.held = e.p_WB.z;
  }
  out.setpoint.p_sp.z = state.held;
  out.setpoint.v_sp.z = now.v;
  out.setpoint.a_sp.z = now.a;
  out.setpoint.jerk_sp.z = now.j;
  out.speed_up_limit_m_s = config.speed_up_m_s;
  out.speed_down_limit_m_s = kCorrectionRoom * config.speed_down_m_s;
  out.want_takeoff = stick > 0.0 && in.sticks.throttle > kTakeoffStick;
}

}  // namespace alula
