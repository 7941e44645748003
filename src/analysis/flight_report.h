// analysis/flight_report.h: the report of a flight, from its log alone: Alula's, or a real PX4's.
#pragma once

#include <string>

#include "analysis/page.h"
#include "log/ulog_reader.h"

namespace alula {

// What the one who flew knows beyond the log; empty where nobody does.
struct FlightReportContext {
  std::string mission;  // "demo.plan"
  std::string verdict;  // "Mission failed: battery empty"; from the log when empty
  bool failed = false;
};

// What the log lacks is left out, what is wrong with it stands in the notices.
Page flight_report(UlogContent content, const FlightReportContext& context = {});

}  // namespace alula
