#include "propulsion/rotor.h"

#include "core/config_check.h"

namespace alula {

MaybeError validate(const RotorConfig& config) {
  return ConfigCheck()
      .finite("position_m", config.position_m)
      .finite("axis", config.axis)
      .require("axis", norm(config.axis) > 1e-6, "must be longer than zero")
      .above_zero("thrust_coefficient_n_s2_rad2", config.thrust_coefficient_n_s2_rad2)
      .zero_or_more("moment_coefficient_m", config.moment_coefficient_m)
      .above_zero("time_constant_up_s", config.time_constant_up_s)
      .above_zero("time_constant_down_s", config.time_constant_down_s)
      .zero_or_more("speed_min_rad_s", config.speed_min_rad_s)
      .above_zero("speed_max_rad_s", config.speed_max_rad_s)
      .zero_or_more("inertia_kg_m2", config.inertia_kg_m2)
      .zero_or_more("drag_coefficient_kg_rad", config.drag_coefficient_kg_rad)
      .zero_or_more("rolling_moment_coefficient_kg_m_rad",
                    config.rolling_moment_coefficient_kg_m_rad)
      .above_zero("efficiency", config.efficiency)
      .zero_or_more("propeller_diameter_m", config.propeller_diameter_m)
      .above_zero("voltage_nominal_v", config.voltage_nominal_v)
      .above_zero("voltage_full_v", config.voltage_full_v)
      .require("speed_min_rad_s", config.speed_min_rad_s < config.speed_max_rad_s,
               "must be below speed_max_rad_s")
      .require("efficiency", config.efficiency <= 1.0, "must be at most 1")
      .result();
}

}  // namespace alula
