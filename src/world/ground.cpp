#include "world/ground.h"

#include <cmath>

#include "core/config_check.h"
#include "math/frames.h"

namespace alula {

MaybeError validate(const GroundConfig& config) {
  return ConfigCheck()
      .from_to("slope_deg", config.slope_deg, 0.0, 60.0)
      .from_to("uphill_azimuth_deg", config.uphill_azimuth_deg, -360.0, 360.0)
      .from_to("friction", config.friction, 0.0, 10.0)
      .from_to("restitution", config.restitution, 0.0, 1.0)
      .result();
}

GroundPlane make_ground(const GroundConfig& config) {
  const double slope = radians(config.slope_deg);
  const double azimuth = radians(config.uphill_azimuth_deg);
  const double lean = std::sin(slope);
  return {.normal_W = {-lean * std::cos(azimuth), -lean * std::sin(azimuth), -std::cos(slope)},
          .friction = config.friction,
          .restitution = config.restitution,
          .contact = config.contact,
          .airsim_lock = config.airsim_lock};
}

}  // namespace alula
