// analysis/vehicle_report.h: the figures of a vehicle as tables for people, as a page with plots,
// and as JSON for machines.
#pragma once

#include <string>
#include <vector>

#include "analysis/page.h"
#include "analysis/vehicle_figures.h"

namespace alula {

std::vector<PageTable> vehicle_tables(const VehicleConfig& config, const VehicleFigures& figures);
// Tables one below the other, columns aligned.
std::string text_of(const std::vector<PageTable>& tables);
// `subtitle`: where the vehicle comes from; `warnings` stand above all else.
Page vehicle_page(const VehicleConfig& config, const VehicleFigures& figures,
                  const std::string& subtitle, const std::vector<std::string>& warnings);
// Units stand at the end of each key.
std::string vehicle_json(const VehicleConfig& config, const VehicleFigures& figures);

// "quadrotor", "body": what it is by its rotors.
std::string kind_of(const VehicleConfig& config);

}  // namespace alula
