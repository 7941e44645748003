// Which flight task a mode has, how it begins and what it is given.
#include "autopilot/flight_control.h"

namespace alula {

FlightTask task_of(FlightMode mode) {
  switch (mode) {
    case FlightMode::manual:
    case FlightMode::stabilized:
      return FlightTask::stabilized;
    case FlightMode::acro:
      return FlightTask::acro;
    case FlightMode::altitude:
      return FlightTask::altitude;
    case FlightMode::position:
      return FlightTask::position;
    case FlightMode::position_slow:
      return FlightTask::position_slow;
    case FlightMode::orbit:
      return FlightTask::orbit;
    case FlightMode::follow:
      return FlightTask::follow;
    case FlightMode::termination:
      return FlightTask::termination;
    case FlightMode::offboard:
      return FlightTask::offboard;
    case FlightMode::descend:
      return FlightTask::descend;
    case FlightMode::mission:
    case FlightMode::hold:
    case FlightMode::return_home:
    case FlightMode::takeoff:
    case FlightMode::land:
      break;
  }
  return FlightTask::automatic;
}

// A stream of set-points speaks up within half a second. Until then the vehicle goes on as it flew:
// to stop and to be off again would be two jolts.
FlightTask FlightControl::next_task(FlightControlState& state, const FlightControlInputs& in) {
  constexpr TimeNs wait = nanoseconds(0.5);
  const FlightTask task = task_of(in.mode);
  const bool silent = task == FlightTask::offboard && state.task != task && !in.offboard_live;
  if (!silent) {
    state.silent_since = -1;
    return task;
  }
  if (state.silent_since < 0) state.silent_since = in.now;
  return in.now - state.silent_since < wait ? state.task : task;
}

FlightTaskInput FlightControl::task_input(const FlightControlState& state,
                                          const FlightControlInputs& in) const {
  FlightTaskInput task{in.estimate};
  task.sticks = in.sticks;
  task.offboard = in.offboard;
  task.offboard_live = in.offboard_live;
  task.airborne = state.off_ground;
  // A ramp that has not ended still rules how the vehicle leaves the ground.
  if (state.level == CascadeLevel::trajectory && state.takeoff.phase != TakeoffPhase::flight)
    task.airborne = false;
  task.phase = state.takeoff.phase;
  task.ground_z = state.ground_z;
  task.hover_thrust = hover_thrust(state);
  return task;
}

// What was flown until now counts where it was smooth; an offboard set-point may be anywhere.
void FlightControl::begin_task(FlightControlState& state, const FlightControlInputs& in,
                               const FlightTaskInput& task, FlightTask before) const {
  PreviousSetpoint previous;
  const bool smooth = state.level == CascadeLevel::trajectory && before != FlightTask::offboard;
  if (smooth) {
    previous.trajectory = state.status.trajectory;
    previous.v_sp = state.status.position.v_sp;
  }
  previous.q_WB_sp = state.status.attitude.q_WB_sp;
  previous.thrust = -state.status.attitude.thrust_B_sp.z;
  const VehicleEstimate& e = task.estimate;
  switch (state.task) {
    case FlightTask::automatic:
      AutoTrajectory(config_.trajectory).activate(state.trajectory, e, previous.trajectory);
      break;
    case FlightTask::position:
    case FlightTask::position_slow:
      PositionTask(config_.manual).activate(state.position_task, e, previous);
      break;
    case FlightTask::orbit:
      OrbitTask(config_.trajectory, config_.manual)
          .activate(state.orbit_task, task, previous, in.orbit);
      break;
    case FlightTask::follow:
      FollowTask::activate(state.follow_task, e, previous);
      break;
    case FlightTask::altitude:
      AltitudeTask(config_.manual).activate(state.altitude_task, e, previous);
      break;
    case FlightTask::stabilized:
      AttitudeTask(config_.manual).activate(state.attitude_task, task, previous);
      break;
    case FlightTask::offboard:
      OffboardTask::activate(state.offboard_task, e);
      break;
    case FlightTask::acro:
    case FlightTask::descend:
    case FlightTask::termination:
      break;
  }
}

// No place to go to: level, down at landing speed.
FlightTaskOutput FlightControl::descend() const {
  FlightTaskOutput down;
  down.setpoint.v_sp.z = config_.position.landing_speed_m_s;
  down.setpoint.a_sp = {0.0, 0.0, kNotCommanded};
  down.setpoint.yaw_rate_sp = 0.0;
  return down;
}

FlightTaskOutput FlightControl::terminate() {
  FlightTaskOutput fall;
  fall.level = CascadeLevel::rates;
  return fall;
}

FlightTaskOutput FlightControl::run_task(FlightControlState& state, const FlightControlInputs& in,
                                         const FlightTaskInput& task, double dt_s) const {
  switch (state.task) {
    case FlightTask::automatic:
      return AutoTrajectory(config_.trajectory)
          .update(state.trajectory,
                  {in.estimate, in.triplet, in.home, state.takeoff.phase, kNotCommanded,
                   in.cruise_speed_m_s},
                  dt_s);
    case FlightTask::position:
      return PositionTask(config_.manual).update(state.position_task, task, dt_s);
    case FlightTask::position_slow:
      return PositionTask(slowed(config_.manual)).update(state.position_task, task, dt_s);
    case FlightTask::orbit:
      return OrbitTask(config_.trajectory, config_.manual)
          .update(state.orbit_task, task, in.orbit, dt_s);
    case FlightTask::follow:
      return FollowTask(config_.follow, config_.trajectory)
          .update(state.follow_task, task, in.follow, in.home.p_W.z, dt_s);
    case FlightTask::altitude:
      return AltitudeTask(config_.manual).update(state.altitude_task, task, dt_s);
    case FlightTask::stabilized:
      return AttitudeTask(config_.manual).update(state.attitude_task, task, dt_s);
    case FlightTask::acro:
      return AttitudeTask(config_.manual).acro(task);
    case FlightTask::offboard:
      return OffboardTask(config_.offboard).update(state.offboard_task, task);
    case FlightTask::termination:
      return terminate();
    case FlightTask::descend:
      break;
  }
  return descend();
}

}  // namespace alula
