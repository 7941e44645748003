// control/spin_control.h: a multirotor that has lost the motor against its yaw torque. Heading is
// given up; it turns about an axis that stays upright, and comes down under control.
// Source: M. W. Mueller, R. D'Andrea, "Stability and control of a quadrocopter despite the complete
// loss of one, two, or three propellers", ICRA 2014: the axis of the steady spin lies fixed in the
// body, leaning away from the lost motor as far as the gyroscopic moment balances the motor
// opposite it. Here its attitude is controlled by inversion of kinematics and Euler's equation.
#pragma once

#include "control/allocation.h"
#include "math/quaternion.h"

namespace alula {

struct SpinControlConfig {
  Mat3 inertia_B{};  // [kg m^2]
  double mass_kg = 0.0;
  // A thrust that leans turns with the body, and what position control makes of that must not come
  // back: its direction is smoothed over the turns.
  double direction_time_s = 0.6;
  double tilt_max_rad = 0.16;       // of the thrust against the vertical, to move sideways
  double axis_lean_max = 0.15;      // of the spin's axis against the body's, as a tangent
  double axis_gain_1_s = 4.0;       // from the error of the axis to rates
  double rate_gain_1_s = 12.0;      // from the error of the rates to angular acceleration
  double opposite_share_min = 0.2;  // of its full thrust: what the opposite motor gives at least
  double carrier_share_max = 0.9;   // what the others give in the mean at most: the rest steers
  double opposite_time_s = 0.3;     // of changes of the opposite motor's part
  double touch_down_force_m_s2 = 15.0;  // more than the rotors explain
  // Of each rotor: f in T/T_max = f u^2 + (1 - f) u.
  std::array<double, kMotorsMax> thrust_curve{};
};
static_assert(ArenaState<SpinControlConfig>);

struct SpinControlState {
  double opposite_share = 0.0;        // what the opposite motor shall give in the steady spin
  double thrust_n = 0.0;              // of all motors, as commanded last
  Vec3 thrust_dir_W{0.0, 0.0, -1.0};  // smoothed
  Vec3 unexplained_B{};               // specific force that the rotors do not explain [m/s^2]
  std::uint32_t begun = 0;
  std::uint32_t touched_down = 0;
};
static_assert(ArenaState<SpinControlState>);

struct SpinControlInput {
  Quat q_WB{};
  Vec3 w_WB_B{};            // [rad/s]
  Vec3 thrust_dir_W{};      // unit vector along which the rotors shall push
  double lift_ratio = 1.0;  // wanted thrust over weight
};

class SpinControl {
 public:
  // `tables` are those without the lost motor. All outlive the controller.
  SpinControl(const SpinControlConfig& config, const AllocationTables& tables, std::size_t lost);

  // Thrust shares of all motors.
  AllocationStatus update(SpinControlState& state, const SpinControlInput& in, double dt_s) const;
  [[nodiscard]] ActuatorCommand command(const AllocationStatus& status) const;
  // A blow that no rotor explains: the ground.
  void watch_ground(SpinControlState& state, const Vec3& specific_force_B, double dt_s) const;

 private:
  struct Axis {
    double x = 0.0, y = 0.0;  // of a vector along body down, whose z is 1
  };
  [[nodiscard]] Axis steady_axis(double opposite, double carrier, double spin_rad_s) const;
  [[nodiscard]] Axis choose_axis(SpinControlState& state, double thrust_n, double spin_rad_s,
                                 double dt_s) const;
  [[nodiscard]] Vec3 torque(const SpinControlState& state, const SpinControlInput& in,
                            const Axis& steady) const;
  void share(const Vec3& torque, double thrust_n, std::span<double> motor) const;

  const SpinControlConfig& config_;
  const AllocationTables& tables_;
  std::size_t lost_;
  std::size_t opposite_ = 0;
  double carriers_ = 0.0;          // how many motors carry
  double carrier_thrust_n_ = 0.0;  // of one of them at full signal
};

}  // namespace alula
