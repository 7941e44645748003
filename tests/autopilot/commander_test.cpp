// Arming, home and disarming, without a plant: estimates and landings are set by hand.
#include "commander_rig.h"

namespace alula {
namespace {

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
      {ArmingCheck::attitude,
       [](HandFed& v, CommanderState&) { v.estimate.attitude_valid = false; }},
      {ArmingCheck::heading, [](HandFed& v, CommanderState&) { v.estimate.heading_valid = false; }},
      {ArmingCheck::local_position,
       [](HandFed& v, CommanderState&) { v.estimate.v_z_valid = false; }},
      {ArmingCheck::global_position,
       [](HandFed& v, CommanderState&) { v.estimate.global_valid = false; }},
      {ArmingCheck::battery, [](HandFed&, CommanderState& s) { s.battery.remaining = 0.15; }},
      {ArmingCheck::upright,
       [](HandFed& v, CommanderState&) {
         v.estimate.q_WB = from_euler({radians(61.0), 0.0, 0.0});
       }},
      {ArmingCheck::motionless,
       [](HandFed& v, CommanderState&) { v.estimate.v_WB = {0.0, 1.5, 0.0}; }},
  };
  run(0.1);
  const HandFed good = vehicle;
  for (const Case& c : cases) {
    vehicle = good;
    state.battery.remaining = 1.0;
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
  config.battery.low = 0.3;
  run(0.1);
  state.battery.remaining = 0.29;
  command(CommandKind::arm);
  EXPECT_FALSE(armed());
  state.battery.remaining = 0.31;
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
