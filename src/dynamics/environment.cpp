#include "dynamics/environment.h"

namespace alula {

std::optional<Error> validate(const EnvironmentConfig& config) {
  if (auto broken = validate(config.origin)) return broken;
  if (auto broken = validate(config.gravity)) return broken;
  if (auto broken = validate(config.wind)) return broken;
  // EGM96 lies between -107 m (south of India) and 86 m (New Guinea).
  const bool geoid_valid = config.geoid_height_m >= -110.0 && config.geoid_height_m <= 90.0;
  if (!geoid_valid)
    return Error{ErrorCode::invalid_config, "geoid_height_m", "must lie between -110 and 90 m"};
  return std::nullopt;
}

}  // namespace alula
