// topics/log_time.h: the time of the log. PX4's microseconds count from boot and 0 means "never",
// so simulated time zero is written as one second after boot: timestamp = 1 s + t. The log's header
// carries the time of its first step.
#pragma once

#include <cstdint>

#include "core/step_time.h"

namespace alula {

inline constexpr std::uint64_t kLogTimeZeroUs = 1'000'000;

constexpr std::uint64_t log_time_us(TimeNs t) {
  return kLogTimeZeroUs + static_cast<std::uint64_t>(t / 1000);
}
// For moments of which the signals say "not yet" by 0.
constexpr std::uint64_t log_time_or_never_us(TimeNs t) { return t == 0 ? 0 : log_time_us(t); }

}  // namespace alula
