// control/position_control.h: from a trajectory set-point to an attitude and a thrust, in every
// flight phase. Source: PX4 v1.15, MulticopterPositionControl.
#pragma once

#include "control/blind_descent.h"
#include "control/fading_offset.h"
#include "control/velocity_law.h"
#include "core/error.h"
#include "math/frames.h"
#include "signals/estimate.h"

namespace alula {

struct PositionControlConfig {
  VelocityLawConfig law{};
  double derivative_cutoff_hz = 5.0;            // MPC_VELD_LP [Hz]: of dv/dt; 0: not filtered
  double speed_horizontal_max_m_s = 12.0;       // MPC_XY_VEL_MAX [m/s]
  double speed_up_max_m_s = 3.0;                // MPC_Z_VEL_MAX_UP [m/s]
  double speed_down_max_m_s = 1.5;              // MPC_Z_VEL_MAX_DN [m/s]
  double tilt_max_flight_rad = radians(45.0);   // MPC_TILTMAX_AIR [rad]
  double tilt_max_takeoff_rad = radians(12.0);  // MPC_TILTMAX_LND [rad]
  double tilt_slew_rad_s = 0.2;                 // a constant of PX4 [rad/s]
  double thrust_min = 0.12;                     // MPC_THR_MIN [0..1]
  double thrust_max = 1.0;                      // MPC_THR_MAX [0..1]
  double thrust_hover = 0.5;                    // MPC_THR_HOVER [0..1]
  double landing_speed_m_s = 0.7;               // MPC_LAND_SPEED [m/s]
  std::int64_t use_hover_estimate = 1;          // MPC_USE_HTE [0, 1]
};
static_assert(ArenaState<PositionControlConfig>);
MaybeError validate(const PositionControlConfig& config);

struct PositionControlState {
  VelocityLawState law{};
  Vec3 v_last = kVectorNotCommanded;  // for the derivative; NaN: not known [m/s]
  Vec3 v_dot{};                       // low-passed [m/s^2]
  double tilt_limit_rad = 0.0;        // slewed; 0: not started
  // Jumps of the estimate since the set-point was made.
  Vec3 p_shift{};
  Vec3 v_shift{};
  double yaw_shift = 0.0;
  // Of what was flown before the flight task changed.
  FadingOffset handover{};  // acceleration [m/s^2]
  FadingHeading heading_handover{};
  double lead_left_s = 0.0;  // how long attitude control is led still
  BlindDescentState blind{};
  Vec3 thrust_last{};  // commanded [0..1]
  TimeNs setpoint_time = -1;
  std::uint64_t faulty = 0;  // the failsafe set-point was flown last
  std::uint64_t reset_xy = 0, reset_z = 0, reset_vxy = 0, reset_vz = 0, reset_heading = 0;
};
static_assert(ArenaState<PositionControlState>);

struct PositionControlInput {
  TakeoffPhase phase = TakeoffPhase::flight;
  bool ground_contact = false;
  bool hover_estimate_valid = false;
  double hover_estimate = 0.0;        // of the hover-thrust estimator
  double speed_up_limit_m_s = 3.0;    // from Takeoff::update; may be negative
  double speed_down_limit_m_s = 1.8;  // from the flight mode; the config's limit does not bind it
  double blow_m_s2 = 0.0;             // largest vertical acceleration since the last update
  bool mode_begins = false;           // another flight mode, perhaps of the same task
  // Another flight task begins: go on from this thrust (NED, normalised) and heading. NaN: nothing
  // begins.
  Vec3 handover_thrust = kVectorNotCommanded;
  double handover_yaw = 0.0;       // [rad]
  double handover_yaw_rate = 0.0;  // [rad/s]
};

struct PositionControlOutput {
  PositionControlStatus status{};
  AttitudeSetpoint attitude{};
  double tilt_limit_rad = 0.0;                // for TakeoffStatus
  SetpointFault fault = SetpointFault::none;  // not `none`: the failsafe set-point was flown
};

// Position P and velocity PID with the rules of the flight phases: no thrust before the ramp and on
// ground contact, little tilt until flight, and a set-point that cannot be flown replaced by stop,
// level descent, or descent below hover thrust, whichever the estimate still allows.
class PositionControl {
 public:
  explicit PositionControl(const PositionControlConfig& config)
      : config_(config), law_(config.law) {}

  PositionControlOutput update(PositionControlState& state, const TrajectorySetpoint& setpoint,
                               const VehicleEstimate& estimate, const PositionControlInput& in,
                               double dt_s) const;

 private:
  MotionState motion_of(PositionControlState& state, const VehicleEstimate& estimate,
                        double dt_s) const;
  void differentiate(PositionControlState& state, const Vec3& v, double dt_s) const;
  void follow_resets(PositionControlState& state, const TrajectorySetpoint& setpoint,
                     const VehicleEstimate& estimate) const;
  void follow_hover_thrust(PositionControlState& state, const PositionControlInput& in) const;
  TrajectorySetpoint phase_setpoint(PositionControlState& state, const TrajectorySetpoint& setpoint,
                                    const PositionControlInput& in) const;
  VelocityLimits limits_of(PositionControlState& state, const PositionControlInput& in,
                           double dt_s) const;
  static void hand_over_heading(PositionControlState& state, TrajectorySetpoint& wanted,
                                const PositionControlInput& in, double dt_s);
  void hand_over(PositionControlState& state, TrajectorySetpoint& wanted, const MotionState& motion,
                 const VelocityLimits& limits, const PositionControlInput& in, double dt_s) const;
  [[nodiscard]] TrajectorySetpoint failsafe_setpoint(PositionControlState& state,
                                                     const MotionState& motion,
                                                     const VehicleEstimate& estimate,
                                                     const PositionControlInput& in,
                                                     double dt_s) const;

  const PositionControlConfig& config_;
  VelocityLaw law_;
};

}  // namespace alula
