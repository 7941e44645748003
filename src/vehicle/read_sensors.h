// vehicle/read_sensors.h: the `sensors` map of a vehicle file. A figure that is left out has the
// default of its struct.
#pragma once

#include "document/map_reader.h"
#include "sensors/sensor_suite.h"

namespace alula {

// Errors are kept in `vehicle`, the map that holds the key `sensors`.
SensorSuiteConfig read_sensors(MapReader& vehicle, const Vec3& center_of_mass_m);

}  // namespace alula
