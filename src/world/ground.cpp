#include "world/ground.h"

#include <cmath>
#include <numbers>

namespace alula {

std::optional<Error> validate(const GroundConfig& config) {
  const auto bad = [](const char* where, const char* message) {
    return Error{ErrorCode::invalid_config, where, message};
  };
  if (!(config.slope_deg >= 0.0 && config.slope_deg <= 60.0))
    return bad("slope_deg", "must be from 0 to 60");
  if (!(std::fabs(config.uphill_azimuth_deg) <= 360.0))
    return bad("uphill_azimuth_deg", "must be from -360 to 360");
  if (!(config.friction >= 0.0 && config.friction <= 10.0))
    return bad("friction", "must be from 0 to 10");
  if (!(config.restitution >= 0.0 && config.restitution <= 1.0))
    return bad("restitution", "must be from 0 to 1");
  return std::nullopt;
}

GroundPlane make_ground(const GroundConfig& config) {
  constexpr double rad_per_deg = std::numbers::pi / 180.0;
  const double slope = config.slope_deg * rad_per_deg;
  const double azimuth = config.uphill_azimuth_deg * rad_per_deg;
  const double lean = std::sin(slope);
  return {.normal_W = {-lean * std::cos(azimuth), -lean * std::sin(azimuth), -std::cos(slope)},
          .friction = config.friction,
          .restitution = config.restitution};
}

}  // namespace alula
