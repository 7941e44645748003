// Several sensors of one kind: which one is listened to, and what happens when it dies.
#include "estimator/instances.h"

#include <cmath>

#include <gtest/gtest.h>

#include "estimator/flags.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

constexpr TimeNs kMs = 1'000'000;

TEST(Instances, TheConfiguredOneIsUsedWhileItLives) {
  ekf::InstanceChoice choice{};
  ekf::prefer_instance(choice, 1);
  for (TimeNs t = kMs; t < kNsPerSecond; t += 10 * kMs) {
    EXPECT_FALSE(choose_instance(choice, 0, t, 0.05));
    EXPECT_TRUE(choose_instance(choice, 1, t, 0.05));
  }
  EXPECT_EQ(choice.switches, 0U);
}

TEST(Instances, TheNextLiveNumberStepsInAndStays) {
  ekf::InstanceChoice choice{};
  TimeNs t = kMs;
  const auto all = [&](std::initializer_list<std::uint32_t> live) {
    std::uint32_t used = 99;
    for (const std::uint32_t i : live) {
      if (choose_instance(choice, i, t, 0.05)) used = i;
    }
    t += 10 * kMs;
    return used;
  };
  for (int k = 0; k < 20; ++k) EXPECT_EQ(all({0, 1, 2}), 0U);
  std::uint32_t used = 0;
  for (int k = 0; k < 7; ++k) used = all({1, 2});
  EXPECT_EQ(used, 1U);
  for (int k = 0; k < 20; ++k) EXPECT_EQ(all({0, 1, 2}), 1U) << "no hopping back";
  for (int k = 0; k < 7; ++k) used = all({2});
  EXPECT_EQ(used, 2U);
  EXPECT_EQ(choice.switches, 2U);
}

// A stuck instrument is left though it speaks on; whoever dies next must not lead back to it.
TEST(Instances, TheOneThatWasLeftComesLast) {
  ekf::InstanceChoice choice{};
  choice.in_use = 1;
  TimeNs t = kMs;
  for (int k = 0; k < 20; ++k, t += 10 * kMs) {
    for (const std::uint32_t i : {0U, 1U, 2U}) choose_instance(choice, i, t, 0.05);
  }
  ASSERT_EQ(choice.in_use, 1U);
  for (int k = 0; k < 10; ++k, t += 10 * kMs) {
    for (const std::uint32_t i : {0U, 2U}) choose_instance(choice, i, t, 0.05);
  }
  EXPECT_EQ(choice.in_use, 2U);
}

TEST(Instances, OneThatNeverSpokeGivesWay) {
  ekf::InstanceChoice choice{};
  ekf::prefer_instance(choice, 3);
  bool used = false;
  for (TimeNs t = 100 * kNsPerSecond; !used && t < 101 * kNsPerSecond; t += 10 * kMs) {
    used = choose_instance(choice, 0, t, 0.05);
  }
  EXPECT_TRUE(used);
  EXPECT_FALSE(choose_instance(choice, 7, 102 * kNsPerSecond, 0.05)) << "beyond the table";
}

// A second set of sensors with errors of its own; the first dies kind by kind.
struct TwoSets {
  FlightTest test;
  SyntheticFlight second;
  bool dead_imu = false, dead_gnss = false, dead_baro = false, dead_mag = false;

  static SensorErrors other_errors() {
    SensorErrors e;
    e.gyro_bias = {-0.005, 0.004, 0.007};
    e.accel_bias = {-0.05, 0.02, -0.04};
    e.mag_offset_t = {-3e-7, 4e-7, -2e-7};
    e.baro_offset_pa = 60.0;  // 5 m
    return e;
  }
  explicit TwoSets(Trajectory trajectory)
      : test(trajectory, SensorErrors{}, 15.0), second(trajectory, other_errors(), 77) {
    test.spoil = [this](Samples& s) {
      if (dead_imu) s.imu.clear();
      if (dead_gnss) s.gnss.clear();
      if (dead_baro) s.baro.clear();
      if (dead_mag) s.mag.clear();
      const Samples other = second.samples(test.now);
      for (ImuSample imu : other.imu) imu.instance = 1, s.imu.push_back(imu);
      for (GnssFix fix : other.gnss) fix.instance = 1, s.gnss.push_back(fix);
      for (BaroSample baro : other.baro) baro.instance = 1, s.baro.push_back(baro);
      for (MagSample mag : other.mag) mag.instance = 1, s.mag.push_back(mag);
    };
  }
};

Trajectory turning_flight() { return after_climb(15.0, 4.0, 5.0, 0.7, yaw_turns(1.5, 15.0)); }

