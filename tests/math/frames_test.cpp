#include "math/frames.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace alula {
namespace {

TEST(Frames, DegreesAndRadiansAreExactAtWholeTurns) {
  EXPECT_EQ(radians(180.0), std::numbers::pi);
  EXPECT_EQ(radians(-90.0), -std::numbers::pi / 2.0);
  EXPECT_EQ(degrees(std::numbers::pi), 180.0);
}

TEST(Frames, NorthEastDownAndEastNorthUpNameTheSameArrow) {
  const Vec3 north{1.0, 0.0, 0.0}, east{0.0, 1.0, 0.0}, down{0.0, 0.0, 1.0};
  EXPECT_EQ(enu_from_ned(north), (Vec3{0.0, 1.0, 0.0}));
  EXPECT_EQ(enu_from_ned(east), (Vec3{1.0, 0.0, 0.0}));
  EXPECT_EQ(enu_from_ned(down), (Vec3{0.0, 0.0, -1.0}));
  const Vec3 v{1.0, -2.0, 3.0};
  EXPECT_EQ(ned_from_enu(enu_from_ned(v)), v);
}

TEST(Frames, RightAndDownBecomeLeftAndUp) {
  const Vec3 v{1.0, -2.0, 3.0};
  EXPECT_EQ(flu_from_frd(v), (Vec3{1.0, 2.0, -3.0}));
  EXPECT_EQ(frd_from_flu(flu_from_frd(v)), v);
}

// The same physical arrow: body vector to world, by either pair of frames.
TEST(Frames, AttitudesOfBothPairsOfFramesTurnTheSameArrow) {
  const Quat q_WB = from_euler({.roll = 0.3, .pitch = -0.7, .yaw = 2.1});
  const Vec3 v_B{0.5, -1.0, 2.0};
  const Vec3 seen_in_enu = attitude_flu_in_enu(q_WB) * flu_from_frd(v_B);
  EXPECT_LT(norm(seen_in_enu - enu_from_ned(q_WB * v_B)), 1e-14);
  const Quat back = attitude_frd_in_ned(attitude_flu_in_enu(q_WB));
  EXPECT_LT(norm(back * v_B - q_WB * v_B), 1e-14);
}

// ROS counts yaw from east to the left: facing north is +90 degrees, facing east 0.
TEST(Frames, FacingNorthIsNinetyDegreesInEastNorthUp) {
  EXPECT_NEAR(yaw_of(attitude_flu_in_enu(from_yaw(0.0))), radians(90.0), 1e-15);
  EXPECT_NEAR(yaw_of(attitude_flu_in_enu(from_yaw(radians(90.0)))), 0.0, 1e-15);
}

}  // namespace
}  // namespace alula
