#include "propulsion/rotor.h"

#include <cmath>

namespace alula {
namespace {

struct Bound {
  const char* field;
  double value;
  bool zero_allowed;
};

std::optional<Error> first_broken(std::initializer_list<Bound> bounds) {
  for (const Bound& bound : bounds) {
    const bool valid =
        std::isfinite(bound.value) && (bound.zero_allowed ? bound.value >= 0.0 : bound.value > 0.0);
    if (!valid) {
      return Error{ErrorCode::invalid_config, bound.field,
                   bound.zero_allowed ? "must be zero or more" : "must be above zero"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> validate(const RotorConfig& config) {
  if (!is_finite(config.position_m))
    return Error{ErrorCode::invalid_config, "position_m", "must be finite"};
  const bool has_direction = is_finite(config.axis) && norm(config.axis) > 1e-6;
  if (!has_direction) return Error{ErrorCode::invalid_config, "axis", "must be longer than zero"};
  if (const auto broken = first_broken({
          {"thrust_coefficient_n_s2_rad2", config.thrust_coefficient_n_s2_rad2, false},
          {"moment_coefficient_m", config.moment_coefficient_m, true},
          {"time_constant_up_s", config.time_constant_up_s, false},
          {"time_constant_down_s", config.time_constant_down_s, false},
          {"speed_min_rad_s", config.speed_min_rad_s, true},
          {"speed_max_rad_s", config.speed_max_rad_s, false},
          {"inertia_kg_m2", config.inertia_kg_m2, true},
          {"drag_coefficient_kg_rad", config.drag_coefficient_kg_rad, true},
          {"rolling_moment_coefficient_kg_m_rad", config.rolling_moment_coefficient_kg_m_rad, true},
          {"efficiency", config.efficiency, false},
          {"voltage_nominal_v", config.voltage_nominal_v, false},
          {"voltage_full_v", config.voltage_full_v, false},
      }))
    return broken;
  if (config.speed_min_rad_s >= config.speed_max_rad_s)
    return Error{ErrorCode::invalid_config, "speed_min_rad_s", "must be below speed_max_rad_s"};
  if (config.efficiency > 1.0)
    return Error{ErrorCode::invalid_config, "efficiency", "must be at most 1"};
  return std::nullopt;
}

}  // namespace alula
