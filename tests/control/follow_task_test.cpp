// Follow: the place beside a target, by geometry, and the way there within the limits.
#include "control/follow_task.h"

#include <cmath>

#include <gtest/gtest.h>

namespace alula {
namespace {

class FollowTest : public ::testing::Test {
 protected:
  FollowTest() { FollowTask::activate(state, estimate, {}); }
  // A target that moves at `v_W`, and a vehicle that does what it is told.
  void fly(double duration_s, const Vec3& v_W) {
    for (int i = 0; i < static_cast<int>(std::lround(duration_s / kStep_s)); ++i) {
      target.v_W = v_W;
      target.p_W += kStep_s * v_W;
      now = task.update(state, {estimate}, target, 0.0, kStep_s).setpoint;
      estimate.p_WB = now.p_sp;
      estimate.v_WB = now.v_sp;
      EXPECT_LE(norm_xy(now.a_sp), 3.0 + 1e-9) << "MPC_ACC_HOR";
      EXPECT_LE(norm_xy(now.v_sp), 12.0 + 1e-9) << "MPC_XY_VEL_MAX";
      EXPECT_GE(now.v_sp.z, -3.0 - 1e-9) << "MPC_Z_V_AUTO_UP";
    }
  }

  static constexpr double kStep_s = 0.004;
  FollowTaskConfig config;
  AutoTrajectoryConfig trajectory;
  FollowTask task{config, trajectory};
  FollowTaskState state;
  VehicleEstimate estimate;
  FollowPoint target{{20.0, 0.0, 0.0}, {}, 0.0, 1};
  TrajectorySetpoint now;
};

// FLW_TGT_FA 180 deg, FLW_TGT_DST 8 m, FLW_TGT_HT 8 m.
TEST_F(FollowTest, FliesBehindAMovingTargetAtItsSpeedAndLooksAtIt) {
  fly(25.0, {0.0, 4.0, 0.0});
  const Vec3 from_target = now.p_sp - target.p_W;
  EXPECT_NEAR(from_target.x, 0.0, 0.05);
  EXPECT_NEAR(from_target.y, -8.0, 0.05);
  EXPECT_NEAR(from_target.z, -8.0, 0.05);
  EXPECT_NEAR(now.v_sp.y, 4.0, 0.02);
  EXPECT_NEAR(now.yaw_sp, radians(90.0), 0.01);
}

TEST_F(FollowTest, StaysOnItsSideOfATargetThatStands) {
  fly(20.0, {});
  const Vec3 from_target = now.p_sp - target.p_W;
  EXPECT_NEAR(from_target.x, -8.0, 0.05) << "it came from the south";
  EXPECT_NEAR(from_target.y, 0.0, 0.05);
  EXPECT_NEAR(norm(now.v_sp), 0.0, 0.02);
  EXPECT_NEAR(now.yaw_sp, 0.0, 0.01);
}

// FLW_TGT_MAX_VEL 5 m/s on a circle of 8 m: half a turn takes at least pi 8/5 s.
TEST_F(FollowTest, ATargetThatTurnsBackSwingsTheVehicleAround) {
  fly(25.0, {2.0, 0.0, 0.0});
  fly(4.0, {-2.0, 0.0, 0.0});
  EXPECT_LT(now.p_sp.x - target.p_W.x, 7.0) << "not yet on the other side";
  EXPECT_GT(norm_xy(now.p_sp - target.p_W), 4.0) << "around, not over it";
  fly(12.0, {-2.0, 0.0, 0.0});
  EXPECT_NEAR(now.p_sp.x - target.p_W.x, 8.0, 0.1);
}

TEST_F(FollowTest, WithoutATargetItStopsAndStays) {
  fly(25.0, {4.0, 0.0, 0.0});
  target.live = 0;
  fly(8.0, {});
  EXPECT_NEAR(norm(now.v_sp), 0.0, 0.01);
  const Vec3 place = now.p_sp;
  fly(5.0, {});
  EXPECT_NEAR(norm(now.p_sp - place), 0.0, 0.01);
}

TEST_F(FollowTest, CanKeepItsHeightOverTheTarget) {
  config.height_mode = 2;
  target.p_W.z = -30.0;
  fly(30.0, {});
  EXPECT_NEAR(now.p_sp.z, -38.0, 0.05);
}

TEST_F(FollowTest, AMessageThatIsOldIsCarriedOnAtItsSpeed) {
  fly(25.0, {0.0, 4.0, 0.0});
  FollowPoint old = target;
  old.age_s = 1.0;
  old.p_W.y -= 4.0;
  const double y = task.update(state, {estimate}, old, 0.0, kStep_s).setpoint.v_sp.y;
  EXPECT_NEAR(y, 4.0, 0.02) << "the same place";
}

}  // namespace
}  // namespace alula
