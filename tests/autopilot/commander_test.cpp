// Arming, modes, home and failsafe, without a plant: estimates and landings are set by hand.
#include "autopilot/commander.h"

#include <limits>

#include <gtest/gtest.h>

#include "hand_fed.h"

namespace alula {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

class CommanderTest : public ::testing::Test {
 protected:
  // 50 Hz, with all sensors alive.
  void run(double duration_s) {
    for (int i = 0; i < static_cast<int>(std::lround(duration_s * 50.0)); ++i) tick();
  }
  void tick() {
    vehicle.now += nanoseconds(0.020);
    if (sensors_live) {
      Samples samples;
      samples.imu.push_back({.time = vehicle.now});
      samples.baro.push_back({.time = vehicle.now});
      samples.mag.push_back({.time = vehicle.now});
      Commander::observe(state, samples);
    }
    EventLog log = vehicle.log();
    commander.update(state, inputs(), log);
  }
  void command(CommandKind kind, std::array<double, 4> value = {}) {
    EventLog log = vehicle.log();
    commander.handle(state, {value, kind}, inputs(), log);
  }
  void set_mode(FlightMode mode) {
    command(CommandKind::set_mode, {static_cast<double>(mode)});
  }
  void arm_and_fly() {
    tick();
    command(CommandKind::arm);
    ASSERT_TRUE(armed());
    vehicle.fly_at({0.0, 0.0, -5.0});
    tick();
    vehicle.heard();
  }
  [[nodiscard]] CommanderInputs inputs() const {
    return {vehicle.now, vehicle.estimate, vehicle.filter, vehicle.land, has_mission};
  }
  [[nodiscard]] bool armed() const { return state.status.arming == ArmingState::armed; }
  [[nodiscard]] FlightMode mode() const { return state.status.mode; }

