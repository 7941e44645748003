#include "analysis/thin.h"

#include <algorithm>
#include <cmath>

namespace alula {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr double kForever_s = 1e18;

// What stays of one bucket.
struct Extremes {
  std::size_t lowest = kNone, highest = kNone, gap = kNone;

  void add(std::span<const double> value, std::size_t i) {
    if (!std::isfinite(value[i])) {
      if (gap == kNone) gap = i;
      return;
    }
    if (lowest == kNone || value[i] < value[lowest]) lowest = i;
    if (highest == kNone || value[i] > value[highest]) highest = i;
  }
  void move_to(const Samples& samples, ThinSamples& thin) {
    std::size_t kept[] = {lowest, highest == lowest ? kNone : highest, gap};
    std::sort(std::begin(kept), std::end(kept));  // in time; kNone is the largest
    for (const std::size_t i : kept) {
      if (i == kNone) break;
      thin.time_s.push_back(samples.time_s[i]);
      thin.value.push_back(samples.value[i]);
    }
    *this = {};
  }
};

}  // namespace

ThinSamples thinned(const Samples& samples, const TimeGrid& grid) {
  if (samples.size() <= 2 * grid.buckets) {
    return {{samples.time_s.begin(), samples.time_s.end()},
            {samples.value.begin(), samples.value.end()}};
  }
  ThinSamples thin;
  const double width_s = (grid.to_s - grid.from_s) / static_cast<double>(grid.buckets);
  const double last = static_cast<double>(grid.buckets - 1);
  double end_s = grid.from_s + width_s;
  Extremes extremes;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (width_s > 0.0 && samples.time_s[i] >= end_s) {
      extremes.move_to(samples, thin);
      const double bucket = std::floor((samples.time_s[i] - grid.from_s) / width_s);
      end_s = bucket < last ? grid.from_s + (bucket + 1.0) * width_s : grid.to_s + kForever_s;
    }
    extremes.add(samples.value, i);
  }
  extremes.move_to(samples, thin);
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
