#include "vehicle/read_parts.h"

#include <cmath>

#include "document/number_text.h"

namespace alula {
namespace {

constexpr double kCellNominal_v = 3.7;  // of a lithium-polymer cell, by convention

// The voltages may be left to the battery, so that its size stands in one place.
void read_voltages(PartReader& reader, RotorConfig& rotor) {
  std::optional<double> nominal_v, full_v;
  if (const auto& battery = reader.context().battery) {
    nominal_v = kCellNominal_v * battery->cells;
    full_v = battery->open_circuit_cell_v.back() * battery->cells;
  }
  rotor.voltage_nominal_v = reader.number_or_derived(
      {"voltage_nominal_v", "Turns power into current", "3.7 V a cell of the battery"}, nominal_v,
      kPositive);
  rotor.voltage_full_v =
      reader.number_or_derived({"voltage_full_v", "Bus voltage at which speed_max_rad_s is reached",
                                "that of the full battery"},
                               full_v, kPositive);
}

SpinDirection read_spin(PartReader& reader) {
  return reader.choice<SpinDirection>(
      {"spin_direction", "Seen from the side that the thrust points to: from above, if it lifts"},
      {{"ccw", SpinDirection::ccw}, {"cw", SpinDirection::cw}});
}

constexpr double kReachMax_m = 20.0, kDiameterMax_m = 5.0;  // of anything that has flown by rotors

// Millimetres in the place of metres would blame the other rotors' balance.
void check_reach(PartReader& reader, const Vec3& position_m) {
  for (const double along : {position_m.x, position_m.y, position_m.z}) {
    if (std::fabs(along) <= kReachMax_m) continue;
    return reader.keep(invalid_config("position_m", "lies " + shortest_text(std::fabs(along)) +
                                                        " m out; expected metres, at most " +
                                                        shortest_text(kReachMax_m) + " (" +
                                                        shortest_text(along) + " mm are " +
                                                        shortest_text(along / 1000.0) + " m)"));
  }
}

void check_diameter(PartReader& reader, double diameter_m) {
  if (diameter_m <= kDiameterMax_m) return;
  reader.keep(invalid_config("propeller_diameter_m",
                             "is " + shortest_text(diameter_m) + " m; expected metres, at most " +
                                 shortest_text(kDiameterMax_m) + " (" + shortest_text(diameter_m) +
                                 " inches are " +
                                 shortest_text(std::round(25.4 * diameter_m) / 1000.0) + " m)"));
}

// Keys that rotors of every kind have.
template <class Config> void read_place(PartReader& reader, Config& rotor) {
  rotor.position_m = reader.position({"position_m", "Of the hub, in the axes of the file"});
  check_reach(reader, rotor.position_m + reader.context().center_of_mass_m);
  rotor.axis = reader.vector_or(
      {"axis", "Direction of the thrust, forward, right, down; of any length"}, rotor.axis);
  rotor.spin_direction = read_spin(reader);
}

}  // namespace

void read_keys(PartReader& reader, RotorConfig& rotor) {
  read_place(reader, rotor);
  rotor.thrust_coefficient_n_s2_rad2 = reader.number(
      {"thrust_coefficient_n_s2_rad2", "Thrust over speed squared, in air of 1.225 kg/m^3"},
      kPositive);
  rotor.moment_coefficient_m =
      reader.number({"moment_coefficient_m", "Torque over thrust"}, kNotNegative);
  rotor.time_constant_up_s =
      reader.number({"time_constant_up_s", "Of the speed, when it rises"}, kPositive);
  rotor.time_constant_down_s =
      reader.number({"time_constant_down_s", "Of the speed, when it falls"}, kPositive);
  rotor.speed_min_rad_s = reader.number({"speed_min_rad_s", "Speed at command 0"}, kNotNegative);
  rotor.speed_max_rad_s =
      reader.number({"speed_max_rad_s", "Speed at command 1 and voltage_full_v"}, kPositive);
  rotor.inertia_kg_m2 =
      reader.number({"inertia_kg_m2", "Of propeller and motor bell about the axis"}, kNotNegative);
  rotor.drag_coefficient_kg_rad = reader.number_or(
      {"drag_coefficient_kg_rad", "Force along the disc over rotor speed times air speed there"},
      0.0, kNotNegative);
  rotor.rolling_moment_coefficient_kg_m_rad = reader.number_or(
      {"rolling_moment_coefficient_kg_m_rad", "Rolling moment over the same product"}, 0.0,
      kNotNegative);
  rotor.propeller_diameter_m = reader.number_or(
      {"propeller_diameter_m", "From tip to tip; only for checks of the figures; 0: not known"},
      0.0, kNotNegative);
  check_diameter(reader, rotor.propeller_diameter_m);
  rotor.efficiency = reader.number({"efficiency", "Shaft power over electrical power"},
                                   {.max = 1.0, .min_exclusive = 0.0});
  read_voltages(reader, rotor);
}

void read_keys(PartReader& reader, BatteryConfig& battery) {
  const auto table = [&reader](const Key& key, std::array<double, kOpenCircuitPoints>& values) {
    if (!reader.has(key.name)) return;
    const std::vector<double> found =
        reader.numbers(key, {.min = kOpenCircuitPoints, .max = kOpenCircuitPoints});
    if (found.size() == values.size()) std::copy(found.begin(), found.end(), values.begin());
  };
  battery.cells =
      static_cast<int>(reader.integer({"cells", "Cells in series"}, {.min = 1, .max = 200}));
  battery.capacity_ah = reader.number({"capacity_ah", "From full to empty"}, kPositive);
  battery.resistance_ohm =
      reader.number({"resistance_ohm", "Of the whole battery with its leads"}, kPositive);
  battery.charge_initial = reader.number_or({"charge_initial", "State of charge at the start"},
                                            battery.charge_initial, {.min = 0.0, .max = 1.0});
  table({"state_of_charge", "Where the open-circuit voltage is given, rising",
         "the curve of a common lithium-polymer cell"},
        battery.state_of_charge);
  table({"open_circuit_cell_v", "Of one cell at rest at these states of charge, rising",
         "the curve of a common lithium-polymer cell"},
        battery.open_circuit_cell_v);
}

void read_keys(PartReader& reader, BodyDragConfig& drag) {
  drag.position_m = reader.position_or_center(
      {"position_m", "Where the force acts, in the axes of the file", "the centre of mass"});
  drag.drag_area_m2 = reader.vector(
      {"drag_area_m2", "Drag coefficient times frontal area, against motion forward, right, down"},
      kNotNegative);
}

void read_keys(PartReader& reader, RateDampingConfig& damping) {
  damping.linear_n_m_s_rad = reader.vector_or(
      {"linear_n_m_s_rad", "Moment over rate, about forward, right, down"}, {}, kNotNegative);
  damping.derivative =
      reader.vector_or({"derivative", "Dimensionless C_lp, C_mq, C_nr"}, {}, {.max = 0.0});
  damping.reference_area_m2 =
      reader.number_or({"reference_area_m2", "S of the derivatives"}, 0.0, kNotNegative);
  damping.reference_span_m =
      reader.number_or({"reference_span_m", "b, for roll and yaw"}, 0.0, kNotNegative);
  damping.reference_chord_m =
      reader.number_or({"reference_chord_m", "c, for pitch"}, 0.0, kNotNegative);
  if (reader.has("damped_rate")) {
    damping.damped_rate = reader.choice<DampedRate>(
        {"damped_rate", "Rate against the air or against inertial space", "air"},
        {{"air", DampedRate::air}, {"inertial", DampedRate::inertial}});
  }
}

void read_keys(PartReader& reader, AirsimRotorConfig& rotor) {
  read_place(reader, rotor);
  rotor.thrust_coefficient = reader.number(
      {"thrust_coefficient", "C_T: T = C_T rho n^2 D^4, n in revolutions a second"}, kPositive);
  rotor.power_coefficient =
      reader.number({"power_coefficient", "C_P: Q = C_P rho n^2 D^5 / 2 pi"}, kNotNegative);
  rotor.speed_max_rev_min = reader.number({"speed_max_rev_min", "Speed at command 1"}, kPositive);
  rotor.propeller_diameter_m = reader.number({"propeller_diameter_m", "D"}, kPositive);
  check_diameter(reader, rotor.propeller_diameter_m);
  rotor.time_constant_s = reader.number_or({"time_constant_s", "Of the command's filter"},
                                           rotor.time_constant_s, kPositive);
}

void read_keys(PartReader& reader, AirsimDragConfig& drag) {
  drag.box_m = reader.vector({"box_m", "Edges of the body, forward, right, down"}, kPositive);
  drag.position_m = reader.position_or_center(
      {"position_m", "Of the box's centre, in the axes of the file", "the centre of mass"});
  drag.drag_coefficient = reader.number({"drag_coefficient", "Of every face"}, kNotNegative);
  drag.rotor_count = static_cast<int>(reader.integer(
      {"rotor_count", "Rotors whose discs and rims add to the faces"}, {.min = 0, .max = 64}));
  drag.propeller_diameter_m =
      reader.number({"propeller_diameter_m", "Of these rotors"}, kNotNegative);
  drag.propeller_height_m =
      reader.number({"propeller_height_m", "Height of a disc's rim"}, kNotNegative);
}

}  // namespace alula
