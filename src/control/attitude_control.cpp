#include "control/attitude_control.h"

namespace alula {

MaybeError validate(const AttitudeControlConfig& config) {
  return config_check::Checks()
      .zero_or_more(config.gain_p, "gain_p")
      .above_zero(config.rate_limit_rad_s, "rate_limit_rad_s")
      .share(config.yaw_weight, "yaw_weight")
      .result();
}

}  // namespace alula
