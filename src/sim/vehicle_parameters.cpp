#include "sim/vehicle_parameters.h"

#include <algorithm>
#include <cmath>

#include "document/spelling.h"
#include "vehicle/airframe_of.h"

namespace alula {

namespace {

// With so many decimals as a person would enter, within the parameter's range.
void enter(ParameterValues& values, Param parameter, double value, double decimals) {
  const auto i = static_cast<std::size_t>(parameter);
  const ParameterInfo& info = parameter_table()[i];
  const double unit = std::pow(10.0, decimals);
  values.value[i] = std::clamp(std::round(unit * value) / unit, info.min, info.max);
}

// Drag as the estimator knows it: of the rotors in hover, force over speed and mass; of the body,
// mass over the area times its coefficient. A vehicle whose file has none keeps the defaults.
void enter_drag(ParameterValues& values, const VehicleConfig& vehicle) {
  const auto rotors = vehicle.parts_of<RotorConfig>();
  if (rotors.empty() || !uncontrollable_axes(vehicle).empty()) return;
  const std::vector<double> thrusts = hover_thrusts(vehicle);
  if (thrusts.size() != rotors.size()) return;
  const double mass = vehicle.body.mass_kg;
  double per_speed = 0.0;
  for (std::size_t i = 0; i < rotors.size(); ++i)
    per_speed += rotors[i].drag_coefficient_kg_rad * speed_for_thrust(rotors[i], thrusts[i]);
  if (per_speed > 0.0) enter(values, Param::EKF2_MCOEF, per_speed / mass, 3.0);
  Vec3 area{};
  for (const BodyDragConfig& drag : vehicle.parts_of<BodyDragConfig>()) area += drag.drag_area_m2;
  if (area.x > 0.0) enter(values, Param::EKF2_BCOEF_X, mass / area.x, 0.0);
  if (area.y > 0.0) enter(values, Param::EKF2_BCOEF_Y, mass / area.y, 0.0);
}

}  // namespace

Result<ParameterValues> vehicle_parameters(const VehicleConfig& vehicle) {
  ParameterValues values = default_parameters();
  enter(values, Param::MPC_THR_HOVER, airframe_of(vehicle).hover_command, 2.0);
  enter_drag(values, vehicle);
  for (const AutopilotParameter& p : vehicle.autopilot_parameters) {
    if (MaybeError error = set_parameter(values, p.name, p.value)) {
      return Error{error->code, vehicle.name + ": autopilot_parameters: " + one_line(p.name),
                   error->message};
    }
  }
  return values;
}

}  // namespace alula
