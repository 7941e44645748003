// analysis/flight_events.h: modes and events of a flight in words, and how it ended.
#pragma once

#include <string>
#include <vector>

#include "analysis/log_samples.h"
#include "analysis/page.h"

namespace alula {

// "Mission" for PX4's navigation state 3; "mode 99" for one that it does not have.
std::string mode_name(int navigation_state);

std::vector<PageBand> mode_bands(const LogSamples& log);

// The logged texts; for logs that are not Alula's, whose texts say it all, also what the status
// topics tell: arming, modes, mission items, failsafes.
std::vector<PageEvent> flight_events(const LogSamples& log);

struct Verdict {
  std::string text;
  PageLevel level = PageLevel::plain;
};
Verdict verdict_of(const LogSamples& log);

}  // namespace alula
