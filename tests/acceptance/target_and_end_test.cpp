// Follow and Termination on a flying x500: behind a car that drives a right angle, and down.
#include <cmath>

#include <gtest/gtest.h>

#include "earth/geodesy.h"
#include "flight_rig.h"
#include "math/frames.h"

namespace alula {
namespace {

void set_mode(FlightRig& rig, FlightMode mode) {
  rig.command(CommandKind::set_mode, {static_cast<double>(mode)});
}

class TargetAndEnd : public ::testing::Test {
 protected:
  void hover_at(double height_m) {
    ASSERT_TRUE(rig.arm());
    home = rig.now().truth.p_WB;
    rig.command(CommandKind::takeoff, {height_m});
    rig.run(height_m / 1.4 + 12.0);
    ASSERT_NEAR(home.z - rig.now().truth.p_WB.z, height_m, 0.5);
  }
  // The car drives for a time and reports five times a second.
  void drive(double duration_s, const Vec3& v_W) {
    for (int i = 0; i < static_cast<int>(std::lround(5.0 * duration_s)); ++i) {
      car += 0.2 * v_W;
      const Geodetic there = LocalFrame(kOrigin).to_geodetic(car);
      const FollowTarget target{0, there.latitude_rad, there.longitude_rad, there.height_m, v_W};
      EXPECT_TRUE(rig.simulation().queue(0, target));
      rig.run(0.2);
    }
  }

  static constexpr Geodetic kOrigin{radians(47.397742), radians(8.545594), 488.0};
  FlightRig rig{RigOptions{}};
  Vec3 home{}, car{20.0, 0.0, 0.0};
};

// FLW_TGT_DST 8 m behind, FLW_TGT_HT 8 m over home.
TEST_F(TargetAndEnd, FollowsACarAroundACornerAndWaitsWhenItIsGone) {
  hover_at(8.0);
  drive(0.2, {});
  set_mode(rig, FlightMode::follow);
  drive(20.0, {4.0, 0.0, 0.0});
  drive(20.0, {0.0, 4.0, 0.0});
  ASSERT_EQ(rig.now().mode, FlightMode::follow);
  const Vec3 behind = rig.now().truth.p_WB - car;
  EXPECT_NEAR(behind.x, 0.0, 1.0);
  EXPECT_NEAR(behind.y, -8.0, 1.5) << "reports come with 0.8 m of way between them";
  EXPECT_NEAR(home.z - rig.now().truth.p_WB.z, 8.0, 0.7);
  EXPECT_NEAR(rig.now().truth.v_WB.y, 4.0, 0.3);
  EXPECT_NEAR(yaw_of(rig.now().truth.q_WB), radians(90.0), radians(8.0));
  rig.run(10.0);
  EXPECT_LT(norm(rig.now().truth.v_WB), 0.3);
}

// sqrt(2 h/g) is 1.43 s from 10 m; drag and the tumble add little.
TEST_F(TargetAndEnd, TerminationFallsAndEndsTheFlight) {
  hover_at(10.0);
  set_mode(rig, FlightMode::termination);
  const double start_s = rig.now().time_s;
  const auto down = [this](const Sight& s) { return home.z - s.truth.p_WB.z < 0.3; };
  ASSERT_TRUE(rig.run_until(down, 3.5));
  EXPECT_GT(rig.now().time_s - start_s, 1.3);
  EXPECT_TRUE(
      rig.run_until([](const Sight& s) { return s.arming == ArmingState::disarmed; }, 15.0));
  EXPECT_EQ(rig.now().mode, FlightMode::hold);
}

}  // namespace
}  // namespace alula
