// failures/breakable.h: what a vehicle has that can break.
#pragma once

#include <vector>

#include "vehicle/vehicle_config.h"

namespace alula {

struct Breakable {
  SensorSuiteConfig sensors;
  std::size_t motors = 0;
  bool airsim_rotors = false;  // whose motors have no torque of their own
  std::vector<std::uint32_t> battery_cells;
};
Breakable breakable(const VehicleConfig& config);

}  // namespace alula
