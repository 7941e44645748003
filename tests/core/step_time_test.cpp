#include "core/step_time.h"

#include <vector>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr TimeNs kMillisecond = 1'000'000;

// The law, computed another way: sample k falls on step ceil(k 10^12/(f_mHz dt)).
std::int64_t first_step_at(std::int64_t sample, std::int64_t rate_mhz, TimeNs dt_ns) {
  const std::int64_t time_times_rate = sample * 1'000'000'000'000;
  const std::int64_t step_times_rate = dt_ns * rate_mhz;
  return (time_times_rate + step_times_rate - 1) / step_times_rate;
}

TEST(SampleSchedule, SampleKFallsOnTheFirstStepAtOrAfterItsTime) {
  for (const double rate : {250.0, 100.0, 50.0, 10.0, 30.0, 12.5, 400.0, 1.0, 1000.0}) {
    const SampleSchedule schedule(rate);
    std::int64_t sample = 0;
    for (StepIndex k = 0; k < 20000; ++k) {
      const bool expected =
          k == first_step_at(sample, static_cast<std::int64_t>(rate * 1000.0), kMillisecond);
      ASSERT_EQ(schedule.due(k, kMillisecond), expected) << rate << " Hz, step " << k;
      if (expected) ++sample;
      ASSERT_EQ(schedule.count_until(k * kMillisecond), sample);
    }
  }
}

TEST(SampleSchedule, ThirtyHertzTakesThirtyFourThenThirtyThreeSteps) {
  const SampleSchedule schedule(30.0);
  std::vector<StepIndex> steps;
  for (StepIndex k = 0; k < 110; ++k) {
    if (schedule.due(k, kMillisecond)) steps.push_back(k);
  }
  EXPECT_EQ(steps, (std::vector<StepIndex>{0, 34, 67, 100}));
}

TEST(SampleSchedule, FourHundredHertzAlternatesBetweenThreeAndTwoSteps) {
  const SampleSchedule schedule(400.0);
  std::vector<StepIndex> steps;
  for (StepIndex k = 0; k < 11; ++k) {
    if (schedule.due(k, kMillisecond)) steps.push_back(k);
  }
  EXPECT_EQ(steps, (std::vector<StepIndex>{0, 3, 5, 8, 10}));
}

TEST(SampleSchedule, ARateAboveTheStepRateGivesOneSampleAStep) {
  const SampleSchedule schedule(4000.0);
  for (StepIndex k = 0; k < 100; ++k) EXPECT_TRUE(schedule.due(k, kMillisecond));
}

// A day at 1 kHz: no running sum, so no drift.
TEST(SampleSchedule, DoesNotDriftOverADay) {
  const SampleSchedule schedule(12.5);
  const StepIndex day = 86'400'000;
  EXPECT_EQ(schedule.count_until(day * kMillisecond), 86'400 * 25 / 2 + 1);
  EXPECT_TRUE(schedule.due(day, kMillisecond));
  EXPECT_FALSE(schedule.due(day + 1, kMillisecond));
}

TEST(StepClock, TimeIsAStepCount) {
  const StepClock clock{.dt_ns = 2'500'000};
  EXPECT_EQ(clock.time_at(400), kNsPerSecond);
  EXPECT_EQ(clock.dt_s(), 0.0025);
  EXPECT_EQ(nanoseconds(0.1), 100'000'000);
  EXPECT_EQ(nanoseconds(-0.1), -100'000'000);
  EXPECT_EQ(seconds(1'500'000'000), 1.5);
}

}  // namespace
}  // namespace alula
