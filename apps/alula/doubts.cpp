#include "doubts.h"

#include "autopilot/mission_oddities.h"
#include "document/load.h"

namespace alula {

Result<ExaminedVehicle> examine_vehicle(const InputFile& file, double altitude_m) {
  Result<VehicleConfig> config = parse_vehicle(file.content, file.path);
  if (!config.ok()) return config.error();
  ExaminedVehicle examined{file.path, std::move(config).value(), std::nullopt, {}};
  if (!lifters_of(examined.config).empty()) {
    Result<VehicleFigures> figures = vehicle_figures(examined.config, altitude_m);
    if (!figures.ok()) return Error{figures.error().code, file.path, figures.error().text()};
    examined.figures = std::move(figures).value();
  }
  const VehicleFigures* figures = examined.figures ? &*examined.figures : nullptr;
  examined.warnings = vehicle_warnings(examined.config, figures);
  const Result<Document> document = parse_document(file.content, file.path, DocumentFormat::yaml);
  for (VehicleWarning& warning : examined.warnings)
    warning.path = node_at(document->root(), warning.path).where();
  return examined;
}

void warn_of_plan(const Mission& mission, const MissionReview& review,
                  const ParameterValues& parameters, const std::string& path) {
  for (const Error& oddity : find_oddities(mission, review, parameters, path)) warn(oddity.text());
}

}  // namespace alula
