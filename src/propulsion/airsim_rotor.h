// propulsion/airsim_rotor.h: the rotor of AirSim. The command passes a first-order filter; thrust
// and torque are linear in the filtered command and go with density. No inflow, no inertia, no
// gyroscopic torque, no drag along the disc, no electrics: those are rotor.h's. Source: airsim.md
// 3.1 (AirSim's RotorParams and RotorActuator).
#pragma once

#include "core/error.h"
#include "dynamics/part.h"
#include "propulsion/rotor.h"

namespace alula {

struct AirsimRotorConfig {
  Vec3 position_m{};          // hub, from the centre of mass, in B
  Vec3 axis{0.0, 0.0, -1.0};  // along the thrust, in B; any length above zero
  SpinDirection spin_direction = SpinDirection::ccw;
  // Of the propeller, with n in revolutions a second: T = C_T rho n^2 D^4, Q = C_P rho n^2 D^5/2pi.
  double thrust_coefficient = 0.109919;
  double power_coefficient = 0.040164;
  double speed_max_rev_min = 6396.667;
  double propeller_diameter_m = 0.2286;
  double time_constant_s = 0.005;  // of the command's filter
};
MaybeError validate(const AirsimRotorConfig& config);

// At command 1 and 1.225 kg/m^3.
double thrust_max_n(const AirsimRotorConfig& config);
double torque_max_n_m(const AirsimRotorConfig& config);
double speed_max_rad_s(const AirsimRotorConfig& config);

template <class Real> struct AirsimRotor {
  using Config = AirsimRotorConfig;
  static constexpr int states = 1;    // filtered command, 0..1
  static constexpr int commands = 1;  // 0..1; what lies outside counts as the nearer end

  Vector3<Real> position_B{};
  Vector3<Real> axis_B{};        // unit vector
  Real thrust_max{};             // [N] at sea level
  Real reaction_max{};           // of the air on the body about the axis, ccw below zero [N m]
  Real speed_max{};              // [rad/s]
  Real inverse_time_constant{};  // [1/s]

  // `config` has passed validate().
  static AirsimRotor build(const AirsimRotorConfig& config) {
    const Vec3 axis = config.axis / norm(config.axis);
    const double spin = config.spin_direction == SpinDirection::ccw ? 1.0 : -1.0;
    return {.position_B = vector_cast<Real>(config.position_m),
            .axis_B = vector_cast<Real>(axis),
            .thrust_max = Real(thrust_max_n(config)),
            .reaction_max = Real(-spin * torque_max_n_m(config)),
            .speed_max = Real(speed_max_rad_s(config)),
            .inverse_time_constant = Real(1.0 / config.time_constant_s)};
  }

  // What AirSim reports as the rotor's speed [rad/s].
  Real speed(const Real& filtered) const { return speed_max * sqrt(max_of(filtered, Real(0.0))); }

  Wrench<Real> effect(const Flight<Real>& flight, const Real* x, const Real* u, Real* dx) const {
    const Real& filtered = x[0];
    dx[0] = inverse_time_constant * (clamp_to(u[0], Real(0.0), Real(1.0)) - filtered);
    const Real strength = filtered * flight.air.density_ratio;
    const Vector3<Real> f_B = (thrust_max * strength) * axis_B;
    return {.f_B = f_B, .t_B = cross(position_B, f_B) + (reaction_max * strength) * axis_B};
  }
};

}  // namespace alula