TEST(Instances, TheSecondSetIsNotHeardWhileTheFirstLives) {
  FlightTest alone(turning_flight(), SensorErrors{}, 15.0);
  TwoSets two(turning_flight());
  alone.run_to(40.0);
  two.test.run_to(40.0);
  EXPECT_EQ(alone.estimate().p_WB, two.test.estimate().p_WB);
  EXPECT_EQ(alone.estimate().q_WB, two.test.estimate().q_WB);
  EXPECT_EQ(two.test.status().instance_switches, 0U);
}

TEST(Instances, AnySensorMayDieInFlightWhenThereIsAnother) {
  for (int kind = 0; kind < 4; ++kind) {
    SCOPED_TRACE(testing::Message() << "kind " << kind);
    TwoSets two(turning_flight());
    FlightTest& test = two.test;
    test.run_to(40.0);
    bool* dead[] = {&two.dead_imu, &two.dead_gnss, &two.dead_baro, &two.dead_mag};
    *dead[kind] = true;
    std::uint32_t flags = 0;
    test.run_to(45.0, [&] { flags |= test.status().filter_fault_flags; });
    EXPECT_NE(flags & bit(FilterFaultBit::instance_switched), 0U);
    double worst_height = 0.0, worst_tilt = 0.0, worst_heading = 0.0;
    test.run_to(100.0, [&] {
      ASSERT_TRUE(test.estimate().global_valid && test.estimate().heading_valid);
      worst_height = std::fmax(worst_height, std::fabs(test.position_error().z));
      worst_tilt = std::fmax(worst_tilt, norm_xy(test.attitude_error()));
      worst_heading = std::fmax(worst_heading, std::fabs(test.attitude_error().z));
    });
    const EstimatorStatus& s = test.status();
    const std::uint32_t used[] = {s.imu_instance, s.gnss_instance, s.baro_instance, s.mag_instance};
    for (int i = 0; i < 4; ++i) EXPECT_EQ(used[i], i == kind ? 1U : 0U);
    EXPECT_EQ(s.instance_switches, 1U);
    EXPECT_TRUE(s.baro_height.fusing && s.magnetometer.fusing && s.gnss_velocity.fusing);
    EXPECT_EQ(test.estimate().reset_z.count, two.test.estimate().reset_z.count);
    EXPECT_LT(norm_xy(test.position_error()), 0.9);
    EXPECT_LT(worst_height, 1.0) << "the other barometer stands 5 m lower";
    EXPECT_LT(worst_tilt, 2.0 * kDegree);
    EXPECT_LT(worst_heading, 5.0 * kDegree);
  }
}

TEST(Instances, AnImuOfWhichAHalfOrAllIsStuckIsLeftForALiveOne) {
  for (const bool gyro : {false, true}) {
    for (const bool accel : {false, true}) {
      SCOPED_TRACE(testing::Message()
                   << "stuck:" << (gyro ? " gyroscope" : "") << (accel ? " accelerometer" : ""));
      TwoSets two(turning_flight());
      FlightTest& test = two.test;
      test.run_to(40.0);
      const auto usual = test.spoil;
      ImuSample held{};
      test.spoil = [&](Samples& s) {
        for (ImuSample& imu : s.imu) {
          if (held.time == 0) held = imu;
          if (accel) imu.specific_force_B = held.specific_force_B;
          if (gyro) imu.w_B = held.w_B;
        }
        usual(s);
      };
      test.run_to(100.0);
      EXPECT_EQ(test.status().imu_instance, gyro || accel ? 1U : 0U);
      EXPECT_TRUE(test.estimate().global_valid);
      EXPECT_LT(norm_xy(test.position_error()), 0.9);
      EXPECT_LT(norm_xy(test.attitude_error()), 2.0 * kDegree);
    }
  }
}

TEST(Instances, AReceiverThatRepeatsItsFixWhileTheVehicleFliesOnIsFoundOut) {
  FlightTest test(after_climb(15.0, 4.0, 5.0, 0.7, circles(12.0, 15.0)), SensorErrors{}, 15.0);
  test.run_to(40.0);
  GnssFix held{};
  test.spoil = [&](Samples& s) {
    for (GnssFix& fix : s.gnss) {
      if (held.time == 0) held = fix;
      const TimeNs time = fix.time;
      fix = held;
      fix.time = time;
    }
  };
  test.run_to(44.0);
  EXPECT_NE(test.status().filter_fault_flags & bit(FilterFaultBit::refused_aid), 0U);
  test.run_to(60.0);
  EXPECT_FALSE(test.estimate().xy_valid) << "better nothing than a wrong place";
  EXPECT_TRUE(test.estimate().attitude_valid && test.estimate().z_valid);
}

}  // namespace
}  // namespace alula
