#include "control/attitude_control.h"

#include <gtest/gtest.h>

namespace alula {
namespace {

const AttitudeControlConfig kConfig;

Vec3 rates(const Quat& now, const Quat& wanted, double yaw_rate = 0.0) {
  return AttitudeControl(kConfig).rates(now, wanted, yaw_rate);
}

TEST(AttitudeControl, RestsAtTheSetpoint) {
  const Quat q = from_euler({0.3, -0.2, 1.0});
  EXPECT_NEAR(norm(rates(q, q)), 0.0, 1e-14);
}

TEST(AttitudeControl, TurnsAboutTheAxisThatIsWrongAndTheRightWay) {
  EXPECT_GT(rates(Quat::identity(), from_euler({0.1, 0.0, 0.0})).x, 0.0);
  EXPECT_GT(rates(Quat::identity(), from_euler({0.0, 0.1, 0.0})).y, 0.0);
  EXPECT_GT(rates(Quat::identity(), from_euler({0.0, 0.0, 0.1})).z, 0.0);
  EXPECT_LT(rates(from_euler({0.1, 0.0, 0.0}), Quat::identity()).x, 0.0);
}

TEST(AttitudeControl, SmallErrorsAreAnsweredWithTheGainOfEachAxis) {
  const double e = 1e-4;
  EXPECT_NEAR(rates(Quat::identity(), from_euler({e, 0.0, 0.0})).x, 6.5 * e, 1e-10);
  EXPECT_NEAR(rates(Quat::identity(), from_euler({0.0, e, 0.0})).y, 6.5 * e, 1e-10);
  // The yaw weight of 0.4 is made up for by the gain.
  EXPECT_NEAR(rates(Quat::identity(), from_euler({0.0, 0.0, e})).z, 2.8 * e, 1e-10);
}

TEST(AttitudeControl, BothSignsOfAQuaternionMeanTheSame) {
  const Quat now = from_euler({0.2, 0.1, 0.5}), wanted = from_euler({-0.4, 0.3, 2.0});
  const Vec3 a = rates(now, wanted), b = rates(-1.0 * now, wanted), c = rates(now, -1.0 * wanted);
  EXPECT_NEAR(norm(a - b), 0.0, 1e-12);
  EXPECT_NEAR(norm(a - c), 0.0, 1e-12);
}

TEST(AttitudeControl, LiftComesFirst) {
  // Half a turn of yaw and some tilt wanted at once: the tilt is answered as without the yaw.
  const Vec3 both =
      rates(Quat::identity(), from_euler({0.0, 0.0, 2.0}) * from_euler({0.3, 0.0, 0.0}));
  const Quat q_level = from_yaw(2.0);
  const Vec3 lift_W = (q_level * from_euler({0.3, 0.0, 0.0})) * Vec3{0.0, 0.0, -1.0};
  const Vec3 axis = cross(Vec3{0.0, 0.0, -1.0}, lift_W);
  const Vec3 turn = unit_or(Vec3{both.x, both.y, 0.0}, Vec3{});
  EXPECT_GT(dot(turn, unit_or(axis, Vec3{})), 0.9);
}

TEST(AttitudeControl, UprightFromUpsideDown) {
  const Vec3 w = rates(from_euler({std::numbers::pi, 0.0, 0.0}), Quat::identity());
  EXPECT_TRUE(is_finite(w));
  EXPECT_NEAR(std::fabs(w.x), 220.0 * std::numbers::pi / 180.0, 1e-9);  // as fast as allowed
}

TEST(AttitudeControl, StaysWithinTheRateLimits) {
  const Vec3 w = rates(Quat::identity(), from_euler({2.0, 1.0, 2.5}), 100.0);
  EXPECT_LE(std::fabs(w.x), kConfig.rate_limit_rad_s.x);
  EXPECT_LE(std::fabs(w.y), kConfig.rate_limit_rad_s.y);
  EXPECT_DOUBLE_EQ(w.z, kConfig.rate_limit_rad_s.z);
}

TEST(AttitudeControl, YawRateTurnsAboutWorldDownWhateverTheTilt) {
  const Quat q = from_euler({0.0, 0.5, 0.0});
  const Vec3 w_W = q * rates(q, q, 0.7);
  EXPECT_NEAR(norm(w_W - Vec3{0.0, 0.0, 0.7}), 0.0, 1e-12);
}

TEST(AttitudeControl, WithoutYawWeightYawIsLeftAlone) {
  AttitudeControlConfig config;
  config.yaw_weight = 0.0;
  const Vec3 w = AttitudeControl(config).rates(Quat::identity(), from_yaw(1.0), 0.0);
  EXPECT_NEAR(norm(w), 0.0, 1e-12);
}

TEST(AttitudeControl, RefusesAYawWeightAboveOne) {
  AttitudeControlConfig config;
  EXPECT_FALSE(validate(config));
  config.yaw_weight = 1.1;
  EXPECT_EQ(validate(config)->where, "yaw_weight");
  config = {};
  config.rate_limit_rad_s.x = 0.0;
  EXPECT_EQ(validate(config)->where, "rate_limit_rad_s");
}

}  // namespace
}  // namespace alula
