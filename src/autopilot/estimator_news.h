// autopilot/estimator_news.h: what the estimator found out about its instruments, told once.
#pragma once

#include <array>
#include <cstdint>

#include "autopilot/events.h"
#include "signals/estimate.h"

namespace alula {

struct EstimatorNews {  // as last told
  std::array<std::uint32_t, kInstrumentKinds> instances{};
  std::array<std::uint32_t, kInstrumentKinds> condemned{};
  std::uint32_t instance_switches = 0;
  std::uint32_t yaw_rescues = 0;
  std::uint32_t gnss_contradicted = 0;
  std::uint32_t wind_dead_reckoning = 0;
  std::uint32_t velocity_contradicted = 0;
  std::uint32_t reserved = 0;
};

void tell_estimator_news(EstimatorNews& told, const EstimatorStatus& filter, EventLog& events);

}  // namespace alula
