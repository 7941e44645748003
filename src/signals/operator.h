// signals/operator.h: what people and companion computers send while a vehicle flies: sticks,
// offboard set-points, signs of life. Each arrives by radio or cable and may stop arriving.
#pragma once

#include <cstdint>

#include "core/arena.h"
#include "core/step_time.h"
#include "math/quaternion.h"
#include "signals/not_commanded.h"

namespace alula {

// One frame of a transmitter. Every stick is -1..1 and 0 at its middle.
struct ManualControl {
  TimeNs time = 0;        // when it was sent
  double roll = 0.0;      // right is positive
  double pitch = 0.0;     // forward is positive: the nose goes down
  double yaw = 0.0;       // clockwise, seen from above
  double throttle = 0.0;  // -1: bottom, 1: top
};
static_assert(ArenaState<ManualControl>);

// Which of the fields of an OffboardSetpoint count. Numbers in the order of the cascade.
enum class OffboardKind : std::uint32_t {
  trajectory = 0,  // p_sp, v_sp, a_sp, yaw_sp, yaw_rate_sp
  attitude = 1,    // q_WB_sp, thrust_sp, yaw_rate_sp as feed-forward
  rates = 2        // w_WB_B_sp, thrust_sp
};
// Axes of a trajectory.
enum class OffboardFrame : std::uint32_t {
  local = 0,   // north, east, down of the estimator's frame
  heading = 1  // forward, right, down of the vehicle, level: v_sp and a_sp only
};

// One message of a companion computer. NaN: this axis is not commanded.
struct OffboardSetpoint {
  TimeNs time = 0;                     // when it was sent
  Vec3 p_sp = kVectorNotCommanded;     // [m]
  Vec3 v_sp = kVectorNotCommanded;     // [m/s]
  Vec3 a_sp = kVectorNotCommanded;     // [m/s^2]
  double yaw_sp = kNotCommanded;       // [rad]
  double yaw_rate_sp = kNotCommanded;  // [rad/s]
  Quat q_WB_sp = Quat::identity();
  Vec3 w_WB_B_sp = kVectorNotCommanded;  // [rad/s]
  double thrust_sp = kNotCommanded;      // 0..1, of all motors at full
  OffboardKind kind = OffboardKind::trajectory;
  OffboardFrame frame = OffboardFrame::local;
};
static_assert(ArenaState<OffboardSetpoint>);

// A ground station lives.
struct GroundHeartbeat {
  TimeNs time = 0;
};
static_assert(ArenaState<GroundHeartbeat>);

// Where a target is that the vehicle shall follow, as its bearer reports it.
struct FollowTarget {
  TimeNs time = 0;
  double latitude_rad = 0.0;
  double longitude_rad = 0.0;
  double altitude_m = 0.0;       // mean sea level
  Vec3 v_ned = {0.0, 0.0, 0.0};  // [m/s]
};
static_assert(ArenaState<FollowTarget>);

}  // namespace alula
