// analysis/flight_report.h: the report of a flight, from its log alone: Alula's, or a real PX4's.
#pragma once

#include <string>
#include <string_view>

#include "analysis/page.h"
#include "log/ulog_reader.h"

namespace alula {

// What the one who flew knows beyond the log; empty where nobody does.
struct FlightReportContext {
  std::string mission;  // "demo.plan"
  std::string verdict;  // "Mission failed: battery empty"; from the log when empty
  bool failed = false;
  std::string inputs;  // what was flown: "seed 7, world windy.yaml"
};

// The columns that a report is made from: to be read with these alone (log/ulog_decoder.h).
bool is_in_flight_report(std::string_view topic, std::string_view column);

// What the log lacks is left out, what is wrong with it stands in the notices.
Page flight_report(UlogContent content, const FlightReportContext& context = {});

}  // namespace alula
