#include "control/position_control.h"

#include <cmath>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kDt = 4e-3;
constexpr double kNan = kNotCommanded;

struct Bench {
  PositionControlConfig config{};
  PositionControlState state{};
  VehicleEstimate estimate{};
  PositionControlInput in{};
  Bench() {
    estimate.xy_valid = estimate.z_valid = estimate.v_xy_valid = estimate.v_z_valid = true;
    estimate.time = 1;
  }
  PositionControlOutput operator()(const TrajectorySetpoint& setpoint) {
    return PositionControl(config).update(state, setpoint, estimate, in, kDt);
  }
};

TrajectorySetpoint hold(const Vec3& p) {
  TrajectorySetpoint setpoint;
  setpoint.time = 1;
  setpoint.p_sp = p;
  setpoint.yaw_sp = 0.0;
  return setpoint;
}
double tilt_of(const Quat& q) { return std::acos((q * Vec3{0.0, 0.0, 1.0}).z); }

TEST(PositionControl, AttitudeAndThrustBelongTogether) {
  Bench bench;
  const PositionControlOutput out = bench(hold({2.0, 1.0, -1.0}));
  EXPECT_EQ(out.fault, SetpointFault::none);
  EXPECT_NEAR(norm(out.attitude.q_WB_sp * out.attitude.thrust_B_sp - out.status.thrust_sp), 0.0,
              1e-12);
  EXPECT_LT(to_euler(out.attitude.q_WB_sp).pitch, 0.0);  // north: nose down
  EXPECT_GT(to_euler(out.attitude.q_WB_sp).roll, 0.0);   // east: right side down
}

TEST(PositionControl, OnTheGroundThereIsNoThrustAndNoIntegral) {
  Bench bench;
  for (const TakeoffPhase phase :
       {TakeoffPhase::disarmed, TakeoffPhase::spool_up, TakeoffPhase::ready}) {
    bench.in.phase = phase;
    bench.state.law.integral = {1.0, 1.0, 1.0};
    const PositionControlOutput out = bench(hold({5.0, 5.0, -5.0}));
    EXPECT_LT(norm(out.attitude.thrust_B_sp), 2e-3);
    EXPECT_NEAR(tilt_of(out.attitude.q_WB_sp), 0.0, 1e-9);
    EXPECT_EQ(bench.state.law.integral.x, 0.0);
  }
}

TEST(PositionControl, GroundContactInFlightTakesTheThrustAwayDownToItsMinimum) {
  Bench bench;
  bench.in.ground_contact = true;
  const PositionControlOutput out = bench(hold({5.0, 5.0, -5.0}));
  EXPECT_NEAR(norm(out.attitude.thrust_B_sp), 0.12, 1e-12);  // MPC_THR_MIN
  EXPECT_NEAR(tilt_of(out.attitude.q_WB_sp), 0.0, 1e-9);
}

TEST(PositionControl, LittleTiltUntilFlightThenTheLimitSlewsOpen) {
  Bench bench;
  const double degree = std::numbers::pi / 180.0;
  bench.in.phase = TakeoffPhase::ramp;
  EXPECT_NEAR(tilt_of(bench(hold({1000.0, 0.0, 0.0})).attitude.q_WB_sp), 12.0 * degree, 1e-9);
  bench.in.phase = TakeoffPhase::flight;
  for (int k = 0; k < 250; ++k) bench(hold({1000.0, 0.0, 0.0}));
  EXPECT_NEAR(bench.state.tilt_limit_rad, 12.0 * degree + 0.2, 1e-9);  // after a second
  for (int k = 0; k < 1000; ++k) bench(hold({1000.0, 0.0, 0.0}));
  EXPECT_NEAR(bench.state.tilt_limit_rad, 45.0 * degree, 1e-9);
}

