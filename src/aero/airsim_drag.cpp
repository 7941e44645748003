#include "aero/airsim_drag.h"

#include <numbers>

#include "core/config_check.h"

namespace alula {

MaybeError validate(const AirsimDragConfig& config) {
  return ConfigCheck()
      .above_zero("box_m", config.box_m)
      .finite("position_m", config.position_m)
      .zero_or_more("drag_coefficient", config.drag_coefficient)
      .from_to("rotor_count", config.rotor_count, 0.0, 64.0)
      .zero_or_more("propeller_diameter_m", config.propeller_diameter_m)
      .zero_or_more("propeller_height_m", config.propeller_height_m)
      .result();
}

Vec3 face_factors_m2(const AirsimDragConfig& config) {
  const double d = config.propeller_diameter_m;
  const double discs = config.rotor_count * std::numbers::pi * d * d;
  const double rims = config.rotor_count * std::numbers::pi * d * config.propeller_height_m;
  const Vec3& box = config.box_m;
  const Vec3 areas{box.y * box.z + rims, box.x * box.z + rims, box.x * box.y + discs};
  return (0.5 * config.drag_coefficient) * areas;
}

}  // namespace alula
