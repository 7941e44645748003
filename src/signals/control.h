// signals/control.h: set-points and states of the control cascade.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "core/step_time.h"
#include "math/quaternion.h"
#include "signals/not_commanded.h"
#include "signals/samples.h"

namespace alula {

// What a flight mode asks of position control. Local NED.
struct TrajectorySetpoint {
  TimeNs time = 0;
  Vec3 p_sp = kVectorNotCommanded;     // [m]
  Vec3 v_sp = kVectorNotCommanded;     // [m/s]
  Vec3 a_sp = kVectorNotCommanded;     // [m/s^2]
  Vec3 jerk_sp = kVectorNotCommanded;  // [m/s^3], for the log
  double yaw_sp = kNotCommanded;       // [rad]
  double yaw_rate_sp = kNotCommanded;  // [rad/s]
};

// What position control made of it, and what it hands on.
struct PositionControlStatus {
  TimeNs time = 0;
  Vec3 p_sp = kVectorNotCommanded;
  Vec3 v_sp = kVectorNotCommanded;
  Vec3 a_sp = kVectorNotCommanded;
  Vec3 thrust_sp{};  // NED, normalised: |1| is all motors at full
  double yaw_sp = kNotCommanded;
  double yaw_rate_sp = kNotCommanded;
};

struct AttitudeSetpoint {
  TimeNs time = 0;
  Quat q_WB_sp = Quat::identity();
  Vec3 thrust_B_sp{};        // FRD, normalised; lift is negative z
  double yaw_rate_sp = 0.0;  // feed-forward about world z [rad/s]
  Vec3 tilt_rate_W_sp{};     // likewise, of the thrust axis as it leans over [rad/s]
};

struct RatesSetpoint {
  TimeNs time = 0;
  Vec3 w_WB_B_sp{};  // [rad/s]
  Vec3 thrust_B_sp{};
};

struct RateControlStatus {
  TimeNs time = 0;
  Vec3 w_WB_B{};      // filtered rate that the loop used [rad/s]
  Vec3 alpha_WB_B{};  // filtered derivative [rad/s^2]
  Vec3 integral{};    // normalised torque
};

struct AllocationStatus {
  TimeNs time = 0;
  Vec3 torque_sp{};  // normalised, FRD
  Vec3 thrust_sp{};  // normalised, FRD
  Vec3 torque_unallocated{};
  Vec3 thrust_unallocated{};
  std::array<double, kMotorsMax> motor{};  // 0..1
  std::uint32_t motor_count = 0;
  bool torque_achieved = false;
  bool thrust_achieved = false;
  std::array<bool, 2> reserved{};
};

struct HoverThrustStatus {
  TimeNs time = 0;
  double hover_thrust = 0.0;
  double variance = 0.0;
  double accel_innovation = 0.0;  // [m/s^2]
  double accel_innovation_variance = 0.0;
  double accel_innovation_test_ratio = 0.0;
  double accel_noise_variance = 0.0;
  bool valid = false;
  std::array<bool, 7> reserved{};
};

// PX4's numbers.
enum class TakeoffPhase : std::uint32_t {
  disarmed = 1,
  spool_up = 2,
  ready = 3,
  ramp = 4,
  flight = 5
};
struct TakeoffStatus {
  TimeNs time = 0;
  double tilt_limit = 0.0;  // [rad]
  TakeoffPhase phase = TakeoffPhase::disarmed;
  std::uint32_t reserved = 0;
};

struct LandDetection {
  TimeNs time = 0;
  bool free_fall = false;
  bool ground_contact = true;
  bool maybe_landed = true;
  bool landed = true;
  bool at_rest = true;
  bool has_low_throttle = true;
  bool vertical_movement = false;
  bool horizontal_movement = false;
  bool rotational_movement = false;
  bool close_to_ground = true;
  bool in_descend = false;        // a descent is commanded
  bool in_ground_effect = false;  // rotors turn and the ground is near or may be
  std::array<bool, 4> reserved{};
};

struct ControlStatus {
  TrajectorySetpoint trajectory{};
  PositionControlStatus position{};
  AttitudeSetpoint attitude{};
  RatesSetpoint rates{};
  RateControlStatus rate_loop{};
  AllocationStatus allocation{};
  HoverThrustStatus hover_thrust{};
  TakeoffStatus takeoff{};
  LandDetection land{};
};
static_assert(ArenaState<ControlStatus>);

}  // namespace alula
