#include <algorithm>
#include <cmath>
#include <string>

#include "control/allocation_inverse.h"
#include "core/config_check.h"

namespace alula {
namespace {

using namespace allocation;

Rows effectiveness_of(const Airframe& airframe) {
  Rows rows{};
  for (std::size_t i = 0; i < airframe.rotors.size(); ++i) {
    const AirframeRotor& rotor = airframe.rotors[i];
    const Vec3 force = rotor.thrust_max_n * rotor.axis_B;
    // A rotor that turns counter-clockwise, seen from its thrust side, turns the body the other
    // way.
    const Vec3 moment = cross(rotor.p_BR, force) - rotor.moment_ratio_m * force;
    rows[0][i] = moment.x;
    rows[1][i] = moment.y;
    rows[2][i] = moment.z;
    rows[3][i] = force.z;
  }
  return rows;
}

// Twice the mean square of the entries that count, under the root.
double torque_scale(const std::array<double, kMotorsMax>& row) {
  double largest = 0.0;
  for (const double x : row) largest = std::max(largest, std::fabs(x));
  const auto counted = std::count_if(row.begin(), row.end(),
                                     [&](double x) { return std::fabs(x) > 1e-3 * largest; });
  if (counted == 0) return 1.0;
  return std::sqrt(inner(row, row) / (0.5 * static_cast<double>(counted)));
}

double mean_size(const std::array<double, kMotorsMax>& row, std::size_t motors) {
  double sum = 0.0;
  for (std::size_t i = 0; i < motors; ++i) sum += std::fabs(row[i]);
  return sum / static_cast<double>(motors);
}

MaybeError check_rotors(const Airframe& airframe) {
  ConfigCheck check;
  check.require("rotors", !airframe.rotors.empty(), "must hold at least one rotor");
  for (std::size_t i = 0; i < airframe.rotors.size(); ++i) {
    const AirframeRotor& rotor = airframe.rotors[i];
    const std::string where = "rotors[" + std::to_string(i) + "].";
    check.finite(where + "p_BR", rotor.p_BR)
        .require(where + "axis_B", std::fabs(norm(rotor.axis_B) - 1.0) <= 1e-6,
                 "must have length 1")
        .above_zero(where + "thrust_max_n", rotor.thrust_max_n)
        .finite(where + "moment_ratio_m", rotor.moment_ratio_m);
  }
  return check.result();
}

}  // namespace

const char* to_string(ControlAxis axis) {
  switch (axis) {
    case ControlAxis::roll:
      return "roll";
    case ControlAxis::pitch:
      return "pitch";
    case ControlAxis::yaw:
      return "yaw";
    case ControlAxis::thrust:
      return "thrust";
  }
  return "unknown";
}

Result<AllocationTables> make_allocation_tables(const Airframe& airframe) {
  if (MaybeError error = check_rotors(airframe)) return *error;
  AllocationTables tables;
  tables.effectiveness = effectiveness_of(airframe);
  const Rows unit = unit_rows(tables.effectiveness);
  if (const auto axis = uncontrolled_axis(unit)) {
    return invalid_config(
        "rotors", std::string(to_string(*axis)) +
                      " cannot be controlled on its own: add rotors, or change places, axes or "
                      "directions of rotation");
  }
  const Rows inverse = pseudo_inverse(tables.effectiveness, unit);
  const double tilt_scale = std::max(torque_scale(inverse[0]), torque_scale(inverse[1]));
  const std::size_t motors = airframe.rotors.size();
  double yaw_scale = *std::max_element(inverse[2].begin(), inverse[2].end());
  if (!(yaw_scale > 0.0)) yaw_scale = mean_size(inverse[2], motors);
  tables.scale = {tilt_scale, tilt_scale, yaw_scale, mean_size(inverse[3], motors)};
  tables.mix = mix_of(inverse, tables.scale, motors);
  for (std::size_t i = 0; i < motors; ++i) {
    // Level hover asks each motor for its share of the thrust column; a motor cannot pull down.
    if (tables.mix.thrust[i] > 0.0) {
      return invalid_config("rotors[" + std::to_string(i) + "]",
                            "would have to pull down in level hover");
    }
  }
  return tables;
}

}  // namespace alula
