// sim/vehicle_parameters.h: the parameters that a vehicle starts with.
#pragma once

#include "autopilot/parameters.h"
#include "vehicle/vehicle_config.h"

namespace alula {

// Defaults, then what follows from the airframe (hover thrust, drag), then what the vehicle's file
// lists. Errors: a listed parameter that does not exist or is out of range.
Result<ParameterValues> vehicle_parameters(const VehicleConfig& vehicle);

}  // namespace alula
