// analysis/thin.h: long columns made short enough for a page, without losing a peak.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/log_samples.h"

namespace alula {

// How finely a page shows its time: in each of `buckets` equal stretches of [from_s, to_s] two
// samples stay.
struct TimeGrid {
  double from_s = 0.0, to_s = 0.0;
  std::size_t buckets = 1500;
};

struct ThinSamples {
  std::vector<double> time_s, value;
};

// The lowest and the highest sample of each bucket, with their own times; every point is one that
// was logged, and each extreme stays. A gap (not finite) of a bucket stays where it began. Columns
// that have no more samples than that anyway come back whole.
ThinSamples thinned(const TimeSeries& samples, const TimeGrid& grid);

// The highest sample of each of `buckets` stretches: what matters of a column that must stay below
// something.
ThinSamples peaks(const TimeSeries& samples, const TimeGrid& grid);

// Which samples a path keeps: the first of each half bucket, and the last of all.
std::vector<std::size_t> thinned_path(std::span<const double> time_s, const TimeGrid& grid);

}  // namespace alula
