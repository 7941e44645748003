// analysis/vehicle_check.h: what is possible in a vehicle file but unlikely. What cannot be at
// all, the loader has refused.
#pragma once

#include <string>
#include <vector>

#include "analysis/vehicle_figures.h"
#include "document/node.h"

namespace alula {

// A doubt, and the path of the key that it is about: "parts[0].instances[2]".
struct VehicleWarning {
  std::string path;
  std::string message;

  [[nodiscard]] std::string text() const { return path + ": " + message; }
};

// `figures`: of a vehicle with rotors; null for a body without.
std::vector<VehicleWarning> vehicle_warnings(const VehicleConfig& config,
                                             const VehicleFigures* figures);

// The node at a path, or the nearest one above it that the file has.
Node node_at(Node root, std::string_view path);

}  // namespace alula
