#include "analysis/rotor_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/config_check.h"

namespace alula {
namespace {

constexpr double kSeaLevelDensity_kg_m3 = 1.225;  // to which coefficients refer

// Moment of inertia over m R^2: between a thin rod's 1/3 and what the hub leaves of it; blades of
// the UIUC Propeller Data Site whose mass goes with the square of the chord have 0.25 to 0.34.
constexpr double kGyrationShare = 0.25;

// c of y = c x with the least relative errors (y - c x)/y.
template <class X, class Y>
double slope_of(const std::vector<TestStandRow>& rows, const X& x, const Y& y) {
  double sum = 0.0, squares = 0.0;
  for (const TestStandRow& row : rows) {
    const double ratio = x(row) / y(row);
    sum += ratio;
    squares += ratio * ratio;
  }
  return sum / squares;
}

double thrust_law(const TestStandRow& row) {
  return row.thrust_n / (row.speed_rad_s * row.speed_rad_s);
}

// One wrongly printed speed would spoil the fit of the others.
void sort_out(const std::vector<TestStandRow>& table, RotorFit& fit) {
  std::vector<double> laws;
  for (const TestStandRow& row : table) laws.push_back(thrust_law(row));
  std::nth_element(laws.begin(), laws.begin() + static_cast<std::ptrdiff_t>(laws.size() / 2),
                   laws.end());
  const double median = laws[laws.size() / 2];
  for (const TestStandRow& row : table) {
    const bool good = std::fabs(thrust_law(row) / median - 1.0) <= kRowErrorMax;
    (good ? fit.used : fit.left_out).push_back(row);
  }
}

// Motor: V = R I + K w, torque K I. Propeller: torque goes with the square of the speed. Small
// changes of speed at a constant throttle die away with J / (K^2/R + 2 Q/w).
void add_dynamics(const RotorFitConfig& config, const TestStandRow& fastest, RotorFit& fit) {
  const double torque_per_ampere = 60.0 / (2.0 * std::numbers::pi * config.motor_kv_rev_min_v);
  const double current = fastest.power_w / fastest.voltage_v;
  fit.resistance_ohm = (fastest.voltage_v - torque_per_ampere * fastest.speed_rad_s) / current;
  const double radius = 0.5 * config.propeller_diameter_m;
  fit.inertia_kg_m2 = kGyrationShare * config.propeller_mass_kg * radius * radius;
  const double speed = fit.speed_max_rad_s / std::numbers::sqrt2;  // half of the thrust
  const double torque = fit.moment_coefficient_m * fit.thrust_n(speed);
  fit.time_constant_s =
      fit.inertia_kg_m2 /
      (torque_per_ampere * torque_per_ampere / fit.resistance_ohm + 2.0 * torque / speed);
}

MaybeError check(const RotorFit& fit) {
  const std::array figures{fit.thrust_coefficient_n_s2_rad2,
                           fit.moment_coefficient_m,
                           fit.efficiency,
                           fit.speed_max_rad_s,
                           fit.resistance_ohm,
                           fit.time_constant_s,
                           fit.figure_of_merit};
  const bool finite = std::ranges::all_of(figures, [](double f) { return std::isfinite(f); });
  if (!finite) return invalid_config("", "the numbers lie too far apart for any fit; check units");
  if (fit.used.size() < 2) return invalid_config("", "fewer than 2 rows obey one thrust law");
  if (!(fit.efficiency > 0.0 && fit.efficiency < 1.0))
    return invalid_config("", fmt::format("torque times speed is {:.0f} % of the power; expected "
                                          "less than 100 %: check the units of torque and power",
                                          100.0 * fit.efficiency));
  if (!(fit.resistance_ohm > 0.0))
    return invalid_config("",
                          "the motor turns faster than its Kv allows at this voltage; check Kv");
  return std::nullopt;
}

}  // namespace

MaybeError validate(const RotorFitConfig& config) {
  return ConfigCheck()
      .above_zero("density_kg_m3", config.density_kg_m3)
      .above_zero("propeller_diameter_m", config.propeller_diameter_m)
      .above_zero("propeller_mass_kg", config.propeller_mass_kg)
      .above_zero("motor_kv_rev_min_v", config.motor_kv_rev_min_v)
      .result();
}

double RotorFit::thrust_n(double speed_rad_s) const {
  return thrust_coefficient_n_s2_rad2 * speed_rad_s * speed_rad_s;
}

double RotorFit::power_w(double speed_rad_s) const {
  return thrust_n(speed_rad_s) * moment_coefficient_m * speed_rad_s / efficiency;
}

Result<RotorFit> fit_rotor(const std::vector<TestStandRow>& table, const RotorFitConfig& config) {
  if (MaybeError error = validate(config)) return *error;
  RotorFit fit;
  sort_out(table, fit);
  const auto speed_squared = [](const TestStandRow& r) { return r.speed_rad_s * r.speed_rad_s; };
  const auto thrust = [](const TestStandRow& r) { return r.thrust_n; };
  const auto torque = [](const TestStandRow& r) { return r.torque_n_m; };
  const auto power = [](const TestStandRow& r) { return r.power_w; };
  const double measured = slope_of(fit.used, speed_squared, thrust);
  fit.moment_coefficient_m = slope_of(fit.used, thrust, torque);
  const auto shaft_w = [&](const TestStandRow& r) {
    return measured * fit.moment_coefficient_m * std::pow(r.speed_rad_s, 3.0);
  };
  fit.efficiency = 1.0 / slope_of(fit.used, shaft_w, power);
  const auto fastest =
      std::max_element(table.begin(), table.end(),
                       [](const auto& a, const auto& b) { return a.thrust_n < b.thrust_n; });
  fit.speed_max_rad_s = std::sqrt(fastest->thrust_n / measured);
  fit.voltage_full_v = fastest->voltage_v;
  fit.thrust_coefficient_n_s2_rad2 = measured;
  add_dynamics(config, *fastest, fit);

  const double speed = fit.speed_max_rad_s / std::numbers::sqrt2;
  const double area =
      0.25 * std::numbers::pi * config.propeller_diameter_m * config.propeller_diameter_m;
  const double ideal =
      std::pow(fit.thrust_n(speed), 1.5) / std::sqrt(2.0 * config.density_kg_m3 * area);
  fit.figure_of_merit = ideal / (fit.power_w(speed) * fit.efficiency);
  fit.thrust_coefficient_n_s2_rad2 *= kSeaLevelDensity_kg_m3 / config.density_kg_m3;
  if (MaybeError error = check(fit)) return *error;
  return fit;
}

}  // namespace alula
