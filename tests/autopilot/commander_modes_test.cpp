// What modes and targets a user may ask for, and what a lost position does to them.
#include <algorithm>
#include <limits>

#include "commander_rig.h"

namespace alula {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST_F(CommanderTest, OnlyModesThatThisAutopilotFliesAreTaken) {
  for (const FlightMode wanted : {FlightMode::mission, FlightMode::return_home, FlightMode::takeoff,
                                  FlightMode::land, FlightMode::hold}) {
    set_mode(wanted);
    EXPECT_EQ(mode(), wanted);
    EXPECT_EQ(state.status.mode_wanted, wanted);
  }
  set_mode(FlightMode::descend);
  EXPECT_EQ(mode(), FlightMode::hold);
  EXPECT_TRUE(any_has(vehicle.heard(), "not one that this autopilot flies"));
  for (const FlightMode flown : {FlightMode::follow, FlightMode::orbit, FlightMode::termination}) {
    set_mode(flown);
    EXPECT_EQ(mode(), FlightMode::hold);
    EXPECT_TRUE(any_has(vehicle.heard(), "refused: not in the air"));
  }
  for (const double nonsense : {kNotCommanded, kInfinite, -1.0, 1e300, 3.5, 4294967299.0}) {
    command(CommandKind::set_mode, {nonsense});
    EXPECT_EQ(mode(), FlightMode::hold);
    EXPECT_TRUE(any_has(vehicle.heard(), "refused"));
  }
}

TEST_F(CommanderTest, WithoutAMissionThereIsNoMissionMode) {
  has_mission = false;
  run(0.1);
  set_mode(FlightMode::mission);
  EXPECT_EQ(mode(), FlightMode::hold);
  command(CommandKind::start_mission);
  EXPECT_FALSE(armed());
  command(CommandKind::start_mission_when_ready);
  run(1.0);
  EXPECT_FALSE(armed());
  EXPECT_TRUE(any_has(vehicle.heard(), "no feasible mission"));
}

TEST_F(CommanderTest, StartsTheMissionAsSoonAsTheChecksPass) {
  vehicle.filter.gnss_checks_passed = false;
  command(CommandKind::start_mission_when_ready);
  run(3.0);
  EXPECT_FALSE(armed());
  EXPECT_NE(state.status.failing_checks, 0U);
  vehicle.filter.gnss_checks_passed = true;
  run(0.1);
  EXPECT_TRUE(armed());
  EXPECT_EQ(mode(), FlightMode::mission);
  EXPECT_EQ(state.status.arm_reason, ArmDisarmReason::mission_start);
}

TEST_F(CommanderTest, AWaitingMissionIsCalledOffByTheNextWish) {
  vehicle.filter.gnss_checks_passed = false;
  for (const CommandKind other : {CommandKind::disarm, CommandKind::takeoff}) {
    command(CommandKind::start_mission_when_ready);
    command(other, {5.0});
    vehicle.filter.gnss_checks_passed = true;
    run(1.0);
    EXPECT_FALSE(armed());
    vehicle.filter.gnss_checks_passed = false;
  }
}

TEST_F(CommanderTest, StartWhenReadyInTheAirStartsAtOnceAndOnlyOnce) {
  arm_and_fly();
  command(CommandKind::start_mission_when_ready);
  EXPECT_EQ(mode(), FlightMode::mission);
  vehicle.stand_at({});
  run(5.0);
  EXPECT_FALSE(armed()) << "landed and done";
}

TEST_F(CommanderTest, TakeOffHeightsMustBeHeights) {
  run(0.1);
  for (const double nonsense : {0.0, -3.0, kInfinite, -kInfinite, 1e9}) {
    command(CommandKind::takeoff, {nonsense});
    EXPECT_EQ(mode(), FlightMode::hold);
    EXPECT_TRUE(any_has(vehicle.heard(), "Take-off refused"));
  }
  command(CommandKind::takeoff, {12.0});
  EXPECT_EQ(mode(), FlightMode::takeoff);
  EXPECT_EQ(state.takeoff_height_m, 12.0);
  command(CommandKind::takeoff, {kNotCommanded});
  EXPECT_EQ(state.takeoff_height_m, config.takeoff_height_m);
}

TEST_F(CommanderTest, TakeOffChosenAsAModeUsesTheDefaultHeight) {
  set_mode(FlightMode::takeoff);
  EXPECT_EQ(state.takeoff_height_m, config.takeoff_height_m);
}

TEST_F(CommanderTest, AnotherHeightDuringTheTakeOffBeginsItAnew) {
  run(0.1);
  command(CommandKind::takeoff, {5.0});
  const TimeNs first = state.status.mode_time;
  run(0.1);
  command(CommandKind::takeoff, {8.0});
  EXPECT_GT(state.status.mode_time, first);
}

TEST_F(CommanderTest, GoToNeedsAVehicleInTheAir) {
  run(0.1);
  command(CommandKind::go_to_local, {10.0, 0.0, -5.0, 0.0});
  EXPECT_EQ(state.target.count, 0U);
  EXPECT_TRUE(any_has(vehicle.heard(), "Go-to refused: not in the air"));
  arm_and_fly();
  command(CommandKind::go_to_local, {10.0, 0.0, -5.0, 0.0});
  EXPECT_EQ(state.target.count, 1U);
  EXPECT_EQ(mode(), FlightMode::hold);
}

TEST_F(CommanderTest, LosingThePositionInFlightMeansDescendAndFindingItMeansGoingOn) {
  arm_and_fly();
  set_mode(FlightMode::return_home);
  vehicle.lose_position();
  tick();
  EXPECT_EQ(mode(), FlightMode::descend);
  EXPECT_EQ(state.status.mode_wanted, FlightMode::return_home);
  EXPECT_TRUE(state.status.failsafe);
  set_mode(FlightMode::hold);
  EXPECT_EQ(mode(), FlightMode::descend) << "no mode can be flown without a position";
  EXPECT_TRUE(any_has(vehicle.heard(), "Mode Hold refused: no valid position"));

  vehicle.find_position();
  run(0.5);
  EXPECT_EQ(mode(), FlightMode::descend) << "half a second may be chance";
  run(0.7);
  EXPECT_EQ(mode(), FlightMode::return_home);
  EXPECT_FALSE(state.status.failsafe);
}

TEST_F(CommanderTest, APositionThatFlickersDoesNotMakeTheModeFlutter) {
  arm_and_fly();
  for (int i = 0; i < 20; ++i) {
    vehicle.lose_position();
    run(0.1);
    vehicle.find_position();
    run(0.1);
  }
  EXPECT_EQ(mode(), FlightMode::descend);
  const std::vector<std::string> heard = vehicle.heard();
  EXPECT_EQ(std::count(heard.begin(), heard.end(), "Position lost: descending"), 1);
}

TEST_F(CommanderTest, AFailsafeLandingIsRememberedUntilTheNextArming) {
  arm_and_fly();
  vehicle.lose_position();
  run(1.0);
  vehicle.stand_at({});
  run(3.0);
  EXPECT_FALSE(armed());
  EXPECT_TRUE(state.status.failsafe);
  EXPECT_NE(mode(), FlightMode::descend) << "no mode to wait in";
  vehicle.find_position();
  run(1.0);
  command(CommandKind::arm);
  EXPECT_TRUE(armed());
  EXPECT_FALSE(state.status.failsafe);
}

TEST_F(CommanderTest, PositionLostAfterTheLandingIsNoFailsafe) {
  arm_and_fly();
  vehicle.stand_at({});
  tick();
  vehicle.lose_position();
  run(3.0);
  EXPECT_FALSE(armed());
  EXPECT_FALSE(state.status.failsafe);
}

TEST_F(CommanderTest, WithoutAPositionItDoesNotLeaveTheGround) {
  run(0.1);
  command(CommandKind::arm);
  command(CommandKind::takeoff, {5.0});
  vehicle.lose_position();
  tick();
  EXPECT_EQ(mode(), FlightMode::descend);
  run(11.0);
  EXPECT_FALSE(armed());
}

}  // namespace
}  // namespace alula
