// sensors/power_monitors.h: what battery and speed controllers report about themselves. Without
// error: their resolution is far finer than what a brain does with it.
#pragma once

#include <span>

#include "sensors/sensor_common.h"
#include "signals/samples.h"

namespace alula {

struct BatteryMonitorConfig {
  SensorCommonConfig common{.rate_hz = 10.0, .delay_s = 0.0};
};
struct EscMonitorConfig {
  SensorCommonConfig common{.rate_hz = 100.0, .delay_s = 0.0};
};

inline constexpr std::size_t kBatteryQueue = 16;
inline MaybeError validate(const BatteryMonitorConfig& config) {
  return validate(config.common, kBatteryQueue);
}
// Reports of all rotors arrive at once; they have no delay.
inline MaybeError validate(const EscMonitorConfig& config) {
  return ConfigCheck()
      .require("delay_s", config.common.delay_s == 0.0,
               "must be 0: speed controllers report at once")
      .keep(validate(config.common, 1))
      .result();
}

// The truth that they report, filled in by the plant.
struct BatteryTruth {
  double voltage_v = 0.0;
  double current_a = 0.0;
  double discharged_c = 0.0;
  double remaining = 0.0;  // 0..1
  std::uint32_t cells = 0;
  std::uint32_t reserved = 0;
};
struct RotorTruth {
  double speed_rad_s = 0.0;
  double voltage_v = 0.0;
  double current_a = 0.0;
};
inline constexpr std::size_t kBatteriesMax = 4;
struct PowerTruth {
  FixedList<BatteryTruth, kBatteriesMax> batteries{};
  FixedList<RotorTruth, kMotorsMax> rotors{};
};
static_assert(ArenaState<PowerTruth>);

struct BatteryMonitorState {
  FixedQueue<BatterySample, kBatteryQueue> under_way{};
};
static_assert(ArenaState<BatteryMonitorState>);

class BatteryMonitor {
 public:
  BatteryMonitor(const BatteryMonitorConfig& config, const SensorIdentity& identity)
      : instance_(identity.instance), timing_(config.common, identity.clock) {}

  void sense(BatteryMonitorState& state, TimeNs now, const BatteryTruth& truth) const {
    if (!timing_.due(now)) return;
    send(state.under_way, {.time = now,
                           .voltage_v = truth.voltage_v,
                           .current_a = truth.current_a,
                           .discharged_c = truth.discharged_c,
                           .remaining = clamp_to(truth.remaining, 0.0, 1.0),
                           .cells = truth.cells,
                           .instance = instance_});
  }
  void deliver(BatteryMonitorState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.battery);
  }

 private:
  std::uint32_t instance_;
  SampleTiming timing_;
};

class EscMonitor {
 public:
  EscMonitor(const EscMonitorConfig& config, const SensorIdentity& identity)
      : timing_(config.common, identity.clock) {}

  // Straight to the brain: there is no delay, so there is no state.
  void deliver(TimeNs now, std::span<const RotorTruth> rotors, Samples& samples) const {
    if (!timing_.due(now)) return;
    for (std::size_t i = 0; i < rotors.size(); ++i) {
      samples.esc.push_back({.time = now,
                             .speed_rad_s = rotors[i].speed_rad_s,
                             .voltage_v = rotors[i].voltage_v,
                             .current_a = rotors[i].current_a,
                             .motor = static_cast<std::uint32_t>(i)});
    }
  }

 private:
  SampleTiming timing_;
};

}  // namespace alula
