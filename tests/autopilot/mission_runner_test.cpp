// A mission item by item: the vehicle is put where it should be, and the next target is looked at.
#include "autopilot/mission_runner.h"

#include <gtest/gtest.h>

#include "hand_fed.h"

namespace alula {
namespace {

class MissionTest : public ::testing::Test {
 protected:
  void plan(const std::vector<MissionItem>& items) { mission = mission_of(items); }
  void begin() {
    EventLog log = vehicle.log();
    runner.begin(inputs(), state, triplet, log);
  }
  NavigatorRequest tick() {
    vehicle.now += nanoseconds(0.020);
    EventLog log = vehicle.log();
    return runner.update(inputs(), state, triplet, log);
  }
  NavigatorRequest run(double duration_s) {
    NavigatorRequest last = NavigatorRequest::none;
    for (int i = 0; i < static_cast<int>(std::lround(duration_s * 50.0)); ++i) last = tick();
    return last;
  }
  // To the current target, with a look at the runner.
  NavigatorRequest arrive() {
    vehicle.fly_at(triplet.current.p_W);
    return tick();
  }
  void expect_target(const Vec3& p_W, TargetKind kind = TargetKind::position) const {
    EXPECT_NEAR(norm(triplet.current.p_W - p_W), 0.0, 1e-3)
        << triplet.current.p_W.x << ' ' << triplet.current.p_W.y << ' ' << triplet.current.p_W.z;
    EXPECT_EQ(triplet.current.kind, kind);
  }
  [[nodiscard]] NavigatorInputs inputs() const {
    NavigatorInputs in{vehicle.now, vehicle.estimate, vehicle.home, vehicle.land};
    in.mode = FlightMode::mission;
    in.armed = true;
    return in;
  }
  // Time from now until the item changes [s].
  double time_at_item() {
    const std::int32_t item = state.result.current;
    const TimeNs start = vehicle.now;
    while (state.result.current == item && !state.result.finished &&
           vehicle.now - start < nanoseconds(100.0)) {
      tick();
    }
    return seconds(vehicle.now - start);
  }

