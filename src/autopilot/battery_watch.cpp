#include "autopilot/battery_watch.h"

#include <algorithm>
#include <cmath>

#include "core/config_check.h"

namespace alula {
namespace {

constexpr double kRise = 0.02;            // of a level, before the warning ends
constexpr double kMeanTime_s = 20.0;      // of the current; a climb must not count as the flight
constexpr double kDischargedMin = 0.005;  // below it the capacity cannot be told

BatteryWarning level_of(const BatteryWatchConfig& config, double remaining) {
  if (remaining < config.emergency) return BatteryWarning::emergency;
  if (remaining < config.critical) return BatteryWarning::critical;
  if (remaining < config.low) return BatteryWarning::low;
  return BatteryWarning::none;
}

}  // namespace

MaybeError validate(const BatteryWatchConfig& config) {
  return ConfigCheck()
      .from_to("low", config.low, 0.0, 1.0)
      .from_to("critical", config.critical, 0.0, config.low)
      .from_to("emergency", config.emergency, 0.0, config.critical)
      .result();
}

void watch(const BatteryWatchConfig& config, const BatterySample& sample, bool flies,
           BatteryWatchState& state) {
  const bool usable = std::isfinite(sample.remaining) && std::isfinite(sample.current_a) &&
                      std::isfinite(sample.discharged_c);
  if (!usable) return;
  const double dt_s = state.time < 0 ? 0.0 : std::max(0.0, seconds(sample.time - state.time));
  state.time = sample.time;
  state.remaining = sample.remaining;
  const BatteryWarning now = level_of(config, sample.remaining);
  const BatteryWarning risen = level_of(config, sample.remaining - kRise);
  state.warning = std::clamp(state.warning, now, std::max(now, risen));

  if (!flies) {
    state.mean_current_a = 0.0;
    state.time_left_s = -1.0;
    return;
  }
  if (state.mean_current_a <= 0.0) state.mean_current_a = sample.current_a;
  state.mean_current_a += dt_s / (kMeanTime_s + dt_s) * (sample.current_a - state.mean_current_a);
  const double used = 1.0 - sample.remaining;
  if (used < kDischargedMin || state.mean_current_a <= 0.0) return;
  const double left_c = std::max(0.0, sample.remaining) * sample.discharged_c / used;
  state.time_left_s = left_c / state.mean_current_a;
}

}  // namespace alula
