// The heading without a compass: the bank of five filters by itself, and what the estimator makes
// of it.
#include "estimator/yaw_bank.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "estimator/flags.h"
#include "estimator/imu_sampler.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

constexpr double kCertain = 0.262;  // 15 deg, as EKF2

// The bank alone on a flight: IMU at 250 Hz, velocities at 10 Hz without delay.
struct BankRun {
  SyntheticFlight flight;
  ekf::YawBank bank{};
  ekf::ImuSampler sampler{};
  TimeNs now = 0;

  explicit BankRun(Trajectory trajectory, std::uint64_t seed = 1)
      : flight(std::move(trajectory), SensorErrors{}, seed,
               SensorRates{.imu_delay_s = 0.0, .gnss_delay_s = 0.0}) {}

  void run_to(double t_s) {
    while (now < nanoseconds(t_s)) {
      now += 1'000'000;
      const Samples samples = flight.samples(now);
      for (const ImuSample& imu : samples.imu) {
        ekf::ImuStep increment{}, step{};
        if (take_imu_sample(sampler, imu, increment) != ekf::ImuVerdict::good) continue;
        if (gather_imu_step(sampler, increment, 0.010, step)) {
          predict_yaw_bank(bank, step, SensorErrors{}.gyro_bias, false);
        }
      }
      for (const GnssFix& fix : samples.gnss) {
        update_yaw_bank(bank, fix.time, fix.v_ned.x, fix.v_ned.y, 0.3, true);
      }
    }
  }
  [[nodiscard]] double error() const { return wrap_pi(bank.yaw - flight.truth(now).angle.yaw); }
};

// The same circles as seen by a vehicle whose nose points `yaw` off.
Trajectory turned(double yaw, Trajectory flight) {
  return [=](double t) {
    Motion m = flight(t);
    const Quat turn = from_yaw(yaw);
    m.p = turn * m.p, m.v = turn * m.v, m.a = turn * m.a;
    m.angle.yaw += yaw;
    return m;
  };
}

TEST(YawBank, ConvergesFromAnyHeadingOnceTheVehicleAccelerates) {
  for (int k = 0; k < 12; ++k) {
    const double yaw = wrap_pi(std::numbers::pi / 6.0 * k + 0.1);
    SCOPED_TRACE(testing::Message() << "yaw " << yaw);
    BankRun run(turned(yaw, circles(8.0, 15.0)), static_cast<std::uint64_t>(k + 1));
    run.run_to(20.0);
    EXPECT_TRUE(yaw_bank_certain(run.bank, kCertain));
    EXPECT_LT(std::fabs(run.error()), 15.0 * kDegree);
    run.run_to(60.0);
    EXPECT_TRUE(yaw_bank_certain(run.bank, kCertain));
    EXPECT_LT(std::fabs(run.error()), 15.0 * kDegree);
  }
}

// GNSS velocity is white by 0.05 m/s a component: no motion in it from which a heading would
// follow.
TEST(YawBank, StaysUncertainInHover) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    BankRun run(hover(), seed);
    for (double t = 1.0; t <= 120.0; t += 1.0) {
      run.run_to(t);
      ASSERT_FALSE(yaw_bank_certain(run.bank, kCertain)) << t;
    }
  }
}

TEST(YawBank, IsLevelAsTheVehicleIs) {
  BankRun run(at_rest({.roll = 0.2, .pitch = -0.1, .yaw = 1.0}));
  run.run_to(5.0);
  const Euler e = to_euler(run.bank.q_HB);
  EXPECT_NEAR(e.roll, 0.2, 0.01);
  EXPECT_NEAR(e.pitch, -0.1, 0.01);
}

TEST(YawBank, WeightsAreAMixture) {
  BankRun run(circles(8.0, 15.0));
  for (double t = 2.0; t <= 30.0; t += 1.0) {
    run.run_to(t);
    double sum = 0.0;
    for (const ekf::YawFilter& f : run.bank.filters) {
      EXPECT_GE(f.weight, 0.99e-5);
      sum += f.weight;
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
  }
}

// A magnet beside the compass, a cable by it: it shows 90 deg off from the start.
TEST(YawFallback, ACompass90DegreesWrongIsFoundOutInFlightAndTheYawRecovered) {
  for (const double wrong : {90.0, -90.0, 180.0, 60.0}) {
    SCOPED_TRACE(testing::Message() << "compass " << wrong << " deg off");
    FlightTest test(after_climb(15.0, 4.0, 5.0, 0.7, circles(8.0, 12.0)), SensorErrors{}, 15.0);
    test.flight.field_turn = wrong * kDegree;
    test.run_to(18.0);
    ASSERT_NEAR(std::fabs(test.attitude_error().z), std::fabs(wrong) * kDegree, 5.0 * kDegree);
    const VehicleEstimate before = test.estimate();
    ASSERT_EQ(test.status().yaw_rescues, 0U);

    test.run_to(60.0, [&] { EXPECT_TRUE(std::isfinite(test.estimate().p_WB.x)); });
    const VehicleEstimate& after = test.estimate();
    EXPECT_EQ(test.status().yaw_rescues, 1U);
    EXPECT_NE(test.status().control_mode_flags & bit(ControlModeBit::mag_fault), 0U);
    EXPECT_FALSE(test.status().magnetometer.fusing || test.status().heading.fusing);
    EXPECT_GT(after.reset_heading.count, before.reset_heading.count);
    EXPECT_TRUE(after.xy_valid && after.heading_valid);
    EXPECT_LT(std::fabs(test.attitude_error().z), 5.0 * kDegree);
    EXPECT_LT(norm_xy(test.attitude_error()), 2.0 * kDegree);
    EXPECT_LT(norm_xy(test.position_error()), 0.9);
  }
}

TEST(YawFallback, ATrueCompassIsNeverCondemned) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    FlightTest test(after_climb(15.0, 4.0, 5.0, 0.7, circles(8.0, 12.0)), SensorErrors{}, 15.0,
                    seed);
    test.run_to(80.0);
    EXPECT_EQ(test.status().yaw_rescues, 0U);
    EXPECT_TRUE(test.status().magnetometer.fusing);
    EXPECT_TRUE(test.status().yaw_bank.certain);
  }
}

// In hover nothing contradicts the compass: the filter goes on with the heading it was given.
TEST(YawFallback, InHoverTheBankIsNotUsed) {
  FlightTest test(after_climb(15.0, 4.0, 5.0, 0.7, hover()), SensorErrors{}, 15.0);
  test.flight.field_turn = 90.0 * kDegree;
  test.run_to(90.0, [&] { ASSERT_FALSE(test.status().yaw_bank.certain); });
  EXPECT_EQ(test.status().yaw_rescues, 0U);
}

TEST(YawFallback, WithoutACompassTheBankGivesTheHeading) {
  FlightTest test(after_climb(15.0, 4.0, 5.0, 0.7, circles(8.0, 12.0)), SensorErrors{}, 15.0);
  test.config.mag_type = MagFusionType::none;
  test.run_to(18.0);
  EXPECT_FALSE(test.estimate().heading_valid || test.estimate().xy_valid) << "nothing shows north";
  test.run_to(60.0);
  EXPECT_TRUE(test.estimate().heading_valid && test.estimate().xy_valid);
  EXPECT_LT(std::fabs(test.attitude_error().z), 5.0 * kDegree);
  EXPECT_LT(norm_xy(test.position_error()), 0.9);
}

}  // namespace
}  // namespace alula
