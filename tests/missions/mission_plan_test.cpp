// Plan files to missions: what is read, in which order, in which units.
#include "missions/mission_plan.h"

#include <cstring>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"
#include "document/load.h"
#include "document/text_file.h"

namespace alula {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
const std::string kMissions = std::string(ALULA_SOURCE_DIR) + "/missions/";

Mission load(const std::string& name) {
  Result<Mission> mission = load_mission_plan(kMissions + name);
  EXPECT_TRUE(mission.ok()) << mission.error().text();
  return std::move(mission).value();
}

// A plan around `items`; take-off and landing included.
std::string plan_with(const std::string& items) {
  return R"({"fileType": "Plan", "version": 1, "groundStation": "test", "mission": {"version": 2,
    "cruiseSpeed": 15, "hoverSpeed": 5, "firmwareType": 12, "vehicleType": 2,
    "plannedHomePosition": [47.397742, 8.545594, 488], "items": [
    {"type": "SimpleItem", "doJumpId": 101, "command": 22, "frame": 3,
     "params": [0, 0, 0, null, 47.397742, 8.545594, 10]},
    )" + items +
         R"(
    {"type": "SimpleItem", "doJumpId": 999, "command": 21, "frame": 3,
     "params": [0, 0, 0, null, 47.397742, 8.545594, 0]}]}})";
}
std::string item(int command, int frame, const std::string& params, const std::string& more = "") {
  return R"({"type": "SimpleItem", "command": )" + std::to_string(command) + R"(, "frame": )" +
         std::to_string(frame) + R"(, "params": [)" + params + "]" + more + "},";
}
// Anywhere on Earth.
Mission parse(const std::string& items) {
  Result<Mission> mission =
      parse_mission_plan(plan_with(items), "a.plan", {.distance_max_m = 3e7, .depth_max_m = 1e6});
  EXPECT_TRUE(mission.ok()) << mission.error().text();
  return std::move(mission).value();
}
std::string error_of(const std::string& items) {
  const Result<Mission> mission = parse_mission_plan(plan_with(items), "a.plan");
  return mission.ok() ? "no error" : mission.error().text();
}

double distance_m(const MissionItem& a, const MissionItem& b) {
  return ground_distance_m(a.latitude_rad, a.longitude_rad, b.latitude_rad, b.longitude_rad);
}

TEST(MissionPlan, ReadsHomeAndSpeeds) {
  const Mission mission = load("square.plan");
  EXPECT_DOUBLE_EQ(mission.home_latitude_rad, 47.397742 * kDegree);
  EXPECT_DOUBLE_EQ(mission.home_longitude_rad, 8.545594 * kDegree);
  EXPECT_EQ(mission.home_altitude_m, 488.0);
  EXPECT_EQ(mission.cruise_speed_m_s, 15.0);
  EXPECT_EQ(mission.hover_speed_m_s, 5.0);
  EXPECT_EQ(mission.firmware_type, 12);
  EXPECT_EQ(mission.vehicle_type, 2);
}

TEST(MissionPlan, SquareIsTwentyMetresWideAtTenMetres) {
  const Mission mission = load("square.plan");
  ASSERT_EQ(mission.items.size(), 6u);
  EXPECT_EQ(mission.items[0].command, MissionCommand::takeoff);
  EXPECT_EQ(mission.items[5].command, MissionCommand::return_to_launch);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_EQ(mission.items[i].command, MissionCommand::waypoint);
    EXPECT_EQ(mission.items[i].altitude_m, 10.0);
    // Home's own radii of curvature differ from the mean sphere's by up to 0.6 %.
    EXPECT_NEAR(distance_m(mission.items[i - 1], mission.items[i]), 20.0, 0.12);
  }
}

TEST(MissionPlan, HoverAndGoToArePx4sFirstFlights) {
  const Mission hover = load("hover.plan");
  ASSERT_EQ(hover.items.size(), 3u);
  EXPECT_EQ(hover.items[0].altitude_m, 2.0);
  EXPECT_EQ(hover.items[1].command, MissionCommand::loiter_time);
  EXPECT_EQ(hold_s(hover.items[1]), 60.0);
  EXPECT_EQ(hover.items[2].command, MissionCommand::land);
  const Mission go_to = load("goto.plan");
  ASSERT_EQ(go_to.items.size(), 4u);
  EXPECT_NEAR(distance_m(go_to.items[1], go_to.items[2]), 5.0, 0.03);
  EXPECT_EQ(go_to.items[2].longitude_rad, go_to.items[1].longitude_rad);  // due north
  EXPECT_GT(go_to.items[2].latitude_rad, go_to.items[1].latitude_rad);
}

