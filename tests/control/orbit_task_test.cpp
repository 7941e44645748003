// Orbit: the motion that the set-points describe. Expected values are those of uniform motion on a
// circle: v = w r, a = v^2/r towards the centre.
#include "control/orbit_task.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace alula {
namespace {

class OrbitTest : public ::testing::Test {
 protected:
  OrbitTest() {
    estimate.xy_valid = estimate.z_valid = estimate.v_xy_valid = estimate.v_z_valid = true;
    estimate.p_WB = {0.0, 0.0, -20.0};
    request = {{30.0, 0.0, kNotCommanded}, 10.0, 5.0, 1, OrbitYaw::to_centre, 0};
  }
  void begin(const PreviousSetpoint& previous = {}) {
    task.activate(state, in(), previous, request);
  }
  // The vehicle does what the set-point says, and the set-point is a motion: its velocity is the
  // change of its position, its acceleration that of its velocity.
  void fly(double duration_s) {
    for (int i = 0; i < static_cast<int>(std::lround(duration_s / kStep_s)); ++i) {
      const TrajectorySetpoint last = now;
      now = task.update(state, in(), request, kStep_s).setpoint;
      estimate.p_WB = now.p_sp;
      estimate.v_WB = now.v_sp;
      if (std::isnan(last.p_sp.x)) continue;
      const Vec3 v_mean = 0.5 * (last.v_sp + now.v_sp), moved = (now.p_sp - last.p_sp) / kStep_s;
      EXPECT_LT(norm(moved - v_mean), 0.02);
      EXPECT_LT(norm(now.v_sp - last.v_sp), kStep_s * 5.0) << "no step of the speed";
      EXPECT_LT(norm(now.a_sp), 3.0 * std::numbers::sqrt2) << "MPC_ACC_HOR, on two axes";
    }
  }
  [[nodiscard]] FlightTaskInput in() const {
    FlightTaskInput input{estimate};
    input.sticks = sticks;
    return input;
  }
  [[nodiscard]] Vec3 from_centre() const {
    return {now.p_sp.x - request.centre_W.x, now.p_sp.y - request.centre_W.y, 0.0};
  }

  static constexpr double kStep_s = 0.004;
  AutoTrajectoryConfig config;
  ManualConfig manual;
  OrbitTask task{config, manual};
  OrbitTaskState state;
  OrbitRequest request;
  VehicleEstimate estimate;
  ManualControl sticks;
  TrajectorySetpoint now;
};

TEST_F(OrbitTest, GoesToTheNearestPointOfTheCircleAndAroundIt) {
  begin();
  fly(3.0);
  EXPECT_NEAR(now.p_sp.y, 0.0, 0.01) << "straight there";
  fly(20.0);
  EXPECT_NEAR(norm(from_centre()), 10.0, 0.01);
  EXPECT_NEAR(norm_xy(now.v_sp), 5.0, 0.01);
  const Vec3 inwards = -from_centre() / norm(from_centre());
  EXPECT_NEAR(dot(now.a_sp, inwards), 5.0 * 5.0 / 10.0, 0.01);
  EXPECT_NEAR(now.p_sp.z, -20.0, 1e-6);
  EXPECT_GT(cross(from_centre(), now.v_sp).z, 0.0) << "clockwise seen from above, z down";
  EXPECT_NEAR(std::fabs(wrap_pi(now.yaw_sp - std::atan2(inwards.y, inwards.x))), 0.0, 1e-3);
  EXPECT_NEAR(now.yaw_rate_sp, 0.5, 1e-3) << "5 m/s / 10 m";
}

TEST_F(OrbitTest, ANegativeSpeedTurnsTheOtherWayAndLooksAlongTheCircle) {
  request.speed_m_s = -5.0;
  request.yaw = OrbitYaw::along_circle;
  begin();
  fly(25.0);
  EXPECT_LT(cross(from_centre(), now.v_sp).z, 0.0);
  EXPECT_NEAR(wrap_pi(now.yaw_sp - std::atan2(now.v_sp.y, now.v_sp.x)), 0.0, 1e-3);
}

TEST_F(OrbitTest, BeginsFromTheMotionFlownBefore) {
  PreviousSetpoint previous;
  previous.trajectory.p_sp = {0.0, 0.0, -20.0};
  previous.trajectory.v_sp = {0.0, 5.0, 0.0};
  previous.trajectory.a_sp = {0.0, 0.0, 0.0};
  previous.trajectory.yaw_sp = 1.0;
  begin(previous);
  fly(kStep_s);
  EXPECT_NEAR(now.v_sp.y, 5.0, 0.02);
  EXPECT_NEAR(now.yaw_sp, 1.0, 0.01);
  fly(30.0);
  EXPECT_NEAR(norm(from_centre()), 10.0, 0.01);
}

TEST_F(OrbitTest, FromTheCentreItHeadsOutAlongTheNose) {
  request.centre_W = {0.0, 0.0, -25.0};
  begin();
  fly(25.0);
  EXPECT_NEAR(norm(from_centre()), 10.0, 0.01);
  EXPECT_NEAR(now.p_sp.z, -25.0, 0.01) << "at the height asked for";
}

TEST_F(OrbitTest, RunsThroughATightCircleRatherThanAroundItsCentre) {
  request.radius_m = 1.0;
  request.speed_m_s = 1.0;
  estimate.p_WB = {29.2, 0.0, -20.0};
  PreviousSetpoint previous;
  previous.trajectory.p_sp = estimate.p_WB;
  previous.trajectory.v_sp = {6.0, 0.0, 0.0};
  begin(previous);
  fly(25.0);
  EXPECT_NEAR(norm(from_centre()), 1.0, 0.01);
  EXPECT_NEAR(norm_xy(now.v_sp), 1.0, 0.01);
}

TEST_F(OrbitTest, ANewRadiusOrSpeedAboutTheSameCentreGoesOnAround) {
  begin();
  fly(25.0);
  request.radius_m = 20.0;
  request.speed_m_s = 3.0;
  ++request.count;
  fly(1.0);
  EXPECT_GT(norm_xy(now.v_sp), 2.5) << "without a stop";
  fly(20.0);
  EXPECT_NEAR(norm(from_centre()), 20.0, 0.01);
  EXPECT_NEAR(norm_xy(now.v_sp), 3.0, 0.01);
}

TEST_F(OrbitTest, SticksChangeRadiusSpeedAndHeight) {
  begin();
  fly(25.0);
  sticks.pitch = -1.0;
  fly(2.0);
  sticks = {};
  fly(5.0);
  EXPECT_NEAR(norm(from_centre()), 14.0, 0.1) << "back: 2 m/s further out";
  sticks.throttle = 1.0;
  fly(3.0);
  EXPECT_NEAR(now.v_sp.z, -3.0, 1e-3) << "MPC_Z_V_AUTO_UP";
  sticks = {.roll = 1.0};
  fly(8.0);
  EXPECT_LT(cross(from_centre(), now.v_sp).z, 0.0) << "right: slower, then the other way around";
  EXPECT_NEAR(now.v_sp.z, 0.0, 0.05) << "and no higher";
}

TEST_F(OrbitTest, AJumpOfTheEstimateMovesTheCircleWithIt) {
  begin();
  fly(25.0);
  const Vec3 before = now.p_sp;
  estimate.reset_xy = {.delta_x = 3.0, .delta_y = -2.0, .count = 1};
  now = {};
  fly(kStep_s);
  EXPECT_NEAR(norm(now.p_sp - before - Vec3{3.0, -2.0, 0.0}), 0.0, 0.05);
}

}  // namespace
}  // namespace alula
