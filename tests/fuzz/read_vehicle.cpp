#include <cmath>

#include "sim/autopilot_firmware.h"
#include "sim/vehicle_parameters.h"
#include "tests/fuzz/laws.h"
#include "vehicle/airframe_of.h"

namespace alula::fuzz {
namespace {

constexpr int kSteps = 20;

Breach check_airframe(const Airframe& airframe) {
  bool good = std::isfinite(airframe.mass_kg) && std::isfinite(airframe.hover_command) &&
              std::isfinite(airframe.height_on_ground_m) && is_finite(airframe.p_BI) &&
              is_finite(airframe.p_BG);
  for (const AirframeRotor& rotor : airframe.rotors) {
    good = good && is_finite(rotor.p_BR) && is_finite(rotor.axis_B) &&
           std::isfinite(rotor.thrust_max_n) && std::isfinite(rotor.moment_ratio_m) &&
           std::isfinite(rotor.thrust_curve);
  }
  return good ? Breach{} : "an airframe with a number that is none";
}

// On the ground with the autopilot that the file asks for; without one where that cannot be.
Breach check_flight(const VehicleConfig& config) {
  std::vector<Participant> participants(2);
  for (Participant& p : participants) p.vehicle = config;
  participants[0].name = "standing";
  participants[1].name = "falling";
  participants[1].body.emplace().p_WB.z = -100.0;

  AutopilotSetup brain;
  brain.airframe = airframe_of(config);
  if (Breach breach = check_airframe(brain.airframe)) return breach;
  const Result<ParameterValues> parameters = vehicle_parameters(config);
  if (!parameters.ok()) return check_late_message(parameters.error());
  brain.parameters = *parameters;
  Result<std::unique_ptr<const Autopilot>> autopilot = Autopilot::build(brain);
  if (!autopilot.ok()) {
    if (Breach breach = check_late_message(autopilot.error())) return breach;
  } else {
    participants[0].firmware =
        std::make_unique<AutopilotFirmware>("standing", std::move(autopilot).value());
  }

  Result<std::unique_ptr<Simulation>> built = Simulation::build({}, std::move(participants));
  if (!built.ok()) return check_late_message(built.error());
  return check_steps(**built, kSteps);
}

}  // namespace

Breach read_vehicle(std::string_view bytes) {
  const Result<VehicleConfig> vehicle = parse_vehicle(bytes, kFileName);
  return vehicle.ok() ? check_flight(*vehicle) : check_message(vehicle.error());
}

}  // namespace alula::fuzz
