// What files may say and hardly mean. `check` tells it, and so does what flies them; the flight
// goes on all the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/vehicle_check.h"
#include "autopilot/mission_review.h"
#include "command.h"
#include "missions/mission_reading.h"

namespace alula {

// A vehicle file that has been read, what it says, and what can be said of it.
struct ExaminedVehicle {
  std::string path;
  VehicleConfig config;
  std::optional<VehicleFigures> figures;  // none for a body without rotors
  std::vector<VehicleWarning> warnings;   // paths as "x500.yaml:12: body.inertia_kg_m2"
};
// Errors: a file that is no vehicle, or one that cannot hover at this height [m over the sea].
Result<ExaminedVehicle> examine_vehicle(const InputFile& file, double altitude_m);

// Warns of a mission without faults.
void warn_of_plan(const Mission& mission, const MissionReview& review,
                  const ParameterValues& parameters, const std::string& path);

}  // namespace alula
