// From power-on to ready, at rest on the ground.
#include <cmath>

#include <gtest/gtest.h>

#include "estimator/flags.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

TEST(Start, NothingIsValidBeforeItCanBe) {
  FlightTest test(at_rest({}), SensorErrors{});
  test.run_to(0.4, [&] {
    const VehicleEstimate& e = test.estimate();
    EXPECT_FALSE(e.attitude_valid || e.heading_valid || e.xy_valid || e.z_valid || e.v_xy_valid ||
                 e.v_z_valid || e.global_valid || e.in_use);
  });
}

// Acceptance: everything valid within about 12 s; here for every seed and attitude on the ground.
TEST(Start, EverythingIsValidWithinTwelveSeconds) {
  const Euler attitudes[] = {{0.0, 0.0, 0.0}, {0.15, -0.1, 2.5}, {-0.2, 0.2, -1.8}};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    for (const Euler& attitude : attitudes) {
      FlightTest test(at_rest(attitude), SensorErrors{}, 1e9, seed);
      test.run_to(12.0);
      const VehicleEstimate& e = test.estimate();
      EXPECT_TRUE(e.attitude_valid && e.heading_valid && e.xy_valid && e.z_valid && e.v_xy_valid &&
                  e.v_z_valid && e.global_valid);
      EXPECT_EQ(test.status().filter_fault_flags, 0U);
      // Tilt: the accelerometer's bias over g, 0.05/9.8 = 0.3 deg; heading: 5 mG of 215 mG, 1.3 deg
      // (1 sigma).
      EXPECT_LT(norm_xy(test.attitude_error()), 0.6 * kDegree);
      EXPECT_LT(std::fabs(test.attitude_error().z), 2.0 * kDegree);
      EXPECT_LT(norm_xy(test.velocity_error()), 0.05);
      EXPECT_LT(std::fabs(test.velocity_error().z), 0.08);
      EXPECT_LT(norm_xy(test.position_error()), 0.6)
          << "white 0.10 m and wandering 0.15 m, a sigma each axis";
      EXPECT_LT(std::fabs(test.position_error().z), 0.6);
    }
  }
}

TEST(Start, IdealSensorsGiveTheTruth) {
  FlightTest test(at_rest({.roll = 0.1, .pitch = -0.05, .yaw = 1.0}), SensorErrors::none());
  test.run_to(15.0);
  EXPECT_LT(norm(test.attitude_error()), 0.02 * kDegree);
  EXPECT_LT(norm(test.velocity_error()), 1e-3);
  EXPECT_LT(norm(test.position_error()), 0.01);
  EXPECT_LT(norm(test.estimate().accel_bias_B), 3e-3);
  EXPECT_LT(norm(test.estimate().gyro_bias_B), 1e-4);
}

TEST(Start, OriginIsAnchoredWithResetsThatCount) {
  FlightTest test(at_rest({}), SensorErrors{});
  ResetXy before{};
  Vec3 p_before{};
  bool seen = false;
  test.run_to(12.0, [&] {
    const VehicleEstimate& e = test.estimate();
    if (e.reset_xy.count > before.count) {
      seen = true;
      // Jump and delta agree but for the motion of one sample.
      EXPECT_NEAR(e.p_WB.x - p_before.x, e.reset_xy.delta_x, 0.01);
      EXPECT_NEAR(e.p_WB.y - p_before.y, e.reset_xy.delta_y, 0.01);
      EXPECT_EQ(e.reset_xy.count, before.count + 1);
    }
    before = e.reset_xy;
    p_before = e.p_WB;
  });
  EXPECT_TRUE(seen);
  EXPECT_GT(test.estimate().ref_time, 10 * kNsPerSecond);
}

TEST(Start, GnssChecksHoldItBack) {
  FlightTest test(at_rest({}), SensorErrors{});
  test.spoil = [](Samples& s) {
    for (GnssFix& fix : s.gnss) fix.satellites = 4;
  };
  test.run_to(20.0);
  EXPECT_FALSE(test.estimate().xy_valid);
  EXPECT_FALSE(test.estimate().global_valid);
  EXPECT_TRUE(test.estimate().z_valid) << "the barometer gives a height";
  EXPECT_NE(test.status().gnss_check_fail_flags & bit(GnssFailBit::satellites), 0U);
}

TEST(Start, WithoutMagnetometerThereIsNoHeadingAndNoPosition) {
  FlightTest test(at_rest({}), SensorErrors{});
  test.flight.mag_on = false;
  test.run_to(20.0);
  EXPECT_TRUE(test.estimate().attitude_valid);
  EXPECT_FALSE(test.estimate().heading_valid);
  EXPECT_FALSE(test.estimate().xy_valid);
}

// Declination of the World Magnetic Model at Zurich in 2025.5: 3.4 deg east.
TEST(Start, HeadingIsMagneticUntilGnssTellsThePlace) {
  FlightTest test(at_rest({.yaw = 0.5}), SensorErrors::none());
  test.flight.gnss_on = false;
  test.run_to(5.0);
  EXPECT_TRUE(test.estimate().heading_valid);
  EXPECT_NEAR(test.attitude_error().z, -3.4 * kDegree, 0.2 * kDegree);
  const std::uint64_t resets = test.estimate().reset_heading.count;
  test.flight.gnss_on = true;
  test.run_to(7.0);
  EXPECT_NEAR(test.attitude_error().z, 0.0, 0.1 * kDegree);
  EXPECT_EQ(test.estimate().reset_heading.count, resets + 1);
  EXPECT_NEAR(test.estimate().reset_heading.delta, 3.4 * kDegree, 0.2 * kDegree);
  EXPECT_NEAR(yaw_of(test.estimate().reset_attitude.delta_q), 3.4 * kDegree, 0.2 * kDegree);
}

TEST(Start, WorksAtAnyImuRate) {
  for (const double rate_hz : {100.0, 200.0, 400.0, 500.0, 1000.0}) {
    SensorRates rates;
    rates.imu_hz = rate_hz;
    FlightTest test(at_rest({.roll = 0.1, .yaw = -2.0}), SensorErrors{}, 1e9, 1, rates);
    test.run_to(13.0);
    EXPECT_TRUE(test.estimate().global_valid) << rate_hz;
    EXPECT_LT(norm_xy(test.attitude_error()), 0.6 * kDegree) << rate_hz;
    EXPECT_LT(norm(test.velocity_error()), 0.1) << rate_hz;
  }
}

TEST(Start, LearnsBiasesAtRest) {
  SensorErrors errors;
  errors.gyro_bias = {0.01, -0.01, 0.01};
  errors.accel_bias = {0.0, 0.0, 0.15};
  FlightTest test(at_rest({}), errors);
  test.run_to(15.0);
  const Vec3 gyro = test.estimate().gyro_bias_B - errors.gyro_bias;
  EXPECT_LT(norm(gyro), 5e-4) << "5 % of 0.01 rad/s";
  EXPECT_NEAR(test.estimate().accel_bias_B.z, 0.15, 0.015)
      << "10 %; the vertical axis is the one that shows at rest";
  EXPECT_LT(norm_xy(test.estimate().accel_bias_B), 0.02);
}

}  // namespace
}  // namespace alula
