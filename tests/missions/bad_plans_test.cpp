// Plans with one fault each: the message that a user sees, with file, line or item, key, what is
// wrong and what was expected.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "missions/mission_plan.h"

namespace alula {
namespace {

const std::string kFolder = std::string(ALULA_SOURCE_DIR) + "/tests/bad/plans/";

struct BadPlan {
  const char* name;
  const char* message;  // after the file's name
};
const BadPlan kBadPlans[] = {
    {"altitude_contradicts",
     ":17: mission.items[1].Altitude: item 2: expected the altitude of params[6], 10, "
     "found 30"},
    {"altitude_out_of_range",
     ":17: mission item 2: waypoint has altitude 1e+06; expected -500 to 86000 m above "
     "mean sea level in params[6]"},
    {"climb_speed",
     ":19: mission item 3: change of speed has type 2; expected 0 (air speed) or 1 "
     "(ground speed) in params[0]"},
    {"command_as_text",
     ":17: mission.items[1].command: item 2: expected a whole number from 0 to 65535, "
     "found the string \"16\"; leave out the quotes"},
    {"duplicate_key", ":10: key \"cruiseSpeed\" appears twice in one map; the first is on line 9"},
    {"empty", ": is empty; expected a mission: a .plan or a waypoint list"},
    {"eternal_hold",
     ":17: mission item 2: waypoint waits 1e+300 s; expected 0 to 1000000 in params[0]"},
    {"fence_crossing",
     ":5: geoFence.polygons[0].polygon: sides 1 and 3 cross; expected an area without crossings"},
    {"fence_polygon", ":5: geoFence: holds home; expected home outside an area to keep out of"},
    {"fence_radius", ":5: geoFence.circles[0].circle.radius: expected a number above 0, found -5"},
    {"fence_two_corners",
     ":5: geoFence.polygons[0].polygon: expected a list of at least 3, found a list of 2"},
    {"fence_version", ":5: geoFence.version: expected 2, found 3"},
    {"first_waypoint_far",
     ":15: mission item 1: take-off is 1112 m from home; expected at most 900 m to the "
     "first place"},
    {"future_version", ":3: version: expected 1, found 2"},
    {"home_out_of_range",
     ":13: mission.plannedHomePosition[0]: expected a number from -90 to 90, found "
     "97.397742; are latitude and longitude exchanged?"},
    {"home_without_altitude",
     ":13: mission.plannedHomePosition: expected 3 numbers: latitude [deg], longitude [deg], "
     "height above the sea [m]; found 2 values"},
    {"jump_forever",
     ":21: mission item 4: jump is taken -1 times; expected a whole number from 0 to "
     "65535 in params[1]"},
    {"jump_on_the_spot",
     ":21: mission item 4: jump goes back over items that take no time; expected one to "
     "fly between"},
    {"jump_to_itself",
     ":21: mission item 4: jump goes to itself; expected the doJumpId of another item in "
     "params[0]"},
    {"jump_to_missing",
     ":22: mission.items[3].params[0]: item 4: jumps to no item of this plan; expected "
     "the doJumpId of one, found 9"},
    {"jump_to_takeoff",
     ":21: mission item 4: jump goes back to the take-off; expected an item after it in "
     "params[0]"},
    {"latitude_out_of_range",
     ":17: mission item 2: waypoint has latitude 97.397922; expected -90 to 90 degrees in "
     "params[4]; are latitude and longitude exchanged?"},
    {"longitude_out_of_range",
     ":17: mission item 2: waypoint has longitude 188.545594; expected -180 to 180 "
     "degrees in params[5]"},
    {"missing_command",
     ":17: mission.items[1].command: item 2: missing; expected a whole number from 0 to "
     "65535"},
    {"negative_hold",
     ":17: mission item 2: waypoint waits -5 s; expected 0 to 1000000 in params[0]"},
    {"negative_radius",
     ":17: mission item 2: waypoint has acceptance radius -2 m; expected 0 to 1000000 in "
     "params[1]"},
    {"no_items", ":14: mission.items: expected a list of at least 1, found a list of 0"},
    {"no_items_key", ":14: mission.item: unknown key; did you mean \"items\"?"},
    {"no_takeoff",
     ":15: mission item 1: waypoint comes before any take-off; expected the mission to "
     "begin with a take-off"},
    {"not_a_number", ":10: not valid JSON at column 19: NaN and Infinity are no JSON numbers"},
    {"old_mission_version", ":8: mission.version: expected 2, found 1"},
    {"param_as_text",
     ":18: mission.items[1].params[5]: item 2: expected a finite number, found the string "
     "\"8.545594\"; leave out the quotes"},
    {"precision_landing",
     ":23: mission item 5: land asks for a precision landing, which is not supported; "
     "expected 0 in params[1]"},
    {"rally_point", ":6: rallyPoints: a point is 111195 m from home; expected at most 100000 m"},
    {"rally_without_height",
     ":6: rallyPoints.points[0]: expected a list of 3 numbers, found a list of 2"},
    {"second_takeoff",
     ":17: mission item 2: take-off comes in the middle of the mission; expected the "
     "take-off first"},
    {"single_quotes",
     ":2: not valid JSON at column 15: text stands in double quotes, not single ones"},
    {"six_params", ":18: mission.items[1].params: item 2: expected a list of 7, found a list of 6"},
    {"speed_zero",
     ":19: mission item 3: change of speed is to 0 m/s; expected above zero, -1 (keep) or "
     "-2 (default) in params[1]"},
    {"survey_following_terrain",
     ":20: mission.items[2].TransectStyleComplexItem.FollowTerrain: item 3: following "
     "terrain is not supported; expected an altitude above home or mean sea level"},
    {"takeoff_too_low",
     ":15: mission item 1: take-off climbs to 0.5 m above home; expected at least 1 m in "
     "params[6]"},
    {"terrain_altitude_mode",
     ":17: mission.items[1].AltitudeMode: item 2: heights above terrain are not "
     "supported; expected 1 (above home) or 2 (above mean sea level), found 4"},
    {"terrain_frame",
     ":17: mission.items[1].frame: item 2: heights above terrain are not supported; "
     "expected 3 (above home) or 0 (above mean sea level), found 10"},
    {"trailing_comma", ":25: not valid JSON at column 5: a comma before the closing bracket"},
    {"truncated", ":19: not valid JSON at column 16: a string without closing quote"},
    {"unknown_complex_item",
     ":19: mission.items[2].complexItemType: item 3: expected a pattern with "
     "TransectStyleComplexItem.Items, such as survey, found the string \"fwLandingPattern\""},
    {"unknown_item_type",
     ":17: mission.items[1].type: item 2: expected one of SimpleItem, ComplexItem, found the "
     "string \"RallyItem\""},
    {"unsupported_command",
     ":19: mission.items[2].command: item 3: command 3000 is not supported; expected 16, "
     "17, 19, 20, 21, 22, 93, 177, 178 or a camera or gimbal command"},
    {"waypoint_after_land",
     ":25: mission item 6: waypoint comes after the flight ends with item 5; expected "
     "nothing to fly after it"},
    {"waypoint_in_mission_frame",
     ":17: mission.items[1].frame: item 2: expected frame 0 or 3 for a waypoint, found 2"},
    {"waypoint_without_altitude",
     ":17: mission item 2: waypoint has no altitude; expected metres in params[6]"},
    {"waypoint_without_place",
     ":17: mission item 2: waypoint has no place; expected latitude and longitude in "
     "params[4] and params[5]"},
    {"wrong_file_type", ":2: fileType: expected \"Plan\", found the string \"Parameters\""},
    {"yaw_out_of_range",
     ":17: mission item 2: waypoint has yaw 400; expected -360 to 360 degrees, or null, "
     "in params[3]"},
};

TEST(BadPlans, EachGivesItsOwnMessage) {
  for (const BadPlan& plan : kBadPlans) {
    const std::string path = kFolder + plan.name + ".plan";
    const Result<Mission> mission = load_mission_plan(path);
    ASSERT_FALSE(mission.ok()) << path;
    EXPECT_EQ(mission.error().text(), path + plan.message);
  }
}

TEST(BadPlans, NoTwoMessagesAreAlike) {
  std::set<std::string> messages;
  for (const BadPlan& plan : kBadPlans)
    EXPECT_TRUE(messages.insert(plan.message).second) << plan.name;
}

TEST(BadPlans, EveryFileOfTheFolderIsListed) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".plan") names.push_back(entry.path().stem());
  }
  EXPECT_EQ(names.size(), std::size(kBadPlans));
  for (const std::string& name : names) {
    EXPECT_TRUE(std::any_of(std::begin(kBadPlans), std::end(kBadPlans),
                            [&name](const BadPlan& plan) { return name == plan.name; }))
        << name;
  }
}

}  // namespace
}  // namespace alula