TEST(MissionPlan, DemoFliesTheItemsOfItsSurveyInOrder) {
  const Mission mission = load("demo.plan");
  std::size_t waypoints = 0, triggers = 0;
  double path_m = 0.0;
  const MissionItem* last = nullptr;
  for (std::size_t i = 0; i < mission.items.size(); ++i) {
    const MissionItem& at = mission.items[i];
    EXPECT_EQ(at.number, static_cast<std::int32_t>(i + 1));
    triggers += static_cast<std::int32_t>(at.command) == 206 ? 1 : 0;
    if (at.command == MissionCommand::waypoint) {
      ++waypoints;
      if (last != nullptr) path_m += distance_m(*last, at);
      last = &at;
    }
  }
  EXPECT_EQ(mission.items[0].command, MissionCommand::takeoff);
  EXPECT_EQ(mission.items[mission.items.size() - 1].command, MissionCommand::return_to_launch);
  EXPECT_GE(waypoints, 8u);
  EXPECT_EQ(triggers, 10u);
  EXPECT_GT(path_m, 300.0);
}

TEST(MissionPlan, ConvertsAnglesAndLeavesUnsetOnesOpen) {
  const Mission mission = parse(item(16, 3, "5, 1.5, 0, 270, 47.3979, -8.5, 12") +
                                item(16, 0, "0, 0, 0, null, 47.398, 8.5456, 520") +
                                item(16, 6, "null, null, null, -90, 47.398, 8.5456, 12") +
                                item(16, 5, "0, 0, 0, 0, 47.398, 8.5456, 520"));
  const MissionItem& first = mission.items[1];
  EXPECT_EQ(hold_s(first), 5.0);
  EXPECT_EQ(acceptance_radius_m(first), 1.5);
  EXPECT_DOUBLE_EQ(yaw_rad(first), -90.0 * kDegree);  // 270 degrees
  EXPECT_DOUBLE_EQ(first.latitude_rad, 47.3979 * kDegree);
  EXPECT_DOUBLE_EQ(first.longitude_rad, -8.5 * kDegree);
  EXPECT_EQ(altitude_amsl_m(first, 488.0), 500.0);
  EXPECT_TRUE(std::isnan(yaw_rad(mission.items[2])));
  EXPECT_EQ(altitude_amsl_m(mission.items[2], 488.0), 520.0);
  EXPECT_EQ(hold_s(mission.items[3]), 0.0);
  EXPECT_EQ(acceptance_radius_m(mission.items[3]), 0.0);
  EXPECT_EQ(altitude_amsl_m(mission.items[3], 488.0), 500.0);
  EXPECT_EQ(mission.items[4].altitude_reference, AltitudeReference::mean_sea_level);
}

TEST(MissionPlan, JumpsGoByIdNotByPlace) {
  const Mission mission =
      parse(item(16, 3, "0, 0, 0, null, 47.398, 8.5456, 10", R"(, "doJumpId": 55)") +
            item(16, 3, "0, 0, 0, null, 47.399, 8.5456, 10", R"(, "doJumpId": 7)") +
            item(177, 2, "55, 3, 0, 0, 0, 0, 0"));
  EXPECT_EQ(mission.items[3].jump_target, 1);
  EXPECT_EQ(jump_repeats(mission.items[3]), 3);
  EXPECT_EQ(error_of(item(16, 3, "0, 0, 0, null, 47.398, 8.5456, 10", R"(, "doJumpId": 7)") +
                     item(16, 3, "0, 0, 0, null, 47.399, 8.5456, 10", R"(, "doJumpId": 7)") +
                     item(177, 2, "7, 3, 0, 0, 0, 0, 0"))
                .substr(0, 60),
            "a.plan:6: mission.items[3].params[0]: item 4: jumps to doJum");
}

