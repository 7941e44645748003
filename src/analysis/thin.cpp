#include "analysis/thin.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace alula {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// The samples [first, last) of one bucket.
struct Bucket {
  std::size_t first = 0, last = 0;
};

// What stays of a bucket; kNone: there is no such sample.
struct Extremes {
  std::size_t lowest = kNone, highest = kNone, gap = kNone;
};

Extremes extremes_with_gaps(const NumberSpan& value, const Bucket& bucket) {
  Extremes found;
  for (std::size_t i = bucket.first; i < bucket.last; ++i) {
    if (!std::isfinite(value[i])) {
      if (found.gap == kNone) found.gap = i;
      continue;
    }
    if (found.lowest == kNone || value[i] < value[found.lowest]) found.lowest = i;
    if (found.highest == kNone || value[i] > value[found.highest]) found.highest = i;
  }
  return found;
}

// Values first, places after: twice as fast as both at once, and most buckets have no gap.
Extremes extremes_of(const NumberSpan& value, const Bucket& bucket) {
  double low = value[bucket.first], high = low, sum = 0.0;
  for (std::size_t i = bucket.first; i < bucket.last; ++i) {
    low = value[i] < low ? value[i] : low;
    high = value[i] > high ? value[i] : high;
    sum += value[i] - value[i];  // NaN as soon as one of them is not finite
  }
  if (sum != 0.0) return extremes_with_gaps(value, bucket);
  Extremes found{bucket.first, bucket.first, kNone};
  while (value[found.lowest] != low) ++found.lowest;
  while (value[found.highest] != high) ++found.highest;
  return found;
}

void append(ThinSamples& thin, const TimeSeries& samples, const Extremes& found) {
  std::size_t kept[] = {found.lowest, found.highest == found.lowest ? kNone : found.highest,
                        found.gap};
  std::sort(std::begin(kept), std::end(kept));  // in time; kNone is the largest
  for (const std::size_t i : kept) {
    if (i == kNone) break;
    thin.time_s.push_back(samples.time_s[i]);
    thin.value.push_back(samples.value[i]);
  }
}

// Calls `take` for each bucket of the grid that has samples; the last one has all that follow.
template <class Take>
void for_each_bucket(std::span<const double> time_s, const TimeGrid& grid, Take take) {
  const double width_s = (grid.to_s - grid.from_s) / static_cast<double>(grid.buckets);
  Bucket bucket;
  for (std::size_t i = 1; i <= grid.buckets && bucket.last < time_s.size(); ++i) {
    const double end_s = grid.from_s + static_cast<double>(i) * width_s;
    bucket.first = bucket.last;
    if (i == grid.buckets) bucket.last = time_s.size();
    while (bucket.last < time_s.size() && time_s[bucket.last] < end_s) ++bucket.last;
    if (bucket.first < bucket.last) take(bucket);
  }
}

}  // namespace

ThinSamples thinned(const TimeSeries& samples, const TimeGrid& grid) {
  ALULA_ASSERT(samples.time_s.size() == samples.value.size());
  if (samples.size() <= 2 * grid.buckets) {
    return {{samples.time_s.begin(), samples.time_s.end()},
            {samples.value.begin(), samples.value.end()}};
  }
  ThinSamples thin;
  thin.time_s.reserve(2 * grid.buckets);
  thin.value.reserve(2 * grid.buckets);
  for_each_bucket(samples.time_s, grid, [&](const Bucket& bucket) {
    append(thin, samples, extremes_of(samples.value, bucket));
  });
  return thin;
}

ThinSamples peaks(const TimeSeries& samples, const TimeGrid& grid) {
  ALULA_ASSERT(samples.time_s.size() == samples.value.size());
  ThinSamples thin;
  for_each_bucket(samples.time_s, grid, [&](const Bucket& bucket) {
    const Extremes found = extremes_with_gaps(samples.value, bucket);
    append(thin, samples,
           {found.highest, found.highest, found.highest == kNone ? found.gap : kNone});
  });
  return thin;
}

std::vector<std::size_t> thinned_path(std::span<const double> time_s, const TimeGrid& grid) {
  std::vector<std::size_t> kept;
  const double width_s = 0.5 * (grid.to_s - grid.from_s) / static_cast<double>(grid.buckets);
  double next_s = grid.from_s;
  for (std::size_t i = 0; i < time_s.size(); ++i) {
    if (time_s[i] < next_s && i + 1 < time_s.size()) continue;
    kept.push_back(i);
    next_s = std::max(next_s + width_s, time_s[i] + 0.5 * width_s);
  }
  return kept;
}

}  // namespace alula
