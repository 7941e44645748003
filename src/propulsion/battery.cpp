#include "propulsion/battery.h"

#include <cmath>

namespace alula {
namespace {

constexpr std::size_t kPoints = kOpenCircuitPoints;
using Points = std::array<double, kPoints>;

// Second derivatives of the natural spline through (s, v): a tridiagonal system, Thomas'
// elimination.
Points second_derivatives(const Points& s, const Points& v) {
  Points upper{}, bend{};
  for (std::size_t i = 1; i + 1 < kPoints; ++i) {
    const double left = s[i] - s[i - 1], right = s[i + 1] - s[i];
    const double slope_change = (v[i + 1] - v[i]) / right - (v[i] - v[i - 1]) / left;
    const double pivot = 2.0 * (left + right) - left * upper[i - 1];
    upper[i] = right / pivot;
    bend[i] = (6.0 * slope_change - left * bend[i - 1]) / pivot;
  }
  for (std::size_t i = kPoints - 2; i > 0; --i) bend[i] -= upper[i] * bend[i + 1];
  return bend;
}

double slope_at(const OpenCircuitSpline& spline, const Points& knots, double s) {
  double slope = spline.slope;
  for (std::size_t i = 0; i < kPoints; ++i) {
    const double beyond = std::fmax(s - knots[i], 0.0);
    slope += 3.0 * spline.cube[i] * beyond * beyond;
  }
  return slope;
}

std::optional<Error> validate_table(const BatteryConfig& config) {
  const Points& s = config.state_of_charge;
  const Points& v = config.open_circuit_cell_v;
  if (s.front() != 0.0 || s.back() != 1.0)
    return Error{ErrorCode::invalid_config, "state_of_charge", "must begin with 0 and end with 1"};
  for (std::size_t i = 1; i < kPoints; ++i) {
    const bool rises = s[i] > s[i - 1];
    if (!rises)
      return Error{ErrorCode::invalid_config, "state_of_charge", "must rise from entry to entry"};
    const bool voltage_rises = v[i] > v[i - 1] && std::isfinite(v[i]);
    if (!voltage_rises)
      return Error{ErrorCode::invalid_config, "open_circuit_cell_v",
                   "must rise from entry to entry"};
  }
  const bool positive = v.front() > 0.0;
  if (!positive)
    return Error{ErrorCode::invalid_config, "open_circuit_cell_v", "must be above zero"};

  const OpenCircuitSpline spline = open_circuit_spline(config);
  for (int i = 0; i <= 1000; ++i) {
    const bool smooth = slope_at(spline, s, 0.001 * i) > 0.0;
    if (!smooth)
      return Error{ErrorCode::invalid_config, "open_circuit_cell_v",
                   "makes a curve that falls between its entries; smooth it"};
  }
  return std::nullopt;
}

}  // namespace

OpenCircuitSpline open_circuit_spline(const BatteryConfig& config) {
  const Points& s = config.state_of_charge;
  Points v{};
  for (std::size_t i = 0; i < kPoints; ++i) v[i] = config.cells * config.open_circuit_cell_v[i];
  const Points bend = second_derivatives(s, v);

  // The third derivative jumps at every knot; straight before the first and beyond the last.
  OpenCircuitSpline spline;
  double third_before = 0.0;
  for (std::size_t i = 0; i < kPoints; ++i) {
    const double third = i + 1 < kPoints ? (bend[i + 1] - bend[i]) / (s[i + 1] - s[i]) : 0.0;
    spline.cube[i] = (third - third_before) / 6.0;
    third_before = third;
  }
  const double width = s[1] - s[0];
  spline.slope = (v[1] - v[0]) / width - width * bend[1] / 6.0;
  spline.v0 = v[0] - spline.slope * s[0];
  return spline;
}

std::optional<Error> validate(const BatteryConfig& config) {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0.0; };
  if (config.cells < 1) return Error{ErrorCode::invalid_config, "cells", "must be 1 or more"};
  if (!positive(config.capacity_ah))
    return Error{ErrorCode::invalid_config, "capacity_ah", "must be above zero"};
  if (!positive(config.resistance_ohm))
    return Error{ErrorCode::invalid_config, "resistance_ohm", "must be above zero"};
  const bool charge_valid = config.charge_initial >= 0.0 && config.charge_initial <= 1.0;
  if (!charge_valid)
    return Error{ErrorCode::invalid_config, "charge_initial", "must be between 0 and 1"};
  return validate_table(config);
}

}  // namespace alula
