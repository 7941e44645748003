#include "analysis/log_samples.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace alula {
namespace {

UlogTopic topic(const std::string& name, const std::vector<double>& seconds) {
  UlogTopic made;
  made.name = name;
  made.columns.push_back({"value", {}});
  for (const double second : seconds) {
    made.timestamp_us.push_back(static_cast<std::uint64_t>(1e6 * second));
    made.columns[0].values.push_back(static_cast<double>(made.timestamp_us.size()));
  }
  return made;
}

UlogContent content_of(std::vector<UlogTopic> topics) {
  UlogContent content;
  content.start_time_us = 100'000'000;
  content.topics = std::move(topics);
  return content;
}

TEST(LogSamples, CountsSecondsFromTheStartOfTheLog) {
  const LogSamples log(content_of({topic("a", {100.5, 101.0})}));
  const TimeSeries samples = log.column("a", "value");
  EXPECT_NEAR(samples.time_s[0], 0.5, 1e-9);
  EXPECT_NEAR(log.end_s(), 1.0, 1e-9);
  EXPECT_TRUE(log.column("a", "other").empty());
  EXPECT_TRUE(log.column("b", "value").empty());
}

// Only the last value from before the log is still true when it begins.
TEST(LogSamples, PutsWhatWasPublishedEarlierAtTheStart) {
  const LogSamples log(content_of({topic("a", {90.0, 95.0, 100.5})}));
  const TimeSeries samples = log.column("a", "value");
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples.value[0], 2.0);
  EXPECT_EQ(samples.time_s[0], 0.0);
  EXPECT_EQ(log.records_out_of_time(), 0u);
}

TEST(LogSamples, LeavesOutTimesThatCannotBe) {
  const std::vector<double> good{101.0, 102.0, 103.0, 104.0};
  const LogSamples log(content_of({topic("a", {101.0, 90'000.0, 102.0, 103.0, 50.0, 104.0}),
                                   topic("b", good), topic("c", good), topic("d", {1e12})}));
  const TimeSeries samples = log.column("a", "value");
  EXPECT_EQ(std::vector<double>(samples.value.begin(), samples.value.end()),
            (std::vector<double>{1.0, 3.0, 4.0, 6.0}));
  EXPECT_NEAR(log.end_s(), 4.0, 1e-9);
  EXPECT_EQ(log.records_out_of_time(), 3u);
}

TEST(Interpolation, GoesStraightBetweenSamplesAndKnowsNothingBeyond) {
  const std::vector<double> time_s{1.0, 2.0, 4.0}, value{10.0, 20.0, 0.0};
  const std::vector<double> at{0.5, 1.0, 1.5, 3.0, 4.0, 4.5};
  const std::vector<double> got = interpolated({time_s, value}, at);
  EXPECT_TRUE(std::isnan(got[0]) && std::isnan(got[5]));
  EXPECT_EQ((std::vector<double>(got.begin() + 1, got.end() - 1)),
            (std::vector<double>{10.0, 15.0, 10.0, 0.0}));
}

}  // namespace
}  // namespace alula
