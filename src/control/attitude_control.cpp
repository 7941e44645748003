#include "control/attitude_control.h"

#include "core/config_check.h"

namespace alula {

MaybeError validate(const AttitudeControlConfig& config) {
  return ConfigCheck()
      .zero_or_more("gain_p", config.gain_p)
      .above_zero("rate_limit_rad_s", config.rate_limit_rad_s)
      .from_to("yaw_weight", config.yaw_weight, 0.0, 1.0)
      .result();
}

}  // namespace alula
