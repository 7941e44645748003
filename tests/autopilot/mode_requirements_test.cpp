// What each mode needs.
#include "autopilot/mode_requirements.h"

#include <gtest/gtest.h>

#include "commander_rig.h"

namespace alula {
namespace {

TEST(ModeRequirements, ReturnNeedsAHomeAndMissionAMission) {
  HandFed vehicle;
  const ModeFacts bare{vehicle.estimate, false, false, false, false, 0};
  EXPECT_EQ(first_missing(missing_for(FlightMode::return_home, bare)), "no home");
  EXPECT_EQ(first_missing(missing_for(FlightMode::mission, bare)), "no feasible mission");
  EXPECT_EQ(first_missing(missing_for(FlightMode::altitude, bare)), "no sticks");
  EXPECT_EQ(first_missing(missing_for(FlightMode::offboard, bare)), "no offboard set-points");
  EXPECT_EQ(missing_for(FlightMode::hold, bare), 0U);
}

TEST_F(CommanderTest, ModesByStickNeedSticksInTheAir) {
  arm_and_fly();
  set_mode(FlightMode::position);
  EXPECT_EQ(mode(), FlightMode::hold);
  EXPECT_TRUE(any_has(vehicle.heard(), "Mode Position refused: no sticks"));
  sticks_live = true;
  set_mode(FlightMode::position);
  EXPECT_EQ(mode(), FlightMode::position);
}

TEST_F(CommanderTest, ArmingInAltitudeNeedsSticksButNoPosition) {
  run(0.1);
  set_mode(FlightMode::altitude);
  vehicle.lose_position();
  command(CommandKind::arm);
  EXPECT_FALSE(armed());
  EXPECT_TRUE(any_has(vehicle.heard(), "sticks"));
  sticks_live = true;
  command(CommandKind::arm);
  EXPECT_TRUE(armed());
}

TEST_F(CommanderTest, PositionLostByStickFlyingMeansAltitude) {
  sticks_live = true;
  arm_and_fly();
  set_mode(FlightMode::position);
  vehicle.lose_position();
  tick();
  EXPECT_EQ(mode(), FlightMode::altitude);
  EXPECT_EQ(state.status.mode_wanted, FlightMode::position);
  vehicle.find_position();
  run(1.2);
  EXPECT_EQ(mode(), FlightMode::position);
}

TEST_F(CommanderTest, LosingThePositionDoesNotDisturbStabilized) {
  sticks_live = true;
  arm_and_fly();
  set_mode(FlightMode::stabilized);
  vehicle.lose_position();
  run(1.0);
  EXPECT_EQ(mode(), FlightMode::stabilized);
  EXPECT_FALSE(state.status.failsafe);
}

TEST_F(CommanderTest, OffboardIsTakenOnlyWhileSetpointsLive) {
  run(0.1);
  set_mode(FlightMode::offboard);
  EXPECT_EQ(mode(), FlightMode::hold);
  EXPECT_TRUE(any_has(vehicle.heard(), "no offboard set-points"));
  offboard_live = true;
  set_mode(FlightMode::offboard);
  EXPECT_EQ(mode(), FlightMode::offboard);
}

}  // namespace
}  // namespace alula
