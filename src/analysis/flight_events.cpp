#include "analysis/flight_events.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace alula {
namespace {

// PX4 v1.15, vehicle_status: NAVIGATION_STATE_*.
struct Mode {
  int state;
  const char* name;
};
constexpr Mode kModes[] = {{0, "Manual"},          {1, "Altitude"},  {2, "Position"},
                           {3, "Mission"},         {4, "Hold"},      {5, "Return"},
                           {6, "Position slow"},   {10, "Acro"},     {12, "Descend"},
                           {13, "Termination"},    {14, "Offboard"}, {15, "Stabilized"},
                           {17, "Takeoff"},        {18, "Land"},     {19, "Follow"},
                           {20, "Precision land"}, {21, "Orbit"},    {22, "VTOL takeoff"}};
constexpr double kArmed = 2.0;

// A column of whole numbers that mean something; hostile logs hold anything.
int whole(double value) {
  return std::isfinite(value) && std::abs(value) < 1e6 ? static_cast<int>(value) : -1;
}

// Calls `on_change(time, before, now)` for each change, and for the first value with before = NaN.
template <class OnChange> void watch(const TimeSeries& samples, OnChange on_change) {
  double before = std::nan("");
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples.value[i] == before) continue;
    on_change(samples.time_s[i], before, samples.value[i]);
    before = samples.value[i];
  }
}

PageLevel level_of(std::uint8_t syslog_level) {
  constexpr std::uint8_t kError = 3, kWarning = 4;
  if (syslog_level <= kError) return PageLevel::bad;
  return syslog_level == kWarning ? PageLevel::warning : PageLevel::plain;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

void add_status_events(const LogSamples& log, std::vector<PageEvent>& events) {
  watch(log.column("vehicle_status", "arming_state"), [&](double time, double before, double now) {
    if (now == kArmed)
      events.push_back({time, "Armed"});
    else if (before == kArmed)
      events.push_back({time, "Disarmed"});
  });
  watch(log.column("vehicle_status", "nav_state"), [&](double time, double before, double now) {
    if (std::isnan(before)) return;
    events.push_back(
        {time, fmt::format("Mode {} -> {}", mode_name(whole(before)), mode_name(whole(now)))});
  });
  watch(log.column("vehicle_status", "failsafe"), [&](double time, double before, double now) {
    if (now == 1.0)
      events.push_back({time, "Failsafe", PageLevel::bad});
    else if (before == 1.0)
      events.push_back({time, "Failsafe over", PageLevel::warning});
  });
  watch(log.column("mission_result", "seq_reached"), [&](double time, double, double now) {
    if (now >= 0.0)
      events.push_back({time, fmt::format("Mission item {} reached", whole(now) + 1)});
  });
}

bool ends_with(const TimeSeries& samples, double value) {
  return !samples.empty() && samples.value.back() == value;
}

}  // namespace

std::string mode_name(int navigation_state) {
  const auto* found = std::find_if(std::begin(kModes), std::end(kModes), [&](const Mode& mode) {
    return mode.state == navigation_state;
  });
  return found != std::end(kModes) ? found->name : fmt::format("mode {}", navigation_state);
}

std::vector<PageBand> mode_bands(const LogSamples& log) {
  const TimeSeries mode = log.column("vehicle_status", "nav_state");
  const TimeSeries arming = log.column("vehicle_status", "arming_state");
  std::vector<PageBand> bands;
  for (std::size_t i = 0; i < mode.size(); ++i) {
    const bool armed = i >= arming.size() || arming.value[i] == kArmed;
    std::string label = armed ? mode_name(whole(mode.value[i])) : "Disarmed";
    if (!bands.empty()) {
      bands.back().to_s = mode.time_s[i];
      if (bands.back().label == label) continue;
    }
    bands.push_back({mode.time_s[i], log.end_s(), std::move(label)});
  }
  if (!bands.empty()) bands.back().to_s = std::max(bands.back().from_s, log.end_s());
  return bands;
}

std::vector<PageEvent> flight_events(const LogSamples& log) {
  std::vector<PageEvent> events;
  for (const UlogText& text : log.content().texts) {
    const double time_s = std::max(log.seconds_of(text.time_us), log.start_s());
    std::string words = trimmed(text.text);
    // Beyond the log's end by more than a drained buffer: a stamp that is damaged.
    constexpr double kSlack_s = 10.0;
    if (words.empty() || time_s > log.end_s() + kSlack_s) continue;
    events.push_back({time_s, std::move(words), level_of(text.level)});
  }
  if (!log.is_of_alula()) add_status_events(log, events);
  std::stable_sort(events.begin(), events.end(),
                   [](const PageEvent& a, const PageEvent& b) { return a.time_s < b.time_s; });
  return events;
}

Verdict verdict_of(const LogSamples& log) {
  const TimeSeries landed = log.column("vehicle_land_detected", "landed");
  const bool flew = std::find(landed.value.begin(), landed.value.end(), 0.0) != landed.value.end();
  const bool stands =
      ends_with(landed, 1.0) && !ends_with(log.column("vehicle_status", "arming_state"), kArmed);
  if (ends_with(log.column("mission_result", "failure"), 1.0))
    return {"Mission failed", PageLevel::bad};
  if (flew && !stands) return {"The log ends in flight", PageLevel::warning};
  // PX4 calls a mission without items finished.
  const bool had_mission = !ends_with(log.column("mission_result", "seq_total"), 0.0);
  if (flew && had_mission && ends_with(log.column("mission_result", "finished"), 1.0))
    return {"Mission completed", PageLevel::good};
  if (flew) return {"Landed and disarmed", PageLevel::good};
  return {landed.empty() ? "" : "Did not fly", PageLevel::plain};
}

}  // namespace alula
