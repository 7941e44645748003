// control/flight_task.h: what a flight task is given, and what it asks of the cascade. One file a
// task: auto_trajectory, position_task (also slow), altitude_task, attitude_task (Stabilized,
// Acro), offboard_task, orbit_task, follow_task.
#pragma once

#include "signals/control.h"
#include "signals/estimate.h"

namespace alula {

// The outermost loop that runs; all below it run too.
enum class CascadeLevel : std::uint32_t { trajectory = 0, attitude = 1, rates = 2 };

struct FlightTaskInput {
  const VehicleEstimate& estimate;
  ManualControl sticks{};  // centred where there are none
  OffboardSetpoint offboard{};
  bool offboard_live = false;  // a set-point came since the mode began, and lately
  bool airborne = true;        // has left the ground
  TakeoffPhase phase = TakeoffPhase::flight;
  double ground_z = 0.0;      // of the place of take-off [m]
  double hover_thrust = 0.5;  // normalised
};

struct FlightTaskOutput {
  CascadeLevel level = CascadeLevel::trajectory;
  TrajectorySetpoint setpoint{};    // counts at level `trajectory`
  AttitudeSetpoint attitude{};      // at level `attitude`
  RatesSetpoint rates{};            // at level `rates`
  double speed_up_limit_m_s = 3.6;  // for Takeoff and PositionControl
  double speed_down_limit_m_s = 1.8;
  bool want_takeoff = false;
};

// What was flown until a task begins, so that it can go on from there. NaN: not commanded; then a
// task begins from the estimate.
struct PreviousSetpoint {
  TrajectorySetpoint trajectory{};
  Vec3 v_sp = kVectorNotCommanded;  // with the correction of the position loop [m/s]
  Quat q_WB_sp = Quat::identity();
  double thrust = 0.0;  // collective, normalised
};

}  // namespace alula
