// The state is bytes: same inputs, same bytes; a delayed filter is an undelayed one that runs late.
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

static_assert(ArenaState<EstimatorState>);
static_assert(ArenaState<EstimatorConfig>);

Trajectory circle_flight() { return after_climb(15.0, 4.0, 5.0, 0.7, circles(8.0, 15.0)); }

TEST(State, SameSamplesSameBytes) {
  FlightTest a(circle_flight(), SensorErrors{}, 15.0), b(circle_flight(), SensorErrors{}, 15.0);
  a.run_to(40.0);
  b.run_to(40.0);
  EXPECT_EQ(std::memcmp(a.state.get(), b.state.get(), sizeof(EstimatorState)), 0);
}

TEST(State, ACopyInMidFlightGoesOnAsTheOriginal) {
  FlightTest a(circle_flight(), SensorErrors{}, 15.0), b(circle_flight(), SensorErrors{}, 15.0);
  a.run_to(25.0);
  b.run_to(25.0);
  std::memset(static_cast<void*>(b.state.get()), 0xff, sizeof(EstimatorState));
  std::memcpy(static_cast<void*>(b.state.get()), a.state.get(), sizeof(EstimatorState));
  a.run_to(40.0);
  b.run_to(40.0);
  EXPECT_EQ(std::memcmp(a.state.get(), b.state.get(), sizeof(EstimatorState)), 0);
}

// In one flight the aids are 110, 10 and 5 ms late and the horizon waits for them; in the other
// they come at once. At the same instant of the horizon both filters are the same to the bit.
// Averages of the start see different numbers of samples, so these are without noise; GNSS and IMU
// have theirs.
TEST(State, ADelayedFilterIsAnUndelayedOneRunLate) {
  SensorErrors errors;
  errors.mag_noise_t = errors.baro_noise_pa = 0.0;
  SensorRates instant;
  instant.gnss_delay_s = instant.baro_delay_s = instant.mag_delay_s = 0.0;
  const double always_in_air = -10.0;
  FlightTest late(circle_flight(), errors, always_in_air),
      early(circle_flight(), errors, always_in_air, 1, instant);
  early.config.gnss_delay_s = early.config.baro_delay_s = early.config.mag_delay_s = 0.0;
  early.config.aiding.range.delay_s = 0.0;

  late.run_to(40.0);
  const TimeNs horizon = late.status().time;
  early.run_to(seconds(horizon) + 0.001);
  ASSERT_EQ(early.status().time, horizon);
  EXPECT_EQ(std::memcmp(&late.state->filter, &early.state->filter, sizeof(ekf::Filter)), 0);
  EXPECT_TRUE(late.estimate().xy_valid);
}

TEST(Config, DefaultsAreValidAndBadOnesAreNamed) {
  EXPECT_FALSE(validate(EstimatorConfig{}).has_value());
  EstimatorConfig bad{};
  bad.gnss_delay_s = std::nan("");
  ASSERT_TRUE(validate(bad).has_value());
  EXPECT_EQ(validate(bad)->where, "gnss_delay_s");
  bad = EstimatorConfig{};
  bad.predict_interval_s = 0.001;
  ASSERT_TRUE(validate(bad).has_value()) << "110 steps do not fit";
  EXPECT_EQ(validate(bad)->where, "predict_interval_s");
}

}  // namespace
}  // namespace alula
