// Return: the cone, and the phases from anywhere to the ground at home.
#include "autopilot/return_home.h"

#include <gtest/gtest.h>

#include "hand_fed.h"

namespace alula {
namespace {

// RTL_RETURN_ALT 30, RTL_MIN_DIST 10, RTL_CONE_ANG 45, NAV_ACC_RAD 2: PX4's rules by hand.
TEST(ReturnHeight, FarAwayItIsTheReturnHeight) {
  const NavigatorConfig config;
  EXPECT_EQ(return_height_m(config, 1000.0), 30.0);
  EXPECT_EQ(return_height_m(config, 10.1), 30.0);
}

TEST(ReturnHeight, CloseToHomeItIsTheCone) {
  NavigatorConfig config;
  EXPECT_NEAR(return_height_m(config, 9.0), 9.0, 1e-12);
  EXPECT_NEAR(return_height_m(config, 5.0), 5.0, 1e-12);
  config.return_cone_rad = radians(30.0);
  EXPECT_NEAR(return_height_m(config, 5.0), 5.0 * std::sqrt(3.0), 1e-12);
  config.return_height_m = 6.0;
  EXPECT_EQ(return_height_m(config, 5.0), 6.0) << "never above the return height";
}

TEST(ReturnHeight, BesideHomeItStaysClearOfTheGround) {
  const NavigatorConfig config;
  EXPECT_NEAR(return_height_m(config, 3.0), 4.0, 1e-12) << "twice the acceptance radius";
  EXPECT_NEAR(return_height_m(config, 1.0), 2.0, 1e-12) << "over home twice the distance";
  EXPECT_EQ(return_height_m(config, 0.0), 0.0);
}

TEST(ReturnHeight, WithoutAConeItIsTheReturnHeightAtAnyDistance) {
  NavigatorConfig config;
  config.return_cone_rad = 0.0;
  EXPECT_EQ(return_height_m(config, 5.0), 30.0);
  config.return_cone_rad = radians(90.0);
  EXPECT_NEAR(return_height_m(config, 8.0), 4.0, 1e-12) << "flat: hardly any climb";
}

class ReturnTest : public ::testing::Test {
 protected:
  void begin() {
    EventLog log = vehicle.log();
    begin_return(config, inputs(), flown, state, triplet, log);
  }
  void tick() {
    vehicle.now += nanoseconds(0.020);
    EventLog log = vehicle.log();
    update_return(config, inputs(), state, triplet, log);
  }
  void arrive() {
    vehicle.fly_at(triplet.current.p_W);
    tick();
  }
  // Metres north and east of the hand-fed vehicle's origin, which is home.
  static RallyPoint rally_point(double north_m, double east_m, double height_m) {
    const MissionItem there = item_at(MissionCommand::waypoint, north_m, east_m, 0.0);
    return {{there.latitude_rad, there.longitude_rad}, height_m};
  }
  static FencePlace place(double north_m, double east_m) {
    return rally_point(north_m, east_m, 0.0).place;
  }
  // To keep out of, or to stay in.
  static FenceShape box(double south, double north, double west, double east, bool inclusion) {
    return {
        .corners = {place(south, west), place(north, west), place(north, east), place(south, east)},
        .inclusion = inclusion};
  }
  void expect(ReturnPhase phase, const Vec3& p_W) const {
    EXPECT_EQ(state.phase, phase);
    EXPECT_NEAR(norm(triplet.current.p_W - p_W), 0.0, 1e-9);
  }
  [[nodiscard]] NavigatorInputs inputs() const {
    NavigatorInputs in{vehicle.now, vehicle.estimate, vehicle.home, vehicle.land};
    in.mode = FlightMode::return_home;
    in.armed = true;
    in.rally_points = rally_points;
    in.routes = &routes;
    in.fence = limits;
    in.items = &items;
    return in;
  }

