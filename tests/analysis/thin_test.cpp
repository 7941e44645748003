#include "analysis/thin.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace alula {
namespace {

struct Column {
  std::vector<double> time_s, value;
  TimeSeries samples() const { return {time_s, value}; }
};
Column noisy_column(std::size_t count) {
  Column column;
  for (std::size_t i = 0; i < count; ++i) {
    column.time_s.push_back(0.01 * static_cast<double>(i));
    column.value.push_back(std::sin(static_cast<double>(i * i)));
  }
  return column;
}

TEST(Thin, LeavesShortColumnsWhole) {
  const Column column = noisy_column(20);
  const ThinSamples thin = thinned(column.samples(), {.from_s = 0.0, .to_s = 1.0, .buckets = 10});
  EXPECT_EQ(thin.value, column.value);
}

TEST(Thin, KeepsEveryPeakAndOnlySamplesThatWereLogged) {
  const Column column = noisy_column(10'000);  // 100 s
  const TimeGrid grid{.from_s = 0.0, .to_s = 100.0, .buckets = 50};
  const ThinSamples thin = thinned(column.samples(), grid);
  EXPECT_EQ(thin.value.size(), 100u);
  EXPECT_TRUE(std::is_sorted(thin.time_s.begin(), thin.time_s.end()));
  for (int bucket = 0; bucket < 50; ++bucket) {
    const auto from = column.value.begin() + 200 * bucket;
    const auto [low, high] = std::minmax_element(from, from + 200);
    for (const double peak : {*low, *high}) {
      const auto found = std::find(thin.value.begin(), thin.value.end(), peak);
      ASSERT_NE(found, thin.value.end()) << bucket;
      const double time_s = thin.time_s[static_cast<std::size_t>(found - thin.value.begin())];
      const auto place = std::find(column.value.begin(), column.value.end(), peak);
      EXPECT_EQ(time_s, column.time_s[static_cast<std::size_t>(place - column.value.begin())]);
    }
  }
}

TEST(Thin, KeepsGapsAndFlatStretchesShort) {
  Column column = noisy_column(1000);
  for (std::size_t i = 0; i < 1000; ++i) column.value[i] = i == 555 ? std::nan("") : 7.0;
  const ThinSamples thin = thinned(column.samples(), {.from_s = 0.0, .to_s = 10.0, .buckets = 10});
  ASSERT_EQ(thin.value.size(), 11u);  // one value a bucket, and the gap
  EXPECT_EQ(std::count_if(thin.value.begin(), thin.value.end(),
                          [](double value) { return std::isnan(value); }),
            1);
}

TEST(Thin, BearsSamplesOutsideOfItsGridAndAGridOfNoLength) {
  const Column column = noisy_column(1000);
  for (const TimeGrid grid : {TimeGrid{.from_s = 2.0, .to_s = 3.0, .buckets = 5},
                              TimeGrid{.from_s = 2.0, .to_s = 2.0, .buckets = 5}}) {
    const ThinSamples thin = thinned(column.samples(), grid);
    const auto [low, high] = std::minmax_element(column.value.begin(), column.value.end());
    EXPECT_EQ(*std::min_element(thin.value.begin(), thin.value.end()), *low);
    EXPECT_EQ(*std::max_element(thin.value.begin(), thin.value.end()), *high);
    EXPECT_FALSE(thinned_path(column.time_s, grid).empty());
  }
}

TEST(Thin, KeepsBothEndsOfAPath) {
  const Column column = noisy_column(1000);
  const std::vector<std::size_t> kept =
      thinned_path(column.time_s, {.from_s = 0.0, .to_s = 10.0, .buckets = 20});
  EXPECT_EQ(kept.front(), 0u);
  EXPECT_EQ(kept.back(), 999u);
  EXPECT_LE(kept.size(), 42u);
  EXPECT_GE(kept.size(), 40u);
}

}  // namespace
}  // namespace alula
