#include "propulsion/health.h"

#include <algorithm>
#include <cmath>

namespace alula {
namespace {

// Without torque of the motor the air's, Q = c w^2, slows the rotor: dw/dt = -(c w / I) w.
double free_rate(const Rotor<double>& rotor, double speed_rad_s, double density_ratio) {
  const double torque_over_speed =
      rotor.thrust_coefficient * rotor.moment_coefficient * density_ratio * speed_rad_s;
  const bool slower = torque_over_speed < rotor.rate_down * rotor.inertia;
  return slower ? torque_over_speed / rotor.inertia : rotor.rate_down;
}

}  // namespace

Rotor<double> with_health(Rotor<double> rotor, const RotorHealth& health, bool supplied,
                          double speed_rad_s, double density_ratio) {
  rotor.thrust_coefficient *= health.thrust_share;
  rotor.current_coefficient *= health.thrust_share;
  rotor.speed_min *= health.speed_factor;
  rotor.speed_span *= health.speed_factor;
  rotor.speed_per_volt *= health.speed_factor;
  if (health.time_constant_s > 0.0) rotor.rate_up = rotor.rate_down = 1.0 / health.time_constant_s;
  if (health.shaft == Shaft::free)
    rotor.rate_up = rotor.rate_down = free_rate(rotor, speed_rad_s, density_ratio);
  if (health.shaft == Shaft::blocked) rotor.rate_up = rotor.rate_down = 0.0;
  if (!supplied || health.shaft != Shaft::driven) rotor.current_coefficient = 0.0;
  return rotor;
}

// Thrust goes with the filtered command, and with the square of the speed that is told.
AirsimRotor<double> with_health(AirsimRotor<double> rotor, const RotorHealth& health) {
  const double strength = health.thrust_share * health.speed_factor * health.speed_factor;
  rotor.thrust_max *= strength;
  rotor.reaction_max *= strength;
  rotor.speed_max *= health.speed_factor;
  if (health.time_constant_s > 0.0) rotor.inverse_time_constant = 1.0 / health.time_constant_s;
  if (health.shaft == Shaft::blocked) rotor.inverse_time_constant = 0.0;
  return rotor;
}

Battery<double> with_health(Battery<double> battery, const BatteryHealth& health, bool others) {
  if (health.off && others) battery.conductance = 0.0;
  const double share = health.off ? 0.0 : health.cells_share;
  battery.curve_v0 *= share;
  battery.curve_slope *= share;
  for (double& cube : battery.cube) cube *= share;
  return battery;
}

Vec3 mean_imbalance_force_B(const Imbalance& rotor, double speed_rad_s, double phase_rad,
                            double dt_s) {
  const double turn = speed_rad_s * dt_s;
  if (turn < 1e-9) return {};
  const Vec3& axis = rotor.axis_B;
  const Vec3 across = std::fabs(axis.x) < 0.9 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
  const Vec3 side = cross(axis, across);
  const Vec3 first = side / norm(side);
  const Vec3 second = rotor.spin * cross(axis, first);
  const double force = rotor.imbalance_kg_m * speed_rad_s * speed_rad_s / turn;
  return force * ((std::sin(phase_rad + turn) - std::sin(phase_rad)) * first +
                  (std::cos(phase_rad) - std::cos(phase_rad + turn)) * second);
}

}  // namespace alula