  HandFed vehicle;
  NavigatorConfig config;
  std::vector<RallyPoint> rally_points;
  FenceRoutes routes{{}};
  FenceConfig limits;
  MissionItems items;
  std::int32_t flown = -1;
  ReturnState state;
  NavigationTriplet triplet;
};

TEST_F(ReturnTest, ClimbsFliesHomeDescendsAndLands) {
  vehicle.home.yaw = 0.9;
  vehicle.fly_at({100.0, 50.0, -20.0});
  vehicle.look_to(-2.0);
  begin();
  expect(ReturnPhase::climb, {100.0, 50.0, -30.0});
  EXPECT_NEAR(triplet.current.yaw, -2.0, 1e-12);
  arrive();
  expect(ReturnPhase::cruise, {0.0, 0.0, -30.0});
  EXPECT_TRUE(std::isnan(triplet.current.yaw)) << "nose first";
  EXPECT_NEAR(norm(triplet.previous.p_W - Vec3{100.0, 50.0, -30.0}), 0.0, 1e-9);
  arrive();
  expect(ReturnPhase::descend, {0.0, 0.0, -10.0});
  EXPECT_NEAR(triplet.current.yaw, 0.9, 1e-12) << "as it stood at take-off";
  arrive();
  tick();
  expect(ReturnPhase::land, {0.0, 0.0, 0.0});
  EXPECT_EQ(triplet.current.kind, TargetKind::land);
  vehicle.stand_at({});
  tick();
  EXPECT_EQ(state.phase, ReturnPhase::land);
}

// PX4's RTL_TYPE 0: the closest of home and the rally points; heights count from where it lands.
TEST_F(ReturnTest, ARallyPointThatIsNearerThanHomeIsFlownTo) {
  vehicle.fly_at({60.0, 0.0, -5.0});
  rally_points = {rally_point(50.0, 30.0, 0.0), rally_point(40.0, 0.0, 4.0)};
  begin();
  // 0.1 mm of the Earth's curvature lie between home and the point.
  EXPECT_NEAR(norm(triplet.current.p_W - Vec3{60.0, 0.0, -34.0}), 0.0, 1e-3);
  arrive();
  EXPECT_EQ(state.phase, ReturnPhase::cruise);
  EXPECT_NEAR(norm(triplet.current.p_W - Vec3{40.0, 0.0, -34.0}), 0.0, 1e-3);
  EXPECT_TRUE(any_has(vehicle.heard(), "Return: rally point 2, 20 m away"));
  vehicle.fly_at({15.0, 0.0, -5.0});
  begin();
  EXPECT_NEAR(norm(state.place.p_W), 0.0, 1e-9) << "from here home is nearer";
}

TEST_F(ReturnTest, OfType1OnlyRallyPointsCountWhereThereAreAny) {
  config.return_type = 1;
  vehicle.fly_at({15.0, 0.0, -5.0});
  begin();
  EXPECT_NEAR(norm(state.place.p_W), 0.0, 1e-9);
  rally_points = {rally_point(40.0, 0.0, 0.0)};
  begin();
  EXPECT_NEAR(norm(state.place.p_W - Vec3{40.0, 0.0, 0.0}), 0.0, 1e-3);
}

// A take-off, two places, and a landing that begins 30 m east of home and ends 60 m east of it.
MissionItems with_landing() {
  return {takeoff(10.0),
          waypoint(60.0, 0.0, 10.0),
          waypoint(60.0, 50.0, 10.0),
          item_without_place(MissionCommand::land_start),
          waypoint(0.0, 30.0, 15.0),
          item_at(MissionCommand::land, 0.0, 60.0, 0.0)};
}

TEST_F(ReturnTest, OfType1TheLandingOfTheMissionIsFlownTo) {
  items = with_landing();
  vehicle.fly_at({10.0, 0.0, -5.0});
  begin();
  EXPECT_EQ(state.place.landing, -1) << "type 0 does not know it";
  config.return_type = 1;
  begin();
  EXPECT_TRUE(any_has(vehicle.heard(), "Return: the mission's landing, 32 m away"));
  arrive();
  EXPECT_EQ(state.phase, ReturnPhase::cruise);
  EXPECT_NEAR(norm_xy(triplet.current.p_W - Vec3{0.0, 30.0, 0.0}), 0.0, 1e-3);
  arrive();
  EXPECT_EQ(state.phase, ReturnPhase::mission);
  EXPECT_EQ(state.place.landing, 3);
}

TEST_F(ReturnTest, OfType2TheMissionIsFlownToItsLanding) {
  items = with_landing();
  config.return_type = 2;
  vehicle.fly_at({60.0, 10.0, -10.0});
  flown = 2;
  begin();
  EXPECT_EQ(state.phase, ReturnPhase::mission);
  EXPECT_EQ(state.place.landing, 2) << "goes on where it is";
  flown = -1;
  begin();
  EXPECT_EQ(state.place.landing, 3) << "not flown yet: the landing alone";
}

TEST_F(ReturnTest, OfType2WithoutALandingItComesBackAlongTheMission) {
  items = {takeoff(10.0), waypoint(60.0, 0.0, 10.0), waypoint(60.0, 50.0, 10.0),
           waypoint(0.0, 80.0, 10.0)};
  config.return_type = 2;
  vehicle.fly_at({30.0, 65.0, -10.0});
  flown = 3;
  begin();
  EXPECT_TRUE(any_has(vehicle.heard(), "back along the mission"));
  for (const Vec3& turn : {Vec3{60.0, 50.0, 0.0}, Vec3{60.0, 0.0, 0.0}, Vec3{}}) {
    arrive();
    EXPECT_EQ(state.phase, ReturnPhase::cruise);
    EXPECT_NEAR(norm_xy(triplet.current.p_W - turn), 0.0, 1e-3);
  }
  arrive();
  EXPECT_EQ(state.phase, ReturnPhase::descend);
}

TEST_F(ReturnTest, OfType3TheNearestOfAllIsFlownTo) {
  items = with_landing();
  rally_points = {rally_point(100.0, 0.0, 0.0)};
  config.return_type = 3;
  vehicle.fly_at({5.0, 0.0, -5.0});
  begin();
  EXPECT_NEAR(norm(state.place.p_W), 0.0, 1e-9) << "home";
  vehicle.fly_at({5.0, 30.0, -5.0});
  begin();
  EXPECT_EQ(state.place.landing, 3);
  vehicle.fly_at({90.0, 0.0, -5.0});
  begin();
  EXPECT_EQ(state.place.landing, -1);
  EXPECT_NEAR(state.place.p_W.x, 100.0, 1e-3);
}

TEST_F(ReturnTest, AHigherVehicleComesHomeAtItsHeight) {
  vehicle.fly_at({100.0, 0.0, -80.0});
  begin();
  tick();
  expect(ReturnPhase::cruise, {0.0, 0.0, -80.0});
  arrive();
  expect(ReturnPhase::descend, {0.0, 0.0, -10.0});
}

TEST_F(ReturnTest, LowAndOverHomeItJustLands) {
  vehicle.fly_at({0.5, 0.0, -3.0});
  begin();
  expect(ReturnPhase::climb, {0.5, 0.0, -3.0});
  tick();
  tick();
  expect(ReturnPhase::descend, {0.0, 0.0, -3.0});
  tick();
  tick();
  expect(ReturnPhase::land, {0.0, 0.0, 0.0});
}

TEST_F(ReturnTest, WaitsOverHomeAsLongAsTold) {
  config.land_delay_s = 5.0;
  vehicle.fly_at({0.5, 0.0, -10.0});
  begin();
  for (int i = 0; i < 3; ++i) tick();
  ASSERT_EQ(state.phase, ReturnPhase::wait);
  for (int i = 0; i < 245; ++i) tick();
  EXPECT_EQ(state.phase, ReturnPhase::wait);
  for (int i = 0; i < 10; ++i) tick();
  EXPECT_EQ(state.phase, ReturnPhase::land);
}

TEST_F(ReturnTest, ANegativeDelayWaitsForEver) {
  config.land_delay_s = -1.0;
  vehicle.fly_at({0.5, 0.0, -10.0});
  begin();
  for (int i = 0; i < 20000; ++i) tick();
  EXPECT_EQ(state.phase, ReturnPhase::wait);
}

TEST_F(ReturnTest, OnTheGroundItStays) {
  vehicle.stand_at({40.0, 0.0, 0.0});
  begin();
  EXPECT_EQ(triplet.current.kind, TargetKind::idle);
  EXPECT_TRUE(any_has(vehicle.heard(), "already landed"));
  for (int i = 0; i < 100; ++i) tick();
  EXPECT_EQ(triplet.current.kind, TargetKind::idle);
}

TEST_F(ReturnTest, ALandingIsBrokenOffByAClimb) {
  vehicle.fly_at({60.0, 0.0, -0.5}, {0.0, 0.0, 0.7});
  begin();
  expect(ReturnPhase::climb, {60.0, 0.0, -30.0});
}

TEST_F(ReturnTest, GoesAroundAForbiddenAreaTurnByTurn) {
  routes = FenceRoutes({box(20.0, 30.0, -10.0, 12.0, false)});
  vehicle.fly_at({60.0, 0.0, -5.0});
  begin();
  EXPECT_TRUE(any_has(vehicle.heard(), "m around the geofence"));
  std::vector<Vec3> turns;
  for (int i = 0; i < 20 && state.phase <= ReturnPhase::cruise; ++i) {
    arrive();
    if (state.phase == ReturnPhase::cruise) turns.push_back(triplet.current.p_W);
  }
  ASSERT_GE(turns.size(), 3U);
  EXPECT_LT(turns.front().y, -10.0) << "the west end is nearer";
  EXPECT_NEAR(norm(turns.back() - Vec3{0.0, 0.0, -30.0}), 0.0, 1e-3);
  EXPECT_EQ(state.phase, ReturnPhase::descend);
}

TEST_F(ReturnTest, AHomeThatTheFenceForbidsIsLandedBeside) {
  routes = FenceRoutes({box(-6.0, 6.0, -20.0, 20.0, false)});
  vehicle.fly_at({60.0, 0.0, -5.0});
  begin();
  EXPECT_TRUE(any_has(vehicle.heard(), "the geofence forbids to land there, landing 11 m beside"));
  EXPECT_NEAR(state.place.p_W.x, 11.0, 0.05) << "5 m from the border";
}

TEST_F(ReturnTest, OutOfAForbiddenAreaTheClimbLeadsOutFirst) {
  routes = FenceRoutes({box(20.0, 30.0, -10.0, 10.0, false)});
  vehicle.fly_at({28.0, 2.0, -5.0});
  begin();
  EXPECT_NEAR(norm(triplet.current.p_W - Vec3{35.0, 2.0, -30.0}), 0.0, 0.05);
}

TEST_F(ReturnTest, WithoutAWayItLandsWhereItIsAndSaysSo) {
  routes = FenceRoutes({box(-50.0, 50.0, -50.0, 50.0, true), box(20.0, 25.0, -60.0, 60.0, false)});
  vehicle.fly_at({40.0, 0.0, -5.0});
  begin();
  EXPECT_TRUE(any_has(vehicle.heard(), "no way to a place to land, landing here"));
  EXPECT_NEAR(norm_xy(state.place.p_W - Vec3{40.0, 0.0, 0.0}), 0.0, 1e-6);
  for (int i = 0; i < 10; ++i) arrive();
  EXPECT_EQ(state.phase, ReturnPhase::land);
}

// Straight the rally point is nearer; the way there is not.
TEST_F(ReturnTest, TheNearestRallyPointIsTheOneWithTheShortestWay) {
  routes = FenceRoutes({box(40.0, 50.0, -100.0, 100.0, false)});
  rally_points = {rally_point(90.0, 0.0, 0.0)};
  vehicle.fly_at({35.0, 0.0, -5.0});
  config.return_type = 0;
  begin();
  EXPECT_NEAR(norm(state.place.p_W), 0.0, 1e-9);
  routes = FenceRoutes({box(10.0, 30.0, -100.0, 100.0, false)});
  vehicle.fly_at({50.0, 0.0, -5.0});
  begin();
  EXPECT_NEAR(norm(state.place.p_W - Vec3{90.0, 0.0, 0.0}), 0.0, 1e-3);
}

TEST_F(ReturnTest, TheWayHomeStaysBelowTheFencesHeight) {
  limits.height_max_m = 20.0;
  vehicle.fly_at({60.0, 0.0, -5.0});
  begin();
  expect(ReturnPhase::climb, {60.0, 0.0, -19.0});
}

TEST_F(ReturnTest, HeightsCountFromHomeWhereverTheOriginLies) {
  vehicle.home.p_W.z = 120.0;  // home lies 120 m below the frame's origin
  vehicle.fly_at({100.0, 0.0, 110.0});
  begin();
  expect(ReturnPhase::climb, {100.0, 0.0, 90.0});
  vehicle.home.p_W.z = -300.0;
  begin();
  expect(ReturnPhase::climb, {100.0, 0.0, -330.0});
}

}  // namespace
}  // namespace alula
