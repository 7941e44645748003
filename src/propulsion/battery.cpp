#include "propulsion/battery.h"

#include <cmath>

#include "core/config_check.h"

namespace alula {
namespace {

constexpr std::size_t kPoints = kOpenCircuitPoints;
using Points = std::array<double, kPoints>;

// Second derivatives of the natural spline through (s, v), by Thomas' elimination.
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

MaybeError validate_curve(const BatteryConfig& config) {
  const Points& s = config.state_of_charge;
  const Points& v = config.open_circuit_cell_v;
  ConfigCheck check;
  check.require("state_of_charge", s.front() == 0.0 && s.back() == 1.0,
                "must begin with 0 and end with 1");
  for (std::size_t i = 1; i < kPoints; ++i) {
    check.require("state_of_charge", s[i] > s[i - 1], "must rise from entry to entry")
        .require("open_circuit_cell_v", v[i] > v[i - 1] && std::isfinite(v[i]),
                 "must rise from entry to entry");
  }
  check.above_zero("open_circuit_cell_v", v.front());
  if (check.result()) return check.result();

  const OpenCircuitSpline spline = open_circuit_spline(config);
  for (int i = 0; i <= 1000; ++i) {
    check.require("open_circuit_cell_v", slope_at(spline, s, 0.001 * i) > 0.0,
                  "makes a curve that falls between its entries; smooth it");
  }
  return check.result();
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

MaybeError validate(const BatteryConfig& config) {
  const MaybeError error = ConfigCheck()
                               .require("cells", config.cells >= 1, "must be 1 or more")
                               .above_zero("capacity_ah", config.capacity_ah)
                               .above_zero("resistance_ohm", config.resistance_ohm)
                               .from_to("charge_initial", config.charge_initial, 0.0, 1.0)
                               .result();
  return error ? error : validate_curve(config);
}

}  // namespace alula
