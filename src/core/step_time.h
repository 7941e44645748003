// core/step_time.h: time is a step count. Seconds are derived, never summed.
#pragma once

#include <cstdint>

#include "core/assert.h"

namespace alula {

using StepIndex = std::int64_t;
using TimeNs = std::int64_t;  // simulated time since the start of the run [ns]

inline constexpr TimeNs kNsPerSecond = 1'000'000'000;

constexpr double seconds(TimeNs t) { return static_cast<double>(t) * 1e-9; }
// |t_s| below 9e9, 285 years: what the integer holds.
constexpr TimeNs nanoseconds(double t_s) {
  ALULA_ASSERT(t_s > -9e9 && t_s < 9e9);
  return static_cast<TimeNs>(t_s * 1e9 + (t_s >= 0.0 ? 0.5 : -0.5));
}

// The fixed step of a run.
struct StepClock {
  TimeNs dt_ns = 1'000'000;

  [[nodiscard]] constexpr TimeNs time_at(StepIndex k) const { return k * dt_ns; }
  [[nodiscard]] constexpr double dt_s() const { return seconds(dt_ns); }
};

// Sample k of a sensor of rate f falls on the first step with t >= k/f, in integer nanoseconds.
// A rate above 1/dt is held to one sample a step. Rate in mHz keeps 12.5 Hz exact.
class SampleSchedule {
 public:
  constexpr SampleSchedule() = default;
  constexpr explicit SampleSchedule(double rate_hz)
      : rate_mhz_(static_cast<std::int64_t>(rate_hz * 1000.0 + 0.5)) {
    ALULA_ASSERT(rate_mhz_ > 0);
  }

  // True when a sample falls on step k.
  [[nodiscard]] constexpr bool due(StepIndex k, TimeNs dt_ns) const {
    if (k == 0) return true;
    return count_until(k * dt_ns) > count_until((k - 1) * dt_ns);
  }
  // How many samples fall in [0, t], sample 0 included.
  [[nodiscard]] constexpr std::int64_t count_until(TimeNs t) const {
    __extension__ using Wide = __int128;  // not ISO C++; both compilers have it
    const auto wide = static_cast<Wide>(t) * rate_mhz_;
    return static_cast<std::int64_t>(wide / 1'000'000'000'000) + 1;
  }
  [[nodiscard]] constexpr double rate_hz() const { return static_cast<double>(rate_mhz_) * 1e-3; }

 private:
  std::int64_t rate_mhz_ = 1000;
};

}  // namespace alula
