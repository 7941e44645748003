// autopilot/battery_watch.h: how low the battery is, and how long it lasts at the present current.
// Source of the levels: PX4 v1.15, battery library.
#pragma once

#include "autopilot/failsafe_rules.h"
#include "signals/samples.h"

namespace alula {

struct BatteryWatchConfig {
  double low = 0.15;        // BAT_LOW_THR [0..1]
  double critical = 0.07;   // BAT_CRIT_THR
  double emergency = 0.05;  // BAT_EMERGEN_THR
};
static_assert(ArenaState<BatteryWatchConfig>);
MaybeError validate(const BatteryWatchConfig& config);

struct BatteryWatchState {
  double remaining = 1.0;       // of the charge, 0..1
  double time_left_s = -1.0;    // at the mean current of the flight; below zero: not known
  double mean_current_a = 0.0;  // 0: none yet
  TimeNs time = -1;             // of the newest sample
  BatteryWarning warning = BatteryWarning::none;
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<BatteryWatchState>);

// A level that was reached is kept until the charge has risen clearly above it.
void watch(const BatteryWatchConfig& config, const BatterySample& sample, bool flies,
           BatteryWatchState& state);

}  // namespace alula
