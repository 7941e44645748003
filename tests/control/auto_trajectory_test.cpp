#include "control/auto_trajectory.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/control/test_quad.h"

namespace alula {
namespace {

using control_test::target_at;
constexpr double kDt = 4e-3;
constexpr double kNan = kNotCommanded;

// A vehicle that is always where the trajectory is.
struct Bench {
  AutoTrajectoryConfig config{};
  AutoTrajectoryState state{};
  VehicleEstimate estimate{};
  NavigationTriplet triplet{};
  HomePosition home{.time = 1, .set_count = 1};
  TakeoffPhase phase = TakeoffPhase::flight;
  FlightTaskOutput out{};

  explicit Bench(const Vec3& p = {0.0, 0.0, -20.0}) {
    estimate.p_WB = p;
    estimate.xy_valid = estimate.z_valid = estimate.v_xy_valid = estimate.v_z_valid = true;
  }
  void step(bool follow = true) {
    estimate.time += 4'000'000;
    out = AutoTrajectory(config).update(state, {estimate, triplet, home, phase}, kDt);
    if (!follow) return;
    estimate.p_WB = out.setpoint.p_sp;
    estimate.v_WB = out.setpoint.v_sp;
    estimate.q_WB = from_yaw(out.setpoint.yaw_sp);
  }
  void run(double time_s) {
    for (int k = 0; k < static_cast<int>(time_s / kDt + 0.5); ++k) step();
  }
  void activate(const TrajectorySetpoint& last = {}) {
    AutoTrajectory(config).activate(state, estimate, last);
  }
};

bool all_finite(const TrajectorySetpoint& s) {
  return is_finite(s.p_sp) && is_finite(s.v_sp) && is_finite(s.a_sp) && is_finite(s.jerk_sp) &&
         std::isfinite(s.yaw_sp) && std::isfinite(s.yaw_rate_sp);
}

TEST(AutoTrajectory, BeginsWhereTheLastSetpointEnded) {
  Bench bench;
  bench.estimate.v_WB = {3.1, 0.0, 0.0};
  TrajectorySetpoint last;
  last.p_sp = {1.0, 2.0, -20.0};
  last.v_sp = {3.0, 0.5, -0.2};
  last.a_sp = {0.4, 0.0, 0.1};
  last.yaw_sp = 1.0;
  bench.activate(last);
  bench.triplet.current = target_at(TargetKind::position, {100.0, 0.0, -20.0});
  bench.step(false);
  // One step of 4 ms at 4 m/s^3 can change no more than this.
  EXPECT_NEAR(norm(bench.out.setpoint.a_sp - last.a_sp), 0.0, 4.0 * kDt * 1.75);
  EXPECT_NEAR(norm(bench.out.setpoint.v_sp - last.v_sp), 0.0, 3e-3);
  EXPECT_NEAR(norm(bench.out.setpoint.p_sp - last.p_sp), 0.0, 0.02);
  EXPECT_NEAR(bench.out.setpoint.yaw_sp, 1.0, 1e-3);
}

TEST(AutoTrajectory, BeginsFromTheEstimateWhereNothingWasCommanded) {
  Bench bench({5.0, 6.0, -7.0});
  bench.estimate.v_WB = {2.0, 0.0, 0.0};
  bench.estimate.q_WB = from_yaw(-2.0);
  bench.step(false);
  EXPECT_NEAR(norm(bench.out.setpoint.v_sp - (Vec3{2.0, 0.0, 0.0})), 0.0, 0.01);
  EXPECT_NEAR(bench.out.setpoint.yaw_sp, -2.0, 1e-3);
}

TEST(AutoTrajectory, WithoutATargetItBrakesAndStays) {
  Bench bench;
  bench.estimate.v_WB = {8.0, 0.0, 0.0};
  double furthest = 0.0, previous = 0.0;
  bool backwards = false;
  for (int k = 0; k < 4000; ++k) {
    bench.step();
    furthest = std::fmax(furthest, bench.estimate.p_WB.x);
    backwards = backwards || bench.estimate.p_WB.x < previous - 1e-6;
    previous = bench.estimate.p_WB.x;
  }
  EXPECT_NEAR(norm(bench.out.setpoint.v_sp), 0.0, 1e-3);
  EXPECT_FALSE(backwards);
  EXPECT_NEAR(furthest, AutoTrajectory(bench.config).stop_point({}, {8.0, 0.0, 0.0}).x, 0.3);
  EXPECT_LT(furthest, 8.0 * 8.0 / 6.0 + 8.0 * 1.6);
}

TEST(AutoTrajectory, HoldsItsPlaceForever) {
  Bench bench({1.0, 2.0, -20.0});
  bench.triplet.current = target_at(TargetKind::loiter, {1.0, 2.0, -20.0});
  bench.run(60.0);
  EXPECT_NEAR(norm(bench.estimate.p_WB - (Vec3{1.0, 2.0, -20.0})), 0.0, 1e-6);
}

TEST(AutoTrajectory, OwnSpeedOfATargetIsFlownWithinTheMaximum) {
  Bench bench;
  bench.triplet.current = target_at(TargetKind::position, {300.0, 0.0, -20.0});
  bench.triplet.current.cruise_speed_m_s = 8.0;
  bench.run(15.0);
  EXPECT_NEAR(bench.out.setpoint.v_sp.x, 8.0, 1e-6);
  bench.triplet.current.cruise_speed_m_s = 50.0;
  bench.run(8.0);
  EXPECT_NEAR(bench.out.setpoint.v_sp.x, 12.0, 1e-6);  // MPC_XY_VEL_MAX
}

TEST(AutoTrajectory, LooksWhereItFliesAndKeepsTheHeadingCloseToTheTarget) {
  Bench bench;
  bench.triplet.current = target_at(TargetKind::position, {0.0, 40.0, -20.0});
  bench.run(6.0);
  EXPECT_NEAR(bench.out.setpoint.yaw_sp, std::numbers::pi / 2.0, 1e-3);
  bench.run(20.0);
  EXPECT_NEAR(bench.estimate.p_WB.y, 40.0, 0.01);
  EXPECT_NEAR(bench.out.setpoint.yaw_sp, std::numbers::pi / 2.0, 1e-3);
}

TEST(AutoTrajectory, YawTurnsWithinRateAndAccelerationTheShortWayRound) {
  Bench bench;
  bench.estimate.q_WB = from_yaw(3.0);
  bench.triplet.current = target_at(TargetKind::loiter, {0.0, 0.0, -20.0});
  bench.triplet.current.yaw = -3.0;  // 0.283 rad on, through south
  double fastest = 0.0, rate_before = 0.0, steepest = 0.0;
  for (int k = 0; k < 1000; ++k) {
    bench.step();
    fastest = std::fmax(fastest, bench.out.setpoint.yaw_rate_sp);
    steepest = std::fmax(steepest, std::fabs(bench.out.setpoint.yaw_rate_sp - rate_before) / kDt);
    rate_before = bench.out.setpoint.yaw_rate_sp;
    EXPECT_GE(bench.out.setpoint.yaw_rate_sp, -1e-9);
  }
  EXPECT_NEAR(bench.out.setpoint.yaw_sp, -3.0, 1e-6);
  bench.triplet.current.yaw = -0.1;
  for (int k = 0; k < 2000; ++k) {
    bench.step();
    fastest = std::fmax(fastest, std::fabs(bench.out.setpoint.yaw_rate_sp));
  }
  EXPECT_NEAR(fastest, 45.0 * std::numbers::pi / 180.0, 1e-6);  // MPC_YAWRAUTO_MAX
  EXPECT_LE(steepest, 60.0 * std::numbers::pi / 180.0 + 1e-6);  // MPC_YAWRAUTO_ACC
}

TEST(AutoTrajectory, EveryYawModeLooksItsWay) {
  const auto yaw_after = [](std::int64_t mode) {
    Bench bench({0.0, 0.0, -20.0});
    bench.config.yaw_mode = mode;
    bench.home.p_W = {-10.0, 0.0, 0.0};
    bench.triplet.current = target_at(TargetKind::position, {0.0, 100.0, -20.0});
    bench.run(9.0);
    const Vec3 from_home = bench.estimate.p_WB - bench.home.p_W;
    return std::pair(bench.out.setpoint.yaw_sp, std::atan2(from_home.y, from_home.x));
  };
  EXPECT_NEAR(yaw_after(0).first, std::numbers::pi / 2.0, 0.01);
  EXPECT_NEAR(std::fabs(wrap_pi(yaw_after(1).first - yaw_after(1).second)), std::numbers::pi, 0.25);
  EXPECT_NEAR(wrap_pi(yaw_after(2).first - yaw_after(2).second), 0.0, 0.25);
  EXPECT_NEAR(yaw_after(3).first, std::numbers::pi / 2.0, 0.01);
  EXPECT_NEAR(yaw_after(4).first, std::numbers::pi / 2.0, 0.01);
}

TEST(AutoTrajectory, YawFirstModeWaitsUntilItLooksAtTheTarget) {
  Bench bench;
  bench.config.yaw_mode = 4;
  bench.triplet.current = target_at(TargetKind::position, {-50.0, 0.0, -20.0});
  bench.run(2.0);
  EXPECT_NEAR(norm(bench.out.setpoint.v_sp), 0.0, 0.02);
  bench.run(15.0);
  EXPECT_LT(bench.estimate.p_WB.x, -10.0);
}

TEST(AutoTrajectory, TakeOffIsWantedOnlyForATargetAbove) {
  Bench bench({0.0, 0.0, 0.0});
  bench.phase = TakeoffPhase::ready;
  bench.triplet.current = target_at(TargetKind::takeoff, {0.0, 0.0, -2.5});
  bench.step(false);
  EXPECT_TRUE(bench.out.want_takeoff);
  bench.triplet.current = target_at(TargetKind::takeoff, {0.0, 0.0, -0.1});  // a hop
  for (int k = 0; k < 3; ++k) bench.step(false);
  EXPECT_TRUE(bench.out.want_takeoff);
  bench.triplet.current = target_at(TargetKind::land, {0.0, 0.0, 0.0});
  for (int k = 0; k < 3; ++k) bench.step(false);
  EXPECT_FALSE(bench.out.want_takeoff);
  bench.triplet.current = target_at(TargetKind::loiter, {0.0, 0.0, 0.0});
  for (int k = 0; k < 3; ++k) bench.step(false);
  EXPECT_FALSE(bench.out.want_takeoff);
}

TEST(AutoTrajectory, TakesOffAtTakeOffSpeedAndClimbsFasterHighUp) {
  Bench bench({0.0, 0.0, 0.0});
  bench.triplet.current = target_at(TargetKind::takeoff, {0.0, 0.0, -40.0});
  double fastest_low = 0.0, fastest_high = 0.0, steepest_low = 0.0;
  for (int k = 0; k < 8000; ++k) {
    bench.step();
    const double height = -bench.estimate.p_WB.z;
    double& fastest = height < 10.0 ? fastest_low : fastest_high;
    fastest = std::fmax(fastest, -bench.out.setpoint.v_sp.z);
    if (height < 5.0 && k > 10) steepest_low = std::fmax(steepest_low, -bench.out.setpoint.a_sp.z);
  }
  EXPECT_NEAR(fastest_low, 1.5, 1e-3);   // MPC_TKO_SPEED
  EXPECT_NEAR(steepest_low, 0.5, 0.02);  // reached over MPC_TKO_RAMP_T
  EXPECT_NEAR(fastest_high, 3.0, 1e-3);  // MPC_Z_V_AUTO_UP
  EXPECT_NEAR(bench.estimate.p_WB.z, -40.0, 0.01);
}

TEST(AutoTrajectory, LandsSlowerTheLowerItIs) {
  Bench bench({0.0, 0.0, -30.0});
  bench.triplet.current = target_at(TargetKind::land, {0.0, 0.0, 0.0});
  double at_20 = 0.0, at_7_5 = 0.0, at_3 = 0.0;
  while (bench.estimate.p_WB.z < -2.0) {
    bench.step();
    const double height = -bench.estimate.p_WB.z, speed = bench.out.setpoint.v_sp.z;
    if (height > 20.0) at_20 = speed;
    if (height > 7.5) at_7_5 = speed;
    if (height > 3.0) at_3 = speed;
  }
  EXPECT_NEAR(at_20, 1.5, 1e-3);  // MPC_Z_V_AUTO_DN
  EXPECT_NEAR(at_7_5, 1.1, 0.1);  // half way between MPC_LAND_ALT1 and MPC_LAND_ALT2
  EXPECT_NEAR(at_3, 0.7, 1e-3);   // MPC_LAND_SPEED
}

TEST(AutoTrajectory, LandingKeepsItsHeadingAndGoesToItsPlace) {
  Bench bench({0.0, 0.0, -20.0});
  bench.estimate.q_WB = from_yaw(0.8);
  bench.triplet.current = target_at(TargetKind::land, {4.0, -3.0, 0.0});
  bench.run(15.0);
  EXPECT_NEAR(bench.out.setpoint.yaw_sp, 0.8, 1e-3);
  EXPECT_NEAR(bench.estimate.p_WB.x, 4.0, 0.02);
  EXPECT_NEAR(bench.estimate.p_WB.y, -3.0, 0.02);
}

TEST(AutoTrajectory, HeightIsMeasuredFromHome) {
  Bench bench({0.0, 0.0, -30.0});
  bench.home.p_W = {0.0, 0.0, -27.0};  // three metres below the vehicle
  bench.triplet.current = target_at(TargetKind::land, {});
  bench.run(2.0);
  EXPECT_NEAR(bench.out.setpoint.v_sp.z, 0.7, 1e-3);
}

TEST(AutoTrajectory, IdleAsksForNoThrust) {
  Bench bench;
  bench.triplet.current = target_at(TargetKind::idle, {});
  bench.step(false);
  EXPECT_GT(bench.out.setpoint.a_sp.z, 50.0);
  EXPECT_TRUE(all_finite(bench.out.setpoint));
}

TEST(AutoTrajectory, OffTrackItFirstGoesToTheLeg) {
  Bench bench({10.0, 15.0, -20.0});
  bench.triplet.previous = target_at(TargetKind::position, {0.0, 0.0, -20.0});
  bench.triplet.current = target_at(TargetKind::position, {100.0, 0.0, -20.0});
  bench.step();
  EXPECT_EQ(bench.state.phase, LegPhase::off_track);
  EXPECT_NEAR(norm(bench.state.flown.target - (Vec3{10.0, 0.0, -20.0})), 0.0, 0.1);
  bench.run(10.0);
  EXPECT_EQ(bench.state.phase, LegPhase::on_track);
  bench.run(40.0);
  EXPECT_NEAR(norm(bench.estimate.p_WB - (Vec3{100.0, 0.0, -20.0})), 0.0, 0.01);
}

TEST(AutoTrajectory, BehindTheLegItFirstGoesToItsBeginning) {
  Bench bench({-20.0, 1.0, -20.0});
  bench.triplet.previous = target_at(TargetKind::position, {0.0, 0.0, -20.0});
  bench.triplet.current = target_at(TargetKind::position, {100.0, 0.0, -20.0});
  bench.step();
  EXPECT_EQ(bench.state.phase, LegPhase::previous_in_front);
  EXPECT_EQ(bench.state.flown.target, (Vec3{0.0, 0.0, -20.0}));
}

TEST(AutoTrajectory, PastTheTargetItTurnsStraightToIt) {
  Bench bench({110.0, 5.0, -20.0});
  bench.triplet.previous = target_at(TargetKind::position, {0.0, 0.0, -20.0});
  bench.triplet.current = target_at(TargetKind::position, {100.0, 0.0, -20.0});
  bench.step();
  EXPECT_EQ(bench.state.phase, LegPhase::target_behind);
  EXPECT_EQ(bench.state.flown.previous, (Vec3{110.0, 5.0, -20.0}));
  bench.run(15.0);
  EXPECT_NEAR(norm(bench.estimate.p_WB - (Vec3{100.0, 0.0, -20.0})), 0.0, 0.01);
}

TEST(AutoTrajectory, JumpsOfTheEstimateMoveTheTrajectoryWithoutAJerk) {
  Bench bench;
  bench.triplet.current = target_at(TargetKind::position, {100.0, 0.0, -20.0});
  bench.run(4.0);
  const TrajectorySetpoint before = bench.out.setpoint;
  bench.estimate.p_WB += Vec3{3.0, -2.0, 1.0};
  bench.estimate.v_WB += Vec3{0.2, 0.1, -0.1};
  bench.estimate.reset_xy = {3.0, -2.0, 1};
  bench.estimate.reset_z = {1.0, 1};
  bench.estimate.reset_vxy = {0.2, 0.1, 1};
  bench.estimate.reset_vz = {-0.1, 1};
  bench.estimate.reset_heading = {0.4, 1};
  bench.step(false);
  const TrajectorySetpoint& after = bench.out.setpoint;
  EXPECT_NEAR(norm(after.p_sp - before.p_sp - (Vec3{3.0, -2.0, 1.0})), 0.0, 0.03);
  EXPECT_NEAR(norm(after.v_sp - before.v_sp - (Vec3{0.2, 0.1, -0.1})), 0.0, 0.03);
  EXPECT_NEAR(norm(after.a_sp - before.a_sp), 0.0, 4.0 * kDt * 1.75);
  EXPECT_NEAR(wrap_pi(after.yaw_sp - before.yaw_sp), 0.4, 0.01);
}

TEST(AutoTrajectory, MuchTooFastItBrakesHardFirst) {
  Bench bench;
  bench.estimate.v_WB = {20.0, 0.0, 0.0};
  bench.triplet.current = target_at(TargetKind::position, {500.0, 0.0, -20.0});
  bench.step();
  EXPECT_EQ(bench.state.emergency_braking, 1U);
  bench.run(1.5);
  EXPECT_LT(bench.out.setpoint.a_sp.x, -9.0);
  bench.run(3.0);
  EXPECT_EQ(bench.state.emergency_braking, 0U);
}

TEST(AutoTrajectory, StopFromTwelveMetresASecondStaysOffItsAccelerationLimit) {
  Bench bench;
  bench.estimate.v_WB = {12.0, 0.0, 0.0};
  bench.activate();
  double strongest = 0.0;
  for (int k = 0; k < 6000; ++k) {
    bench.step();
    strongest = std::fmax(strongest, norm(bench.out.setpoint.a_sp));
  }
  EXPECT_LE(strongest, 3.0 + 1e-9);  // MPC_ACC_HOR
  EXPECT_NEAR(norm(bench.out.setpoint.v_sp), 0.0, 1e-3);
}

TEST(AutoTrajectory, NeverGivesAnythingButFiniteNumbers) {
  const double bad[] = {kNan, std::numeric_limits<double>::infinity(), 1e9, -1e9, 0.0};
  for (const TargetKind kind :
       {TargetKind::position, TargetKind::velocity, TargetKind::loiter, TargetKind::takeoff,
        TargetKind::land, TargetKind::idle, TargetKind::none}) {
    for (const double x : bad) {
      for (int where = 0; where < 6; ++where) {
        Bench bench;
        NavigationTarget& target = bench.triplet.current;
        target = target_at(kind, {1.0, 2.0, -20.0});
        bench.triplet.next = bench.triplet.previous = target;
        if (where == 0) target.p_W.x = x;
        if (where == 1) target.p_W.z = x;
        if (where == 2) target.yaw = x;
        if (where == 3) target.cruise_speed_m_s = target.acceptance_radius_m = x;
        if (where == 4) bench.triplet.next.p_W = {x, x, x};
        if (where == 5) bench.triplet.previous.p_W = {x, 0.0, x};
        for (int k = 0; k < 10; ++k) {
          bench.step();
          ASSERT_TRUE(all_finite(bench.out.setpoint))
              << static_cast<int>(kind) << ' ' << x << ' ' << where;
        }
      }
    }
  }
}

TEST(AutoTrajectory, KeepsItsMotionWhileTheEstimateIsMissing) {
  Bench bench;
  bench.triplet.current = target_at(TargetKind::position, {100.0, 0.0, -20.0});
  bench.run(4.0);
  const Vec3 before = bench.out.setpoint.p_sp;
  bench.estimate.p_WB.x = kNan;
  bench.step(false);
  EXPECT_TRUE(all_finite(bench.out.setpoint));
  EXPECT_EQ(bench.out.setpoint.p_sp, before);
}

TEST(AutoTrajectory, RefusesLimitsOfZero) {
  AutoTrajectoryConfig config;
  EXPECT_FALSE(validate(config));
  config.jerk_m_s3 = 0.0;
  EXPECT_EQ(validate(config)->where, "jerk_m_s3");
  config = {};
  config.yaw_mode = 5;
  EXPECT_EQ(validate(config)->where, "yaw_mode");
}

}  // namespace
}  // namespace alula
