#include "control/takeoff.h"

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kDt = 4e-3;

struct Bench {
  TakeoffConfig config{};
  TakeoffState state{};
  TakeoffInput in{};
  double limit = 0.0;
  void run(double time_s) {
    for (int k = 0; k < static_cast<int>(time_s / kDt + 0.5); ++k)
      limit = Takeoff(config).update(state, in, kDt);
  }
};

TEST(Takeoff, SpoolsUpForASecondThenRampsForThree) {
  Bench bench;
  bench.run(1.0);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::disarmed);
  bench.in.armed = bench.in.want_takeoff = true;
  bench.run(0.996);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::spool_up);
  bench.run(0.008);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::ramp);
  bench.in.landed = false;
  bench.run(2.98);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::ramp);
  bench.run(0.04);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::flight);
  EXPECT_EQ(bench.limit, 3.0);
}

TEST(Takeoff, TheSpeedLimitRisesLinearlyFromNoThrustToTheClimb) {
  Bench bench;
  bench.in.armed = bench.in.want_takeoff = true;
  bench.run(0.9);
  const double no_thrust = -9.80665 / 4.0;  // -g over MPC_Z_VEL_P_ACC
  EXPECT_DOUBLE_EQ(bench.limit, no_thrust);
  bench.run(0.1);
  bench.in.landed = false;
  bench.run(1.5);
  EXPECT_NEAR(bench.limit, 0.5 * (no_thrust + 3.0), 0.01);
  bench.run(0.8);
  EXPECT_NEAR(bench.limit, no_thrust + 2.3 / 3.0 * (3.0 - no_thrust), 0.01);
}

TEST(Takeoff, WaitsReadyUntilSomebodyWantsToFly) {
  Bench bench;
  bench.in.armed = true;
  bench.run(30.0);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::ready);
  bench.in.want_takeoff = true;
  bench.run(kDt);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::ramp);
}

TEST(Takeoff, ModesWithoutClimbControlGoToFlightAtOnce) {
  Bench bench;
  bench.in.armed = bench.in.skip = true;
  bench.run(kDt);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::flight);
}

TEST(Takeoff, LandingReturnsToReadyAndDisarmingToTheStart) {
  Bench bench;
  bench.in = {.armed = true, .landed = false, .want_takeoff = true};
  bench.run(5.0);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::flight);
  bench.in.landed = true;
  bench.in.want_takeoff = false;
  bench.run(kDt);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::ready);
  bench.in.armed = false;
  bench.run(kDt);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::disarmed);
}

TEST(Takeoff, ASecondFlightStartsWithAFullSpoolUpAndRamp) {
  Bench bench;
  bench.in = {.armed = true, .landed = false, .want_takeoff = true};
  bench.run(5.0);
  bench.in.armed = false;
  bench.run(1.0);
  bench.in.armed = true;
  bench.run(0.9);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::spool_up);
  bench.run(0.2);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::ramp);
  EXPECT_LT(bench.limit, -2.0);
}

TEST(Takeoff, WithoutARampTheLimitIsThereAtOnce) {
  Bench bench;
  bench.config.ramp_time_s = 0.0;
  bench.in = {.armed = true, .landed = false, .want_takeoff = true};
  bench.run(1.1);
  EXPECT_EQ(bench.state.phase, TakeoffPhase::flight);
}

TEST(Takeoff, RefusesNegativeTimes) {
  EXPECT_FALSE(validate(TakeoffConfig{}));
  EXPECT_EQ(validate(TakeoffConfig{-1.0, 3.0, 4.0})->where, "spool_up_time_s");
  EXPECT_EQ(validate(TakeoffConfig{1.0, 3.0, 0.0})->where, "velocity_gain_z");
}

}  // namespace
}  // namespace alula