TEST(PositionControl, TheRampAloneRaisesTheThrust) {
  Bench bench;
  bench.in.phase = TakeoffPhase::ramp;
  bench.in.speed_up_limit_m_s = -9.80665 / 4.0;
  TrajectorySetpoint setpoint = hold({0.0, 0.0, -10.0});
  setpoint.v_sp = {0.0, 0.0, -1.0};
  setpoint.a_sp = {0.0, 0.0, -5.0};  // fed forward in flight, not here
  EXPECT_LT(norm(bench(setpoint).attitude.thrust_B_sp), 5e-3);
  bench.in.speed_up_limit_m_s = 0.0;
  EXPECT_NEAR(norm(bench(setpoint).attitude.thrust_B_sp), 0.5, 0.01);  // about hover
}

TEST(PositionControl, HoverThrustIsTheConfiguredOneUntilFlight) {
  Bench bench;
  bench.config.thrust_hover = 0.6;
  bench.in.hover_estimate_valid = true;
  bench.in.hover_estimate = 0.7;
  bench.in.phase = TakeoffPhase::ramp;
  bench(hold({}));
  EXPECT_EQ(bench.state.law.hover_thrust, 0.6);
  bench.in.phase = TakeoffPhase::flight;
  bench(hold({}));
  EXPECT_EQ(bench.state.law.hover_thrust, 0.7);
  bench.in.hover_estimate_valid = false;
  bench(hold({}));
  EXPECT_EQ(bench.state.law.hover_thrust, 0.7);  // the last good one
  bench.config.use_hover_estimate = 0;
  bench(hold({}));
  EXPECT_EQ(bench.state.law.hover_thrust, 0.6);
}

TEST(PositionControl, StopsWhenTheSetpointMakesNoSense) {
  Bench bench;
  bench.estimate.v_WB = {1.0, 0.0, 0.0};
  const PositionControlOutput out = bench(TrajectorySetpoint{});
  EXPECT_EQ(out.fault, SetpointFault::axis_without_setpoint);
  EXPECT_EQ(out.status.v_sp, Vec3{});
  EXPECT_LT(out.status.thrust_sp.x, 0.0);  // braking
}

TEST(PositionControl, DescendsLevelWithoutHorizontalVelocity) {
  Bench bench;
  bench.estimate.xy_valid = bench.estimate.v_xy_valid = false;
  const PositionControlOutput out = bench(hold({}));
  EXPECT_NE(out.fault, SetpointFault::none);
  EXPECT_NEAR(out.status.v_sp.z, 0.7, 1e-12);  // MPC_LAND_SPEED
  EXPECT_NEAR(tilt_of(out.attitude.q_WB_sp), 0.0, 1e-9);
}

TEST(PositionControl, SinksBelowHoverThrustWithoutAnyVelocity) {
  Bench bench;
  bench.estimate.xy_valid = bench.estimate.v_xy_valid = false;
  bench.estimate.z_valid = bench.estimate.v_z_valid = false;
  const PositionControlOutput out = bench(hold({}));
  // Towards 0.7 m/s by a gain of 1.5/s; its integral has hardly begun.
  EXPECT_NEAR(norm(out.attitude.thrust_B_sp), 0.5 * (1.0 - 1.5 * 0.7 / 9.80665), 1e-3);
  EXPECT_NEAR(tilt_of(out.attitude.q_WB_sp), 0.0, 1e-9);
}

TEST(PositionControl, NothingButFiniteNumbersLeavesItForAnyBrokenEstimate) {
  for (int pattern = 0; pattern < 64; ++pattern) {
    Bench bench;
    const auto bad = [&](int bit) { return ((pattern >> bit) & 1) != 0; };
    if (bad(0)) bench.estimate.p_WB.x = kNan;
    if (bad(1)) bench.estimate.p_WB.z = kNan;
    if (bad(2)) bench.estimate.v_WB.y = kNan;
    if (bad(3)) bench.estimate.v_WB.z = kNan;
    if (bad(4)) bench.estimate.q_WB.w = kNan;
    if (bad(5)) bench.estimate.z_deriv_m_s = kNan;
    for (int k = 0; k < 3; ++k) {
      const PositionControlOutput out = bench(hold({1.0, 1.0, -1.0}));
      EXPECT_TRUE(is_finite(out.status.thrust_sp)) << pattern;
      EXPECT_TRUE(std::isfinite(norm_squared(out.attitude.q_WB_sp))) << pattern;
    }
  }
}

