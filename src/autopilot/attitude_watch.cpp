#include "autopilot/attitude_watch.h"

#include <cmath>

#include "core/config_check.h"

namespace alula {

MaybeError validate(const AttitudeWatchConfig& config) {
  return ConfigCheck()
      .zero_or_more("roll_max_rad", config.roll_max_rad)
      .zero_or_more("pitch_max_rad", config.pitch_max_rad)
      .zero_or_more("roll_time_s", config.roll_time_s)
      .zero_or_more("pitch_time_s", config.pitch_time_s)
      .result();
}

void watch(const AttitudeWatchConfig& config, const Quat& q_WB, bool controlled, double dt_s,
           AttitudeWatchState& state) {
  const Euler e = to_euler(q_WB);
  const auto beyond = [controlled](double angle, double limit) {
    return controlled && limit > 0.0 && std::fabs(angle) > limit;
  };
  const bool roll =
      state.roll.update(beyond(e.roll, config.roll_max_rad), config.roll_time_s, dt_s);
  const bool pitch =
      state.pitch.update(beyond(e.pitch, config.pitch_max_rad), config.pitch_time_s, dt_s);
  state.failed = roll || pitch ? 1 : 0;
}

}  // namespace alula
