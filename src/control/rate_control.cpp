#include "control/rate_control.h"

#include "core/config_check.h"

namespace alula {

MaybeError validate(const RateControlConfig& config) {
  return ConfigCheck()
      .zero_or_more("gain_k", config.gain_k)
      .zero_or_more("gain_p", config.gain_p)
      .zero_or_more("gain_i", config.gain_i)
      .zero_or_more("gain_d", config.gain_d)
      .zero_or_more("gain_ff", config.gain_ff)
      .zero_or_more("integral_limit", config.integral_limit)
      .result();
}

}  // namespace alula
