#include "control/attitude_task.h"

#include <algorithm>
#include <cmath>

#include "control/finite.h"
#include "control/thrust_vector.h"

namespace alula {
namespace {

constexpr double kFadeTime = 0.4;  // of what was flown before [s]

// The level turn that tilts the heading's frame as `q` leans.
Vec3 tilt_vector(const Quat& q) {
  const Vec3 z = from_yaw(-yaw_of(q)) * (q * Vec3{0.0, 0.0, 1.0});
  const double angle = std::acos(std::clamp(z.z, -1.0, 1.0));
  return angle * unit_or(Vec3{-z.y, z.x, 0.0}, Vec3::zero());
}

// Leaning by `tilt` with the nose on the heading, as position control makes its attitudes: a tilt
// about a slanted axis alone would turn the nose by up to several degrees.
Quat attitude_of(const Vec3& tilt, double heading) {
  const Vec3 lift = from_rotation_vector(tilt) * Vec3{0.0, 0.0, -1.0};
  return attitude_from_thrust(from_yaw(heading) * lift, heading);
}

}  // namespace

Vec3 AttitudeTask::tilt_of(const ManualControl& sticks) const {
  const Vec3 stick{std::clamp(sticks.roll, -1.0, 1.0), -std::clamp(sticks.pitch, -1.0, 1.0), 0.0};
  return config_.tilt_max_rad * (norm(stick) > 1.0 ? stick / norm(stick) : stick);
}

// On the ground the bottom of the stick means no thrust at all.
double AttitudeTask::thrust_of(const FlightTaskInput& in) const {
  const double idle = in.airborne ? config_.thrust_min : 0.0;
  return stick_thrust(in.sticks.throttle, in.hover_thrust, idle, config_);
}

void AttitudeTask::activate(AttitudeTaskState& state, const FlightTaskInput& in,
                            const PreviousSetpoint& previous) const {
  begin_yaw(state.yaw, in.estimate, previous);
  state.tilt.begin(in.airborne ? tilt_vector(previous.q_WB_sp) - tilt_of(in.sticks) : Vec3::zero());
  state.thrust.begin({in.airborne ? previous.thrust - thrust_of(in) : 0.0, 0.0, 0.0});
}

FlightTaskOutput AttitudeTask::update(AttitudeTaskState& state, const FlightTaskInput& in,
                                      double dt_s) const {
  const StickYaw yaw = update_yaw(state.yaw, in, config_, dt_s);
  const Vec3 tilt = tilt_of(in.sticks) + state.tilt.advance(kFadeTime, dt_s);
  const double thrust = thrust_of(in) + state.thrust.advance(kFadeTime, dt_s).x;
  FlightTaskOutput out;
  out.level = CascadeLevel::attitude;
  const double heading = finite_or(yaw.yaw_sp, yaw_of(in.estimate.q_WB));
  out.attitude.q_WB_sp = attitude_of(tilt, heading);
  out.attitude.thrust_B_sp = {0.0, 0.0, -std::clamp(thrust, 0.0, config_.thrust_max)};
  out.attitude.yaw_rate_sp = yaw.yaw_rate_sp;
  out.want_takeoff = true;
  return out;
}

FlightTaskOutput AttitudeTask::acro(const FlightTaskInput& in) const {
  const auto rate = [](double stick, double e, double g, double most) {
    return most * super_expo(std::clamp(stick, -1.0, 1.0), e, g);
  };
  const Vec3 &e = config_.acro_expo, &g = config_.acro_super_expo, &most = config_.acro_rate_max;
  FlightTaskOutput out;
  out.level = CascadeLevel::rates;
  out.rates.w_WB_B_sp = {rate(in.sticks.roll, e.x, g.x, most.x),
                         -rate(in.sticks.pitch, e.y, g.y, most.y),
                         rate(in.sticks.yaw, e.z, g.z, most.z)};
  const double share = 0.5 * (std::clamp(in.sticks.throttle, -1.0, 1.0) + 1.0);
  out.rates.thrust_B_sp = {0.0, 0.0, -std::min(share, config_.thrust_max)};
  out.want_takeoff = true;
  return out;
}

}  // namespace alula
