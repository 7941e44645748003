// What a lost link, a lost estimate and a pilot who takes over make of the mode. Expected: PX4
// v1.15's documentation of its failsafes (actions by parameter, start delay, the strongest action
// wins, who may take over).
#include "failsafe_rig.h"

namespace alula {
namespace {

TEST_F(FailsafeTest, LostSticksHoldForTheDelayAndThenReturn) {
  fly();
  set_mode(FlightMode::mission);
  sticks_live = false;
  tick();
  EXPECT_EQ(mode(), FlightMode::hold);
  EXPECT_TRUE(failsafe());
  EXPECT_TRUE(heard("Sticks lost: holding, in 5 s returning home; choose a mode to take over"));
  run(4.8);
  EXPECT_EQ(mode(), FlightMode::hold);
  run(0.4);
  EXPECT_EQ(mode(), FlightMode::return_home);
  EXPECT_EQ(state.status.mode_wanted, FlightMode::mission);
  EXPECT_TRUE(heard("Failsafe: now returning home"));
}

TEST_F(FailsafeTest, TheReturnGoesOnWhenTheSticksAreBackUntilThePilotChooses) {
  fly();
  set_mode(FlightMode::mission);
  lose_sticks_and_wait();
  sticks_live = true;
  run(3.0);
  EXPECT_EQ(mode(), FlightMode::return_home);
  EXPECT_TRUE(heard("Sticks are back; choose a mode to take over"));
  set_mode(FlightMode::hold);
  tick();
  EXPECT_EQ(mode(), FlightMode::hold);
  EXPECT_FALSE(failsafe());
}

TEST_F(FailsafeTest, APilotTakesOverByModeDuringTheDelay) {
  fly();
  set_mode(FlightMode::mission);
  sticks_live = false;
  run(1.0);
  set_mode(FlightMode::land);
  tick();
  EXPECT_EQ(mode(), FlightMode::land);
  EXPECT_FALSE(failsafe());
  EXPECT_TRUE(state.status.failsafe_taken_over);
  EXPECT_TRUE(heard("You have taken over: Land"));
  run(10.0);
  EXPECT_EQ(mode(), FlightMode::land) << "as long as the sticks are lost, the pilot's wish counts";
}

struct LinkAction {
  std::int64_t value;
  FlightMode mode;
  bool armed;
};
constexpr LinkAction kLinkActions[] = {
    {0, FlightMode::hold, true},        {1, FlightMode::hold, true},
    {2, FlightMode::return_home, true}, {3, FlightMode::land, true},
    {5, FlightMode::termination, true}, {6, FlightMode::hold, false}};

TEST_F(FailsafeTest, EachActionOfLostSticksIsThatOfItsParameter) {
  for (const LinkAction& expected : kLinkActions) {
    begin_anew();
    config.failsafe.sticks_action = expected.value;
    fly();
    lose_sticks_and_wait();
    EXPECT_EQ(mode(), expected.mode) << expected.value;
    EXPECT_EQ(armed(), expected.armed) << expected.value;
    EXPECT_EQ(failsafe(), expected.value != 0);
  }
}

TEST_F(FailsafeTest, EachActionOfALostGroundStationIsThatOfItsParameter) {
  for (const LinkAction& expected : kLinkActions) {
    begin_anew();
    config.failsafe.ground_station_action = expected.value;
    fly();
    ground_age_s = 10.1;
    run(5.2);
    EXPECT_EQ(mode(), expected.mode) << expected.value;
    EXPECT_EQ(armed(), expected.armed) << expected.value;
    EXPECT_EQ(failsafe(), expected.value != 0);
  }
}

TEST_F(FailsafeTest, SticksThatWereNeverThereAreNotMissedUntilTheyAreHeardOnce) {
  ground_age_s = 0.0;
  arm_and_fly();
  run(10.0);
  EXPECT_FALSE(failsafe());
  sticks_live = true;
  run(1.0);
  sticks_live = false;
  run(0.1);
  EXPECT_TRUE(failsafe());
}

TEST_F(FailsafeTest, ExceptedModesNeedNoSticks) {
  config.failsafe.sticks_exceptions = 1;
  fly();
  set_mode(FlightMode::mission);
  lose_sticks_and_wait();
  EXPECT_EQ(mode(), FlightMode::mission);
  set_mode(FlightMode::hold);
  run(6.0);
  EXPECT_EQ(mode(), FlightMode::return_home) << "only the mission is excepted";
}

TEST_F(FailsafeTest, ALandingIsNotBrokenOffForAGroundStationNorForAReturn) {
  config.failsafe.ground_station_action = 2;
  fly();
  set_mode(FlightMode::land);
  ground_age_s = 20.0;
  sticks_live = false;
  run(10.0);
  EXPECT_EQ(mode(), FlightMode::land);
}

TEST_F(FailsafeTest, WithoutAGroundStationThatIsWantedNothingIsArmed) {
  config.failsafe.ground_station_action = 2;
  run(0.1);
  command(CommandKind::arm);
  EXPECT_FALSE(armed());
  EXPECT_TRUE(heard("no ground station is heard"));
}

TEST_F(FailsafeTest, AFailsafeThatComesAndGoesIsActedUponAtLast) {
  config.failsafe.sticks_action = 3;
  fly();
  for (int i = 0; i < 5; ++i) {
    sticks_live = false;
    run(1.0);
    sticks_live = true;
    set_mode(FlightMode::hold);
    run(0.2);
  }
  sticks_live = false;
  run(1.0);
  EXPECT_EQ(mode(), FlightMode::land) << "five times a second of the delay are gone";
}

TEST_F(FailsafeTest, TheStrongestActionCounts) {
  config.failsafe.ground_station_action = 3;
  fly();
  set_mode(FlightMode::mission);
  lose_sticks_and_wait();
  EXPECT_EQ(mode(), FlightMode::return_home);
  ground_age_s = 11.0;
  run(0.1);
  EXPECT_EQ(mode(), FlightMode::land) << "in a failsafe already, it waits no second time";
}

TEST_F(FailsafeTest, OffboardSetpointsLostMeanWhatTheParameterSays) {
  struct Case {
    std::int64_t value;
    bool sticks;
    FlightMode mode;
    bool armed;
  };
  for (const Case& c :
       {Case{0, true, FlightMode::position, true}, Case{1, true, FlightMode::altitude, true},
        Case{2, true, FlightMode::stabilized, true}, Case{3, true, FlightMode::return_home, true},
        Case{4, true, FlightMode::land, true}, Case{5, true, FlightMode::hold, true},
        Case{6, true, FlightMode::termination, true}, Case{7, true, FlightMode::offboard, false},
        Case{0, false, FlightMode::return_home, true}}) {
    begin_anew();
    config.failsafe.offboard_action = c.value;
    ground_age_s = 0.0;
    sticks_live = c.sticks;
    offboard_live = true;
    arm_and_fly();
    set_mode(FlightMode::offboard);
    offboard_live = false;
    tick();
    EXPECT_EQ(mode(), c.mode) << c.value;
    EXPECT_EQ(armed(), c.armed) << c.value;
    EXPECT_TRUE(heard("Offboard set-points lost"));
    if (c.value > 5) continue;
    offboard_live = true;
    run(1.2);
    EXPECT_EQ(mode(), FlightMode::offboard) << "it goes on when they are back";
  }
}

TEST_F(FailsafeTest, WithTheEstimateGoingPieceByPieceModesFallBackInOrder) {
  fly();
  set_mode(FlightMode::position);
  vehicle.lose_position();
  tick();
  EXPECT_EQ(mode(), FlightMode::altitude);
  vehicle.estimate.z_valid = vehicle.estimate.v_z_valid = false;
  tick();
  EXPECT_EQ(mode(), FlightMode::stabilized);
  sticks_live = false;
  tick();
  EXPECT_EQ(mode(), FlightMode::descend);
}

TEST_F(FailsafeTest, AnAutomaticModeWithoutAPositionDescendsAndAPilotTakesOverByStick) {
  fly();
  set_mode(FlightMode::mission);
  vehicle.lose_position();
  tick();
  EXPECT_EQ(mode(), FlightMode::descend);
  EXPECT_TRUE(heard("Position lost: descending; sticks take over"));
  sticks.roll = 0.5;
  run(0.1);
  EXPECT_EQ(mode(), FlightMode::altitude) << "Position cannot be flown";
}

TEST_F(FailsafeTest, PositionMayLandInsteadOfFallingBack) {
  config.failsafe.position_action = 1;
  fly();
  set_mode(FlightMode::position);
  vehicle.lose_position();
  tick();
  EXPECT_EQ(mode(), FlightMode::descend);
}

TEST_F(FailsafeTest, SticksThatMoveTakeOverAutomaticModes) {
  sticks = {.throttle = -1.0};
  fly();
  set_mode(FlightMode::mission);
  run(3.0);
  EXPECT_EQ(mode(), FlightMode::mission) << "a throttle at rest anywhere moves nothing";
  sticks.pitch = 0.29;
  run(1.0);
  EXPECT_EQ(mode(), FlightMode::mission);
  sticks.pitch = 0.31;
  tick();
  EXPECT_EQ(mode(), FlightMode::position);
  EXPECT_TRUE(heard("The sticks have taken over: Position"));
}

TEST_F(FailsafeTest, SticksTakeOverNothingWhereTheyMayNot) {
  config.override_modes = 0;
  fly();
  set_mode(FlightMode::mission);
  sticks.pitch = 1.0;
  run(1.0);
  EXPECT_EQ(mode(), FlightMode::mission);
}

}  // namespace
}  // namespace alula
