// propulsion/health.h: what has broken in a rotor or a battery, and the part that is left. The
// formulas of the parts stay as they are: a damaged part is the same part with other figures.
#pragma once

#include "propulsion/airsim_rotor.h"
#include "propulsion/battery.h"
#include "propulsion/rotor.h"

namespace alula {

enum class Shaft {
  driven,
  free,    // the motor gives no torque: only the air's slows it down
  blocked  // stands still
};

struct RotorHealth {
  double speed_factor = 1.0;     // on the speed that a command asks for
  double time_constant_s = 0.0;  // of the speed; 0: its own
  double thrust_share = 1.0;     // of the propeller; torque and current go with it
  double imbalance_kg_m = 0.0;   // mass times distance from the shaft
  Shaft shaft = Shaft::driven;   // not driven: to be given kRotorOff
};

// `supplied`: some battery gives voltage. `speed_rad_s` and the air's density are those of now.
Rotor<double> with_health(Rotor<double> rotor, const RotorHealth& health, bool supplied,
                          double speed_rad_s, double density_ratio);
AirsimRotor<double> with_health(AirsimRotor<double> rotor, const RotorHealth& health);

struct BatteryHealth {
  double cells_share = 1.0;  // of its cells that still give voltage
  bool off = false;          // gives neither voltage nor current
};

// `others`: another battery holds the bus, so that this one leaves it. The last one stays on it, a
// source of 0 V.
Battery<double> with_health(Battery<double> battery, const BatteryHealth& health, bool others);

// Mean over a step of the force of an unbalanced propeller, in B [N], while it turns from `phase`
// by speed * dt. The direction of phase 0 is fixed to the body.
struct Imbalance {
  Vec3 axis_B{};      // along the thrust
  double spin = 1.0;  // +1 ccw
  double imbalance_kg_m = 0.0;
};
Vec3 mean_imbalance_force_B(const Imbalance& rotor, double speed_rad_s, double phase_rad,
                            double dt_s);

}  // namespace alula
