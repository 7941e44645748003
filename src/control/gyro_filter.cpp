#include "control/gyro_filter.h"

#include "core/config_check.h"

namespace alula {

MaybeError validate(const GyroFilterConfig& config) {
  return ConfigCheck()
      .zero_or_more("rate_cutoff_hz", config.rate_cutoff_hz)
      .zero_or_more("derivative_cutoff_hz", config.derivative_cutoff_hz)
      .result();
}

FilteredRate GyroFilter::update(GyroFilterState& state, const Vec3& w_WB_B) const {
  if (state.started == 0) {
    rate_.reset(state.rate, w_WB_B);
    derivative_.reset(state.derivative, Vec3::zero());
    state.last = w_WB_B;
    state.started = 1;
  }
  FilteredRate out;
  out.w_WB_B = rate_.update(state.rate, w_WB_B);
  out.alpha_WB_B = derivative_.update(state.derivative, (out.w_WB_B - state.last) / dt_s_);
  state.last = out.w_WB_B;
  return out;
}

}  // namespace alula
