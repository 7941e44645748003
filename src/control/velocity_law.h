// control/velocity_law.h: position P, velocity PID and thrust, without any flight phase.
// Source: PX4 v1.15, PositionControl; anti-windup after L. Rundqwist, "Anti-reset windup for PID
// controllers", 1990.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "signals/control.h"

namespace alula {

struct VelocityLawConfig {
  Vec3 position_p{0.95, 0.95, 1.0};  // MPC_XY_P, MPC_XY_P, MPC_Z_P [1/s]
  Vec3 velocity_p{1.8, 1.8, 4.0};    // MPC_XY_VEL_P_ACC (twice), MPC_Z_VEL_P_ACC [1/s]
  Vec3 velocity_i{0.4, 0.4, 2.0};    // MPC_XY_VEL_I_ACC (twice), MPC_Z_VEL_I_ACC [1/s^2]
  Vec3 velocity_d{0.2, 0.2, 0.0};    // MPC_XY_VEL_D_ACC (twice), MPC_Z_VEL_D_ACC [-]
  // MPC_THR_XY_MARG [0..1]: kept for horizontal control at full thrust.
  double thrust_margin_xy = 0.3;
  // MPC_ACC_DECOUPLE [0, 1]: 1: vertical acceleration does not bend the tilt.
  std::int64_t decouple_tilt = 1;
};
static_assert(ArenaState<VelocityLawConfig>);
MaybeError validate(const VelocityLawConfig& config);

struct VelocityLawState {
  Vec3 integral{};            // [m/s^2]
  double a_sp_z = 0.0;        // of the last update [m/s^2]
  double hover_thrust = 0.0;  // normalised; 0: not set yet
};
static_assert(ArenaState<VelocityLawState>);

// What the vehicle may do at this moment.
struct VelocityLimits {
  double horizontal_m_s = 12.0;
  double up_m_s = 3.0;  // negative: held down (early take-off ramp)
  double down_m_s = 1.5;
  double tilt_rad = 0.785;
  double thrust_min = 0.12;  // normalised
  double thrust_max = 1.0;
};

// Local NED; NaN where a state is not known.
struct MotionState {
  Vec3 p_WB{};       // [m]
  Vec3 v_WB{};       // [m/s]
  Vec3 v_dot{};      // low-passed derivative of v_WB [m/s^2]
  double yaw = 0.0;  // [rad]
};

// Why a set-point could not be flown.
enum class SetpointFault : std::uint32_t {
  none = 0,
  axis_without_setpoint,  // x, y or z has neither position, velocity nor acceleration
  x_without_y,            // x and y come in pairs
  position_unknown,       // a position is wanted, but the estimate has none
  velocity_unknown,       // a velocity is wanted, but the estimate has none
  not_finite              // infinite, beyond 1e9, or the heading of the estimate is not known
};
const char* to_string(SetpointFault fault);

SetpointFault check_setpoint(const TrajectorySetpoint& setpoint, const MotionState& motion);

class VelocityLaw {
 public:
  explicit VelocityLaw(const VelocityLawConfig& config) : config_(config) {}

  // Set-points, thrust (NED, normalised) and yaw that result. check_setpoint() has said `none`.
  PositionControlStatus update(VelocityLawState& state, const TrajectorySetpoint& setpoint,
                               const MotionState& motion, const VelocityLimits& limits,
                               double dt_s) const;
  // Takes over a new hover thrust without a jump of the thrust: the vertical integral absorbs the
  // difference.
  void change_hover_thrust(VelocityLawState& state, double hover_thrust) const;
  void reset_integral(VelocityLawState& state) const { state.integral = {}; }

 private:
  [[nodiscard]] Vec3 velocity_setpoint(const TrajectorySetpoint& setpoint,
                                       const MotionState& motion,
                                       const VelocityLimits& limits) const;
  [[nodiscard]] Vec3 thrust_of(const Vec3& a_sp, double hover_thrust,
                               const VelocityLimits& limits) const;
  [[nodiscard]] Vec3 within_thrust_max(const Vec3& thrust, double thrust_max) const;
  void integrate(VelocityLawState& state, const Vec3& v_error, const PositionControlStatus& wanted,
                 const VelocityLimits& limits, double dt_s) const;

  const VelocityLawConfig& config_;
};

}  // namespace alula
