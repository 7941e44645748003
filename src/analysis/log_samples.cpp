#include "analysis/log_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "topics/log_time.h"

namespace alula {
namespace {

constexpr std::uint64_t kLogTimeMaxUs = 40ull * 24 * 3600 * 1'000'000;  // no flight is longer
constexpr double kSlackAtEnd_s = 2.0;

// The end on which topics agree: the third latest last record, so that two damaged ones cannot
// stretch every axis. A log that short of topics is believed.
std::uint64_t end_of(const UlogContent& content, std::uint64_t first_us) {
  std::vector<std::uint64_t> last;
  for (const UlogTopic& topic : content.topics) {
    for (auto it = topic.timestamp_us.rbegin(); it != topic.timestamp_us.rend(); ++it) {
      if (*it < first_us || *it - first_us > kLogTimeMaxUs) continue;
      last.push_back(*it);
      break;
    }
  }
  std::sort(last.rbegin(), last.rend());
  if (last.empty()) return first_us;
  return last.size() < 3 ? last.front() : last[2];
}

void keep(UlogTopic& topic, const std::vector<std::size_t>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) topic.timestamp_us[i] = topic.timestamp_us[rows[i]];
  topic.timestamp_us.resize(rows.size());
  for (UlogColumn& column : topic.columns) column.values.keep(rows);
}

}  // namespace

LogSamples::LogSamples(UlogContent content) : content_(std::move(content)) {
  const auto system = content_.info.find("sys_name");
  is_of_alula_ = system != content_.info.end() &&
                 std::holds_alternative<std::string>(system->second) &&
                 std::get<std::string>(system->second) == "Alula";
  zero_us_ = is_of_alula_ ? kLogTimeZeroUs : content_.start_time_us;
  start_s_ = seconds_of(content_.start_time_us);
  end_s_ = seconds_of(end_of(content_, content_.start_time_us));
  for (UlogTopic& topic : content_.topics) {
    time_s_.push_back(keep_records_in_time(topic));
    topic.timestamp_us = {};  // half an hour of them is worth having back
  }
}

double LogSamples::seconds_of(std::uint64_t time_us) const {
  return time_us >= zero_us_ ? 1e-6 * static_cast<double>(time_us - zero_us_)
                             : -1e-6 * static_cast<double>(zero_us_ - time_us);
}

// As nearly all are.
bool LogSamples::is_in_time(const std::vector<std::uint64_t>& stamps) const {
  return std::is_sorted(stamps.begin(), stamps.end()) &&
         (stamps.empty() || (seconds_of(stamps.front()) >= start_s_ &&
                             seconds_of(stamps.back()) <= end_s_ + kSlackAtEnd_s));
}

// Gives the seconds of those that stay.
std::vector<double> LogSamples::keep_records_in_time(UlogTopic& topic) {
  const std::vector<std::uint64_t>& stamps = topic.timestamp_us;
  std::vector<double> time_s;
  if (is_in_time(stamps)) {
    time_s.reserve(stamps.size());
    for (const std::uint64_t stamp : stamps) time_s.push_back(seconds_of(stamp));
    return time_s;
  }
  std::vector<std::size_t> rows;
  rows.reserve(stamps.size());
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    const double at_s = seconds_of(stamps[i]);
    const bool before = !rows.empty() && stamps[i] < stamps[rows.back()];
    // Later than both that follow: the stamp is wrong, not theirs.
    const bool ahead =
        i + 2 < stamps.size() && stamps[i] > stamps[i + 1] && stamps[i] > stamps[i + 2];
    if (at_s > end_s_ + kSlackAtEnd_s || before || ahead) {
      ++records_out_of_time_;
      continue;
    }
    if (at_s < start_s_ && !rows.empty()) {
      rows.back() = i;
      continue;
    }
    rows.push_back(i);
  }
  if (rows.size() != stamps.size()) keep(topic, rows);
  time_s.reserve(stamps.size());
  for (const std::uint64_t stamp : stamps) time_s.push_back(std::max(seconds_of(stamp), start_s_));
  return time_s;
}

TimeSeries LogSamples::column(const std::string& topic, const std::string& name,
                              std::uint8_t multi_id) const {
  const UlogTopic* found = content_.find(topic, multi_id);
  const UlogColumn* column = found == nullptr ? nullptr : found->find(name);
  if (column == nullptr) return {};
  return {time_s_[static_cast<std::size_t>(found - content_.topics.data())], column->values};
}

std::span<const double> LogSamples::times(const std::string& topic) const {
  const UlogTopic* found = content_.find(topic);
  if (found == nullptr) return {};
  return time_s_[static_cast<std::size_t>(found - content_.topics.data())];
}

std::vector<TimeSeries> LogSamples::elements(const std::string& topic,
                                             const std::string& name) const {
  std::vector<TimeSeries> all;
  for (int i = 0;; ++i) {
    const TimeSeries samples = column(topic, name + "[" + std::to_string(i) + "]");
    if (samples.empty()) return all;
    if (std::any_of(samples.value.begin(), samples.value.end(),
                    [](double value) { return std::isfinite(value); }))
      all.push_back(samples);
  }
}

std::vector<std::string> LogSamples::topics_named(const std::string& beginning) const {
  std::vector<std::string> names;
  for (const UlogTopic& topic : content_.topics) {
    if (topic.multi_id == 0 && topic.name.starts_with(beginning)) names.push_back(topic.name);
  }
  return names;
}

std::vector<double> interpolated(const TimeSeries& samples, std::span<const double> at) {
  std::vector<double> values;
  values.reserve(at.size());
  std::size_t next = 0;  // the first sample after the time
  for (const double time_s : at) {
    while (next < samples.size() && samples.time_s[next] <= time_s) ++next;
    if (next == 0 || (next == samples.size() && samples.time_s[next - 1] < time_s)) {
      values.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const double before = samples.value[next - 1];
    const double from_s = samples.time_s[next - 1];
    if (from_s == time_s || next == samples.size()) {
      values.push_back(before);
      continue;
    }
    const double share = (time_s - from_s) / (samples.time_s[next] - from_s);
    values.push_back(before + share * (samples.value[next] - before));
  }
  return values;
}

double value_at(const TimeSeries& samples, double time_s, double otherwise) {
  const auto after = std::upper_bound(samples.time_s.begin(), samples.time_s.end(), time_s);
  if (after == samples.time_s.begin()) return otherwise;
  return samples.value[static_cast<std::size_t>(after - samples.time_s.begin()) - 1];
}

}  // namespace alula
