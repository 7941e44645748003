#include "control/rate_control.h"

namespace alula {

MaybeError validate(const RateControlConfig& config) {
  return config_check::Checks()
      .zero_or_more(config.gain_k, "gain_k")
      .zero_or_more(config.gain_p, "gain_p")
      .zero_or_more(config.gain_i, "gain_i")
      .zero_or_more(config.gain_d, "gain_d")
      .zero_or_more(config.gain_ff, "gain_ff")
      .zero_or_more(config.integral_limit, "integral_limit")
      .result();
}

}  // namespace alula
