#include "propulsion/airsim_rotor.h"

#include <cmath>
#include <numbers>

#include "core/config_check.h"

namespace alula {
namespace {

constexpr double kAirsimDensity = 1.225;  // [kg/m^3]

// rho n^2 D^4 [N].
double dynamic_force(const AirsimRotorConfig& config) {
  const double rev_s = config.speed_max_rev_min / 60.0;
  return kAirsimDensity * rev_s * rev_s * std::pow(config.propeller_diameter_m, 4.0);
}

}  // namespace

MaybeError validate(const AirsimRotorConfig& config) {
  return ConfigCheck()
      .finite("position_m", config.position_m)
      .finite("axis", config.axis)
      .require("axis", norm(config.axis) > 1e-6, "must be longer than zero")
      .above_zero("thrust_coefficient", config.thrust_coefficient)
      .zero_or_more("power_coefficient", config.power_coefficient)
      .above_zero("speed_max_rev_min", config.speed_max_rev_min)
      .above_zero("propeller_diameter_m", config.propeller_diameter_m)
      .above_zero("time_constant_s", config.time_constant_s)
      .result();
}

double thrust_max_n(const AirsimRotorConfig& config) {
  return config.thrust_coefficient * dynamic_force(config);
}

double torque_max_n_m(const AirsimRotorConfig& config) {
  return config.power_coefficient * dynamic_force(config) * config.propeller_diameter_m /
         (2.0 * std::numbers::pi);
}

double speed_max_rad_s(const AirsimRotorConfig& config) {
  return config.speed_max_rev_min / 60.0 * 2.0 * std::numbers::pi;
}

}  // namespace alula
