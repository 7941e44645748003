// Each broken file gets its own message, one line: file, line, key, what stands there, what was
// expected.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "vehicle/vehicle.h"

namespace alula {
namespace {

struct Expectation {
  std::string place;    // line and key, after the file's name
  std::string message;  // its beginning
};

const std::map<std::string, Expectation>& expectations() {
  static const std::map<std::string, Expectation> all{
      {"decimal_comma", {"5: body.mass_kg", "expected a number above 0, found the string \"2,0\""}},
      {"delay_too_long",
       {"35: sensors.imu[0].delay_s", "more than 32 samples would be under way at this rate"}},
      {"duplicate_key", {"6", "key \"mass_kg\" appears twice in one map; the first is on line 5"}},
      {"falling_battery_curve",
       {"27: parts[1].open_circuit_cell_v", "must rise from entry to entry"}},
      {"falls_over",
       {"28: contact_points_m", "the lowest points do not surround the centre of mass"}},
      {"kind_twice",
       {"8: parts", "has the kind body_drag twice; list its parts under one `instances`"}},
      {"legs_above", {"28: contact_points_m", "no point lies below the centre of mass"}},
      {"missing_mass", {"4: body.mass_kg", "missing; expected a number above 0"}},
      {"misspelt_key", {"5: body.mas_kg", "unknown key; did you mean \"mass_kg\"?"}},
      {"negative_inertia", {"7: body.inertia_kg_m2", "must be positive definite"}},
      {"negative_noise",
       {"37: sensors.gnss[0].position_white_horizontal_m", "expected a number of at least 0"}},
      {"no_legs",
       {"2", "contact_points_m is missing; a vehicle with rotors needs points to stand on"}},
      {"no_map", {"2", "expected a map of keys and values, found a list of 2"}},
      {"no_yaw", {"8: parts", "these rotors cannot control yaw and lift independently"}},
      {"not_a_number", {"15: parts[0].speed_max_rad_s", "expected a number above 0, found .nan"}},
      {"rotors_in_a_row", {"8: parts", "these rotors cannot control roll independently"}},
      {"same_place", {"8: parts", "rotors 0 and 3 stand at the same place"}},
      {"slow_above_fast", {"14: parts[0].speed_min_rad_s", "must be below speed_max_rad_s"}},
      {"too_heavy",
       {"5: body.mass_kg",
        "cannot hover: 3.4 kg weigh 33.3 N, and the rotors lift 34 N at full throttle; expected at "
        "least 1.1 times the weight"}},
      {"triangle_rule", {"7: body.inertia_kg_m2", "breaks the triangle rule"}},
      {"two_inertia_numbers",
       {"7: body.inertia_kg_m2", "expected a list of at least 3 and at most 6 numbers"}},
      {"two_numbers_for_a_place",
       {"30: contact_points_m[1]", "expected a list of 3 numbers, found a list of 2"}},
      {"unknown_key",
       {"6: body.colour", "unknown key; expected one of mass_kg, center_of_mass_m, inertia_kg_m2"}},
      {"unknown_part", {"23: parts[1].kind", "expected one of"}},
      {"unknown_spin",
       {"21: parts[0].instances[2].spin_direction", "expected one of ccw, cw, found"}},
      {"weak_battery", {"8: parts", "the battery cannot feed the hover current of 20.1 A"}},
      {"wrong_version", {"2: schema_version", "expected 1, found 2"}},
      {"zero_mass", {"5: body.mass_kg", "expected a number above 0, found 0.0"}}};
  return all;
}

std::string folder() { return ALULA_SOURCE_DIR "/tests/bad/vehicles/"; }

TEST(BadVehicleFiles, EachGetsItsOwnLineWithFileLineAndKey) {
  for (const auto& [name, expected] : expectations()) {
    const std::string path = folder() + name + ".yaml";
    const Result<VehicleConfig> vehicle = load_vehicle(path);
    ASSERT_FALSE(vehicle.ok()) << name;
    const std::string text = vehicle.error().text();
    const std::string start = path + ":" + expected.place + ": " + expected.message;
    EXPECT_EQ(text.substr(0, start.size()), start);
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

TEST(BadVehicleFiles, TheTableKnowsEveryFile) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() != ".yaml") continue;
    EXPECT_TRUE(expectations().contains(entry.path().stem().string())) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, expectations().size());
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// The x500's file with one text in the place of another, both of one line.
std::string slip(const std::string& right, const std::string& wrong) {
  std::string text;
  for (const std::string& line : lines_of(ALULA_SOURCE_DIR "/models/vehicles/x500.yaml"))
    text += line + "\n";
  const std::size_t at = text.find(right);
  EXPECT_NE(at, std::string::npos) << right;
  text.replace(at, right.size(), wrong);
  const Result<VehicleConfig> vehicle = parse_vehicle(text, "x.yaml");
  return vehicle.ok() ? "no error" : vehicle.error().text();
}

TEST(BadVehicleFiles, UnitsThatCannotBeMeantAreNamedWhereTheyStand) {
  EXPECT_NE(slip("mass_kg: 2.064308", "mass_kg: 2064.308")
                .find(": body.mass_kg: cannot hover: 2.06e+03 kg weigh 2.02e+04 N"),
            std::string::npos);
  EXPECT_NE(slip("mass_kg: 2.064308", "mass_kg: 2064.308").find("(2064.308 g are 2.064308 kg)"),
            std::string::npos);
  const std::string far = slip("position_m: [0.174,", "position_m: [174,");
  EXPECT_NE(far.find("instances[0].position_m: lies 174 m out; expected metres, at most 20 (174 "
                     "mm are 0.174 m)"),
            std::string::npos)
      << far;
  const std::string wide = slip("    efficiency:", "    propeller_diameter_m: 13\n    efficiency:");
  EXPECT_NE(wide.find("parts[0].propeller_diameter_m: is 13 m; expected metres, at most 5 (13 "
                      "inches are 0.33 m)"),
            std::string::npos)
      << wide;
}

TEST(BadVehicleFiles, AFileThatIsNotThereIsNamed) {
  const Result<VehicleConfig> vehicle = load_vehicle("/nowhere/x500.yaml");
  ASSERT_FALSE(vehicle.ok());
  EXPECT_EQ(vehicle.error().code, ErrorCode::not_found);
  EXPECT_NE(vehicle.error().text().find("/nowhere/x500.yaml"), std::string::npos);
}

TEST(BadVehicleFiles, ACutFileNeverLoadsAsAnother) {
  const std::string path = ALULA_SOURCE_DIR "/models/vehicles/x500.yaml";
  ASSERT_TRUE(load_vehicle(path).ok());
  const std::string text =
      "schema_version: 1\nname: quad\nbody: {mass_kg: 1.0, inertia_kg_m2: [0.01, 0.01, 0.01]}\n";
  for (std::size_t length = 0; length < text.size() - 3; ++length) {
    const Result<VehicleConfig> vehicle = parse_vehicle(text.substr(0, length), "cut.yaml");
    EXPECT_FALSE(vehicle.ok()) << length;
  }
  EXPECT_TRUE(parse_vehicle(text, "whole.yaml").ok());
}

// Whatever number stands behind a key: a message, or a vehicle whose plant can be evaluated. An
// assertion would end this process.
TEST(BadVehicleFiles, NoValueOfAnyKeyBringsTheProgramDown) {
  const std::vector<std::string> lines = lines_of(ALULA_SOURCE_DIR "/models/vehicles/x500.yaml");
  int refused = 0, built = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t colon = lines[i].find(": ");
    if (colon == std::string::npos || lines[i].find('#') < colon) continue;
    for (const char* value : {"0", "-1", "1e-300", "1e300", ".nan", ".inf", "1e9", "x", "[]", "{}",
                              "~", "[0, 0, 0]", "[1e200, 0, -1e200]", "18446744073709551616"}) {
      std::string text;
      for (std::size_t j = 0; j < lines.size(); ++j)
        text += (j == i ? lines[j].substr(0, colon + 2) + value : lines[j]) + "\n";
      const Result<VehicleConfig> config = parse_vehicle(text, "x.yaml");
      if (!config.ok()) {
        EXPECT_EQ(config.error().text().find('\n'), std::string::npos);
        ++refused;
        continue;
      }
      Result<Vehicle> vehicle = build_vehicle(config.value(), {});
      if (lines[i].find("time_constant_") != std::string::npos && !vehicle.ok()) {
        EXPECT_NE(vehicle.error().text().find("less than the step of 0.001 s"), std::string::npos);
        ++refused;
        continue;
      }
      ASSERT_TRUE(vehicle.ok()) << lines[i] << " = " << value;
      std::vector<double> x(vehicle->plant().state_size()), dx(x.size());
      vehicle->initial_state({}, x);
      const std::vector<double> command(vehicle->plant().command_size(), 0.5);
      vehicle->plant().derivative(0.0, x, command, dx);
      ++built;
    }
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(built, 100);
}

}  // namespace
}  // namespace alula
