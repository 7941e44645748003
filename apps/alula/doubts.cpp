#include "doubts.h"

#include "autopilot/mission_oddities.h"
#include "command.h"
#include "document/load.h"
#include "missions/mission_plan.h"
#include "vehicle/lifter.h"

namespace alula {
namespace {

void add_vehicle(const VehicleConfig& config, std::string_view text, const std::string& path,
                 std::vector<std::string>& doubts) {
  std::optional<VehicleFigures> figures;
  if (!lifters_of(config).empty()) {
    Result<VehicleFigures> found = vehicle_figures(config, 0.0, FigureScope::check);
    if (!found.ok()) return doubts.push_back(path + ": " + found.error().text());
    figures = std::move(found).value();
  }
  for (const VehicleWarning& warning : placed_warnings(config, figures, text, path))
    doubts.push_back(warning.text());
}

void add_mission(const Mission& mission, const ParameterValues& parameters, const std::string& path,
                 std::vector<std::string>& doubts) {
  const MissionReview review = review_mission(mission, parameters);
  for (const Error& oddity : find_oddities(mission, review, parameters, path))
    doubts.push_back(oddity.text());
}

}  // namespace

std::vector<VehicleWarning> placed_warnings(const VehicleConfig& config,
                                            const std::optional<VehicleFigures>& figures,
                                            std::string_view text, const std::string& path) {
  std::vector<VehicleWarning> warnings = vehicle_warnings(config, figures ? &*figures : nullptr);
  if (warnings.empty()) return warnings;
  const Result<Document> document = parse_document(text, path, DocumentFormat::yaml);
  for (VehicleWarning& warning : warnings) {
    warning.path = document.ok() ? node_at(document->root(), warning.path).where()
                                 : path + ": " + warning.path;
  }
  return warnings;
}

std::vector<std::string> doubts_of(const MissionFlight& flight) {
  const FlightSetup& setup = flight.setup();
  std::vector<std::string> doubts;
  const Result<VehicleConfig> vehicle = parse_vehicle(setup.vehicle.content, setup.vehicle.name);
  if (vehicle.ok()) add_vehicle(*vehicle, setup.vehicle.content, setup.vehicle.name, doubts);
  const Result<Mission> mission = parse_mission_plan(setup.plan.content, setup.plan.name);
  if (mission.ok()) add_mission(*mission, flight.parameters(), setup.plan.name, doubts);
  return doubts;
}

std::vector<std::string> doubts_of(const Scenario& scenario) {
  std::vector<std::string> doubts;
  for (const ScenarioVehicle& each : scenario.vehicles) {
    const Result<InputFile> file = read_input({}, each.file);
    if (file.ok()) add_vehicle(each.vehicle, file->content, each.file, doubts);
    if (!each.firmware || !each.firmware->mission) continue;
    add_mission(*each.firmware->mission, each.firmware->parameters, each.firmware->plan_file,
                doubts);
  }
  return doubts;
}

}  // namespace alula
