// What a mission will be like and what looks odd about it, before it is flown.
#include "autopilot/mission_review.h"

#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "autopilot/mission_oddities.h"
#include "missions/mission_reading.h"

namespace alula {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kMetre_deg = 1.0 / 111195.0;  // of latitude, on a sphere of 6371 km

std::string line(int index, int command, double north_m, double height_m, double param1 = 0.0,
                 int frame = 3) {
  return std::to_string(index) + " 0 " + std::to_string(frame) + " " + std::to_string(command) +
         " " + std::to_string(param1) + " 0 0 nan " + std::to_string(47.0 + north_m * kMetre_deg) +
         " 8.0 " + std::to_string(height_m) + " 1\n";
}
const std::string kHead = "QGC WPL 110\n0 1 0 16 0 0 0 0 47.0 8.0 400 1\n";

MissionReading read(const std::string& items) {
  MissionReading reading = read_mission(kHead + items, "a.waypoints");
  EXPECT_TRUE(reading.faults.empty()) << reading.faults.front().text();
  return reading;
}
MissionReview review(const MissionReading& reading) {
  return review_mission(reading.mission, default_parameters());
}

TEST(MissionReview, CountsWayHeightAndDistance) {
  const MissionReview r = review(
      read(line(1, 22, 0, 20) + line(2, 16, 100, 20) + line(3, 16, 100, 30) + line(4, 21, 0, 0)));
  EXPECT_NEAR(r.way_m, 200.0, 2.0);  // corners are cut within the acceptance radius
  EXPECT_NEAR(r.climb_m, 30.0, 0.5);
  EXPECT_NEAR(r.height_max_m, 30.0, 0.5);
  EXPECT_NEAR(r.distance_max_m, 100.0, 2.0);
  EXPECT_EQ(r.end, MissionEnd::lands);
}

// 400 m at 5 m/s more than 200 m: 40 s each way.
TEST(MissionReview, ALongerWayTakesTheTimeOfTheCruiseSpeed) {
  const auto time_s = [](double north_m) {
    return review(read(line(1, 22, 0, 20) + line(2, 16, north_m, 20) + line(3, 21, 0, 0))).time_s;
  };
  EXPECT_NEAR(time_s(400.0) - time_s(200.0), 2.0 * 200.0 / 5.0, 0.1);
}

TEST(MissionReview, WaitsCountAndAreNotStepped) {
  const auto time_s = [](double hold_s) {
    return review(read(line(1, 22, 0, 20) + line(2, 19, 50, 20, hold_s) + line(3, 21, 0, 0)))
        .time_s;
  };
  EXPECT_NEAR(time_s(7200.0) - time_s(60.0), 7140.0, 0.1);
}

// 60 km and back at 5 m/s are 6.7 hours.
TEST(MissionReview, SaysWhenItDidNotSeeTheEnd) {
  const MissionReview r = review(
      read(line(1, 22, 0, 20) + line(2, 16, 60e3, 20) + line(3, 16, 0, 20) + line(4, 21, 0, 0)));
  EXPECT_TRUE(r.cut_short);
  EXPECT_NEAR(r.time_s, kReviewTime_s, 30.0);
  EXPECT_NEAR(r.way_m, 5.0 * kReviewTime_s, 200.0);
  EXPECT_FALSE(review(read(line(1, 22, 0, 20) + line(2, 17, 50, 20))).cut_short);
}

TEST(MissionReview, AMissionWithoutEndHasNoTime) {
  EXPECT_LT(review(read(line(1, 22, 0, 20) + line(2, 17, 50, 20))).time_s, 0.0);
}

TEST(MissionReview, ReturnsAndHovers) {
  EXPECT_EQ(review(read(line(1, 22, 0, 20) + "2 0 2 20 0 0 0 0 0 0 0 1\n")).end,
            MissionEnd::returns);
  EXPECT_EQ(review(read(line(1, 22, 0, 20) + line(2, 16, 50, 20))).end, MissionEnd::hovers);
}

TEST(MissionReview, NamesTheItemsThatLeaveTheFence) {
  MissionReading reading = read(line(1, 22, 0, 20) + line(2, 16, 40, 20) + line(3, 16, 90, 20) +
                                line(4, 16, 20, 20) + line(5, 21, 0, 0));
  constexpr double kHalf_rad = 50.0 * kMetre_deg * kDegree;
  const FencePlace south_west{47.0 * kDegree - kHalf_rad, 7.99 * kDegree};
  const FencePlace north_east{47.0 * kDegree + kHalf_rad, 8.01 * kDegree};
  reading.mission.fence = {{.corners = {south_west,
                                        {north_east.latitude_rad, south_west.longitude_rad},
                                        north_east,
                                        {south_west.latitude_rad, north_east.longitude_rad}}}};
  const MissionReview r = review_mission(reading.mission, default_parameters());
  EXPECT_EQ(r.outside_fence, (std::vector<std::int32_t>{3, 4}));  // there and back
}

std::vector<std::string> oddities(const std::string& items) {
  const MissionReading reading = read(items);
  std::vector<std::string> texts;
  for (const Error& oddity :
       find_oddities(reading.mission, review(reading), default_parameters(), "a.waypoints")) {
    texts.push_back(oddity.text());
  }
  return texts;
}

TEST(MissionOddities, AnOrdinaryMissionHasNone) {
  EXPECT_TRUE(oddities(line(1, 22, 0, 20) + line(2, 16, 100, 20) + line(3, 21, 0, 0)).empty());
}

TEST(MissionOddities, AreNamedWithTheItem) {
  const std::vector<std::string> texts =
      oddities(line(1, 22, 0, 20) + line(2, 16, 50, -30) + line(3, 16, 60, 420) +
               "4 0 2 178 1 25 0 0 0 0 0 1\n" + line(5, 21, 0, -5));
  const std::vector<std::string> expected = {
      "a.waypoints:4: mission item 2: waypoint lies 30.0 m below home; the vehicle may touch the "
      "ground",
      "a.waypoints:5: mission item 3: waypoint is 420 m above home, which lies 400 m above the "
      "sea; "
      "was a height above the sea meant?",
      "a.waypoints:6: mission item 4: change of speed is to 25 m/s; it will be 12, which is "
      "MPC_XY_VEL_MAX",
      "a.waypoints:7: mission item 5: land lies 5.0 m below home; the ground may be higher"};
  EXPECT_EQ(texts, expected);
}

TEST(MissionOddities, AMissionThatEndsInTheAirIsOne) {
  EXPECT_EQ(oddities(line(1, 22, 0, 20) + line(2, 16, 50, 20)),
            std::vector<std::string>{"a.waypoints:4: mission item 2: waypoint is the last item, in "
                                     "the air; expected a landing or a return to end with"});
}

std::string fault(const std::string& items) {
  const MissionReading reading = read_mission(kHead + items, "a.waypoints");
  return reading.faults.empty() ? "no fault" : reading.faults.front().text();
}

// Of every place, not only the first. The distance by the cosine rule on the mean sphere.
TEST(MissionCheck, APlaceFarAwayIsRefusedAndAnExchangeSuspected) {
  const std::string begin = line(1, 22, 0, 20) + line(2, 16, 50, 20);
  EXPECT_EQ(
      fault(begin + "3 0 3 16 0 0 0 nan 49.0 8.0 20 1\n" + line(4, 21, 0, 0)),
      "a.waypoints:5: mission item 3: waypoint is 222390 m from home; expected at most 100000 "
      "m");
  EXPECT_EQ(fault(begin + "3 0 3 16 0 0 0 nan 8.0 47.0 20 1\n" + line(4, 21, 0, 0)),
            "a.waypoints:5: mission item 3: waypoint is 5692893 m from home; expected at most "
            "100000 m; with latitude and longitude exchanged it would be 0 m");
  EXPECT_EQ(
      fault("1 0 3 22 0 0 0 nan 8.0 47.0 20 1\n"),
      "a.waypoints:3: mission item 1: take-off is 5692893 m from home; expected at most 900 m "
      "to the first place; with latitude and longitude exchanged it would be 0 m");
}

TEST(MissionCheck, APlaceFarBelowHomeIsRefused) {
  EXPECT_EQ(fault(line(1, 22, 0, 20) + line(2, 16, 50, -101) + line(3, 21, 0, 0)),
            "a.waypoints:4: mission item 2: waypoint lies 101 m below home; expected at most 100 m "
            "below in column 11");
}

}  // namespace
}  // namespace alula
