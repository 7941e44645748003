// apps/alula/doubts.h: what the files of a flight say that is possible but probably a slip: the
// warnings of `vehicle check` and `plan check`, for the commands that fly the files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/vehicle_check.h"
#include "scenario/scenario.h"
#include "sim/mission_flight.h"

namespace alula {

// Paths as "x500.yaml:12: body.inertia_kg_m2". `figures`: none of a body without rotors.
std::vector<VehicleWarning> placed_warnings(const VehicleConfig& config,
                                            const std::optional<VehicleFigures>& figures,
                                            std::string_view text, const std::string& path);

// Of the vehicle and the mission of a flight.
std::vector<std::string> doubts_of(const MissionFlight& flight);
// Of all vehicles and missions of a scenario that has been read.
std::vector<std::string> doubts_of(const Scenario& scenario);

}  // namespace alula
