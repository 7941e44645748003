#include "vehicle/lifter.h"

#include <algorithm>
#include <cmath>

#include "vehicle/airframe_of.h"

namespace alula {
namespace {

double signed_ratio(SpinDirection direction, double ratio) {
  return direction == SpinDirection::ccw ? ratio : -ratio;
}

void append(std::vector<Lifter>& lifters, const RotorConfig& rotor) {
  lifters.push_back(
      {.position_m = rotor.position_m,
       .axis = rotor.axis / norm(rotor.axis),
       .thrust_max_n = thrust_max(rotor),
       .speed_max_rad_s = rotor.speed_max_rad_s,
       .moment_ratio_m = signed_ratio(rotor.spin_direction, rotor.moment_coefficient_m),
       .speed_ratio_min = rotor.speed_min_rad_s / rotor.speed_max_rad_s});
}

void append(std::vector<Lifter>& lifters, const AirsimRotorConfig& rotor) {
  const double ratio = torque_max_n_m(rotor) / thrust_max_n(rotor);
  lifters.push_back({.position_m = rotor.position_m,
                     .axis = rotor.axis / norm(rotor.axis),
                     .thrust_max_n = thrust_max_n(rotor),
                     .speed_max_rad_s = speed_max_rad_s(rotor),
                     .moment_ratio_m = signed_ratio(rotor.spin_direction, ratio),
                     .linear = true});
}

template <class Config> void append(std::vector<Lifter>&, const Config&) {}  // no rotor

}  // namespace

double Lifter::command_for(double thrust_n) const {
  const double share = std::max(thrust_n, 0.0) / thrust_max_n;
  const double r = speed_ratio_min;
  const double command = linear ? share : (std::sqrt(share) - r) / (1.0 - r);
  return std::clamp(command, 0.0, 1.0);
}

// Least squares over u in [0, 1] for (r + (1 - r) u)^2:
// f = 30 * integral of ((r + (1 - r) u)^2 - u) (u^2 - u).
double Lifter::thrust_curve() const {
  if (linear) return 0.0;
  const double a = speed_ratio_min;
  const double b = 1.0 - a;
  return -30.0 * (a * a / 6.0 + (2.0 * a * b - 1.0) / 12.0 + b * b / 20.0);
}

std::vector<Lifter> lifters_of(const VehicleConfig& config) {
  std::vector<Lifter> lifters;
  for (const PartGroupConfig& group : config.parts) {
    std::visit(
        [&lifters](const auto& configs) {
          for (const auto& part : configs) append(lifters, part);
        },
        group.configs);
  }
  return lifters;
}

}  // namespace alula
