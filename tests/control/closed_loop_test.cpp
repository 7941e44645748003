// The whole cascade on a rigid body with the x500's numbers, motor lag of 12.5 and 25 ms and 4 ms
// of delay; the estimate is the truth.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/control/test_quad.h"

namespace alula {
namespace {

using control_test::Cascade;
using control_test::target_at;
using control_test::TestQuad;

struct StepResponse {
  double overshoot = 0.0;    // share of the step
  double rise_time_s = 0.0;  // to 63 %
  double end_error = 0.0;    // share of the step
};

// A step of one attitude angle out of the hover; axis 0 roll, 1 pitch, 2 yaw.
StepResponse attitude_step(int axis, double step_rad, Cascade cascade = {}) {
  TestQuad quad;
  quad.start_in_hover({0.0, 0.0, -10.0});
  StepResponse response;
  double peak = 0.0, angle = 0.0;
  for (int k = 0; k < 1250; ++k) {
    cascade.look(quad);
    cascade.landed.maybe_landed = false;
    Euler wanted;
    (axis == 0 ? wanted.roll : axis == 1 ? wanted.pitch : wanted.yaw) = k < 50 ? 0.0 : step_rad;
    AttitudeSetpoint setpoint;
    setpoint.q_WB_sp = from_euler(wanted);
    setpoint.thrust_B_sp = {0.0, 0.0, -quad.hover_command()};
    cascade.inner_loops(setpoint);
    cascade.hold_motors(quad);
    const Euler now = to_euler(quad.q_WB);
    angle = axis == 0 ? now.roll : axis == 1 ? now.pitch : now.yaw;
    if (response.rise_time_s == 0.0 && angle > 0.632 * step_rad)
      response.rise_time_s = (k - 50) * Cascade::dt_s;
    peak = std::fmax(peak, angle);
  }
  response.overshoot = peak / step_rad - 1.0;
  response.end_error = std::fabs(angle / step_rad - 1.0);
  return response;
}

TEST(ClosedLoop, RollAndPitchStepWithoutOvershoot) {
  // Notes from flights of PX4's default gains on the x500: none with 1 to 4 ms of delay.
  for (const int axis : {0, 1}) {
    const StepResponse response = attitude_step(axis, 0.3);
    EXPECT_LT(response.overshoot, 0.005) << axis;
    EXPECT_LT(response.rise_time_s, 0.2) << axis;  // about 1/MC_ROLL_P
    EXPECT_LT(response.end_error, 0.01) << axis;
  }
}

TEST(ClosedLoop, YawStepOvershootsAsThatOfTheRealCascade) {
  // The same notes: 12 to 19 % on half a radian, with a moment constant of 0.016 m.
  const StepResponse response = attitude_step(2, 0.5);
  EXPECT_GT(response.overshoot, 0.12);
  EXPECT_LT(response.overshoot, 0.19);
  EXPECT_LT(response.end_error, 0.02);
}

TEST(ClosedLoop, RightsItselfFromUpsideDown) {
  TestQuad quad;
  Cascade cascade;
  quad.start_in_hover({0.0, 0.0, -100.0});
  quad.q_WB = from_euler({3.0, 0.1, 0.0});
  TrajectorySetpoint setpoint;
  setpoint.p_sp = {0.0, 0.0, -100.0};
  setpoint.yaw_sp = 0.0;
  for (int k = 0; k < 4000; ++k) {
    cascade.fly_setpoint(quad, setpoint);
    cascade.hold_motors(quad);
  }
  EXPECT_NEAR((quad.q_WB * Vec3{0.0, 0.0, 1.0}).z, 1.0, 1e-3);
  EXPECT_NEAR(norm(quad.p_WB - setpoint.p_sp), 0.0, 0.2);
}

TEST(ClosedLoop, HoversInPlaceAndLearnsItsHoverThrust) {
  TestQuad quad;
  Cascade cascade;
  quad.start_in_hover({0.0, 0.0, -10.0});
  TrajectorySetpoint setpoint;
  setpoint.p_sp = {0.0, 0.0, -10.0};
  setpoint.yaw_sp = 0.0;
  for (int k = 0; k < 5000; ++k) {
    cascade.fly_setpoint(quad, setpoint);
    cascade.observers(quad, 0.0);
    cascade.hold_motors(quad);
  }
  EXPECT_NEAR(norm(quad.p_WB - setpoint.p_sp), 0.0, 0.005);
  EXPECT_TRUE(cascade.hover_status.valid);
  EXPECT_NEAR(cascade.hover_status.hover_thrust, quad.hover_command(), 0.002);
}

TEST(ClosedLoop, HoldsAgainstSteadyWind) {
  TestQuad quad;
  Cascade cascade;
  quad.start_in_hover({0.0, 0.0, -10.0});
  quad.disturbance_W = {2.0, -1.0, 0.0};  // a tenth of the weight
  TrajectorySetpoint setpoint;
  setpoint.p_sp = {0.0, 0.0, -10.0};
  setpoint.yaw_sp = 0.0;
  double furthest = 0.0;
  for (int k = 0; k < 10000; ++k) {
    cascade.fly_setpoint(quad, setpoint);
    cascade.hold_motors(quad);
    furthest = std::fmax(furthest, norm(quad.p_WB - setpoint.p_sp));
  }
  EXPECT_NEAR(norm(quad.p_WB - setpoint.p_sp), 0.0, 0.02);  // the integral has taken it over
  EXPECT_LT(furthest, 1.0);
}

// A mission of targets, reached like the navigator reaches them.
struct Mission {
  TestQuad quad{};
  Cascade cascade{};
  NavigationTriplet triplet{};