TEST(PositionControl, RecoversOnceTheEstimateIsBack) {
  Bench bench;
  bench.estimate.v_WB.x = kNan;
  bench(hold({}));
  bench.estimate.v_WB.x = 0.0;
  const PositionControlOutput out = bench(hold({}));
  EXPECT_EQ(out.fault, SetpointFault::none);
  EXPECT_NEAR(norm_xy(out.status.thrust_sp), 0.0, 1e-12);
}

TEST(PositionControl, AJumpOfTheEstimateMovesAnOlderSetpointWithIt) {
  Bench bench;
  TrajectorySetpoint setpoint = hold({1.0, 2.0, 3.0});
  setpoint.v_sp = {0.1, 0.2, 0.3};
  setpoint.time = 100;
  bench.estimate.time = 200;
  bench.estimate.p_WB = {1.0, 2.0, 3.0};
  bench.estimate.v_WB = {0.1, 0.2, 0.3};
  const PositionControlOutput before = bench(setpoint);
  bench.estimate.reset_xy = {0.5, -0.5, 1};
  bench.estimate.reset_z = {0.25, 1};
  bench.estimate.reset_vxy = {0.05, 0.06, 1};
  bench.estimate.reset_vz = {-0.07, 1};
  bench.estimate.reset_heading = {0.3, 1};
  bench.estimate.p_WB += Vec3{0.5, -0.5, 0.25};
  bench.estimate.v_WB += Vec3{0.05, 0.06, -0.07};
  bench.estimate.q_WB = from_yaw(0.3);
  const PositionControlOutput after = bench(setpoint);
  EXPECT_NEAR(norm(after.status.p_sp - (Vec3{1.5, 1.5, 3.25})), 0.0, 1e-12);
  EXPECT_NEAR(after.status.yaw_sp, 0.3, 1e-12);
  EXPECT_NEAR(norm(after.status.thrust_sp - before.status.thrust_sp), 0.0, 1e-9);
  // Still shifted at the next call; a set-point made from the new estimate is not.
  EXPECT_NEAR(bench(setpoint).status.p_sp.x, 1.5, 1e-12);
  setpoint.time = 300;
  bench.estimate.time = 300;
  bench.estimate.reset_xy.count = 2;
  EXPECT_NEAR(bench(setpoint).status.p_sp.x, 1.0, 1e-12);
}

TEST(PositionControl, AVelocityJumpIsNoAcceleration) {
  Bench bench;
  bench(hold({}));
  bench.estimate.v_WB = {2.0, 0.0, 0.0};
  bench.estimate.reset_vxy = {2.0, 0.0, 1};
  bench(hold({}));
  EXPECT_NEAR(bench.state.v_dot.x, 0.0, 1e-12);
}

TEST(PositionControl, FiltersTheVelocityDerivativeAtFiveHertz) {
  Bench bench;
  for (int k = 0; k < 500; ++k) {
    bench.estimate.v_WB.x = 2.0 * kDt * k;
    bench(hold({}));
  }
  EXPECT_NEAR(bench.state.v_dot.x, 2.0, 1e-9);
  // One time constant (31.8 ms) after the ramp ends, a bit above 1/e is left (backward difference).
  for (int k = 0; k < 8; ++k) bench(hold({}));
  EXPECT_NEAR(bench.state.v_dot.x, 2.0 * std::exp(-1.0), 0.06);
}

TEST(PositionControl, RefusesThrustLimitsOutOfOrder) {
  PositionControlConfig config;
  EXPECT_FALSE(validate(config));
  config.thrust_min = 0.9;
  config.thrust_max = 0.8;
  EXPECT_EQ(validate(config)->where, "thrust_min");
  config = {};
  config.thrust_hover = 0.05;
  EXPECT_EQ(validate(config)->where, "thrust_hover");
  config = {};
  config.tilt_max_flight_rad = 1.6;
  EXPECT_EQ(validate(config)->where, "tilt_max_flight_rad");
}

}  // namespace
}  // namespace alula
