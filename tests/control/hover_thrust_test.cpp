#include "control/hover_thrust.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace alula {
namespace {

constexpr double kDt = 4e-3;
constexpr double kG = 9.80665;

// A vertical axis whose true hover thrust is `truth`; the thrust swings a little about it.
struct Axis {
  HoverThrustConfig config{};
  HoverThrustState state{};
  HoverThrustStatus status{};
  RandomStream noise{7, "test/hover"};
  double accel_noise = 0.0;
  int k = 0;

  void run(double time_s, double truth, double mean_thrust = -1.0) {
    for (const int end = k + static_cast<int>(time_s / kDt + 0.5); k < end; ++k) {
      const double centre = mean_thrust > 0.0 ? mean_thrust : truth;
      const double thrust = centre + 0.02 * std::sin(1.3 * k * kDt);
      HoverThrustInput in;
      in.armed = in.in_air = true;
      in.thrust_z = -thrust;
      in.a_z = -(kG * thrust / truth - kG) + accel_noise * noise.normal(k);
      status = HoverThrustEstimator(config).update(state, in, kDt);
    }
  }
};

TEST(HoverThrust, StartsAtTheConfiguredThrustAndIsNotValid) {
  const HoverThrustConfig config;
  HoverThrustState state;
  const HoverThrustStatus out = HoverThrustEstimator(config).update(state, {}, kDt);
  EXPECT_EQ(out.hover_thrust, 0.5);
  EXPECT_NEAR(out.variance, 0.01, 1e-15);  // HTE_HT_ERR_INIT squared
  EXPECT_FALSE(out.valid);
}

TEST(HoverThrust, ConvergesToTheTruthFromBelow) {
  Axis axis;
  axis.config.thrust_hover = 0.60;
  axis.run(10.0, 0.73);
  EXPECT_NEAR(axis.status.hover_thrust, 0.73, 0.003);
  EXPECT_TRUE(axis.status.valid);
}

TEST(HoverThrust, ConvergesUnderAccelerometerNoise) {
  Axis axis;
  axis.accel_noise = 1.0;
  axis.run(30.0, 0.42);
  EXPECT_NEAR(axis.status.hover_thrust, 0.42, 0.01);
  EXPECT_NEAR(std::sqrt(axis.status.accel_noise_variance), 1.0, 0.3);  // the noise is learnt
}

TEST(HoverThrust, StaysWithinItsRange) {
  Axis axis;
  axis.run(60.0, 0.85);
  EXPECT_NEAR(axis.status.hover_thrust, 0.7, 1e-9);  // 0.5 + HTE_THR_RANGE
}

TEST(HoverThrust, IsValidAfterTwoGoodSeconds) {
  Axis axis;
  axis.run(1.9, 0.5);
  EXPECT_FALSE(axis.status.valid);
  axis.run(1.5, 0.5);
  EXPECT_TRUE(axis.status.valid);
}

TEST(HoverThrust, FollowsALoadThatIsDropped) {
  Axis axis;
  axis.run(20.0, 0.6);
  axis.run(60.0, 0.5);
  EXPECT_NEAR(axis.status.hover_thrust, 0.5, 0.01);
}

TEST(HoverThrust, RejectsAnOutlier) {
  Axis axis;
  axis.run(20.0, 0.5);
  const double before = axis.status.hover_thrust;
  HoverThrustInput in{0, {}, 60.0, -0.5, true, true};
  axis.status = HoverThrustEstimator(axis.config).update(axis.state, in, kDt);
  EXPECT_GT(axis.status.accel_innovation_test_ratio, 1.0);
  EXPECT_EQ(axis.status.hover_thrust, before);
  EXPECT_TRUE(axis.status.valid);
}

// A landed vehicle whose motors still turn: everything is rejected, and the estimate must not run
// away before the landing is detected. In PX4's log of a landing (tests/reference/px4, 125 Hz) the
// variance grew from 5.736e-5 to 9.804e-5 within 49 rejected samples.
TEST(HoverThrust, WidensAsSlowlyAsPx4WhileEverythingIsRejected) {
  Axis axis;
  axis.run(20.0, 0.6);
  axis.state.signed_test_ratio_mean = 1.0;
  axis.state.accel_variance = 3.122;
  axis.state.residual_mean = 4.0;  // the thrust has been sinking
  axis.state.variance = 5.736e-5;
  const double before = axis.state.hover_thrust;
  constexpr double dt_s = 0.008;
  const HoverThrustInput in{0, {}, 0.0, -0.12, true, true};
  for (int k = 0; k < 49; ++k) {
    axis.status = HoverThrustEstimator(axis.config).update(axis.state, in, dt_s);
    ASSERT_GT(axis.status.accel_innovation_test_ratio, 1.0);
  }
  EXPECT_EQ(axis.status.hover_thrust, before);
  EXPECT_NEAR(axis.status.variance, 9.804e-5, 1e-7);
}

TEST(HoverThrust, BelievesLessInAFastDescent) {
  Axis slow, fast;
  slow.run(1.0, 0.5);
  fast = slow;
  HoverThrustInput in{0, {}, 1.0, -0.5, true, true};
  const HoverThrustStatus a = HoverThrustEstimator(slow.config).update(slow.state, in, kDt);
  in.v_WB.z = 6.0;  // 4 above the threshold: noise times 5
  const HoverThrustStatus b = HoverThrustEstimator(fast.config).update(fast.state, in, kDt);
  EXPECT_GT(b.accel_innovation_variance, 20.0 * a.accel_noise_variance * 0.9);
  EXPECT_LT(std::fabs(b.hover_thrust - 0.5), std::fabs(a.hover_thrust - 0.5));
}

TEST(HoverThrust, PausesOnTheGroundAndStartsAfreshWhenDisarmed) {
  Axis axis;
  axis.run(20.0, 0.6);
  const double learnt = axis.status.hover_thrust;
  HoverThrustInput in{0, {}, 0.0, -0.1, true, false};
  axis.status = HoverThrustEstimator(axis.config).update(axis.state, in, kDt);
  EXPECT_EQ(axis.status.hover_thrust, learnt);
  EXPECT_FALSE(axis.status.valid);
  in.armed = false;
  axis.status = HoverThrustEstimator(axis.config).update(axis.state, in, kDt);
  EXPECT_EQ(axis.status.hover_thrust, 0.5);
}

TEST(HoverThrust, IgnoresNumbersThatAreMissing) {
  Axis axis;
  axis.run(5.0, 0.5);
  HoverThrustInput in{0, {}, std::nan(""), -0.5, true, true};
  EXPECT_TRUE(
      std::isfinite(HoverThrustEstimator(axis.config).update(axis.state, in, kDt).hover_thrust));
}

TEST(HoverThrust, RefusesANoiseOfZero) {
  HoverThrustConfig config;
  EXPECT_FALSE(validate(config));
  config.thrust_noise_1_s = 0.0;
  EXPECT_EQ(validate(config)->where, "thrust_noise_1_s");
}

}  // namespace
}  // namespace alula
