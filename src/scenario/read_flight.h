// scenario/read_flight.h: the keys of a scenario that are about flying: firmware, parameters and
// plan of a vehicle, places and paths.
#pragma once

#include "scenario/read_timeline.h"
#include "scenario/scenario.h"

namespace alula {

// firmware, parameters, plan of one vehicle; nothing when it has no brain. A plan moves the world's
// origin to its home, unless the world has one. `vehicle` keeps the errors.
std::optional<ScenarioFirmware> read_firmware(MapReader& vehicle, const ScenarioPlaces& places,
                                              const VehicleConfig& config, WorldConfig& world);

// The keys places and paths, and the marks of the timelines.
ExpressionNames read_names(MapReader& scenario);

}  // namespace alula
