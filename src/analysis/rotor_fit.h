// analysis/rotor_fit.h: the coefficients of a rotor from a test stand's table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/test_stand_table.h"

namespace alula {

// What a data sheet says beside the table.
struct RotorFitConfig {
  double density_kg_m3 = 1.225;  // of the air about the stand
  double propeller_diameter_m = 0.33;
  double propeller_mass_kg = 0.015;
  double motor_kv_rev_min_v = 400.0;  // speed without load over voltage
};
MaybeError validate(const RotorFitConfig& config);

struct RotorFit {
  // Keys of a rotor in a vehicle file.
  double thrust_coefficient_n_s2_rad2 = 0.0;
  double moment_coefficient_m = 0.0;
  double efficiency = 0.0;
  double speed_max_rad_s = 0.0;
  double voltage_full_v = 0.0;
  double inertia_kg_m2 = 0.0;
  double time_constant_s = 0.0;

  double resistance_ohm = 0.0;   // of motor, controller and wires, at the highest speed
  double figure_of_merit = 0.0;  // ideal over shaft power
  std::vector<TestStandRow> used;
  std::vector<TestStandRow> left_out;  // thrust off the others' law by more than kRowErrorMax

  [[nodiscard]] double thrust_n(double speed_rad_s) const;
  [[nodiscard]] double power_w(double speed_rad_s) const;  // electrical
};
inline constexpr double kRowErrorMax = 0.08;

// Errors: coefficients that no motor has, with the figure.
Result<RotorFit> fit_rotor(const std::vector<TestStandRow>& table, const RotorFitConfig& config);

}  // namespace alula
