// A mission item by item: the vehicle is put where it should be, and the next target is looked at.
#include "mission_rig.h"

namespace alula {
namespace {

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

}  // namespace
}  // namespace alula
