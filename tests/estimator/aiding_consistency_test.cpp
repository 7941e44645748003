// Do range finder, flow, vision and airspeed leave the filter with a covariance that is true? Bands
// of the mean innovations as in the acceptance of the estimator: 0.8 to 1.2.
#include <iostream>

#include <gtest/gtest.h>

#include "tests/estimator/aiding_run.h"

namespace alula {
namespace {

using test::AidingRun;
using test::AidSet;

constexpr int kRuns = 20, kSteps = 3000, kFirstJudged = 1000;

struct Mean {
  double sum = 0.0;
  int count = 0;

  void add(double x) { sum += x, ++count; }
  template <int N> void add(const AidStatus<N>& aid, TimeNs now) {
    if (aid.time_sample != now) return;
    for (std::size_t i = 0; i < N; ++i)
      add(aid.innovation[i] * aid.innovation[i] / aid.innovation_variance[i]);
  }
  [[nodiscard]] double value() const { return sum / count; }
};

struct Outcome {
  Mean range, flow, position, height, vision_velocity, yaw, airspeed;  // innovations
  Mean velocity, over_ground, wind;                                    // errors
};

Outcome fly(AidSet aids) {
  Outcome out;
  const MagneticModel magnetic(2026.0);
  for (int run = 0; run < kRuns; ++run) {
    AidingRun filter(static_cast<std::uint64_t>(run + 1), aids);
    for (int k = 0; k < kSteps; ++k) {
      filter.advance(k, magnetic);
      if (k < kFirstJudged) continue;
      const EstimatorStatus& s = filter.state().status;
      const TimeNs now = filter.state().timers.horizon;
      out.range.add(s.range_height, now);
      out.flow.add(s.optical_flow, now);
      out.position.add(s.vision_position, now);
      out.height.add(s.vision_height, now);
      out.vision_velocity.add(s.vision_velocity, now);
      out.yaw.add(s.vision_yaw, now);
      out.airspeed.add(s.airspeed, now);
      out.velocity.add(filter.velocity_nees());
      if (aids == AidSet::vision_and_air) {
        out.wind.add(filter.wind_nees());
      } else {
        out.over_ground.add(filter.height_over_ground_nees());
      }
    }
  }
  return out;
}

void expect_one(const char* name, const Mean& mean, double low = 0.8, double high = 1.2) {
  std::cout << name << ' ' << mean.value() << " over " << mean.count << '\n';
  EXPECT_GT(mean.value(), low) << name;
  EXPECT_LT(mean.value(), high) << name;
}

// Errors are the same few of each run for seconds: with 20 runs their mean keeps within a third.
constexpr double kErrorLow = 0.6, kErrorHigh = 1.5;

TEST(AidingConsistency, FlowAndRangeOverAGroundThatIsTheDatum) {
  const Outcome out = fly(AidSet::flow_over_datum);
  expect_one("range", out.range);
  expect_one("flow", out.flow);
  expect_one("velocity error", out.velocity, kErrorLow, kErrorHigh);
  expect_one("height error", out.over_ground, kErrorLow, kErrorHigh);
}

TEST(AidingConsistency, FlowAndRangeOverATerrainThatWalks) {
  const Outcome out = fly(AidSet::flow_over_terrain);
  expect_one("range", out.range);
  expect_one("flow", out.flow);
  expect_one("velocity error", out.velocity, kErrorLow, kErrorHigh);
  expect_one("height over ground error", out.over_ground, kErrorLow, kErrorHigh);
}

TEST(AidingConsistency, RangeThatCorrectsTheHeightAsWell) {
  const Outcome out = fly(AidSet::range_and_baro);
  expect_one("range", out.range);
  expect_one("flow", out.flow);
  expect_one("height over ground error", out.over_ground, kErrorLow, kErrorHigh);
}

TEST(AidingConsistency, VisionAndAirspeed) {
  const Outcome out = fly(AidSet::vision_and_air);
  expect_one("position", out.position);
  expect_one("height", out.height);
  expect_one("velocity", out.vision_velocity);
  expect_one("yaw", out.yaw);
  expect_one("airspeed", out.airspeed);
  expect_one("velocity error", out.velocity, kErrorLow, kErrorHigh);
  expect_one("wind error", out.wind, kErrorLow, kErrorHigh);
}

}  // namespace
}  // namespace alula
