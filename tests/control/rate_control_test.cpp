#include "control/rate_control.h"

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kDt = 4e-3;

TEST(RateControl, AnswersAnErrorWithPX4sGainTimesTheError) {
  const RateControlConfig config;
  RateControlState state;
  RateControlInput in;
  in.w_WB_B_sp = {1.0, -1.0, 0.5};
  const Vec3 torque = RateControl(config).torque(state, in, kDt);
  // MC_ROLLRATE_P 0.15, MC_PITCHRATE_P 0.15, MC_YAWRATE_P 0.2; the integral acts from the next
  // call.
  EXPECT_DOUBLE_EQ(torque.x, 0.15);
  EXPECT_DOUBLE_EQ(torque.y, -0.15);
  EXPECT_DOUBLE_EQ(torque.z, 0.1);
}

TEST(RateControl, DampsAngularAccelerationAndFeedsTheSetpointForward) {
  RateControlConfig config;
  config.gain_ff = {0.1, 0.0, 0.0};
  RateControlState state;
  RateControlInput in;
  in.w_WB_B_sp = in.w_WB_B = {2.0, 0.0, 0.0};
  in.alpha_WB_B = {10.0, 0.0, 0.0};
  // 0.1 * 2 - 0.003 * 10.
  EXPECT_NEAR(RateControl(config).torque(state, in, kDt).x, 0.17, 1e-15);
}

TEST(RateControl, OverallGainScalesPidButNotTheFeedForward) {
  RateControlConfig config;
  config.gain_k = {2.0, 1.0, 1.0};
  config.gain_ff = {0.1, 0.0, 0.0};
  RateControlState state;
  RateControlInput in;
  in.w_WB_B_sp = {1.0, 0.0, 0.0};
  EXPECT_NEAR(RateControl(config).torque(state, in, kDt).x, 2.0 * 0.15 + 0.1, 1e-15);
}

TEST(RateControl, IntegratesASmallErrorAtTheIntegralGain) {
  const RateControlConfig config;
  RateControlState state;
  RateControlInput in;
  in.w_WB_B_sp = {0.01, 0.0, 0.0};
  for (int k = 0; k < 250; ++k) RateControl(config).torque(state, in, kDt);
  EXPECT_NEAR(state.integral.x, 0.2 * 0.01 * 1.0, 1e-8);  // one second
}

TEST(RateControl, LearnsHalfAsMuchAt283DegreesPerSecondAndNothingAbove400) {
  RateControlConfig config;
  config.integral_limit = {1e9, 1e9, 1e9};
  const double degree = std::numbers::pi / 180.0;
  const auto learnt = [&](double error) {
    RateControlState state;
    RateControlInput in;
    in.w_WB_B_sp = {error, 0.0, 0.0};
    RateControl(config).torque(state, in, kDt);
    return state.integral.x;
  };
  const double half = 400.0 / std::sqrt(2.0) * degree;
  EXPECT_NEAR(learnt(half), 0.5 * 0.2 * half * kDt, 1e-12);
  EXPECT_EQ(learnt(401.0 * degree), 0.0);
  EXPECT_EQ(learnt(-900.0 * degree), 0.0);
}

TEST(RateControl, IntegralStaysWithinItsLimit) {
  const RateControlConfig config;
  RateControlState state;
  RateControlInput in;
  in.w_WB_B_sp = {1.0, -1.0, 1.0};
  for (int k = 0; k < 10000; ++k) RateControl(config).torque(state, in, kDt);
  EXPECT_EQ(state.integral, (Vec3{0.3, -0.3, 0.3}));
}

TEST(RateControl, IntegralKeepsStillWhileLanded) {
  const RateControlConfig config;
  RateControlState state{{0.1, 0.0, 0.0}};
  RateControlInput in;
  in.w_WB_B_sp = {1.0, 0.0, 0.0};
  in.integrate = 0.0;
  RateControl(config).torque(state, in, kDt);
  EXPECT_EQ(state.integral.x, 0.1);
}

TEST(RateControl, SaturationBlocksOnlyItsOwnAxisAndSign) {
  const RateControlConfig config;
  RateControlState state;
  RateControlInput in;
  in.w_WB_B_sp = {1.0, 1.0, -1.0};
  in.headroom_positive = {0.0, 1.0, 0.0};  // no more roll to the right, no more yaw to the right
  RateControl(config).torque(state, in, kDt);
  EXPECT_EQ(state.integral.x, 0.0);
  EXPECT_GT(state.integral.y, 0.0);
  EXPECT_LT(state.integral.z, 0.0);
}

TEST(RateControl, ForgetsItsIntegralOnReset) {
  const RateControlConfig config;
  RateControlState state{{0.1, 0.2, 0.3}};
  RateControl(config).reset(state);
  EXPECT_EQ(state.integral, Vec3{});
}

TEST(RateControl, RefusesNegativeAndMissingGains) {
  RateControlConfig config;
  EXPECT_FALSE(validate(config));
  config.gain_p.y = -0.1;
  EXPECT_EQ(validate(config)->where, "gain_p");
  config = {};
  config.integral_limit.z = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(validate(config)->where, "integral_limit");
}

}  // namespace
}  // namespace alula
