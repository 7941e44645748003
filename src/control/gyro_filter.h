// control/gyro_filter.h: what the rate loop sees of the gyro.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "math/filters.h"

namespace alula {

struct GyroFilterConfig {
  double rate_cutoff_hz = 40.0;        // IMU_GYRO_CUTOFF [Hz]; 0: not filtered
  double derivative_cutoff_hz = 30.0;  // IMU_DGYRO_CUTOFF [Hz]; 0: not filtered
};
static_assert(ArenaState<GyroFilterConfig>);
MaybeError validate(const GyroFilterConfig& config);

struct GyroFilterState {
  ButterworthState<Vec3> rate{};
  LowPassState<Vec3> derivative{};
  Vec3 last{};  // filtered rate of the last sample [rad/s]
  std::uint64_t started = 0;
};
static_assert(ArenaState<GyroFilterState>);

struct FilteredRate {
  Vec3 w_WB_B{};      // [rad/s]
  Vec3 alpha_WB_B{};  // [rad/s^2]
};

// Two-pole low pass of the body rate; its difference quotient through a one-pole low pass, as PX4
// v1.15 does it. Built for one sample interval; the first sample settles the filter.
class GyroFilter {
 public:
  GyroFilter(const GyroFilterConfig& config, double dt_s)
      : rate_(LowPassConfig{config.rate_cutoff_hz}, 1.0 / dt_s),
        derivative_(LowPassConfig{config.derivative_cutoff_hz}, dt_s),
        dt_s_(dt_s) {}

  FilteredRate update(GyroFilterState& state, const Vec3& w_WB_B) const;

 private:
  Butterworth<Vec3> rate_;
  LowPass<Vec3> derivative_;
  double dt_s_;
};

}  // namespace alula
