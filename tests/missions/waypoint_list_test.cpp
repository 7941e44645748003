// The plain-text mission of ground stations: the same mission as a plan's, or refused with line,
// item and column.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "missions/mission_plan.h"
#include "missions/mission_reading.h"

namespace alula {
namespace {

const std::string kMissions = std::string(ALULA_SOURCE_DIR) + "/missions/";
const std::string kHead =
    "QGC WPL 110\n"
    "0\t1\t0\t16\t0\t0\t0\t0\t47.397742\t8.545594\t488\t1\n"
    "1\t0\t3\t22\t0\t0\t0\tnan\t47.397742\t8.545594\t10\t1\n";

std::string error_of(const std::string& text) {
  const Result<Mission> mission = parse_mission_plan(text, "a.waypoints");
  return mission.ok() ? "no error" : mission.error().text();
}

TEST(WaypointList, IsTheSameMissionAsThePlan) {
  const Result<Mission> plan = load_mission_plan(kMissions + "square.plan");
  const Result<Mission> list = load_mission_plan(kMissions + "square.waypoints");
  ASSERT_TRUE(plan.ok());
  ASSERT_TRUE(list.ok()) << list.error().text();
  EXPECT_EQ(list->home_latitude_rad, plan->home_latitude_rad);
  EXPECT_EQ(list->home_longitude_rad, plan->home_longitude_rad);
  EXPECT_EQ(list->home_altitude_m, plan->home_altitude_m);
  ASSERT_EQ(list->items.size(), plan->items.size());
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const MissionItem &a = list->items[i], &b = plan->items[i];
    EXPECT_EQ(a.command, b.command);
    EXPECT_EQ(a.number, b.number);
    EXPECT_EQ(a.altitude_reference, b.altitude_reference);
    EXPECT_EQ(a.autocontinue, b.autocontinue);
    for (std::size_t p = 0; p < a.params.size(); ++p) {
      const bool same = a.params[p] == b.params[p] || std::isnan(a.params[p] + b.params[p]);
      EXPECT_TRUE(same) << "item " << a.number << " params[" << p << "]";
    }
  }
}

TEST(WaypointList, TakesBlanksRemarksAndOtherLineEnds) {
  std::string text = "\xef\xbb\xbf";
  for (const char c : kHead + "# home again\n2 0 2 20 0 0 0 0 0 0 0 1\n\n")
    text += c == '\n' ? std::string("\r\n") : std::string(1, c == '\t' ? ' ' : c);
  const Result<Mission> mission = parse_mission_plan(text, "a.txt");
  ASSERT_TRUE(mission.ok()) << mission.error().text();
  EXPECT_EQ(mission->items.size(), 2U);
  EXPECT_EQ(mission->items[1].line, 5);
}

// Mission Planner writes the command of home as 0 and whole numbers with decimals.
TEST(WaypointList, TakesWhatMissionPlannerWrites) {
  const Result<Mission> mission = parse_mission_plan(
      "QGC WPL 110\n0\t1\t0\t0\t0\t0\t0\t0\t47.397742\t8.545594\t488\t1\n"
      "1\t0\t3\t22\t0.00000000\t0.0\t0.0\t0.0\t0.0\t0.0\t10.000000\t1\n"
      "2\t0\t3\t177\t1.0\t2.0\t0\t0\t0\t0\t0\t1\n",
      "a.waypoints");
  EXPECT_FALSE(mission.ok());  // back to the take-off
  EXPECT_EQ(mission.error().text(),
            "a.waypoints:4: mission item 2: jump goes back to the take-off; expected an item after "
            "it in column 5");
}

TEST(WaypointList, JumpsNameItemsByIndex) {
  const Result<Mission> mission = parse_mission_plan(
      kHead +
          "2\t0\t3\t16\t0\t0\t0\tnan\t47.3979\t8.5456\t10\t1\n"
          "3\t0\t2\t177\t2\t3\t0\t0\t0\t0\t0\t1\n4\t0\t2\t20\t0\t0\t0\t0\t0\t0\t0\t1\n",
      "a.waypoints");
  ASSERT_TRUE(mission.ok()) << mission.error().text();
  EXPECT_EQ(mission->items[2].jump_target, 1);
}

TEST(WaypointList, WhatIsNoneIsRefused) {
  EXPECT_EQ(error_of("QGC WPL 120\n"),
            "a.waypoints:1: is of version \"120\"; expected \"QGC WPL 110\"");
  EXPECT_EQ(error_of("hello\n"), "a.waypoints:1: begins with \"hello\"; expected \"QGC WPL 110\"");
  EXPECT_EQ(error_of("QGC WPL 110\n"),
            "a.waypoints:1: holds no items; expected home first, \"0 1 0 16 0 0 0 0 LATITUDE "
            "LONGITUDE ALTITUDE 1\"");
  EXPECT_EQ(
      error_of("QGC WPL 110\n0\t1\t3\t22\t0\t0\t0\t0\t47\t8\t10\t1\n"),
      "a.waypoints:2: item 0: is no home; expected home as the first item, \"0 1 0 16 0 0 0 0 "
      "LATITUDE LONGITUDE ALTITUDE 1\"");
  EXPECT_EQ(error_of(kHead + "2\t0\t3\t16\t0\t0\t0\t0\t47.3\n"),
            "a.waypoints:4: has 9 fields; expected 12: index, current, frame, command, four "
            "parameters, latitude, longitude, altitude, autocontinue");
  EXPECT_EQ(error_of(kHead + "1\t0\t3\t16\t0\t0\t0\t0\t47.3979\t8.5456\t10\t1\n"),
            "a.waypoints:4: item 1: stands where 2 is expected; items count up from 0, each once");
  EXPECT_EQ(error_of(kHead + "2\t0\tthree\t16\t0\t0\t0\t0\t47.3979\t8.5456\t10\t1\n"),
            "a.waypoints:4: item 2: frame is \"three\"; expected a whole number from 0 to 255 in "
            "column 3");
  EXPECT_EQ(error_of(kHead + "2\t0\t3\t16\t0\t0\t0\t0\t47,3979\t8.5456\t10\t1\n"),
            "a.waypoints:4: item 2: \"47,3979\" is no number; expected one in column 9");
  EXPECT_EQ(error_of(kHead + "2\t0\t3\t16\t0\t0\t0\t0\tinf\t8.5456\t10\t1\n"),
            "a.waypoints:4: item 2: \"inf\" is not finite; expected a number in column 9");
  EXPECT_EQ(error_of(kHead + "2\t0\t3\t16\t0\t0\t0\t0\tnan\t8.5456\t10\t1\n"),
            "a.waypoints:4: mission item 2: waypoint has no place; expected latitude and longitude "
            "in column 9 and column 10");
  EXPECT_EQ(error_of(kHead + "2\t0\t10\t16\t0\t0\t0\t0\t47.3979\t8.5456\t10\t1\n"),
            "a.waypoints:4: item 2: heights above terrain are not supported; expected 3 (above "
            "home) or 0 (above mean sea level), found 10");
  EXPECT_EQ(error_of(kHead + "2\t0\t2\t177\t9\t1\t0\t0\t0\t0\t0\t1\n"),
            "a.waypoints:4: item 2: jumps to 9, which is no item; expected the index of one in "
            "column 5");
}

TEST(WaypointList, OfMoreItemsThanCanBeFlownIsRefused) {
  std::string text = kHead;
  for (std::size_t i = 2; i <= kMissionItemsMax + 1; ++i)
    text += std::to_string(i) + "\t0\t3\t16\t0\t0\t0\tnan\t47.3979\t8.5456\t10\t1\n";
  EXPECT_EQ(error_of(text), "a.waypoints:515: item 513: is too many; expected at most 512");
}

TEST(MissionReading, NamesAllFaultsAtOnce) {
  const MissionReading reading =
      read_mission(kHead +
                       "2\t0\t3\t3000\t0\t0\t0\t0\t47.3979\t8.5456\t10\t1\n"
                       "3\t0\t3\t16\t-1\t0\t0\t0\t47.3979\t8.5456\t10\t1\n"
                       "4\t0\t3\t16\t0\t0\t0\t0\t97\t8.5456\t10\t1\n"
                       "5\t0\t3\tland\t0\t0\t0\t0\t47.3979\t8.5456\t10\t1\n",
                   "a.waypoints");
  ASSERT_EQ(reading.faults.size(), 4U);
  EXPECT_EQ(reading.faults[0].where, "a.waypoints:4: item 2");
  EXPECT_EQ(reading.faults[1].where, "a.waypoints:7: item 5");
  EXPECT_EQ(reading.faults[2].where, "a.waypoints:5: mission item 3");
  EXPECT_EQ(reading.faults[3].where, "a.waypoints:6: mission item 4");
  EXPECT_FALSE(reading.broken);
}

}  // namespace
}  // namespace alula
