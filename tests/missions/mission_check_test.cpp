// Which missions may be flown, however they came. The bad plan files cover each rule through the
// reader.
#include "missions/mission_check.h"

#include <numbers>
#include <string>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

MissionItem item(MissionCommand command, double latitude_deg, double altitude_m) {
  MissionItem item;
  item.params = {0.0, 0.0, 0.0, kNotANumber, latitude_deg, 8.5, altitude_m};
  item.command = command;
  item.latitude_rad = latitude_deg * kDegree;
  item.longitude_rad = 8.5 * kDegree;
  item.altitude_m = altitude_m;
  return item;
}
Mission mission_of(std::initializer_list<MissionItem> items) {
  Mission mission;
  mission.home_latitude_rad = 47.0 * kDegree;
  mission.home_longitude_rad = 8.5 * kDegree;
  mission.home_altitude_m = 500.0;
  for (MissionItem next : items) {
    next.number = static_cast<std::int32_t>(mission.items.size() + 1);
    mission.items.push_back(next);
  }
  return mission;
}
std::string error_of(const Mission& mission, const MissionLimits& limits = {}) {
  const MaybeError error = check_mission(mission, limits);
  return error ? error->text() : "no error";
}

const MissionItem kTakeoff = item(MissionCommand::takeoff, 47.0, 10.0);
const MissionItem kWaypoint = item(MissionCommand::waypoint, 47.0001, 10.0);
const MissionItem kLand = item(MissionCommand::land, 47.0, 0.0);
const MissionItem kPicture = [] {
  MissionItem picture;
  picture.command = static_cast<MissionCommand>(2000);
  return picture;
}();

TEST(MissionCheck, TakesAPlainMission) {
  EXPECT_EQ(error_of(mission_of({kTakeoff, kWaypoint, kLand})), "no error");
  EXPECT_EQ(error_of(mission_of({kTakeoff})), "no error");
  EXPECT_EQ(error_of(mission_of({kPicture, kTakeoff, kPicture, kLand, kPicture})), "no error");
}

TEST(MissionCheck, NamesTheItemWithoutAFile) {
  EXPECT_EQ(error_of(mission_of({})), "mission: holds no items; expected at least a take-off");
  EXPECT_EQ(error_of(mission_of({kTakeoff, kLand, kWaypoint})),
            "mission item 3: waypoint comes after the flight ends with item 2; expected nothing to "
            "fly after it");
}

TEST(MissionCheck, OnlyTakeOffAndLandingMayLeaveTheirPlaceOpen) {
  const auto nowhere = [](MissionItem item) {
    item.latitude_rad = item.longitude_rad = kNotANumber;
    return item;
  };
  EXPECT_EQ(error_of(mission_of({nowhere(kTakeoff), kWaypoint, nowhere(kLand)})), "no error");
  EXPECT_NE(error_of(mission_of({kTakeoff, nowhere(kWaypoint), kLand})).find("has no place"),
            std::string::npos);
}

TEST(MissionCheck, AMissionInTheAirNeedsNoTakeOff) {
  EXPECT_NE(error_of(mission_of({kWaypoint, kLand})), "no error");
  EXPECT_EQ(error_of(mission_of({kWaypoint, kLand}), {.starts_on_ground = false}), "no error");
}

TEST(MissionCheck, MeasuresTheFirstPlaceFromHome) {
  // 0.008 degrees of latitude are 889.6 m on the mean sphere, 0.0081 are 900.7 m.
  const MissionItem near = item(MissionCommand::takeoff, 47.0080, 10.0),
                    far = item(MissionCommand::takeoff, 47.0081, 10.0);
  EXPECT_EQ(error_of(mission_of({near})), "no error");
  EXPECT_EQ(
      error_of(mission_of({far})),
      "mission item 1: take-off is 901 m from home; expected at most 900 m to the first place");
  EXPECT_EQ(error_of(mission_of({far}), {.first_waypoint_distance_max_m = -1.0}), "no error");
  // Only the first place counts, as with PX4.
  EXPECT_EQ(error_of(mission_of({near, item(MissionCommand::waypoint, 47.1, 10.0)})), "no error");
  // A take-off that leaves its place open is no place.
  MissionItem straight_up = kTakeoff;
  straight_up.latitude_rad = straight_up.longitude_rad = kNotANumber;
  EXPECT_EQ(
      error_of(mission_of({straight_up, item(MissionCommand::waypoint, 47.1, 10.0)})).substr(0, 36),
      "mission item 2: waypoint is 11119 m ");
}

TEST(MissionCheck, TakeOffHeightCountsFromHome) {
  MissionItem above_sea = kTakeoff;
  above_sea.altitude_reference = AltitudeReference::mean_sea_level;
  above_sea.altitude_m = 502.0;
  EXPECT_EQ(error_of(mission_of({above_sea})), "no error");
  above_sea.altitude_m = 490.0;
  EXPECT_EQ(
      error_of(mission_of({above_sea})),
      "mission item 1: take-off climbs to -10 m above home; expected at least 1 m in params[6]");
}

TEST(MissionCheck, LetsJumpsOverFlownItemsPass) {
  MissionItem jump;
  jump.command = MissionCommand::jump;
  jump.params[1] = 2.0;
  jump.jump_target = 1;
  EXPECT_EQ(error_of(mission_of({kTakeoff, kWaypoint, jump, kLand})), "no error");
  jump.jump_target = 3;  // ahead
  EXPECT_EQ(error_of(mission_of({kTakeoff, kWaypoint, jump, kLand})), "no error");
  jump.jump_target = 4;
  EXPECT_EQ(error_of(mission_of({kTakeoff, kWaypoint, jump, kLand})),
            "mission item 3: jump goes to an item that the mission does not have");
}

TEST(MissionCheck, RefusesABrokenHome) {
  Mission mission = mission_of({kTakeoff});
  mission.home_altitude_m = kNotANumber;
  EXPECT_EQ(error_of(mission),
            "mission: has no valid home; expected latitude, longitude and altitude");
}

TEST(MissionCheck, ChecksItsOwnLimits) {
  EXPECT_FALSE(validate(MissionLimits{}));
  EXPECT_TRUE(validate(MissionLimits{.first_waypoint_distance_max_m = kNotANumber}));
  EXPECT_TRUE(validate(MissionLimits{.takeoff_height_min_m = -1.0}));
}

TEST(GroundDistance, IsTheArcOnTheMeanSphere) {
  const double arc_m = kDegree * 6371000.0;  // one degree of a great circle
  EXPECT_NEAR(ground_distance_m(0.0, 0.0, kDegree, 0.0), arc_m, 1e-6);
  EXPECT_NEAR(ground_distance_m(0.0, 0.0, 0.0, kDegree), arc_m, 1e-6);
  EXPECT_NEAR(ground_distance_m(60.0 * kDegree, 0.0, 60.0 * kDegree, 1e-6), 0.5e-6 * 6371000.0,
              1e-6);
  EXPECT_NEAR(ground_distance_m(0.5, 3.0, 0.5, -3.0),
              ground_distance_m(0.5, 0.0, 0.5, 2.0 * std::numbers::pi - 6.0),
              1e-6);  // across the date line
  EXPECT_NEAR(ground_distance_m(0.5 * std::numbers::pi, 0.0, -0.5 * std::numbers::pi, 0.0),
              std::numbers::pi * 6371000.0, 1e-6);
}

}  // namespace
}  // namespace alula
