// Scenario files with one fault each: the message that a user sees, with file, line, key, what is
// wrong and what was expected.
#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "scenario/scenario.h"

namespace alula {
namespace {

const std::string kFolder = ALULA_SOURCE_DIR "/tests/bad/scenarios/";

struct BadFile {
  const char* name;
  const char* message;  // after the file's name
};
const BadFile kBadScenarios[] = {
    {"broken_inline_world",
     ":4: world.ground.friction: expected a number from 0 to 10, found -0.6"},
    {"duplicate_key", ":6: key \"step_s\" appears twice in one map; the first is on line 5"},
    {"duration_endless", ":6: duration_s: expected a number above 0 and at most 1e+06, found .inf"},
    {"duration_with_unit",
     ":6: duration_s: expected a number above 0 and at most 1e+06, found the string \"10 s\"; the "
     "unit stands in the key, not behind the number"},
    {"duration_zero", ":6: duration_s: expected a number above 0 and at most 1e+06, found 0"},
    {"empty", ": is empty; expected a scenario"},
    {"future_version", ":1: schema_version: expected 1, found 2"},
    {"misspelt_key", ":6: duration: unknown key; did you mean \"duration_s\"?"},
    {"name_with_comma",
     ":10: vehicles[0].name: gives the name \"red,blue\"; expected 1 to 32 letters, digits, _ and "
     "-"},
    {"negative_seed", ":5: seed: expected a whole number of at least 0, found -1"},
    {"no_duration", ":1: duration_s: missing; expected a number above 0 and at most 1e+06"},
    {"no_such_vehicle",
     ":9: vehicles[0].vehicle: names no file that can be read: models/vehicles/brik.yaml: cannot "
     "be read: No such file or directory"},
    {"no_such_vehicle_file",
     ":9: vehicles[0].vehicle: names no file that can be read: folder/brick.yaml: cannot be read: "
     "No such file or directory"},
    {"no_such_world",
     ":2: world: names no file that can be read: models/worlds/moon.yaml: cannot be read: No such "
     "file or directory"},
    {"no_vehicles",
     ":8: vehicles: expected a list of at least 1 and at most 64, found a list of 0"},
    {"no_version", ":1: schema_version: missing; expected 1"},
    {"not_a_map", ":1: expected a map of keys and values, found a list of 1"},
    {"on_ground_with_place",
     ":12: vehicles[0].initial.place: stands beside on_ground: true; expected one or the other"},
    {"on_ground_with_roll",
     ":12: vehicles[0].initial.attitude.roll_deg: is given by the ground; expected yaw_deg alone"},
    {"on_ground_without_ground",
     ":10: vehicles[0].initial: stands on the ground, but the world has none; expected an initial "
     "state in the air"},
    {"on_ground_without_legs",
     ":9: vehicles[0]: stands on the ground, but has no contact points; expected an initial state "
     "in the air"},
    {"pitch_over_the_top",
     ":12: vehicles[0].initial.attitude.pitch_deg: expected a number from -90 to 90, found 120.0"},
    {"place_too_high",
     ":11: vehicles[0].initial.place.height_m: expected a number from -5000 to 86000, found "
     "90000.0"},
    {"place_underground",
     ":10: vehicles[0].initial: starts with its lowest contact point 400.229 m below the ground; "
     "expected a place above it"},
    {"place_without_height",
     ":11: vehicles[0].initial.place.height_m: missing; expected a number from -5000 to 86000"},
    {"rates_too_few",
     ":13: vehicles[0].initial.rates_inertial_deg_s: expected a list of 3 numbers, found a list of "
     "2"},
    {"rates_twice",
     ":14: vehicles[0].initial.rates_earth_deg_s: stands beside rates_inertial_deg_s; expected one "
     "or the other"},
    {"record_faster_than_steps",
     ":7: record.rate_hz: is more than one row a step; expected at most 1000"},
    {"same_name_twice",
     ":14: vehicles[1]: is named \"brick\" as an earlier one is; expected a name of its own"},
    {"second_document", ":14: a second document starts here; expected one document per file"},
    {"step_too_long", ":5: step_s: expected a number from 1e-05 to 0.1, found 0.5"},
    {"unclosed_list",
     ":14: not valid YAML at column 1: the list \"rates_inertial_deg_s\" of line 13 is "
     "not closed"},
    {"unknown_integrator",
     ":6: integrator: expected one of rk4, dormand_prince, airsim_verlet, semi_implicit_euler, "
     "found the string \"rk45\"; did you mean \"rk4\"?"},
    {"unknown_key",
     ":7: durations: unknown key; expected one of schema_version, about, waits_for, step_s, "
     "integrator, seed, ideal_sensors, duration_s, record, world, vehicles, places, paths, "
     "failures, timeline, meanwhile, end_when, expect, seeds, grid, sabotage"},
    {"vehicles_as_map", ":8: vehicles: expected a list of at least 1 and at most 64, found a map"},
    {"velocity_as_number",
     ":12: vehicles[0].initial.velocity_ned_m_s: expected a list of 3 numbers, found 5.0"},
    {"world_as_number",
     ":2: world: expected a map of keys and values or the name of a world, found 1"},
};

// The error of a file, folders left out.
std::string message_of(const std::string& name) {
  const Result<Scenario> scenario =
      load_scenario(kFolder + name + ".yaml", ALULA_SOURCE_DIR "/models");
  if (scenario.ok()) return "is accepted";
  std::string text = scenario.error().text();
  for (const std::string& folder : {kFolder, std::string(ALULA_SOURCE_DIR "/")}) {
    for (std::size_t at; (at = text.find(folder)) != text.npos;) text.erase(at, folder.size());
  }
  return text;
}

TEST(BadScenarios, AreRefusedWithFileLineKeyAndWhatWasExpected) {
  std::set<std::string> messages;
  for (const BadFile& file : kBadScenarios) {
    EXPECT_EQ(message_of(file.name), std::string(file.name) + ".yaml" + file.message);
    EXPECT_TRUE(messages.insert(file.message).second) << file.name;
  }
}

TEST(BadScenarios, PointToTheNamedFileThatIsWrong) {
  EXPECT_EQ(message_of("broken_vehicle_file"),
            "parts/massless.yaml:4: body.mass_kg: expected a number above 0, found 0.0");
  EXPECT_EQ(message_of("broken_world_file"),
            "parts/windy.yaml:2: wind.speed_m_s: expected a number from 0 to 150, found 200.0");
}

TEST(BadScenarios, EveryFileOfTheFolderIsListed) {
  std::set<std::string> listed{"broken_vehicle_file", "broken_world_file"}, found;
  for (const BadFile& file : kBadScenarios) listed.insert(file.name);
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".yaml") found.insert(entry.path().stem());
  }
  EXPECT_EQ(listed, found);
}

TEST(BadScenarios, AMissingFileAndAFolderAreNoScenario) {
  EXPECT_EQ(message_of("no_such_file"),
            "no_such_file.yaml: cannot be read: No such file or directory");
  const Result<Scenario> folder = load_scenario(kFolder, ALULA_SOURCE_DIR "/models");
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().text(), kFolder + ": is a folder; expected a file");
}

}  // namespace
}  // namespace alula
