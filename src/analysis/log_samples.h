// analysis/log_samples.h: the columns of a log over seconds, with times that can be trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "log/ulog_reader.h"

namespace alula {

// One quantity over time; both have the same length, times never fall. Views of a LogSamples, or of
// whatever holds a computed column.
struct TimeSeries {
  std::span<const double> time_s{};
  NumberSpan value{};

  [[nodiscard]] bool empty() const { return value.empty(); }
  [[nodiscard]] std::size_t size() const { return value.size(); }
};

// Seconds count from the start of the log, in logs of Alula from simulated time zero. Records whose
// time cannot be (a damaged log) are left out and counted. What was published before the log began
// stands at its start, the last of each topic only.
class LogSamples {
 public:
  explicit LogSamples(UlogContent content);

  [[nodiscard]] const UlogContent& content() const { return content_; }
  [[nodiscard]] bool is_of_alula() const { return is_of_alula_; }
  [[nodiscard]] double start_s() const { return start_s_; }
  [[nodiscard]] double end_s() const { return end_s_; }
  [[nodiscard]] std::size_t records_out_of_time() const { return records_out_of_time_; }
  [[nodiscard]] double seconds_of(std::uint64_t time_us) const;

  // Empty when the log lacks the topic or the column.
  [[nodiscard]] TimeSeries column(const std::string& topic, const std::string& name,
                                  std::uint8_t multi_id = 0) const;
  [[nodiscard]] std::span<const double> times(const std::string& topic) const;
  // The column of each element of an array, "control[0]" and so on, without those that are never
  // finite.
  [[nodiscard]] std::vector<TimeSeries> elements(const std::string& topic,
                                                 const std::string& name) const;
  // Names of the topics that begin so, in the order of the log.
  [[nodiscard]] std::vector<std::string> topics_named(const std::string& beginning) const;

 private:
  [[nodiscard]] bool is_in_time(const std::vector<std::uint64_t>& stamps) const;
  std::vector<double> keep_records_in_time(UlogTopic& topic);

  UlogContent content_;
  bool is_of_alula_ = false;
  std::uint64_t zero_us_ = 0;
  double start_s_ = 0.0, end_s_ = 0.0;
  std::size_t records_out_of_time_ = 0;
  std::vector<std::vector<double>> time_s_;  // of each topic
};

// The values at other times, straight between the samples; NaN beyond their ends and beside a
// sample that is not finite. `at` must not fall.
std::vector<double> interpolated(const TimeSeries& samples, std::span<const double> at);

// The last value at or before the time; `otherwise` when there is none.
double value_at(const TimeSeries& samples, double time_s, double otherwise);

}  // namespace alula
