// propulsion/rotor.h: speed controller, motor and propeller as one part. The speed follows the
// command with one time constant up and one down; thrust and torque go with the square of the speed
// and with density. Outside facts: the force model of PX4's Gazebo rotors (thrust k w^2, in-plane
// drag and rolling moment linear in speed and in the air's velocity along the disc); Faessler et
// al., "Differential flatness of quadrotor dynamics subject to rotor drag", 2018. Left out: inflow,
// blade flapping, ground effect, the electrical power of spinning up.
#pragma once

#include "core/error.h"
#include "dynamics/part.h"

namespace alula {

// As seen from the side that the thrust points to (from above, for a lifting rotor).
enum class SpinDirection { ccw, cw };

struct RotorConfig {
  Vec3 position_m{};          // hub, from the centre of mass, in B
  Vec3 axis{0.0, 0.0, -1.0};  // along the thrust, in B; any length above zero
  SpinDirection spin_direction = SpinDirection::ccw;
  double thrust_coefficient_n_s2_rad2 = 8.54858e-6;  // thrust over speed squared, at 1.225 kg/m^3
  double moment_coefficient_m = 0.016;               // torque over thrust
  double time_constant_up_s = 0.0125;
  double time_constant_down_s = 0.025;
  double speed_min_rad_s = 150.0;   // at command 0
  double speed_max_rad_s = 1000.0;  // at command 1, if the bus has voltage_full_v
  double inertia_kg_m2 = 2.65e-5;   // about the axis
  // In-plane force over speed times velocity along the disc, and moment over the same product.
  double drag_coefficient_kg_rad = 8.06428e-5;
  double rolling_moment_coefficient_kg_m_rad = 1.0e-6;
  double efficiency = 0.8;  // shaft power over electrical power
  // Of the circle of its tips; 0: not told. No force goes by it, but checks of the figures do.
  double propeller_diameter_m = 0.0;
  double voltage_nominal_v = 14.8;  // turns power into current
  double voltage_full_v = 16.8;     // the attainable speed is speed_max * voltage / voltage_full
};
MaybeError validate(const RotorConfig& config);

// The actuator input of a rotor: its place between speed_min and speed_max, 0..1; above 1 counts
// as 1. Any negative number (and NaN) is off: the set-point is standstill. A disarmed motor gets
// kRotorOff.
inline constexpr double kRotorOff = -1.0;

template <class Real> struct Rotor {
  using Config = RotorConfig;
  static constexpr int states = 1;    // speed [rad/s], never negative; the direction is in the spin
  static constexpr int commands = 1;  // see kRotorOff

  Vector3<Real> position_B{};
  Vector3<Real> axis_B{};          // unit vector
  Vector3<Real> spin_inertia_B{};  // angular momentum over speed [kg m^2]
  Real inertia{};                  // about the axis [kg m^2]
  Real spin{};                     // +1 ccw, -1 cw
  Real thrust_coefficient{};       // [N s^2/rad^2] at sea level
  Real moment_coefficient{};       // [m]
  Real rate_up{}, rate_down{};     // inverse time constants [1/s]
  Real speed_min{}, speed_span{};  // [rad/s]
  Real speed_per_volt{};           // attainable speed over bus voltage
  Real drag_coefficient{};
  Real rolling_moment_coefficient{};
  Real current_coefficient{};  // [A] over speed cubed, at sea level

  // `config` has passed validate().
  static Rotor build(const RotorConfig& config) {
    const Vec3 axis = config.axis / norm(config.axis);
    const double spin = config.spin_direction == SpinDirection::ccw ? 1.0 : -1.0;
    const double power_coefficient =
        config.thrust_coefficient_n_s2_rad2 * config.moment_coefficient_m;
    return {.position_B = vector_cast<Real>(config.position_m),
            .axis_B = vector_cast<Real>(axis),
            .spin_inertia_B = vector_cast<Real>(spin * config.inertia_kg_m2 * axis),
            .inertia = Real(config.inertia_kg_m2),
            .spin = Real(spin),
            .thrust_coefficient = Real(config.thrust_coefficient_n_s2_rad2),
            .moment_coefficient = Real(config.moment_coefficient_m),
            .rate_up = Real(1.0 / config.time_constant_up_s),
            .rate_down = Real(1.0 / config.time_constant_down_s),
            .speed_min = Real(config.speed_min_rad_s),
            .speed_span = Real(config.speed_max_rad_s - config.speed_min_rad_s),
            .speed_per_volt = Real(config.speed_max_rad_s / config.voltage_full_v),
            .drag_coefficient = Real(config.drag_coefficient_kg_rad),
            .rolling_moment_coefficient = Real(config.rolling_moment_coefficient_kg_m_rad),
            .current_coefficient =
                Real(power_coefficient / (config.efficiency * config.voltage_nominal_v))};
  }

  // Along the axis [N]. Density enters last, here and below: it is what the machine waits for.
  Real thrust(const AirState<Real>& air, const Real& speed) const {
    return (thrust_coefficient * square(speed)) * air.density_ratio;
  }
  // Drawn from the bus [A].
  Real current(const AirState<Real>& air, const Real& speed) const {
    return (current_coefficient * (square(speed) * speed)) * air.density_ratio;
  }
  // What the speed controller asks for and the bus allows [rad/s].
  Real speed_setpoint(const Real& command, const Real& supply_v) const {
    const Real asked = speed_min + speed_span * min_of(command, Real(1.0));
    const Real attainable = max_of(speed_per_volt * supply_v, Real(0.0));
    return select(command >= Real(0.0), min_of(asked, attainable), Real(0.0));
  }

  void publish(const Flight<Real>& flight, const Real* x, const Real*, Bus<Real>& bus) const {
    bus.source = bus.source - current(flight.air, x[0]);
  }

  // The rotor holds the angular momentum spin * inertia * speed along its axis. What changes it,
  // the motor's torque, acts on the body reversed: air's torque, spin-up, and the gyroscopic moment
  // of turning the axis.
  Wrench<Real> effect(const Flight<Real>& flight, const Real* x, const Real* u, Real* dx) const {
    const Real& speed = x[0];
    const Real error = speed_setpoint(u[0], flight.supply_v) - speed;
    const Real acceleration = select(error > Real(0.0), rate_up, rate_down) * error;
    dx[0] = acceleration;

    const Real lift = thrust(flight.air, speed);
    const Vector3<Real> v_hub = flight.air.v_AB_B + cross(flight.body.w_WB_B, position_B);
    const Vector3<Real> v_disc = v_hub - dot(v_hub, axis_B) * axis_B;
    const Vector3<Real> drag_scale = speed * v_disc;

    Wrench<Real> wrench;
    wrench.f_B = lift * axis_B - drag_coefficient * drag_scale;
    const Real along_axis = spin * (moment_coefficient * lift + inertia * acceleration);
    const Vector3<Real> reaction =
        along_axis * axis_B + speed * cross(flight.w_IB_B, spin_inertia_B);
    wrench.t_B = cross(position_B, wrench.f_B) - reaction - rolling_moment_coefficient * drag_scale;
    return wrench;
  }
};

}  // namespace alula
