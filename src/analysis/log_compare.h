// analysis/log_compare.h: in what two logs differ: where first, and by how much in each column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "log/ulog_content.h"

namespace alula {

// Over the samples of equal time. A number against none (NaN) differs, and leaves no size.
struct ColumnDifference {
  std::string topic;  // "vehicle_attitude", or "sensor_gyro 1" of a second instance
  std::string column;
  std::uint64_t samples = 0;   // that differ
  std::uint64_t first_us = 0;  // of the first one
  double first_a = 0.0, first_b = 0.0;
  double rms = 0.0, worst = 0.0;  // over all samples of equal time
};

struct LogComparison {
  std::vector<ColumnDifference> columns;  // those that differ, in the order of the first log
  std::vector<std::string> one_sided;     // in words: topics, columns and samples of one log alone
  std::uint64_t samples = 0;              // compared, of all topics

  [[nodiscard]] bool same() const { return columns.empty() && one_sided.empty(); }
  // Of `columns`: that with the earliest difference; none where no column differs.
  [[nodiscard]] std::optional<std::size_t> first() const;
};

// Bit by bit, except that any NaN equals any other.
LogComparison compare_logs(const UlogContent& a, const UlogContent& b);

}  // namespace alula
