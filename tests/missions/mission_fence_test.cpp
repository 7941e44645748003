// Geofence and rally points: geometry, faults of a plan, and a vehicle that breaks them.
#include "missions/mission_fence.h"

#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "missions/mission_reading.h"

namespace alula {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kMetre_deg = 1.0 / 111195.0;  // of latitude, on a sphere of 6371 km

FencePlace place(double north_m, double east_m = 0.0) {
  const double latitude_rad = 47.0 * kDegree;
  return {latitude_rad + north_m * kMetre_deg * kDegree,
          (8.0 + east_m * kMetre_deg / std::cos(latitude_rad)) * kDegree};
}

FenceShape square(double half_m, bool inclusion) {
  return {.corners = {place(-half_m, -half_m), place(half_m, -half_m), place(half_m, half_m),
                      place(-half_m, half_m)},
          .inclusion = inclusion};
}

TEST(MissionFence, APolygonHoldsWhatLiesWithinItsSides) {
  const FenceShape shape = square(50.0, true);
  EXPECT_TRUE(lies_inside(shape, place(0.0)));
  EXPECT_TRUE(lies_inside(shape, place(49.9, -49.9)));
  EXPECT_FALSE(lies_inside(shape, place(50.1)));
  EXPECT_FALSE(lies_inside(shape, place(0.0, 50.1)));
}

TEST(MissionFence, AllAreasMustAllowAPlace) {
  const FenceShape circle{.corners = {place(0.0)}, .radius_m = 30.0};
  EXPECT_TRUE(allows({circle, square(50.0, true)}, place(29.9)));
  EXPECT_FALSE(allows({circle, square(50.0, true)}, place(30.1)));
  EXPECT_FALSE(allows({square(50.0, true), square(10.0, false)}, place(0.0)));
}

TEST(MissionFence, ABowTieCrossesAndAHollowDoesNot) {
  EXPECT_FALSE(crossing_sides(square(50.0, true)));
  const FenceShape bow_tie{.corners = {place(0, 0), place(50, 50), place(50, 0), place(0, 50)}};
  EXPECT_EQ(crossing_sides(bow_tie), (std::pair<std::size_t, std::size_t>(0, 2)));
  const FenceShape hollow{.corners = {place(0, 0), place(50, 0), place(10, 10), place(0, 50)}};
  EXPECT_FALSE(crossing_sides(hollow));
}

std::vector<std::string> faults_of(const MissionFence& fence,
                                   const std::vector<RallyPoint>& rally_points) {
  Mission mission;
  mission.home_latitude_rad = place(0.0).latitude_rad;
  mission.home_longitude_rad = place(0.0).longitude_rad;
  mission.fence = fence;
  mission.rally_points = rally_points;
  std::vector<std::string> texts;
  for (const Error& fault : find_fence_faults(mission, {}, "a.plan")) {
    texts.push_back(fault.text());
  }
  return texts;
}

// PX4 discards an area that home does not agree with.
TEST(MissionFence, HomeMustBeAllowed) {
  EXPECT_TRUE(faults_of({square(50.0, true)}, {}).empty());
  const FenceShape away{.corners = {place(100.0)}, .radius_m = 30.0, .line = 4};
  FenceShape around = square(10.0, false);
  around.line = 7;
  const std::vector<std::string> expected = {
      "a.plan:4: geoFence: leaves home outside; expected home in an area to stay in",
      "a.plan:7: geoFence: holds home; expected home outside an area to keep out of"};
  EXPECT_EQ(faults_of({away, around}, {}), expected);
}

// 22 circles have 264 turns in all.
TEST(MissionFence, HasNoMoreCornersThanAWayAroundItCanTurnAt) {
  MissionFence circles(22, {.corners = {place(100.0)}, .radius_m = 5.0, .inclusion = false});
  circles[0].line = 3;
  const std::vector<std::string> faults = faults_of(circles, {});
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(
      faults[0],
      "a.plan:3: geoFence: has 264 corners, 12 for each circle; expected at most 256, to find "
      "ways around it");
  circles.pop_back();
  EXPECT_TRUE(faults_of(circles, {}).empty());
}

TEST(MissionFence, RallyPointsMustBeInReachAndAllowed) {
  const std::vector<RallyPoint> points = {{place(20.0), 10.0, 3},
                                          {place(111195.0), 10.0, 4},
                                          {place(10.0), -150.0, 5},
                                          {place(60.0), 10.0, 6}};
  const std::vector<std::string> expected = {
      "a.plan:4: rallyPoints: a point is 111195 m from home; expected at most 100000 m",
      "a.plan:5: rallyPoints: a point lies 150.0 m below home; expected at most 100 m below",
      "a.plan:6: rallyPoints: a point lies where the geofence forbids to fly"};
  EXPECT_EQ(faults_of({square(50.0, true)}, points), expected);
}

TEST(MissionFence, PlacesOfAMissionMustBeAllowed) {
  Mission mission;
  mission.home_latitude_rad = place(0.0).latitude_rad;
  mission.home_longitude_rad = place(0.0).longitude_rad;
  mission.fence = {square(50.0, true)};
  MissionItem item;
  item.command = MissionCommand::waypoint;
  item.number = 2;
  item.line = 9;
  item.latitude_rad = place(60.0).latitude_rad;
  item.longitude_rad = place(60.0).longitude_rad;
  mission.items = {item};
  const std::vector<Error> faults = find_fence_faults(mission, {}, "a.plan");
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].text(),
            "a.plan:9: mission item 2: waypoint lies where the geofence forbids to fly");
}

class FenceBreachTest : public ::testing::Test {
 protected:
  FenceBreachTest() {
    home.set_count = 1;
    home.p_W = {5.0, 0.0, 1.0};
    estimate.global_valid = true;
    estimate.latitude_rad = place(0.0).latitude_rad;
    estimate.longitude_rad = place(0.0).longitude_rad;
  }
  FenceBreach breach(const MissionFence& fence = {}) {
    return find_breach(config, fence, estimate, home);
  }
  FenceConfig config;
  VehicleEstimate estimate;
  HomePosition home;
};

TEST_F(FenceBreachTest, DistanceAndHeightCountFromHome) {
  config = {30.0, 20.0};
  estimate.p_WB = {34.9, 0.0, -18.9};
  EXPECT_EQ(breach(), FenceBreach::none);
  estimate.p_WB.x = 35.1;
  EXPECT_EQ(breach(), FenceBreach::distance);
  estimate.p_WB = {5.0, 0.0, -19.1};
  EXPECT_EQ(breach(), FenceBreach::height);
  config = {};
  EXPECT_EQ(breach(), FenceBreach::none) << "0 is no limit";
}

TEST_F(FenceBreachTest, AnAreaIsLeftOrEntered) {
  EXPECT_EQ(breach({square(50.0, true)}), FenceBreach::none);
  EXPECT_EQ(breach({square(50.0, true), square(10.0, false)}), FenceBreach::entered);
  estimate.latitude_rad = place(51.0).latitude_rad;
  EXPECT_EQ(breach({square(50.0, true)}), FenceBreach::left);
  estimate.global_valid = false;
  EXPECT_EQ(breach({square(50.0, true)}), FenceBreach::none) << "nobody knows where it is";
}

}  // namespace
}  // namespace alula
