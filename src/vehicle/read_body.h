// vehicle/read_body.h: the `body` map of a vehicle file: mass, centre of mass and inertia as given,
// or computed from a list of elements.
#pragma once

#include "document/map_reader.h"
#include "dynamics/mass_properties.h"

namespace alula {

// Errors are kept in `vehicle`, the map that holds the key `body`.
MassElement read_body(MapReader& vehicle);

}  // namespace alula
