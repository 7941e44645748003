// vehicle/airframe_of.h: what the file says about rotors and mass, put the way a brain needs it.
#pragma once

#include <string>
#include <vector>

#include "signals/airframe.h"
#include "vehicle/vehicle_config.h"

namespace alula {

// A vehicle that passed validate().
Airframe airframe_of(const VehicleConfig& config);

// Which of roll, pitch, yaw and lift no combination of thrusts reaches; empty when all can be
// controlled.
std::vector<std::string> uncontrollable_axes(const VehicleConfig& config);
// The smallest thrusts [N] that together give a torque about the centre of mass [N m] and a lift
// along -Bz [N]; below zero where a rotor would have to pull. Needs control of all axes.
std::vector<double> thrusts_for(const VehicleConfig& config, const Vec3& torque_B, double lift_n);
// The smallest thrusts that carry the weight without turning the body, standard gravity [N]. Needs
// control of all axes.
std::vector<double> hover_thrusts(const VehicleConfig& config);
// Thrust of a rotor at full speed, at sea level [N].
double thrust_max(const RotorConfig& rotor);
// Speed of a rotor at a thrust, at sea level [rad/s].
double speed_for_thrust(const RotorConfig& rotor, double thrust_n);
// How high the centre of mass stands over the lowest contact point when level [m]; 0 without any.
double height_on_ground(const VehicleConfig& config);

}  // namespace alula
