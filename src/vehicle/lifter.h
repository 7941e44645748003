// vehicle/lifter.h: a rotor of any kind as allocation and checks see it: where it pushes, how hard,
// and at which command.
#pragma once

#include <vector>

#include "vehicle/vehicle_config.h"

namespace alula {

struct Lifter {
  Vec3 position_m{};             // from the centre of mass
  Vec3 axis{0.0, 0.0, -1.0};     // unit vector along the thrust
  double thrust_max_n = 0.0;     // at command 1, sea level, full battery
  double speed_max_rad_s = 0.0;  // there
  double moment_ratio_m = 0.0;   // torque over thrust; above zero: turns ccw
  // T/T_max = (r + (1 - r) u)^2 with the ratio r of the speeds at command 0 and 1; or u itself.
  double speed_ratio_min = 0.0;
  bool linear = false;

  // The command for a thrust [N], 0..1.
  [[nodiscard]] double command_for(double thrust_n) const;
  // f of the curve T/T_max = f u^2 + (1 - f) u that fits best over 0..1.
  [[nodiscard]] double thrust_curve() const;
};

// In the order of the file, which is that of the motors.
std::vector<Lifter> lifters_of(const VehicleConfig& config);

}  // namespace alula
