#include "control/altitude_task.h"

#include <cmath>

#include "earth/standard_gravity.h"

namespace alula {

void AltitudeTask::activate(AltitudeTaskState& state, const VehicleEstimate& estimate,
                            const PreviousSetpoint& previous) const {
  begin_yaw(state.yaw, estimate, previous);
  begin_climb(state.climb, estimate, previous);
}

FlightTaskOutput AltitudeTask::update(AltitudeTaskState& state, const FlightTaskInput& in,
                                      double dt_s) const {
  FlightTaskOutput out;
  update_climb(state.climb, in, config_, dt_s, out);
  const StickYaw yaw = update_yaw(state.yaw, in, config_, dt_s);
  // The acceleration that a level flight at the stick's tilt has.
  const Vec3 stick = stick_xy(in.sticks, config_);
  const double length = norm(stick);
  const double a = kStandardGravity * std::tan(length * config_.tilt_max_rad);
  const Vec3 a_W = from_yaw(yaw_of(in.estimate.q_WB)) * (a * unit_or(stick, Vec3::zero()));
  out.setpoint.a_sp.x = a_W.x;
  out.setpoint.a_sp.y = a_W.y;
  out.setpoint.yaw_sp = yaw.yaw_sp;
  out.setpoint.yaw_rate_sp = yaw.yaw_rate_sp;
  return out;
}

}  // namespace alula