TEST(MissionPlan, TakesPayloadCommandsAndKeepsTheirNumbers) {
  std::string items;
  const int commands[] = {189,  195,  197,  203,  205,  206,  214, 530,
                          1000, 1001, 2000, 2001, 2003, 2500, 2501};
  for (const int command : commands)
    items += item(command, 2, "1, 2, null, null, null, null, null");
  const Mission mission = parse(items);
  ASSERT_EQ(mission.items.size(), std::size(commands) + 2);
  for (std::size_t i = 0; i < std::size(commands); ++i) {
    EXPECT_EQ(static_cast<int>(mission.items[i + 1].command), commands[i]);
    EXPECT_EQ(kind_of(mission.items[i + 1].command), MissionCommandKind::payload);
    EXPECT_FALSE(has_place(mission.items[i + 1]));
    EXPECT_NE(name_of(mission.items[i + 1].command), "command");
  }
}

TEST(MissionPlan, ATakeOffMayLeaveItsPlaceOpen) {
  std::string text = plan_with("");
  const std::string place = "null, 47.397742, 8.545594, 10]";
  for (const char* const open : {"null, null, null, 10]", "null, 0, 0, 10]"}) {
    std::string changed = text;
    changed.replace(changed.find(place), place.size(), open);
    const Result<Mission> mission = parse_mission_plan(changed, "a.plan");
    ASSERT_TRUE(mission.ok()) << mission.error().text();
    EXPECT_FALSE(has_place(mission.value().items[0]));
  }
}

TEST(MissionPlan, IgnoresKeysOfItsFormatThatItDoesNotKnow) {
  EXPECT_EQ(error_of(item(16, 3, "0, 0, 0, null, 47.398, 8.5456, 10",
                          R"(, "AMSLAltAboveTerrain": null, "new": [1])")),
            "no error");
}

TEST(MissionPlan, IsTheSameWithByteOrderMarkAndCrlf) {
  const std::string text = read_file(kMissions + "inspection.plan", kDocumentBytesMax).value();
  std::string windows = "\xef\xbb\xbf";
  for (const char c : text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const Result<Mission> a = parse_mission_plan(text, "a.plan");
  const Result<Mission> b = parse_mission_plan(windows, "a.plan");
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a->home_latitude_rad, b->home_latitude_rad);
  ASSERT_EQ(a->items.size(), b->items.size());
  EXPECT_EQ(std::memcmp(a->items.data(), b->items.data(), a->items.size() * sizeof(MissionItem)),
            0);
}

TEST(MissionPlan, HoldsAsManyItemsAsItHasRoomForAndRefusesMore) {
  std::string items;
  for (std::size_t i = 2; i < kMissionItemsMax; ++i)
    items += item(16, 3, "0, 0, 0, null, 47.398, 8.5456, 10") + "\n";
  EXPECT_EQ(parse(items).items.size(), kMissionItemsMax);
  items += item(16, 3, "0, 0, 0, null, 47.398, 8.5456, 10");
  const std::string error = error_of(items);
  EXPECT_NE(error.find("mission.items[512]: is item 513; expected at most 512"), std::string::npos)
      << error;
}

// Whatever happens to a file, the answer is a mission or one line that begins with the file's name.
TEST(MissionPlan, DamagedFilesGiveOneLineOrAMissionNeverACrash) {
  const std::string text = read_file(kMissions + "inspection.plan", kDocumentBytesMax).value();
  const RandomStream random(1, "damaged_plan");
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = text;
    const PhiloxBlock words = random.words(i);
    const std::size_t place = words[0] % text.size();
    const char byte = static_cast<char>(words[1] & 0xffu);
    if (words[2] % 4 == 0) damaged[place] = byte;
    if (words[2] % 4 == 1) damaged.erase(place, 1 + words[3] % 40);
    if (words[2] % 4 == 2) damaged.insert(place, 1 + words[3] % 3, byte);
    if (words[2] % 4 == 3) damaged.resize(place);
    const Result<Mission> mission = parse_mission_plan(damaged, "damaged.plan");
    if (mission.ok()) continue;
    const std::string error = mission.error().text();
    EXPECT_EQ(error.substr(0, 12), "damaged.plan") << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    EXPECT_LT(error.size(), 400u) << error;
  }
}

}  // namespace
}  // namespace alula
