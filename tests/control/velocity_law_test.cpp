#include "control/velocity_law.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "control/thrust_vector.h"

namespace alula {
namespace {

constexpr double kDt = 4e-3;
constexpr double kG = 9.80665;
constexpr double kHover = 0.5;
constexpr double kNan = kNotCommanded;

struct Bench {
  VelocityLawConfig config{};
  VelocityLawState state{};
  VelocityLimits limits{};
  MotionState motion{};
  Bench() {
    state.hover_thrust = kHover;
    limits.tilt_rad = std::numbers::pi / 4.0;
  }
  PositionControlStatus operator()(const TrajectorySetpoint& setpoint) {
    return VelocityLaw(config).update(state, setpoint, motion, limits, kDt);
  }
};

TrajectorySetpoint position(const Vec3& p) {
  TrajectorySetpoint setpoint;
  setpoint.p_sp = p;
  return setpoint;
}
TrajectorySetpoint velocity(const Vec3& v) {
  TrajectorySetpoint setpoint;
  setpoint.v_sp = v;
  return setpoint;
}
TrajectorySetpoint acceleration(const Vec3& a) {
  TrajectorySetpoint setpoint;
  setpoint.a_sp = a;
  return setpoint;
}

TEST(VelocityLaw, HoversWithHoverThrustStraightUp) {
  Bench bench;
  const PositionControlStatus out = bench(position({}));
  EXPECT_NEAR(out.thrust_sp.x, 0.0, 1e-15);
  EXPECT_NEAR(out.thrust_sp.y, 0.0, 1e-15);
  EXPECT_NEAR(out.thrust_sp.z, -kHover, 1e-15);
}

TEST(VelocityLaw, ThrustPointsTowardsTheTarget) {
  Bench bench;
  EXPECT_GT(bench(position({1.0, 0.0, 0.0})).thrust_sp.x, 0.0);
  EXPECT_GT(bench(position({0.0, 1.0, 0.0})).thrust_sp.y, 0.0);
  EXPECT_LT(bench(position({0.0, 0.0, -1.0})).thrust_sp.z, -kHover);  // up: more lift
  EXPECT_GT(bench(position({0.0, 0.0, 1.0})).thrust_sp.z, -kHover);
}

TEST(VelocityLaw, GainsArePositionTimesVelocityGain) {
  Bench bench;
  const PositionControlStatus out = bench(position({0.1, 0.0, -0.1}));
  EXPECT_NEAR(out.v_sp.x, 0.95 * 0.1, 1e-15);
  EXPECT_NEAR(out.v_sp.z, -1.0 * 0.1, 1e-15);
  EXPECT_NEAR(out.a_sp.x, 1.8 * 0.95 * 0.1, 1e-15);
  EXPECT_NEAR(out.a_sp.z, 4.0 * -0.1, 1e-15);
  // Lift H (1 - a/g), and the horizontal share lies in the direction of lift: T_x/T_z = a_x/g.
  EXPECT_NEAR(out.thrust_sp.z, -kHover * (1.0 + 0.4 / kG), 1e-12);
  EXPECT_NEAR(out.thrust_sp.x / -out.thrust_sp.z, out.a_sp.x / kG, 1e-12);
}

// On a circle of 10 m at 5 m/s damping what is asked for as well cost 0.3 m of radius.
TEST(VelocityLaw, DampsTheAccelerationThatNobodyAskedFor) {
  Bench bench;
  bench.motion.v_dot = {1.0, 0.0, 0.0};
  TrajectorySetpoint setpoint = velocity({});
  EXPECT_NEAR(bench(setpoint).a_sp.x, -0.2, 1e-15);
  setpoint.a_sp = {1.0, 0.0, 0.0};
  EXPECT_NEAR(bench(setpoint).a_sp.x, 1.0, 1e-15);
}

TEST(VelocityLaw, FeedForwardAddsToTheLoops) {
  Bench bench;
  TrajectorySetpoint setpoint = position({1.0, 0.0, 0.0});
  setpoint.v_sp = {0.5, 0.0, 0.0};
  setpoint.a_sp = {0.3, 0.0, 0.0};
  const PositionControlStatus out = bench(setpoint);
  EXPECT_NEAR(out.v_sp.x, 0.95 + 0.5, 1e-15);
  EXPECT_NEAR(out.a_sp.x, 1.8 * 1.45 + 0.3 + 0.2 * 0.3, 1e-15);
}

TEST(VelocityLaw, PositionErrorGoesBeforeFeedForwardWithinTheSpeedCircle) {
  Bench bench;
  bench.limits.horizontal_m_s = 5.0;
  TrajectorySetpoint setpoint = position({4.0 / 0.95, 0.0, 0.0});  // asks for 4 m/s
  setpoint.v_sp = {0.0, 100.0, 0.0};
  const Vec3 v = bench(setpoint).v_sp;
  EXPECT_NEAR(v.x, 4.0, 1e-12);  // kept
  EXPECT_NEAR(v.y, 3.0, 1e-12);  // what is left of 5
  setpoint.p_sp.x = 100.0;
  EXPECT_NEAR(bench(setpoint).v_sp.x, 5.0, 1e-12);
  EXPECT_NEAR(bench(setpoint).v_sp.y, 0.0, 1e-12);
}

TEST(VelocityLaw, ClimbAndDescentHaveTheirOwnLimits) {
  Bench bench;
  EXPECT_DOUBLE_EQ(bench(position({0.0, 0.0, -100.0})).v_sp.z, -3.0);
  EXPECT_DOUBLE_EQ(bench(position({0.0, 0.0, 100.0})).v_sp.z, 1.5);
  // Early in the take-off ramp "up" is held below zero, beyond the descent limit.
  bench.limits.up_m_s = -2.45;
  EXPECT_DOUBLE_EQ(bench(position({0.0, 0.0, -100.0})).v_sp.z, 2.45);
}

TEST(VelocityLaw, TiltStaysWithinItsLimit) {
  Bench bench;
  const Vec3 thrust = bench(acceleration({1000.0, 0.0, 0.0})).thrust_sp;
  EXPECT_NEAR(std::atan2(thrust.x, -thrust.z), std::numbers::pi / 4.0, 1e-9);
  EXPECT_NEAR(thrust.z, -kHover, 1e-9);  // height is kept: 0.5/cos 45 deg is below full thrust
  bench.limits.tilt_rad = 12.0 * std::numbers::pi / 180.0;
  const Vec3 less = bench(acceleration({1000.0, 1000.0, 0.0})).thrust_sp;
  EXPECT_NEAR(std::atan2(norm_xy(less), -less.z), bench.limits.tilt_rad, 1e-9);
}

TEST(VelocityLaw, VerticalGoesFirstButAMarginIsKeptForHorizontal) {
  Bench bench;
  bench.limits.tilt_rad = 1.5;
  const Vec3 thrust = bench(acceleration({30.0, 0.0, -30.0})).thrust_sp;
  EXPECT_NEAR(norm(thrust), 1.0, 1e-12);
  EXPECT_NEAR(thrust.x, 0.3, 1e-12);  // MPC_THR_XY_MARG
  const Vec3 mostly_up = bench(acceleration({1.0, 0.0, -30.0})).thrust_sp;
  EXPECT_LT(mostly_up.x, 0.3);  // no more than asked for
  EXPECT_LE(norm(mostly_up), 1.0 + 1e-12);
}

TEST(VelocityLaw, ThrustNeverFallsBelowItsMinimum) {
  Bench bench;
  EXPECT_NEAR(norm(bench(acceleration({0.0, 0.0, 100.0})).thrust_sp), 0.12, 1e-12);
  bench.limits.thrust_min = 0.0;
  EXPECT_NEAR(norm(bench(acceleration({0.0, 0.0, 100.0})).thrust_sp), 0.0, 2e-3);
}

TEST(VelocityLaw, WithoutDecouplingLiftBendsTheTilt) {
  Bench bench;
  bench.config.decouple_tilt = 0;
  const Vec3 thrust = bench(acceleration({2.0, 0.0, -3.0})).thrust_sp;
  EXPECT_NEAR(thrust.x / -thrust.z, 2.0 / (kG + 3.0), 1e-12);
}

TEST(VelocityLaw, IntegratesASteadyVelocityError) {
  Bench bench;
  for (int k = 0; k < 250; ++k) bench(velocity({0.1, 0.0, 0.0}));
  EXPECT_NEAR(bench.state.integral.x, 0.4 * 0.1, 1e-9);  // MPC_XY_VEL_I_ACC, one second
  bench.state = {.hover_thrust = kHover};
  for (int k = 0; k < 250; ++k) bench(velocity({0.0, 0.0, 0.1}));
  EXPECT_NEAR(bench.state.integral.z, 2.0 * 0.1, 1e-9);
}

TEST(VelocityLaw, VerticalIntegralStopsAtTheThrustLimitsInThatDirectionOnly) {
  Bench bench;
  bench.limits.down_m_s = bench.limits.up_m_s = 100.0;
  bench(velocity({0.0, 0.0, 50.0}));  // far more down than zero thrust gives
  EXPECT_EQ(bench.state.integral.z, 0.0);
  bench(velocity({0.0, 0.0, -50.0}));
  EXPECT_EQ(bench.state.integral.z, 0.0);
  bench.motion.v_WB = {0.0, 0.0, -0.1};
  TrajectorySetpoint full = velocity({0.0, 0.0, 0.0});
  full.a_sp = {0.0, 0.0, -100.0};  // thrust at its top, yet the error points down
  bench(full);
  EXPECT_GT(bench.state.integral.z, 0.0);
}

TEST(VelocityLaw, VerticalIntegralStaysWithinGravity) {
  Bench bench;
  for (int k = 0; k < 10000; ++k) {
    bench.state.integral.z += 1.0;
    bench(velocity({0.0, 0.0, 0.2}));
  }
  EXPECT_LE(std::fabs(bench.state.integral.z), kG);
}

TEST(VelocityLaw, HorizontalIntegralIsDrivenBackWhileTheTiltIsSaturated) {
  Bench bench;
  bench.limits.tilt_rad = 0.2;
  bench.limits.horizontal_m_s = 20.0;
  for (int k = 0; k < 25000; ++k) bench(velocity({10.0, 0.0, 0.0}));
  // At rest of the anti-windup the error e and the excess x = 1.8 e + I - g tan(0.2) balance: x =
  // (1.8/2) e.
  const double expected = 0.9 * 10.0 + kG * std::tan(0.2) - 18.0;
  EXPECT_NEAR(bench.state.integral.x, expected, 1e-3);
}

TEST(VelocityLaw, ANewHoverThrustDoesNotMoveTheThrust) {
  Bench bench;
  const Vec3 before = bench(velocity({0.0, 0.0, -0.5})).thrust_sp;
  bench.state.integral.z = 0.0;
  VelocityLaw(bench.config).change_hover_thrust(bench.state, 0.6);
  const Vec3 after = bench(velocity({0.0, 0.0, -0.5})).thrust_sp;
  EXPECT_NEAR(after.z, before.z, 1e-12);
  EXPECT_EQ(bench.state.hover_thrust, 0.6);
}

TEST(VelocityLaw, YawOfTheSetpointElseOfTheVehicle) {
  Bench bench;
  bench.motion.yaw = 1.0;
  TrajectorySetpoint setpoint = position({});
  EXPECT_EQ(bench(setpoint).yaw_sp, 1.0);
  EXPECT_EQ(bench(setpoint).yaw_rate_sp, 0.0);
  setpoint.yaw_sp = 2.0;
  setpoint.yaw_rate_sp = 0.3;
  EXPECT_EQ(bench(setpoint).yaw_sp, 2.0);
  EXPECT_EQ(bench(setpoint).yaw_rate_sp, 0.3);
}

TEST(SetpointCheck, EveryAxisNeedsSomethingAndXAndYGoTogether) {
  const MotionState motion;
  TrajectorySetpoint nothing;
  EXPECT_EQ(check_setpoint(nothing, motion), SetpointFault::axis_without_setpoint);
  EXPECT_EQ(check_setpoint(position({1.0, 2.0, 3.0}), motion), SetpointFault::none);
  EXPECT_EQ(check_setpoint(velocity({1.0, 2.0, 3.0}), motion), SetpointFault::none);
  EXPECT_EQ(check_setpoint(acceleration({1.0, 2.0, 3.0}), motion), SetpointFault::none);
  EXPECT_EQ(check_setpoint(position({1.0, 2.0, kNan}), motion),
            SetpointFault::axis_without_setpoint);

  TrajectorySetpoint mixed = position({1.0, 2.0, kNan});
  mixed.v_sp.z = 1.0;
  EXPECT_EQ(check_setpoint(mixed, motion), SetpointFault::none);
  TrajectorySetpoint torn = velocity({kNan, 1.0, 1.0});
  torn.p_sp = {1.0, kNan, kNan};
  EXPECT_EQ(check_setpoint(torn, motion), SetpointFault::x_without_y);
}

TEST(SetpointCheck, NeedsTheStateThatItControls) {
  MotionState motion;
  motion.p_WB = kVectorNotCommanded;
  EXPECT_EQ(check_setpoint(position({1.0, 2.0, 3.0}), motion), SetpointFault::position_unknown);
  EXPECT_EQ(check_setpoint(velocity({1.0, 2.0, 3.0}), motion), SetpointFault::none);
  motion = {};
  motion.v_WB.z = kNan;
  EXPECT_EQ(check_setpoint(velocity({1.0, 2.0, 3.0}), motion), SetpointFault::velocity_unknown);
  EXPECT_EQ(check_setpoint(position({1.0, 2.0, 3.0}), motion), SetpointFault::velocity_unknown);
  EXPECT_EQ(check_setpoint(acceleration({0.0, 0.0, 0.0}), motion), SetpointFault::none);
}

TEST(SetpointCheck, RefusesInfiniteAndHugeNumbers) {
  const MotionState motion;
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(check_setpoint(position({infinity, 0.0, 0.0}), motion), SetpointFault::not_finite);
  EXPECT_EQ(check_setpoint(acceleration({0.0, 0.0, 1e300}), motion), SetpointFault::not_finite);
  TrajectorySetpoint turned = position({});
  turned.yaw_sp = -infinity;
  EXPECT_EQ(check_setpoint(turned, motion), SetpointFault::not_finite);
  MotionState lost;
  lost.yaw = kNan;
  EXPECT_EQ(check_setpoint(position({}), lost), SetpointFault::not_finite);
}

TEST(VelocityLaw, EveryMixThatPassesTheCheckGivesFiniteThrust) {
  // All 512 patterns of commanded and not commanded numbers.
  for (int pattern = 0; pattern < 512; ++pattern) {
    const auto value = [&](int bit) { return (pattern >> bit) & 1 ? 0.3 * (bit + 1) : kNan; };
    TrajectorySetpoint setpoint;
    setpoint.p_sp = {value(0), value(1), value(2)};
    setpoint.v_sp = {value(3), value(4), value(5)};
    setpoint.a_sp = {value(6), value(7), value(8)};
    Bench bench;
    if (check_setpoint(setpoint, bench.motion) != SetpointFault::none) continue;
    for (int k = 0; k < 3; ++k) EXPECT_TRUE(is_finite(bench(setpoint).thrust_sp)) << pattern;
    EXPECT_TRUE(is_finite(bench.state.integral)) << pattern;
  }
}

TEST(ThrustVector, AttitudeLiftsAlongTheThrustAndLooksAlongTheYaw) {
  for (const double yaw : {-3.0, -1.0, 0.0, 0.5, 2.0}) {
    const Vec3 thrust{0.2, -0.1, -0.6};
    const Quat q = attitude_from_thrust(thrust, yaw);
    EXPECT_NEAR(norm(q * Vec3{0.0, 0.0, -norm(thrust)} - thrust), 0.0, 1e-12);
    const Vec3 nose = q * Vec3{1.0, 0.0, 0.0};
    // The nose lies in the vertical plane of the yaw.
    EXPECT_NEAR(nose.x * std::sin(yaw) - nose.y * std::cos(yaw), 0.0, 1e-12);
    EXPECT_GT(nose.x * std::cos(yaw) + nose.y * std::sin(yaw), 0.0);
  }
}

TEST(ThrustVector, AttitudeIsDefinedForNoThrustAndAnyThrust) {
  EXPECT_NEAR(norm(attitude_from_thrust({}, 0.7).imag() - from_yaw(0.7).imag()), 0.0, 1e-12);
  for (const Vec3& thrust :
       {Vec3{0.0, 0.0, 1.0}, Vec3{1.0, 0.0, 0.0}, Vec3{0.0, -1.0, 0.0}, Vec3{0.3, 0.3, 0.5}}) {
    const Quat q = attitude_from_thrust(thrust, 0.4);
    EXPECT_NEAR(norm_squared(q), 1.0, 1e-9);
    EXPECT_NEAR(norm(q * Vec3{0.0, 0.0, -norm(thrust)} - thrust), 0.0, 1e-9);
  }
}

TEST(ThrustVector, TiltLimitKeepsTheDirection) {
  const Vec3 axis = unit_or(Vec3{3.0, 4.0, 1.0}, Vec3{});
  const Vec3 limited = limit_tilt(axis, 0.5);
  EXPECT_NEAR(std::acos(limited.z), 0.5, 1e-12);
  EXPECT_NEAR(limited.x / limited.y, 0.75, 1e-12);
  EXPECT_EQ(limit_tilt(axis, 2.0), axis);
  EXPECT_EQ(limit_tilt({0.0, 0.0, -1.0}, 0.5), (Vec3{0.0, 0.0, 1.0}));
}

TEST(VelocityLaw, RefusesBadGains) {
  VelocityLawConfig config;
  EXPECT_FALSE(validate(config));
  config.velocity_p.x = 0.0;  // the anti-windup divides by it
  EXPECT_EQ(validate(config)->where, "velocity_p");
  config = {};
  config.decouple_tilt = 2;
  EXPECT_EQ(validate(config)->where, "decouple_tilt");
}

}  // namespace
}  // namespace alula
