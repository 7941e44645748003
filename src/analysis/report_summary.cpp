// The tables at the top of a flight report: the figures that a pilot asks for first.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "analysis/flight_data.h"
#include "analysis/flight_events.h"

namespace alula {
namespace {

constexpr double kUnknownNumber = std::numeric_limits<double>::quiet_NaN();

void add(PageTable& table, std::string label, double value, int decimals, std::string unit,
         std::string note = {}) {
  if (!std::isfinite(value)) return;
  table.rows.push_back(
      {std::move(label), number_text(value, decimals), std::move(unit), std::move(note)});
}

struct Extremes {
  double min = kUnknownNumber, max = kUnknownNumber;
};
Extremes extremes_of(const TimeSeries& samples) {
  Extremes extremes;
  for (const double value : samples.value) {
    if (!std::isfinite(value)) continue;
    extremes.min = std::fmin(extremes.min, value);
    extremes.max = std::fmax(extremes.max, value);
  }
  return extremes;
}

// Along the path while airborne, in steps of a tenth of a second: the noise of an estimate would
// lengthen it otherwise.
double distance_m(const Track& track, const std::vector<TimeSpan>& airborne) {
  constexpr double kStep_s = 0.1;
  double sum = 0.0;
  for (const TimeSpan& span : airborne) {
    std::size_t last = track.time_s.size();
    for (std::size_t i = 0; i < track.time_s.size(); ++i) {
      const double time_s = track.time_s[i];
      if (time_s < span.from_s || time_s > span.to_s) continue;
      if (last < i && time_s - track.time_s[last] < kStep_s) continue;
      if (last < i) {
        double squares = 0.0;
        for (const auto& axis : track.position) squares += std::pow(axis[i] - axis[last], 2);
        if (std::isfinite(squares)) sum += std::sqrt(squares);
      }
      last = i;
    }
  }
  return sum;
}

PageTable flight_table(const FlightData& data) {
  PageTable table{.title = "Flight"};
  const FlightMotion& m = data.motion;
  const Track& track = m.truth.empty() ? m.estimate : m.truth;
  double airborne_s = 0.0;
  for (const TimeSpan& span : data.airborne) airborne_s += span.to_s - span.from_s;
  add(table, "log", data.log.end_s() - data.log.start_s(), 1, "s");
  if (!data.airborne.empty()) add(table, "airborne", airborne_s, 1, "s");
  if (track.empty()) return table;
  if (!data.airborne.empty()) add(table, "distance", distance_m(track, data.airborne), 0, "m");
  add(table, "greatest height above home", extremes_of(track.p(2)).max, 1, "m");
  const std::vector<double> away = horizontal_size(track.position[0], track.position[1]);
  add(table, "farthest from home", extremes_of({track.time_s, away}).max, 1, "m");
  const std::vector<double> speed = horizontal_size(track.velocity[0], track.velocity[1]);
  add(table, "fastest over ground", extremes_of({track.time_s, speed}).max, 1, "m/s");
  add(table, "fastest climb", extremes_of(track.v(2)).max, 1, "m/s");
  add(table, "fastest descent", -extremes_of(track.v(2)).min, 1, "m/s");
  if (!away.empty() && verdict_of(data.log).level == PageLevel::good)
    add(table, "landed from home", away.back(), 2, "m");
  return table;
}

void add_error(PageTable& table, const FlightData& data, const char* label,
               const TimeSeries& samples, int decimals, const char* unit) {
  const ErrorSize size = error_size(samples, data.airborne);
  if (!std::isfinite(size.rms)) return;
  table.rows.push_back({label, number_text(size.rms, decimals), unit,
                        fmt::format("at worst {}", number_text(size.worst, decimals))});
}

PageTable tracking_table(const FlightData& data) {
  PageTable table{.title = "Tracking error in the air (rms)"};
  const MotionError& error = data.errors.tracking;
  add_error(table, data, "position, horizontal", error.of(error.horizontal_m), 2, "m");
  add_error(table, data, "position, vertical", error.of(error.vertical_m), 2, "m");
  add_error(table, data, "velocity, horizontal", error.of(error.horizontal_m_s), 2, "m/s");
  add_error(table, data, "velocity, vertical", error.of(error.vertical_m_s), 2, "m/s");
  static constexpr const char* kNames[] = {"roll", "pitch", "yaw"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    add_error(table, data, kNames[axis],
              {data.motion.setpoint_angles.time_s, data.errors.angle_deg[axis]}, 2, "deg");
  }
  return table;
}

PageTable estimate_table(const FlightData& data) {
  PageTable table{.title = "Estimation error in the air (rms)"};
  const MotionError& error = data.errors.estimation;
  add_error(table, data, "position, horizontal", error.of(error.horizontal_m), 2, "m");
  add_error(table, data, "position, vertical", error.of(error.vertical_m), 2, "m");
  add_error(table, data, "velocity, horizontal", error.of(error.horizontal_m_s), 3, "m/s");
  add_error(table, data, "velocity, vertical", error.of(error.vertical_m_s), 3, "m/s");
  const AttitudeError& attitude = data.errors.attitude;
  add_error(table, data, "tilt", {attitude.time_s, attitude.tilt_deg}, 2, "deg");
  add_error(table, data, "yaw", {attitude.time_s, attitude.yaw_deg}, 2, "deg");
  return table;
}

PageTable battery_table(const FlightData& data) {
  PageTable table{.title = "Battery"};
  const LogSamples& log = data.log;
  const TimeSeries voltage = log.column("battery_status", "voltage_v");
  const TimeSeries current = log.column("battery_status", "current_a");
  const TimeSeries used = log.column("battery_status", "discharged_mah");
  const TimeSeries remaining = log.column("battery_status", "remaining");
  if (voltage.empty()) return table;
  add(table, "voltage at the start", voltage.value.front(), 2, "V");
  add(table, "lowest voltage", extremes_of(voltage).min, 2, "V");
  add(table, "voltage at the end", voltage.value.back(), 2, "V");
  const double current_max_a = extremes_of(current).max;
  if (current_max_a > 0.0) add(table, "greatest current", current_max_a, 1, "A");
  if (!used.empty() && used.value.back() > 0.0)
    add(table, "charge used", used.value.back(), 0, "mAh");
  if (!remaining.empty()) add(table, "remaining", 100.0 * remaining.value.back(), 0, "%");
  return table;
}

PageTable log_table(const FlightData& data) {
  PageTable table{.title = "Log"};
  const UlogContent& content = data.log.content();
  const auto info = [&](const char* label, const char* key) {
    const auto found = content.info.find(key);
    if (found == content.info.end()) return;
    if (const auto* text = std::get_if<std::string>(&found->second))
      table.rows.push_back({label, *text, "", ""});
  };
  info("system", "sys_name");
  info("vehicle", "ver_hw");
  info("software", "ver_sw");
  add(table, "records", static_cast<double>(content.records), 0, "");
  add(table, "drop-outs", static_cast<double>(content.faults.dropouts), 0, "");
  return table;
}

}  // namespace

PageSection summary_section(const FlightData& data) {
  PageSection section{.title = "Summary"};
  for (PageTable table : {flight_table(data), tracking_table(data), estimate_table(data),
                          battery_table(data), log_table(data)}) {
    if (!table.rows.empty()) section.tables.push_back(std::move(table));
  }
  return section;
}

}  // namespace alula