  void step() {
    cascade.fly_targets(quad, triplet);
    cascade.hold_motors(quad);
  }
  void run(double time_s) {
    for (int k = 0; k < static_cast<int>(time_s / Cascade::dt_s + 0.5); ++k) step();
  }
  void take_off(double height) {
    cascade.armed = false;
    run(2.0);
    cascade.armed = true;
    triplet.current = target_at(TargetKind::takeoff, {0.0, 0.0, -height});
  }
  [[nodiscard]] double since_start() const { return seconds(cascade.time) - 2.0; }
};

TEST(ClosedLoop, TakesOffSoftlyAndOnTime) {
  Mission mission;
  mission.take_off(2.5);
  double spooled = 0.0, lifted = 0.0, flying = 0.0, fastest = 0.0, highest = 0.0;
  for (int k = 0; k < 5000; ++k) {
    mission.step();
    const double now = mission.since_start();
    const TakeoffPhase phase = mission.cascade.takeoff.phase;
    if (spooled == 0.0 && phase == TakeoffPhase::ramp) spooled = now;
    if (lifted == 0.0 && !mission.cascade.landed.landed) lifted = now;
    if (flying == 0.0 && phase == TakeoffPhase::flight) flying = now;
    fastest = std::fmax(fastest, -mission.quad.v_WB.z);
    highest = std::fmax(highest, -mission.quad.p_WB.z);
  }
  // Measured on PX4 v1.15 with another quad: 1.00, 1.81 and 4.01 s after arming, 0.67 m/s at most.
  EXPECT_NEAR(spooled, 1.00, 0.01);
  EXPECT_NEAR(lifted, 1.81, 0.4);
  EXPECT_NEAR(flying, 4.01, 0.02);
  EXPECT_NEAR(fastest, 0.67, 0.35);
  EXPECT_NEAR(-mission.quad.p_WB.z, 2.5, 0.02);
  EXPECT_LT(highest, 2.6);
}

TEST(ClosedLoop, GoesFiveMetresAndStopsThere) {
  Mission mission;
  mission.take_off(2.0);
  mission.run(15.0);
  mission.triplet.previous = target_at(TargetKind::position, {0.0, 0.0, -2.0});
  mission.triplet.current = target_at(TargetKind::loiter, {5.0, 0.0, -2.0});
  double furthest = 0.0;
  for (int k = 0; k < 3750; ++k) {
    mission.step();
    furthest = std::fmax(furthest, mission.quad.p_WB.x);
  }
  EXPECT_LT(furthest, 5.05);
  EXPECT_NEAR(norm(mission.quad.p_WB - (Vec3{5.0, 0.0, -2.0})), 0.0, 0.02);
}

TEST(ClosedLoop, FliesASquareCloseToItsLegsAndLandsWhereItShould) {
  const Vec3 corner[5] = {{0, 0, -10}, {20, 0, -10}, {20, 20, -10}, {0, 20, -10}, {0, 0, -10}};
  Mission mission;
  mission.take_off(10.0);
  mission.run(15.0);
  double worst = 0.0;
  for (int leg = 1; leg < 5; ++leg) {
    mission.triplet.previous = target_at(TargetKind::position, corner[leg - 1]);
    mission.triplet.current = target_at(TargetKind::position, corner[leg]);
    mission.triplet.next =
        leg < 4 ? target_at(TargetKind::position, corner[leg + 1]) : NavigationTarget{};
    for (int k = 0; k < 5000 && norm(mission.quad.p_WB - corner[leg]) > 2.0; ++k) {
      mission.step();
      double nearest = 1e9;
      for (int i = 1; i < 5; ++i) {
        const Vec3 way = corner[i] - corner[i - 1];
        const double s = clamp_to(dot(mission.quad.p_WB - corner[i - 1], way) / 400.0, 0.0, 1.0);
        nearest = std::fmin(nearest, norm(mission.quad.p_WB - corner[i - 1] - s * way));
      }
      worst = std::fmax(worst, nearest);
    }
  }
  EXPECT_LT(mission.since_start(), 60.0);
  EXPECT_LT(worst, 1.5);

  mission.triplet = {};
  mission.triplet.current = target_at(TargetKind::land, {0.0, 0.0, 0.0});
  double touched = 0.0, sinking = 0.0;
  for (int k = 0; k < 10000 && !mission.cascade.landed.landed; ++k) {
    sinking = mission.quad.on_ground ? sinking : mission.quad.v_WB.z;
    mission.step();
    if (touched == 0.0 && mission.quad.on_ground) touched = mission.since_start();
  }
  EXPECT_TRUE(mission.cascade.landed.landed);
  EXPECT_TRUE(mission.quad.on_ground);
  EXPECT_LT(norm(mission.quad.p_WB), 0.1);
  EXPECT_NEAR(sinking, 0.7, 0.05);                        // MPC_LAND_SPEED
  EXPECT_LT(mission.since_start() - touched, 3.0);        // seen soon after
  EXPECT_GT(mission.since_start() - touched, 3.0 / 3.0);  // but not before three stages
}

TEST(ClosedLoop, StopsFromTwelveMetresASecondWithoutNodding) {
  Mission mission;
  Cascade& cascade = mission.cascade;
  cascade.auto_config.cruise_speed_m_s = 12.0;
  mission.take_off(20.0);
  mission.run(25.0);
  mission.triplet.current = target_at(TargetKind::position, {1000.0, 0.0, -20.0});
  mission.run(12.0);
  ASSERT_NEAR(mission.quad.v_WB.x, 12.0, 0.05);

  mission.triplet = {};  // stop, wherever that is
  const Vec3 planned =
      AutoTrajectory(cascade.auto_config).stop_point(mission.quad.p_WB, mission.quad.v_WB);
  double furthest = 0.0, lowest = -20.0, side = 0.0;
  int braking = 0, at_limit = 0, reversals = 0;
  for (int k = 0; k < 4000; ++k) {
    mission.step();
    furthest = std::fmax(furthest, mission.quad.p_WB.x);
    lowest = std::fmax(lowest, mission.quad.p_WB.z);
    if (mission.quad.v_WB.x < 0.1) continue;
    ++braking;
    if (norm_xy(cascade.outer.status.a_sp) > 0.95 * cascade.auto_config.acceleration_xy_m_s2)
      ++at_limit;
    const double pitch_deg = to_euler(mission.quad.q_WB).pitch * 180.0 / std::numbers::pi;
    if (std::fabs(pitch_deg) > 2.0 && pitch_deg * side < 0.0) ++reversals;
    if (std::fabs(pitch_deg) > 2.0) side = pitch_deg;
  }
  // The symptoms of a stop at the limits: demand at its limit, nodding, dipping.
  EXPECT_LT(at_limit, braking / 10);
  EXPECT_LE(reversals, 1);
  EXPECT_LT(lowest, -20.0 + 0.2);
  EXPECT_NEAR(furthest, planned.x, 0.3);
  EXPECT_NEAR(mission.quad.p_WB.x, furthest, 0.01);  // no way back
}

TEST(ClosedLoop, HopsAndHopsAgain) {
  for (const double height : {0.2, 0.8}) {
    Mission mission;
    for (int flight = 0; flight < 2; ++flight) {
      mission.take_off(height);
      mission.run(18.0);
      EXPECT_NEAR(-mission.quad.p_WB.z, height, 0.02) << flight;
      mission.triplet.current = target_at(TargetKind::land, {0.0, 0.0, 0.0});
      mission.run(6.0);
      EXPECT_TRUE(mission.quad.on_ground) << flight;
      EXPECT_TRUE(mission.cascade.landed.landed) << flight;
      EXPECT_EQ(mission.cascade.takeoff.phase, TakeoffPhase::ready) << flight;
    }
  }
}

TEST(ClosedLoop, FlightsAreEqualBitForBit) {
  const auto fly = [] {
    Mission mission;
    mission.take_off(5.0);
    mission.run(20.0);
    return mission.quad.p_WB;
  };
  EXPECT_EQ(fly(), fly());
}

}  // namespace
}  // namespace alula