  HandFed vehicle;
  NavigatorConfig config;
  Mission mission;
  MissionRunner runner{config, mission.items};
  MissionState state;
  NavigationTriplet triplet;
};

TEST_F(MissionTest, TakesOffStraightUpAndGoesToTheFirstWaypoint) {
  plan({takeoff(10.0), waypoint(50.0, 0.0, 20.0)});
  vehicle.stand_at({0.2, -0.1, 0.0});
  vehicle.look_to(1.0);
  begin();
  expect_target({0.2, -0.1, -10.0}, TargetKind::takeoff);
  EXPECT_NEAR(triplet.current.yaw, 1.0, 1e-12) << "the heading stays";
  vehicle.fly_at({0.2, -0.1, -9.0});
  tick();
  EXPECT_EQ(state.result.current, 0) << "a metre is missing";
  vehicle.fly_at({0.2, -0.1, -9.3});
  tick();
  EXPECT_EQ(state.result.current, 1);
  EXPECT_EQ(state.result.reached, 0);
  expect_target({50.0, 0.0, -20.0});
}

TEST_F(MissionTest, ATakeOffItemWithAPlaceIsFlownToAfterTheClimb) {
  plan({item_at(MissionCommand::takeoff, 30.0, 0.0, 10.0), waypoint(60.0, 0.0, 10.0)});
  begin();
  expect_target({0.0, 0.0, -10.0}, TargetKind::takeoff);
  arrive();
  EXPECT_EQ(state.result.current, 0);
  expect_target({30.0, 0.0, -10.0});
  EXPECT_TRUE(std::isnan(triplet.current.yaw));
  EXPECT_EQ(triplet.next.valid, 1U) << "flown through";
  arrive();
  EXPECT_EQ(state.result.current, 1);
}

TEST_F(MissionTest, InTheAirATakeOffIsAWaypoint) {
  plan({item_at(MissionCommand::takeoff, 30.0, 0.0, 10.0), waypoint(60.0, 0.0, 10.0)});
  vehicle.fly_at({-20.0, 0.0, -25.0});
  begin();
  expect_target({30.0, 0.0, -10.0});
}

TEST_F(MissionTest, ALowTakeOffIsOverAtHalfItsHeightAtTheEarliest) {
  plan({takeoff(1.0), waypoint(50.0, 0.0, 1.0)});
  begin();
  vehicle.fly_at({0.0, 0.0, -0.4});
  tick();
  EXPECT_EQ(state.result.current, 0);
  vehicle.fly_at({0.0, 0.0, -0.55});
  tick();
  EXPECT_EQ(state.result.current, 1);
}

TEST_F(MissionTest, WaypointsAreReachedWithinTheRadiusAndTheHeight) {
  plan({waypoint(50.0, 0.0, 10.0), waypoint(100.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  vehicle.fly_at({47.9, 0.0, -10.0});
  tick();
  EXPECT_EQ(state.result.current, 0) << "2.1 m away";
  vehicle.fly_at({48.1, 0.0, -10.9});
  tick();
  EXPECT_EQ(state.result.current, 0) << "0.9 m too high";
  vehicle.fly_at({48.1, 0.0, -10.7});
  tick();
  EXPECT_EQ(state.result.current, 1);
}

TEST_F(MissionTest, AWaypointMayBringItsOwnRadius) {
  MissionItem wide = waypoint(50.0, 0.0, 10.0);
  wide.params[1] = 10.0;
  plan({wide, waypoint(100.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_EQ(triplet.current.acceptance_radius_m, 10.0);
  vehicle.fly_at({41.0, 0.0, -10.0});
  tick();
  EXPECT_EQ(state.result.current, 1);
}

TEST_F(MissionTest, HoldTimesCountFromTheArrival) {
  MissionItem holding = waypoint(50.0, 0.0, 10.0);
  holding.params[0] = 3.0;
  MissionItem loiter = item_at(MissionCommand::loiter_time, 60.0, 0.0, 10.0);
  loiter.params[0] = 5.0;
  plan({holding, loiter, waypoint(100.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_EQ(triplet.next.valid, 0U) << "stops there";
  run(10.0);
  EXPECT_EQ(state.result.current, 0);
  vehicle.fly_at(triplet.current.p_W);
  EXPECT_NEAR(time_at_item(), 3.0, 0.05);
  EXPECT_EQ(triplet.current.kind, TargetKind::loiter);
  vehicle.fly_at(triplet.current.p_W);
  EXPECT_NEAR(time_at_item(), 5.0, 0.05);
}

TEST_F(MissionTest, AHeadingThatIsAskedForMustBeReached) {
  MissionItem looking = waypoint(50.0, 0.0, 10.0);
  looking.params[3] = 90.0;
  plan({looking, waypoint(100.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_NEAR(triplet.current.yaw, radians(90.0), 1e-12);
  vehicle.fly_at(triplet.current.p_W);
  vehicle.look_to(radians(70.0));
  run(1.0);
  EXPECT_EQ(state.result.current, 0);
  vehicle.look_to(radians(80.0));
  tick();
  EXPECT_EQ(state.result.current, 1);
  EXPECT_TRUE(std::isnan(triplet.current.yaw)) << "free again";
}

TEST_F(MissionTest, DelaysWaitWhereTheVehicleIs) {
  MissionItem delay = item_without_place(MissionCommand::delay);
  delay.params[0] = 4.0;
  plan({waypoint(50.0, 0.0, 10.0), delay, waypoint(100.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_EQ(triplet.next.valid, 0U) << "no corner to fly through before a wait";
  arrive();
  EXPECT_EQ(state.result.current, 1);
  expect_target({50.0, 0.0, -10.0});
  EXPECT_NEAR(time_at_item(), 4.0, 0.05);
}

TEST_F(MissionTest, SpeedsHoldFromTheirItemOn) {
  plan({waypoint(10.0, 0.0, 10.0), speed(3.0), waypoint(20.0, 0.0, 10.0), speed(-1.0),
        waypoint(30.0, 0.0, 10.0), speed(-2.0), waypoint(40.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_TRUE(std::isnan(triplet.current.cruise_speed_m_s));
  arrive();
  EXPECT_EQ(state.result.current, 2);
  EXPECT_EQ(triplet.current.cruise_speed_m_s, 3.0);
  arrive();
  EXPECT_EQ(triplet.current.cruise_speed_m_s, 3.0) << "-1 keeps it";
  arrive();
  EXPECT_TRUE(std::isnan(triplet.current.cruise_speed_m_s)) << "-2 is the default";
}

TEST_F(MissionTest, JumpsAreTakenAsOftenAsTheySay) {
  plan({waypoint(10.0, 0.0, 10.0), waypoint(20.0, 0.0, 10.0), jump(0, 2.0),
        waypoint(30.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  std::vector<std::int32_t> order;
  std::vector<std::uint32_t> left;
  for (int i = 0; i < 20 && !state.result.finished; ++i) {
    order.push_back(state.result.current);
    left.push_back(state.result.jump_repeats_left);
    arrive();
  }
  EXPECT_EQ(order, (std::vector<std::int32_t>{0, 1, 0, 1, 0, 1, 3}));
  EXPECT_EQ(left, (std::vector<std::uint32_t>{0, 0, 1, 1, 0, 0, 0}));
}

TEST_F(MissionTest, AJumpMayComeFirstOrLast) {
  plan({jump(2, 1.0), waypoint(10.0, 0.0, 10.0), waypoint(20.0, 0.0, 10.0), jump(1, 1.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  std::vector<std::int32_t> order;
  for (int i = 0; i < 20 && !state.result.finished; ++i) {
    order.push_back(state.result.current);
    arrive();
  }
  EXPECT_EQ(order, (std::vector<std::int32_t>{2, 1, 2}));
}

TEST_F(MissionTest, ForesightTakesJumpsWithoutCountingThem) {
  plan({waypoint(10.0, 0.0, 10.0), waypoint(20.0, 0.0, 10.0), jump(0, 1.0),
        waypoint(30.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  arrive();
  EXPECT_NEAR(triplet.next.p_W.x, 10.0, 1e-3);
  EXPECT_EQ(state.jumps_taken[2], 0);
}

TEST_F(MissionTest, PayloadItemsAreReportedAndPassedInOneGo) {
  MissionItem picture = item_without_place(static_cast<MissionCommand>(2000));
  plan({waypoint(10.0, 0.0, 10.0), picture, picture, waypoint(20.0, 0.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  EXPECT_NEAR(triplet.next.p_W.x, 20.0, 1e-3) << "no stop for a picture";
  vehicle.heard();
  arrive();
  EXPECT_EQ(state.result.current, 3);
  EXPECT_EQ(state.result.reached, 2);
  const std::vector<std::string> heard = vehicle.heard();
  EXPECT_TRUE(any_has(heard, "Mission item 2: start of image capture (2000), not acted on"));
  EXPECT_TRUE(any_has(heard, "Mission item 3"));
}

TEST_F(MissionTest, FiveHundredPayloadItemsAtOnceStillLeaveRoomForWarnings) {
  std::vector<MissionItem> items(510, item_without_place(static_cast<MissionCommand>(2000)));
  items.insert(items.begin(), waypoint(10.0, 0.0, 10.0));
  items.push_back(waypoint(20.0, 0.0, 10.0));
  ASSERT_EQ(items.size(), kMissionItemsMax);
  plan(items);
  vehicle.fly_at({0.0, 0.0, -10.0});
  begin();
  arrive();
  EXPECT_EQ(state.result.current, 511);
  EXPECT_EQ(state.result.total, 512U);
  EXPECT_LT(vehicle.events.size(), EventList::capacity());
  arrive();
  EXPECT_TRUE(state.result.finished);
}

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