  HandFed vehicle;
  CommanderConfig config;
  Commander commander{config};
  CommanderState state;
  bool has_mission = true;
  bool sensors_live = true;
};

TEST_F(CommanderTest, ArmsOnTheGroundAndSetsHomeThere) {
  run(0.1);
  vehicle.stand_at({3.0, 4.0, 0.2});
  vehicle.look_to(0.5);
  command(CommandKind::arm);
  EXPECT_TRUE(armed());
  EXPECT_EQ(state.status.armed_time, vehicle.now);
  EXPECT_EQ(state.home.p_W, (Vec3{3.0, 4.0, 0.2}));
  EXPECT_EQ(state.home.latitude_rad, vehicle.estimate.latitude_rad);
  EXPECT_NEAR(state.home.yaw, 0.5, 1e-12);
}

TEST_F(CommanderTest, EachFailingCheckRefusesArmingAndSaysWhy) {
  struct Case {
    ArmingCheck check;
    void (*spoil)(HandFed&, CommanderState&);
  };
  const Case cases[] = {
      {ArmingCheck::gnss, [](HandFed& v, CommanderState&) { v.filter.gnss_checks_passed = false; }},
      {ArmingCheck::attitude, [](HandFed& v, CommanderState&) { v.estimate.attitude_valid = false; }},
      {ArmingCheck::heading, [](HandFed& v, CommanderState&) { v.estimate.heading_valid = false; }},
      {ArmingCheck::local_position, [](HandFed& v, CommanderState&) { v.estimate.v_z_valid = false; }},
      {ArmingCheck::global_position,
       [](HandFed& v, CommanderState&) { v.estimate.global_valid = false; }},
      {ArmingCheck::battery, [](HandFed&, CommanderState& s) { s.battery_remaining = 0.15; }},
      {ArmingCheck::motionless, [](HandFed& v, CommanderState&) { v.estimate.v_WB = {0.0, 1.5, 0.0}; }},
  };
  run(0.1);
  const HandFed good = vehicle;
  for (const Case& c : cases) {
    vehicle = good;
    state.battery_remaining = 1.0;
    c.spoil(vehicle, state);
    command(CommandKind::arm);
    EXPECT_FALSE(armed()) << to_string(c.check);
    EXPECT_TRUE(any_has(vehicle.heard(), std::string("Arming refused: ") + to_string(c.check)));
  }
}

TEST_F(CommanderTest, SensorsMustBeFresh) {
  run(0.1);
  EXPECT_TRUE(state.status.checks_pass);
  sensors_live = false;
  run(0.6);
  const auto bit = [](ArmingCheck c) { return 1U << static_cast<std::uint32_t>(c); };
  EXPECT_EQ(state.status.failing_checks,
            bit(ArmingCheck::imu) | bit(ArmingCheck::barometer) | bit(ArmingCheck::magnetometer));
}

TEST_F(CommanderTest, TheBatteryMustBeAboveItsLowThreshold) {
  config.battery_low = 0.3;
  run(0.1);
  state.battery_remaining = 0.29;
  command(CommandKind::arm);
  EXPECT_FALSE(armed());
  state.battery_remaining = 0.31;
  command(CommandKind::arm);
  EXPECT_TRUE(armed());
}

TEST_F(CommanderTest, MovingIsNoFaultInFlight) {
  arm_and_fly();
  vehicle.estimate.v_WB = {10.0, 0.0, 0.0};
  tick();
  EXPECT_TRUE(state.status.checks_pass);
}

TEST_F(CommanderTest, HomeFollowsAVehicleThatIsCarriedAboutUntilItIsArmed) {
  run(0.1);
  EXPECT_EQ(state.home.set_count, 1U);
  vehicle.stand_at({0.3, 0.0, 0.0});
  run(0.1);
  EXPECT_EQ(state.home.set_count, 1U) << "wandering of the estimate is no move";
  vehicle.stand_at({5.0, 0.0, 0.0});
  run(0.1);
  EXPECT_EQ(state.home.p_W.x, 5.0);
  arm_and_fly();
  const HomePosition home = state.home;
  vehicle.fly_at({50.0, 0.0, -20.0});
  run(1.0);
  EXPECT_EQ(state.home.set_count, home.set_count);
}

TEST_F(CommanderTest, DisarmingInTheAirIsRefusedUnlessForced) {
  arm_and_fly();
  command(CommandKind::disarm);
  EXPECT_TRUE(armed());
  EXPECT_TRUE(any_has(vehicle.heard(), "Disarming refused: not landed"));
  command(CommandKind::disarm, {1.0});
  EXPECT_FALSE(armed());
  EXPECT_EQ(state.status.disarm_reason, ArmDisarmReason::command);
}

TEST_F(CommanderTest, AForcedDisarmLeavesNoLandingBehind) {
  arm_and_fly();
  command(CommandKind::disarm, {1.0});
  vehicle.stand_at({});
  run(1.0);
  command(CommandKind::arm);
  vehicle.heard();
  run(1.0);
  EXPECT_FALSE(any_has(vehicle.heard(), "Landing detected"));
}

TEST_F(CommanderTest, DisarmsTwoSecondsAfterLanding) {
  arm_and_fly();
  run(5.0);
  vehicle.stand_at({});
  run(1.9);
  EXPECT_TRUE(armed());
  run(0.2);
  EXPECT_FALSE(armed());
  EXPECT_EQ(state.status.disarm_reason, ArmDisarmReason::auto_disarm_land);
}

TEST_F(CommanderTest, DisarmsTenSecondsAfterArmingWithoutTakeOff) {
  run(0.1);
  command(CommandKind::arm);
  run(9.9);
  EXPECT_TRUE(armed());
  run(0.2);
  EXPECT_FALSE(armed());
  EXPECT_EQ(state.status.disarm_reason, ArmDisarmReason::auto_disarm_preflight);
}

TEST_F(CommanderTest, NegativeTimesNeverDisarm) {
  config.disarm_after_landing_s = -1.0;
  config.disarm_before_takeoff_s = -1.0;
  run(0.1);
  command(CommandKind::arm);
  run(30.0);
  EXPECT_TRUE(armed());
  vehicle.fly_at({0.0, 0.0, -5.0});
  run(1.0);
  vehicle.stand_at({});
  run(30.0);
  EXPECT_TRUE(armed());
}

TEST_F(CommanderTest, AskedToFlyAgainAfterALandingItDoesNotDisarmBeneathTheTakeOff) {
  for (const CommandKind again : {CommandKind::takeoff, CommandKind::start_mission}) {
    arm_and_fly();
    vehicle.stand_at({});
    run(1.9);
    command(again, {5.0});
    run(1.0);
    EXPECT_TRUE(armed());
    vehicle.fly_at({0.0, 0.0, -1.0});
    run(1.0);
    vehicle.stand_at({});
    run(2.1);
    EXPECT_FALSE(armed()) << "the landing after it counts again";
  }
}

TEST_F(CommanderTest, OnlyModesThatThisAutopilotFliesAreTaken) {
  for (const FlightMode wanted : {FlightMode::mission, FlightMode::return_home, FlightMode::takeoff,
                                  FlightMode::land, FlightMode::hold}) {
    set_mode(wanted);
    EXPECT_EQ(mode(), wanted);
    EXPECT_EQ(state.status.mode_wanted, wanted);
  }
  for (const FlightMode unknown : {FlightMode::manual, FlightMode::offboard, FlightMode::descend}) {
    set_mode(unknown);
    EXPECT_EQ(mode(), FlightMode::hold);
    EXPECT_TRUE(any_has(vehicle.heard(), "not one that this autopilot flies"));
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

TEST_F(CommanderTest, ArmingTwiceAndDisarmingTwiceChangesNothing) {
  run(0.1);
  command(CommandKind::arm);
  const TimeNs since = state.status.armed_time;
  run(0.1);
  command(CommandKind::arm);
  EXPECT_EQ(state.status.armed_time, since);
  command(CommandKind::disarm);
  vehicle.heard();
  command(CommandKind::disarm);
  EXPECT_TRUE(vehicle.heard().empty());
}

}  // namespace
}  // namespace alula
