// apps/alula/report_job.h: the report of a flight, prepared while it is flown.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "analysis/flight_report.h"
#include "log/ulog_reader.h"

namespace alula {

// Reads the log behind its writer, in a thread of its own, so that most of the work is done when
// the flight ends. It sees what the file holds and nothing of the flight: the report is the one
// that `alula report` makes of the finished log.
class ReportJob {
 public:
  explicit ReportJob(std::string log_path);
  ~ReportJob();
  ReportJob(const ReportJob&) = delete;
  ReportJob& operator=(const ReportJob&) = delete;

  // So many bytes of the log have been written by now.
  void log_has(std::uint64_t bytes);
  // The log is complete; the report as HTML. Once.
  Result<std::string> finish(const FlightReportContext& context);

 private:
  static constexpr std::uint64_t kComplete = ~std::uint64_t{0};

  void read();
  void wait_for_reader();

  std::string log_path_;
  UlogReader reader_{is_in_flight_report};
  std::atomic<std::uint64_t> written_bytes_ = 0;  // or kComplete
  std::thread thread_;
};

}  // namespace alula
