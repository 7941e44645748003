#include "sensors/sensor_common.h"

#include <algorithm>

namespace alula {
namespace {

// A time beyond it counts as never; keeps integer nanoseconds in range.
constexpr double kTimeMax_s = 1e9;
constexpr double kLeverArmMax_m = 10.0;  // what the estimator takes too

}  // namespace

MaybeError validate(const SensorCommonConfig& config, std::size_t queue_capacity) {
  const double under_way = config.rate_hz * config.delay_s + 1.0;
  return ConfigCheck()
      .from_to("rate_hz", config.rate_hz, 0.001, 100'000.0)
      .from_to("delay_s", config.delay_s, 0.0, 10.0)
      .require("delay_s", under_way <= static_cast<double>(queue_capacity),
               "more than " + std::to_string(queue_capacity) +
                   " samples would be under way at this rate; shorten the delay or lower rate_hz")
      .require("position_m", norm(config.position_m) <= kLeverArmMax_m,
               "must lie within 10 m of the centre of mass")
      .require("dead_after_s", config.dead_after_s >= 0.0, "must be zero or more")
      .result();
}

RandomStream SensorIdentity::stream(const char* sensor, const char* component) const {
  return {seed, vehicle + "/" + sensor + std::to_string(instance) + "/" + component};
}

SampleTiming::SampleTiming(const SensorCommonConfig& config, const StepClock& clock)
    : schedule_(config.rate_hz),
      clock_(clock),
      delay_(nanoseconds(config.delay_s)),
      dead_after_(nanoseconds(std::min(config.dead_after_s, kTimeMax_s))) {
  const auto rate_mhz = static_cast<std::int64_t>(config.rate_hz * 1000.0 + 0.5);
  constexpr std::int64_t ns_mhz = 1'000'000'000'000;
  const bool whole = ns_mhz % rate_mhz == 0 && (ns_mhz / rate_mhz) % clock.dt_ns == 0;
  if (whole) period_ = ns_mhz / rate_mhz;
}

}  // namespace alula
