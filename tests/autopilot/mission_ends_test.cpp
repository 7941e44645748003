// How missions end, wait, go on and begin anew.
#include "mission_rig.h"

namespace alula {
namespace {

TEST_F(MissionTest, LandsAtAPlaceByFlyingThereFirstAtTheHeightItHas) {
  plan({waypoint(10.0, 0.0, 12.0), item_at(MissionCommand::land, 40.0, 5.0, 0.0)});
  vehicle.fly_at({0.0, 0.0, -12.0});
  begin();
  EXPECT_NEAR(triplet.next.p_W.z, -12.0, 1e-3) << "the approach keeps its height";
  arrive();
  expect_target({40.0, 5.0, -12.0});
  arrive();
  expect_target({40.0, 5.0, 0.0}, TargetKind::land);
  run(2.0);
  EXPECT_FALSE(state.result.finished);
  vehicle.stand_at({40.0, 5.0, 0.0});
  EXPECT_EQ(tick(), NavigatorRequest::none);
  EXPECT_TRUE(state.result.finished);
  EXPECT_EQ(run(1.0), NavigatorRequest::none) << "stays until it is disarmed";
}

TEST_F(MissionTest, LandsWhereItStopsWhenNoPlaceIsNamed) {
  plan({item_without_place(MissionCommand::land)});
  vehicle.fly_at({10.0, 0.0, -12.0}, {0.0, 3.0, 0.0});
  begin();
  EXPECT_EQ(triplet.current.kind, TargetKind::land);
  EXPECT_NEAR(triplet.current.p_W.x, 10.0, 1e-3);
  EXPECT_GT(triplet.current.p_W.y, 1.0) << "braking from 3 m/s takes its way";
}

TEST_F(MissionTest, AReturnItemHandsOverAndEndsTheMission) {
  plan({waypoint(10.0, 0.0, 10.0), item_without_place(MissionCommand::return_to_launch)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_EQ(arrive(), NavigatorRequest::none);
  EXPECT_EQ(tick(), NavigatorRequest::return_home);
  EXPECT_TRUE(state.result.finished);
  EXPECT_EQ(state.result.reached, 1);
}

TEST_F(MissionTest, AMissionThatEndsInTheAirAsksForHold) {
  plan({waypoint(10.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_EQ(arrive(), NavigatorRequest::hold);
  EXPECT_TRUE(state.result.finished);
}

TEST_F(MissionTest, WithoutAutocontinueTheItemIsReportedReachedAndKept) {
  MissionItem last = waypoint(10.0, 0.0, 10.0);
  last.autocontinue = 0;
  plan({last, waypoint(20.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_EQ(triplet.next.valid, 0U);
  arrive();
  EXPECT_EQ(state.result.reached, 0);
  const TimeNs reached = state.result.time;
  run(60.0);
  EXPECT_EQ(state.result.current, 0);
  EXPECT_EQ(state.result.time, reached);
}

// PX4 does not look at the kind of an item here either.
TEST_F(MissionTest, WithoutAutocontinueAChangeOfSpeedStopsTheMission) {
  MissionItem speed = item_without_place(MissionCommand::change_speed);
  speed.params = {1.0, 3.0};
  speed.autocontinue = 0;
  plan({waypoint(10.0, 0.0, 10.0), speed, waypoint(20.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_EQ(triplet.next.valid, 0U) << "the place before is not flown through";
  arrive();
  EXPECT_EQ(state.result.reached, 1);
  EXPECT_EQ(state.cruise_speed_m_s, 3.0);
  run(60.0);
  EXPECT_EQ(state.result.current, 1);
  expect_target({10.0, 0.0, -10.0});
}

TEST_F(MissionTest, AnUnlimitedLoiterIsForEver) {
  plan({item_at(MissionCommand::loiter_unlimited, 10.0, 0.0, 10.0), waypoint(20.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  arrive();
  run(90.0);
  EXPECT_EQ(state.result.current, 0);
  EXPECT_EQ(triplet.current.kind, TargetKind::loiter);
}

TEST_F(MissionTest, WaypointsAtTheSamePlaceArePassed) {
  plan({waypoint(10.0, 0.0, 10.0), waypoint(10.0, 0.0, 10.0), waypoint(10.0, 0.0, 10.0)});
  vehicle.fly_at({10.0, 0.0, -10.0});
  begin();
  run(0.1);
  EXPECT_TRUE(state.result.finished);
}

TEST_F(MissionTest, GoesOnWithTheItemThatWasUnderWay) {
  plan({waypoint(10.0, 0.0, 10.0), speed(3.0), waypoint(20.0, 0.0, 10.0), jump(0, 3.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  arrive();
  vehicle.fly_at({15.0, 30.0, -25.0});  // Hold for a while, elsewhere
  vehicle.now += nanoseconds(100.0);
  begin();
  EXPECT_EQ(state.result.current, 2);
  EXPECT_EQ(triplet.current.cruise_speed_m_s, 3.0);
  EXPECT_NEAR(norm(triplet.previous.p_W - Vec3{15.0, 30.0, -25.0}), 0.0, 1e-3);
  EXPECT_EQ(state.result.instance_count, 1U);
}

TEST_F(MissionTest, ResumedOnTheGroundItClimbsBeforeItGoes) {
  plan({waypoint(10.0, 0.0, 1.0), waypoint(90.0, 0.0, 1.0), waypoint(120.0, 0.0, 20.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  vehicle.fly_at({10.0, 0.0, -1.0});
  tick();
  vehicle.stand_at({12.0, 0.0, -0.2});
  begin();
  EXPECT_EQ(state.result.current, 1);
  expect_target({12.0, 0.0, -0.2 - config.takeoff_height_m}, TargetKind::takeoff);
  arrive();
  expect_target({90.0, 0.0, -1.0});
}

TEST_F(MissionTest, AFinishedMissionBeginsAnewWithItsJumps) {
  plan({waypoint(10.0, 0.0, 10.0), jump(0, 1.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  for (std::uint32_t flight = 1; flight <= 2; ++flight) {
    begin();
    EXPECT_EQ(state.result.instance_count, flight);
    EXPECT_FALSE(state.result.finished);
    arrive();
    EXPECT_FALSE(state.result.finished) << "once more";
    arrive();
    EXPECT_TRUE(state.result.finished);
  }
}

TEST_F(MissionTest, HeightsOverTheSeaAreNotHeightsOverHome) {
  MissionItem over_sea = waypoint(10.0, 0.0, 0.0);
  over_sea.altitude_m = 500.0;
  over_sea.altitude_reference = AltitudeReference::mean_sea_level;
  plan({over_sea});
  vehicle.fly_at({0.0, 0.0, -5.0});
  vehicle.home.altitude_m = 480.0;
  begin();
  EXPECT_NEAR(triplet.current.altitude_m, 500.0, 1e-6);
  EXPECT_NEAR(triplet.current.p_W.z, -12.0, 1e-3) << "the frame's origin lies at 488 m";
}

TEST_F(MissionTest, HomeMayLieFarBelowOrAboveTheOrigin) {
  plan({waypoint(10.0, 0.0, 15.0)});
  vehicle.fly_at({0.0, 0.0, -5.0});
  for (const double home_altitude_m : {-400.0, 0.0, 3000.0}) {
    vehicle.home.altitude_m = home_altitude_m;
    state = {};
    begin();
    EXPECT_NEAR(triplet.current.altitude_m, home_altitude_m + 15.0, 1e-6);
  }
}

}  // namespace
}  // namespace alula
