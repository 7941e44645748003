#include "dynamics/environment.h"

#include "core/config_check.h"

namespace alula {

MaybeError validate(const EnvironmentConfig& config) {
  return ConfigCheck()
      .keep(validate(config.earth))
      .keep(validate(config.origin))
      .keep(validate(config.gravity))
      .keep(validate(config.wind))
      .keep(validate(config.atmosphere))
      .require("gravity", fits(config.gravity.model, config.earth),
               "must be round or constant on a sphere, and not round on the ellipsoid")
      .require("geoid", config.geoid == GeoidModel::none || !config.earth.is_sphere(),
               "must be none on a sphere")
      .result();
}

}  // namespace alula
