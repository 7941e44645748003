// Sensors that lie while others of their kind tell the truth: which one is believed, how soon, and
// what the estimate suffers.
#include <cmath>

#include <gtest/gtest.h>

#include "estimator/flags.h"
#include "tests/estimator/several_sets.h"

namespace alula {
namespace {

using namespace test;

Trajectory turning_flight() { return after_climb(15.0, 4.0, 5.0, 0.7, yaw_turns(1.5, 15.0)); }
Trajectory hover_flight() { return after_climb(15.0, 4.0, 5.0, 0.7, hover()); }

struct Worst {
  double place = 0.0, height = 0.0, tilt = 0.0, heading = 0.0;
  double invalid_at_s = 0.0;
};
Worst fly(SeveralSets& sets, double until_s) {
  Worst w;
  FlightTest& test = sets.test;
  test.run_to(until_s, [&] {
    const bool valid = test.estimate().global_valid && test.estimate().heading_valid;
    if (!valid && w.invalid_at_s == 0.0) w.invalid_at_s = seconds(test.now);
    w.place = std::fmax(w.place, norm_xy(test.position_error()));
    w.height = std::fmax(w.height, std::fabs(test.position_error().z));
    w.tilt = std::fmax(w.tilt, norm_xy(test.attitude_error()));
    w.heading = std::fmax(w.heading, std::fabs(test.attitude_error().z));
  });
  EXPECT_EQ(w.invalid_at_s, 0.0) << "position or heading was given up";
  return w;
}

struct ImuLie {
  const char* name;
  Vec3 gyro, accel;
};
const ImuLie kImuLies[] = {{"roll rate", {0.3, 0.0, 0.0}, {}},
                           {"yaw rate", {0.0, 0.0, -0.4}, {}},
                           {"forward force", {}, {2.5, 0.0, 0.0}},
                           {"downward force", {}, {0.0, 0.0, 3.0}}};

TEST(Vote, OfThreeImusTheOneThatLiesIsLeftWithoutHarm) {
  for (const ImuLie& lie : kImuLies) {
    for (const std::uint32_t liar : {0U, 1U}) {
      SCOPED_TRACE(testing::Message() << lie.name << " of " << liar + 1);
      SeveralSets sets(hover_flight(), 3);
      sets.test.run_to(40.0);
      sets.set(liar).gyro_shift = lie.gyro;
      sets.set(liar).accel_shift = lie.accel;
      sets.test.run_to(40.6);
      EXPECT_EQ(sets.test.status().condemned[0], 1U << liar);
      EXPECT_EQ(sets.test.status().imu_instance, liar == 0 ? 1U : 0U);
      const Worst w = fly(sets, 60.0);
      EXPECT_EQ(sets.test.status().instance_switches, liar == 0 ? 1U : 0U);
      EXPECT_LT(w.place, 0.9);
      EXPECT_LT(w.height, 1.0);
      EXPECT_LT(w.tilt, 3.0 * kDegree);
      EXPECT_LT(w.heading, 6.0 * kDegree);
    }
  }
}

// There is no majority. What the lie would have done to velocity and heading either shows in the
// innovations or does not.
TEST(Vote, OfTwoImusTheInnovationsOfTheFilterConvict) {
  for (const ImuLie& lie : kImuLies) {
    for (const std::uint32_t liar : {0U, 1U}) {
      SCOPED_TRACE(testing::Message() << lie.name << " of " << liar + 1);
      SeveralSets sets(hover_flight(), 2);
      sets.test.run_to(40.0);
      sets.set(liar).gyro_shift = lie.gyro;
      sets.set(liar).accel_shift = lie.accel;
      sets.test.run_to(42.5);
      EXPECT_EQ(sets.test.status().condemned[0], 1U << liar);
      EXPECT_EQ(sets.test.status().imu_instance, liar == 0 ? 1U : 0U);
      sets.test.run_to(45.0);
      const Worst w = fly(sets, 60.0);
      EXPECT_LT(w.place, 1.5);
      EXPECT_LT(w.height, 1.0);
      EXPECT_LT(w.tilt, 3.0 * kDegree);
      EXPECT_LT(w.heading, 6.0 * kDegree);
    }
  }
}

TEST(Vote, GarbageFromAnImuIsNeverIntegrated) {
  for (const int sets_count : {2, 3}) {
    for (const std::uint32_t liar : {0U, 1U}) {
      SCOPED_TRACE(testing::Message() << liar + 1 << " of " << sets_count);
      SeveralSets sets(hover_flight(), sets_count);
      sets.test.run_to(40.0);
      const RandomStream noise = RandomStream(5, "garbage");
      const auto drawn = [&](std::uint64_t k) {
        const auto n = noise.normal3(k);
        return Vec3{n[0], n[1], n[2]};
      };
      std::uint64_t draw = 0;
      sets.spoil = [&](Samples& s) {
        for (ImuSample& imu : s.imu) {
          if (imu.instance != liar) continue;
          ++draw;
          imu.w_B = 20.0 * drawn(draw);
          imu.specific_force_B = 90.0 * drawn(draw + 1'000'000);
        }
      };
      sets.test.run_to(40.02);
      EXPECT_EQ(sets.test.status().condemned[0], 1U << liar);
      const Worst w = fly(sets, 60.0);
      EXPECT_EQ(sets.test.status().imu_instance, liar == 0 ? 1U : 0U);
      EXPECT_LT(w.place, 0.9);
      EXPECT_LT(w.tilt, 3.0 * kDegree);
    }
  }
}

TEST(Vote, AnImuThatIsRightAgainIsListenedToAgain) {
  SeveralSets sets(hover_flight(), 3);
  sets.test.run_to(40.0);
  sets.set(0).gyro_shift = {0.3, 0.0, 0.0};
  sets.test.run_to(50.0);
  ASSERT_EQ(sets.test.status().imu_instance, 1U);
  sets.set(0).gyro_shift = {};
  sets.test.run_to(59.0);
  EXPECT_EQ(sets.test.status().imu_instance, 1U) << "not before it has been right for 10 s";
  const Worst w = fly(sets, 70.0);
  EXPECT_EQ(sets.test.status().imu_instance, 0U);
  EXPECT_EQ(sets.test.status().condemned[0], 0U);
  EXPECT_EQ(sets.test.status().switch_reasons[0], SwitchReason::well_again);
  EXPECT_LT(w.tilt, 2.0 * kDegree);
  EXPECT_LT(w.place, 0.9);
}

TEST(Vote, ABarometerThatStepsAwayIsLeftWithoutAJumpOfTheHeight) {
  for (const HeightReference reference : {HeightReference::gnss, HeightReference::barometer}) {
    for (const std::uint32_t liar : {0U, 1U}) {
      SCOPED_TRACE(testing::Message() << liar + 1 << " reference " << static_cast<int>(reference));
      SeveralSets sets(turning_flight(), 2);
      sets.test.config.height_reference = reference;
      sets.test.run_to(40.0);
      const std::uint64_t resets = sets.test.estimate().reset_z.count;
      sets.set(liar).baro_shift_pa = 120.0;  // 10 m
      sets.test.run_to(41.0);
      EXPECT_EQ(sets.test.status().condemned[2], 1U << liar);
      EXPECT_EQ(sets.test.status().baro_instance, liar == 0 ? 1U : 0U);
      const Worst w = fly(sets, 60.0);
      EXPECT_LT(w.height, 1.5);
      EXPECT_EQ(sets.test.estimate().reset_z.count, resets);
      sets.set(liar).baro_shift_pa = 0.0;
      fly(sets, 75.0);
      EXPECT_EQ(sets.test.status().condemned[2], 0U);
      EXPECT_EQ(sets.test.status().baro_instance, 0U) << "the configured one returns";
    }
  }
}

TEST(Vote, ABarometerThatDriftsAwayIsFoundOut) {
  SeveralSets sets(turning_flight(), 2);
  sets.test.config.height_reference = HeightReference::barometer;
  sets.test.run_to(40.0);
  double worst = 0.0;
  sets.test.run_to(70.0, [&] {  // 0.5 m/s
    sets.set(0).baro_shift_pa = 6.0 * (seconds(sets.test.now) - 40.0);
    worst = std::fmax(worst, std::fabs(sets.test.position_error().z));
  });
  EXPECT_EQ(sets.test.status().baro_instance, 1U);
  EXPECT_LT(worst, 5.0);
}

TEST(Vote, ACompassThatStepsAwayIsLeftAndTheHeadingKept) {
  for (const std::uint32_t liar : {0U, 1U}) {
    for (const double gauss : {0.08, 0.3}) {
      SCOPED_TRACE(testing::Message() << liar + 1 << " by " << gauss << " G");
      SeveralSets sets(turning_flight(), 2);
      sets.test.run_to(40.0);
      sets.spoil = [&](Samples& s) {
        for (MagSample& mag : s.mag)
          if (mag.instance == liar) mag.field_B += 1e-4 * Vec3{-0.6 * gauss, 0.8 * gauss, 0.0};
      };
      sets.test.run_to(41.0);
      EXPECT_EQ(sets.test.status().condemned[3], 1U << liar);
      EXPECT_EQ(sets.test.status().mag_instance, liar == 0 ? 1U : 0U);
      const Worst w = fly(sets, 70.0);
      EXPECT_LT(w.heading, 6.0 * kDegree);
      EXPECT_TRUE(sets.test.status().magnetometer.fusing);
      EXPECT_EQ(sets.test.status().mag_instance, liar == 0 ? 1U : 0U) << "it still lies";
    }
  }
}

TEST(Vote, OfTwoReceiversTheOneThatWalksAwayIsLeft) {
  SeveralSets sets(hover_flight(), 2);
  sets.test.run_to(40.0);
  Worst w;
  sets.test.run_to(100.0, [&] {  // 0.5 m/s, which its velocity does not show
    sets.set(0).gnss_shift = {0.5 * (seconds(sets.test.now) - 40.0), 0.0, 0.0};
    w.place = std::fmax(w.place, norm_xy(sets.test.position_error()));
  });
  EXPECT_EQ(sets.test.status().gnss_instance, 1U);
  EXPECT_EQ(sets.test.status().condemned[1], 1U);
  EXPECT_LT(w.place, 4.0);
  EXPECT_LT(norm_xy(sets.test.position_error()), 0.9);
}

TEST(Vote, OfTwoReceiversTheOneThatJumpsIsLeft) {
  SeveralSets sets(hover_flight(), 2);
  sets.test.run_to(40.0);
  const std::uint64_t resets = sets.test.estimate().reset_xy.count;
  sets.set(0).gnss_shift = {30.0, -20.0, 0.0};
  const Worst w = fly(sets, 60.0);
  EXPECT_EQ(sets.test.status().gnss_instance, 1U);
  EXPECT_EQ(sets.test.estimate().reset_xy.count, resets);
  EXPECT_LT(w.place, 0.9);
  sets.set(0).gnss_shift = {};
  fly(sets, 80.0);  // its track is in doubt for 7 s, then it is on probation for 10 s
  EXPECT_EQ(sets.test.status().gnss_instance, 0U) << "the configured one returns";
}

TEST(Vote, TheOtherReceiverThatWalksAwayIsLeftOut) {
  SeveralSets sets(hover_flight(), 2);
  sets.test.run_to(40.0);
  sets.test.run_to(
      70.0, [&] { sets.set(1).gnss_shift = {0.5 * (seconds(sets.test.now) - 40.0), 0.0, 0.0}; });
  EXPECT_EQ(sets.test.status().gnss_instance, 0U);
  EXPECT_EQ(sets.test.status().condemned[1], 2U);
}

TEST(Vote, HonestSetsAreNeverCondemned) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SeveralSets sets(after_climb(15.0, 4.0, 5.0, 0.7, circles(12.0, 10.0)), 3, seed);
    sets.test.run_to(120.0, [&] {
      for (const std::uint32_t bits : sets.test.status().condemned) ASSERT_EQ(bits, 0U);
    });
    EXPECT_EQ(sets.test.status().instance_switches, 0U);
  }
}

}  // namespace
}  // namespace alula
