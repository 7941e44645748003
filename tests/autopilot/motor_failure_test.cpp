#include "autopilot/motor_failure.h"

#include <vector>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr std::size_t kMotors = 6;

// Reports of six controllers at 100 Hz, as sound motors make them: the speed goes with the root of
// the thrust, the current with the cube of the speed.
struct Reports {
  MotorFailureConfig config{};
  MotorFailureState state{};
  AllocationStatus asked{};
  TimeNs now = nanoseconds(1.0);
  std::array<double, kMotors> speed_factor{1, 1, 1, 1, 1, 1};
  std::array<double, kMotors> current_factor{1, 1, 1, 1, 1, 1};
  std::uint32_t silent = 0;

  Reports() {
    config.speed_max_rad_s.fill(1000.0);
    asked.motor_count = kMotors;
    asked.motor.fill(0.5);
  }
  void run(double duration_s) {
    for (int i = 0; i < static_cast<int>(duration_s * 100.0 + 0.5); ++i) {
      now += nanoseconds(0.010);
      std::vector<EscSample> reports;
      for (std::size_t m = 0; m < kMotors; ++m) {
        if ((silent >> m & 1U) != 0) continue;
        const double speed = std::sqrt(asked.motor[m]) * speed_factor[m];
        reports.push_back({.time = now,
                           .speed_rad_s = 1000.0 * speed,
                           .voltage_v = 16.0,
                           .current_a = 12.0 * speed * speed * speed * current_factor[m],
                           .motor = static_cast<std::uint32_t>(m)});
      }
      MotorFailureDetector(config).update(state, reports, asked, now);
    }
  }
};

// FD_ACT_MOT_TOUT is 100 ms: a tenth of it, so two reports in a row.
TEST(MotorFailure, AMotorThatStandsStillHasFailedWithTheSecondReport) {
  Reports r;
  r.run(1.0);
  r.speed_factor[2] = 0.0;
  r.run(0.01);
  EXPECT_EQ(r.state.failed, 0U);
  r.run(0.01);
  EXPECT_EQ(r.state.failed, 0b100U);
  EXPECT_EQ(r.state.lost, 2);
}

TEST(MotorFailure, AMotorWithoutAPropellerDrawsTooLittle) {
  Reports r;
  r.current_factor[4] = 0.02;
  r.run(0.1);
  EXPECT_EQ(r.state.failed, 0U);
  r.run(0.02);
  EXPECT_EQ(r.state.failed, 0b10000U);
}

// Out of step for 50 ms the propeller runs on by itself and draws nothing.
TEST(MotorFailure, AShortFalteringOfAMotorIsNone) {
  Reports r;
  for (int i = 0; i < 20; ++i) {
    r.speed_factor[1] = 0.7;
    r.current_factor[1] = 0.0;
    r.run(0.05);
    r.speed_factor[1] = r.current_factor[1] = 1.0;
    r.run(0.05);
  }
  EXPECT_EQ(r.state.failed, 0U);
}

// The thrust asked for leaps; the speed follows with 40 ms.
TEST(MotorFailure, AMotorThatIsStillSpeedingUpIsSound) {
  Reports r;
  for (int i = 0; i < 20; ++i) {
    r.asked.motor[0] = 0.05;
    r.speed_factor[0] = 1.0;
    r.run(0.3);
    r.asked.motor[0] = 1.0;
    for (const double speed : {0.22, 0.40, 0.54, 0.64, 0.72}) {
      r.speed_factor[0] = speed;
      r.run(0.01);
    }
  }
  EXPECT_EQ(r.state.failed, 0U);
}

// The current goes with the cube of the speed and lies below PX4's straight line at little thrust.
TEST(MotorFailure, LittleThrustALowBatteryAndAHalfBrokenPropellerAreNoFailures) {
  Reports r;
  r.speed_factor.fill(0.75);
  for (double share = 0.05; share < 1.0; share += 0.05) {
    r.asked.motor.fill(share);
    r.run(0.3);
    EXPECT_EQ(r.state.failed, 0U) << share;
  }
  r.current_factor[0] = 0.5;
  r.run(1.0);
  EXPECT_EQ(r.state.failed, 0U);
}

TEST(MotorFailure, NothingIsJudgedBelowTheLeastThrust) {
  Reports r;
  r.asked.motor[5] = 0.19;  // FD_ACT_MOT_THR is 0.2
  r.speed_factor[5] = 0.0;
  r.run(1.0);
  EXPECT_EQ(r.state.failed, 0U);
}

TEST(MotorFailure, OneControllerThatFallsSilentHasFailedAllOfThemHaveNot) {
  Reports all;
  all.run(1.0);
  all.silent = 0b111111;
  all.run(2.0);
  EXPECT_EQ(all.state.failed, 0U);
  Reports one;
  one.run(1.0);
  one.silent = 0b1000;
  one.run(0.29);
  EXPECT_EQ(one.state.failed, 0U);
  one.run(0.05);
  EXPECT_EQ(one.state.failed, 0b1000U);
}

TEST(MotorFailure, TheFirstOneIsFlownWithoutAndTheOthersAreRemembered) {
  Reports r;
  r.speed_factor[3] = 0.0;
  r.run(0.2);
  r.speed_factor[0] = 0.0;
  r.run(0.2);
  EXPECT_EQ(r.state.failed, 0b1001U);
  EXPECT_EQ(r.state.lost, 3);
  EXPECT_TRUE(flies_without(r.config, r.state));
  r.config.mode = 0;
  EXPECT_FALSE(flies_without(r.config, r.state));
}

TEST(MotorFailure, SwitchedOffItSeesNothing) {
  Reports r;
  r.config.detects = 0;
  r.speed_factor[3] = 0.0;
  r.run(1.0);
  EXPECT_EQ(r.state.failed, 0U);
}

}  // namespace
}  // namespace alula
