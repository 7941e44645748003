#include "analysis/log_compare.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace alula {
namespace {

using SamplePairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::string topic_name(const UlogTopic& topic) {
  return topic.multi_id == 0 ? topic.name : fmt::format("{} {}", topic.name, topic.multi_id);
}

// The samples of equal time, and how many each side has beside them.
struct Matching {
  SamplePairs pairs;
  std::size_t only_a = 0, only_b = 0;
};
Matching match(const UlogTopic& a, const UlogTopic& b) {
  Matching matching;
  std::size_t i = 0, j = 0;
  while (i < a.timestamp_us.size() && j < b.timestamp_us.size()) {
    if (a.timestamp_us[i] < b.timestamp_us[j]) {
      ++i;
    } else if (a.timestamp_us[i] > b.timestamp_us[j]) {
      ++j;
    } else {
      matching.pairs.emplace_back(i++, j++);
    }
  }
  matching.only_a = a.timestamp_us.size() - matching.pairs.size();
  matching.only_b = b.timestamp_us.size() - matching.pairs.size();
  return matching;
}

bool equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void compare_column(const UlogTopic& topic, const UlogColumn& a, const UlogColumn& b,
                    const SamplePairs& pairs, LogComparison& result) {
  ColumnDifference difference{.topic = topic_name(topic), .column = a.name};
  double squares = 0.0;
  std::uint64_t sized = 0;
  for (const auto& [i, j] : pairs) {
    const double left = a.values[i], right = b.values[j];
    if (!equal(left, right) && difference.samples++ == 0) {
      difference.first_us = topic.timestamp_us[i];
      difference.first_a = left;
      difference.first_b = right;
    }
    const double by = equal(left, right) ? 0.0 : std::fabs(left - right);
    if (!std::isfinite(by)) continue;
    squares += by * by;
    difference.worst = std::fmax(difference.worst, by);
    ++sized;
  }
  if (difference.samples == 0) return;
  if (sized > 0) difference.rms = std::sqrt(squares / static_cast<double>(sized));
  result.columns.push_back(std::move(difference));
}

void compare_topic(const UlogTopic& a, const UlogTopic& b, LogComparison& result) {
  const Matching matching = match(a, b);
  result.samples += matching.pairs.size();
  const auto alone = [&](std::size_t count, const char* which) {
    if (count > 0)
      result.one_sided.push_back(
          fmt::format("{}: {} samples in the {} only", topic_name(a), count, which));
  };
  alone(matching.only_a, "first");
  alone(matching.only_b, "second");
  for (const UlogColumn& column : a.columns) {
    if (const UlogColumn* other = b.find(column.name)) {
      compare_column(a, column, *other, matching.pairs, result);
    } else {
      result.one_sided.push_back(
          fmt::format("{}.{}: in the first only", topic_name(a), column.name));
    }
  }
  for (const UlogColumn& column : b.columns) {
    if (a.find(column.name) == nullptr)
      result.one_sided.push_back(
          fmt::format("{}.{}: in the second only", topic_name(a), column.name));
  }
}

}  // namespace

std::optional<std::size_t> LogComparison::first() const {
  if (columns.empty()) return std::nullopt;
  const auto earliest = std::ranges::min_element(columns, {}, &ColumnDifference::first_us);
  return static_cast<std::size_t>(earliest - columns.begin());
}

LogComparison compare_logs(const UlogContent& a, const UlogContent& b) {
  LogComparison result;
  for (const UlogTopic& topic : a.topics) {
    if (const UlogTopic* other = b.find(topic.name, topic.multi_id)) {
      compare_topic(topic, *other, result);
    } else {
      result.one_sided.push_back(topic_name(topic) + ": in the first only");
    }
  }
  for (const UlogTopic& topic : b.topics) {
    if (a.find(topic.name, topic.multi_id) == nullptr)
      result.one_sided.push_back(topic_name(topic) + ": in the second only");
  }
  return result;
}

}  // namespace alula
