// A receiver whose position leaves the way that its own velocity describes.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "estimator/flags.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

Trajectory hover_at_5m() { return after_climb(15.0, 4.0, 5.0, 0.7, hover()); }
bool contradicted(const FlightTest& test) {
  return (test.status().filter_fault_flags & bit(FilterFaultBit::gnss_contradicted)) != 0;
}

// The series of ArduPilot's autotest GPSGlitchLoiter, 2 s each: thousandths of a degree north and
// east of the true place.
constexpr std::array<double, 7> kNorth{0.2996, 0.6958, 0.9431, 0.9991, 0.9444, 0.7716, 0.6221};
constexpr std::array<double, 7> kEast{0.0717, 0.0912, 0.2761, 0.2626, 0.2807, 0.2049, 0.1304};
Vec3 glitch(double t_s) {
  const auto k = static_cast<std::size_t>(t_s / 2.0);
  if (t_s < 0.0 || k >= kNorth.size()) return {};
  const double north_m = 111.2, east_m = 75.3;  // of a thousandth of a degree at 47.4 N
  return {north_m * kNorth[k], east_m * kEast[k], 0.0};
}

TEST(GnssTrack, AGlitchSeriesUpTo110mMovesTheEstimateByLessThanAMetre) {
  for (const bool moving : {false, true}) {
    FlightTest test(moving ? after_climb(15.0, 4.0, 5.0, 0.7, circles(10.0, 15.0)) : hover_at_5m(),
                    SensorErrors{}, 15.0);
    test.run_to(40.0);
    const std::uint64_t resets = test.estimate().reset_xy.count;
    double worst = 0.0;
    bool noticed = false;
    test.run_to(75.0, [&] {
      test.flight.gnss_shift = glitch(seconds(test.now) - 40.0);
      worst = std::fmax(worst, norm_xy(test.position_error()));
      noticed |= contradicted(test);
      ASSERT_TRUE(test.estimate().xy_valid);
    });
    EXPECT_TRUE(noticed);
    EXPECT_LT(worst, 1.0) << (moving ? "in circles" : "in hover");
    EXPECT_EQ(test.estimate().reset_xy.count, resets);
    EXPECT_FALSE(contradicted(test)) << "believed again 7 s after the series";
    EXPECT_TRUE(test.status().gnss_horizontal_position.fusing);
  }
}

// A position that walks off by itself is noticed when it has gone the gate: 5 times 0.6 m
// (0.5 m of the position, and 0.3 m/s at 10 Hz gathered over 20 s).
TEST(GnssTrack, ADriftOfHalfAMetreASecondIsRejectedWithin10s) {
  for (const double direction : {0.0, 2.0, 4.0}) {
    FlightTest test(hover_at_5m(), SensorErrors{}, 15.0);
    test.run_to(40.0);
    double noticed_s = 1e9, worst = 0.0;
    test.run_to(100.0, [&] {
      const double t_s = seconds(test.now) - 40.0;
      const double way = 0.5 * t_s;
      test.flight.gnss_shift = {way * std::cos(direction), way * std::sin(direction), 0.0};
      if (contradicted(test)) noticed_s = std::fmin(noticed_s, t_s);
      ASSERT_TRUE(t_s <= noticed_s || contradicted(test)) << "at " << t_s;
      worst = std::fmax(worst, norm_xy(test.position_error()));
    });
    EXPECT_LT(noticed_s, 10.0);
    EXPECT_GT(noticed_s, 5.0) << "2.9 m are not gone before 5.8 s";
    EXPECT_LT(worst, 5.0) << "of 30 m";
    EXPECT_TRUE(test.estimate().xy_valid);
  }
}

// The end of a drift: what has agreed for the reset time-out is a place again, 20 m away.
TEST(GnssTrack, ADriftThatEndsIsBelievedAfterTheTimeOut) {
  FlightTest test(hover_at_5m(), SensorErrors{}, 15.0);
  test.run_to(40.0);
  test.run_to(80.0, [&] { test.flight.gnss_shift.x = 0.5 * (seconds(test.now) - 40.0); });
  ASSERT_TRUE(contradicted(test));
  const std::uint64_t resets = test.estimate().reset_xy.count;
  test.run_to(90.0);
  EXPECT_FALSE(contradicted(test));
  EXPECT_EQ(test.estimate().reset_xy.count, resets + 1);
  EXPECT_NEAR(test.position_error().x, 20.0, 1.0);
}

// With the velocity that belongs to it a drift looks like wind: nothing on board can tell.
TEST(GnssTrack, ADriftWithItsVelocityIsFollowed) {
  FlightTest test(hover_at_5m(), SensorErrors{}, 15.0);
  test.run_to(40.0);
  test.spoil = [](Samples& s) {
    for (GnssFix& fix : s.gnss) fix.v_ned.x += 0.5;
  };
  test.run_to(80.0, [&] {
    test.flight.gnss_shift.x = 0.5 * (seconds(test.now) - 40.0);
    ASSERT_FALSE(contradicted(test));
  });
  EXPECT_NEAR(test.position_error().x, 20.0, 1.0);
}

// Receivers of 1 to 10 Hz, in flights that bend and halt, with a velocity that is a tenth of a
// second late.
TEST(GnssTrack, AHealthyReceiverIsNeverContradicted) {
  for (const double rate_hz : {1.0, 5.0, 10.0}) {
    SensorRates rates;
    rates.gnss_hz = rate_hz;
    const std::array<Trajectory, 2> flights{circles(12.0, 12.0), shuttle(20.0, 14.0)};
    for (const Trajectory& flight : flights) {
      FlightTest test(after_climb(15.0, 4.0, 5.0, 0.7, flight), SensorErrors{}, 15.0, 3, rates);
      Vec3 last{};
      test.spoil = [&](Samples& s) {
        for (GnssFix& fix : s.gnss) std::swap(fix.v_ned, last);
      };
      if (rate_hz < 10.0) test.spoil = [](Samples&) {};
      test.run_to(90.0, [&] { ASSERT_FALSE(contradicted(test)) << rate_hz; });
      EXPECT_LT(norm_xy(test.position_error()), 1.5);
    }
  }
}

// A velocity that lies by more than its gate is no witness against the position.
TEST(GnssTrack, ARejectedVelocityDoesNotContradictThePosition) {
  FlightTest test(hover_at_5m(), SensorErrors{}, 15.0);
  test.run_to(40.0);
  test.spoil = [](Samples& s) {
    for (GnssFix& fix : s.gnss) fix.v_ned.x += 10.0;
  };
  test.run_to(46.0, [&] { ASSERT_FALSE(contradicted(test)); });
  EXPECT_TRUE(test.status().gnss_velocity.rejected);
  EXPECT_LT(norm_xy(test.position_error()), 0.9);
}

}  // namespace
}  // namespace alula
