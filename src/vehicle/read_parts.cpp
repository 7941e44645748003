#include "vehicle/read_parts.h"

namespace alula {
namespace {

constexpr double kCellNominal_v = 3.7;  // of a lithium-polymer cell, by convention

}  // namespace

// The voltages may be left to the battery, so that its size stands in one place.
void read_keys(PartReader& reader, RotorConfig& rotor) {
  rotor.position_m = reader.position("position_m");
  rotor.axis = reader.vector_or("axis", rotor.axis);
  rotor.spin_direction = reader.choice<SpinDirection>(
      "spin_direction", {{"ccw", SpinDirection::ccw}, {"cw", SpinDirection::cw}});
  rotor.thrust_coefficient_n_s2_rad2 = reader.number("thrust_coefficient_n_s2_rad2", kPositive);
  rotor.moment_coefficient_m = reader.number("moment_coefficient_m", kNotNegative);
  rotor.time_constant_up_s = reader.number("time_constant_up_s", kPositive);
  rotor.time_constant_down_s = reader.number("time_constant_down_s", kPositive);
  rotor.speed_min_rad_s = reader.number("speed_min_rad_s", kNotNegative);
  rotor.speed_max_rad_s = reader.number("speed_max_rad_s", kPositive);
  rotor.inertia_kg_m2 = reader.number("inertia_kg_m2", kNotNegative);
  rotor.drag_coefficient_kg_rad = reader.number_or("drag_coefficient_kg_rad", 0.0, kNotNegative);
  rotor.rolling_moment_coefficient_kg_m_rad =
      reader.number_or("rolling_moment_coefficient_kg_m_rad", 0.0, kNotNegative);
  rotor.propeller_diameter_m = reader.number_or("propeller_diameter_m", 0.0, kNotNegative);
  rotor.efficiency = reader.number("efficiency", {.max = 1.0, .min_exclusive = 0.0});

  const auto& battery = reader.context().battery;
  if (battery) {
    rotor.voltage_nominal_v = kCellNominal_v * battery->cells;
    rotor.voltage_full_v = battery->open_circuit_cell_v.back() * battery->cells;
  }
  rotor.voltage_nominal_v =
      battery ? reader.number_or("voltage_nominal_v", rotor.voltage_nominal_v, kPositive)
              : reader.number("voltage_nominal_v", kPositive);
  rotor.voltage_full_v = battery
                             ? reader.number_or("voltage_full_v", rotor.voltage_full_v, kPositive)
                             : reader.number("voltage_full_v", kPositive);
}

void read_keys(PartReader& reader, BatteryConfig& battery) {
  const auto table = [&reader](std::string_view key,
                               std::array<double, kOpenCircuitPoints>& values) {
    if (!reader.has(key)) return;
    const std::vector<double> found =
        reader.numbers(key, {.min = kOpenCircuitPoints, .max = kOpenCircuitPoints});
    if (found.size() == values.size()) std::copy(found.begin(), found.end(), values.begin());
  };
  battery.cells = static_cast<int>(reader.integer("cells", {.min = 1, .max = 200}));
  battery.capacity_ah = reader.number("capacity_ah", kPositive);
  battery.resistance_ohm = reader.number("resistance_ohm", kPositive);
  battery.charge_initial =
      reader.number_or("charge_initial", battery.charge_initial, {.min = 0.0, .max = 1.0});
  table("state_of_charge", battery.state_of_charge);
  table("open_circuit_cell_v", battery.open_circuit_cell_v);
}

void read_keys(PartReader& reader, BodyDragConfig& drag) {
  drag.position_m = reader.position_or_center("position_m");
  drag.drag_area_m2 = reader.vector("drag_area_m2", kNotNegative);
}

void read_keys(PartReader& reader, RateDampingConfig& damping) {
  damping.linear_n_m_s_rad = reader.vector_or("linear_n_m_s_rad", {}, kNotNegative);
  damping.derivative = reader.vector_or("derivative", {}, {.max = 0.0});
  damping.reference_area_m2 = reader.number_or("reference_area_m2", 0.0, kNotNegative);
  damping.reference_span_m = reader.number_or("reference_span_m", 0.0, kNotNegative);
  damping.reference_chord_m = reader.number_or("reference_chord_m", 0.0, kNotNegative);
  if (reader.has("damped_rate")) {
    damping.damped_rate = reader.choice<DampedRate>(
        "damped_rate", {{"air", DampedRate::air}, {"inertial", DampedRate::inertial}});
  }
}

void read_keys(PartReader& reader, AirsimRotorConfig& rotor) {
  rotor.position_m = reader.position("position_m");
  rotor.axis = reader.vector_or("axis", rotor.axis);
  rotor.spin_direction = reader.choice<SpinDirection>(
      "spin_direction", {{"ccw", SpinDirection::ccw}, {"cw", SpinDirection::cw}});
  rotor.thrust_coefficient = reader.number("thrust_coefficient", kPositive);
  rotor.power_coefficient = reader.number("power_coefficient", kNotNegative);
  rotor.speed_max_rev_min = reader.number("speed_max_rev_min", kPositive);
  rotor.propeller_diameter_m = reader.number("propeller_diameter_m", kPositive);
  rotor.time_constant_s = reader.number_or("time_constant_s", rotor.time_constant_s, kPositive);
}

void read_keys(PartReader& reader, AirsimDragConfig& drag) {
  drag.box_m = reader.vector("box_m", kPositive);
  drag.position_m = reader.position_or_center("position_m");
  drag.drag_coefficient = reader.number("drag_coefficient", kNotNegative);
  drag.rotor_count = static_cast<int>(reader.integer("rotor_count", {.min = 0, .max = 64}));
  drag.propeller_diameter_m = reader.number("propeller_diameter_m", kNotNegative);
  drag.propeller_height_m = reader.number("propeller_height_m", kNotNegative);
}

}  // namespace alula
