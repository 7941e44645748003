#include "earth/wind.h"

namespace alula {

// A steady profile is fastest at one of its ends.
MaybeError validate(const WindConfig& config) {
  ConfigCheck check;
  check.require("velocity_W_m_s", norm(config.velocity_W_m_s) <= kWindMax_m_s,
                "must be finite and at most 150 m/s");
  check.require("ground_normal_W", std::fabs(norm(config.ground_normal_W) - 1.0) < 1e-9,
                "must have unit length");
  if (config.shear == WindShear::none) return check.result();

  constexpr double kTopMax_m = 20000.0;
  check.from_to("top_height_m", config.top_height_m, 1.0, kTopMax_m);
  check.from_to("reference_height_m", config.reference_height_m, 0.0, config.top_height_m);
  if (config.shear == WindShear::logarithmic) {
    check.above_zero("roughness_m", config.roughness_m);
    check.require("roughness_m", config.roughness_m < config.reference_height_m,
                  "must be below reference_height_m");
  }
  if (check.result()) return check.result();
  const WindField<double> field(config);
  const auto speed_at = [&](double height_m) {
    return norm(field.velocity_W(height_m * config.ground_normal_W, 0.0));
  };
  const bool calm = speed_at(0.0) <= kWindMax_m_s && speed_at(config.top_height_m) <= kWindMax_m_s;
  return check.require("shear", calm, "must leave the wind at or below 150 m/s at every height")
      .result();
}

}  // namespace alula
