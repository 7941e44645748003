// World files: what they mean, and the message that each wrong one gives.
#include "sim/world_config.h"

#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "math/frames.h"

namespace alula {
namespace {

const std::string kFolder = ALULA_SOURCE_DIR "/tests/bad/worlds/";

WorldConfig world_of(std::string_view text) {
  Result<WorldConfig> world = parse_world(text, "world.yaml");
  if (!world.ok()) ADD_FAILURE() << world.error().text();
  return world.ok() ? *world : WorldConfig{};
}

TEST(World, WithoutAnyKeyIsTheDefaultField) {
  const WorldConfig world = world_of("schema_version: 1\n");
  EXPECT_FALSE(world.has_origin);
  // The launch place of PX4's own models.
  EXPECT_NEAR(degrees(world.environment.origin.latitude_rad), 47.397742, 1e-12);
  EXPECT_NEAR(degrees(world.environment.origin.longitude_rad), 8.545594, 1e-12);
  EXPECT_EQ(world.environment.geoid, GeoidModel::egm96);
  // 488 m over the sea, which lies 47.24 m over the ellipsoid there (EGM96).
  EXPECT_NEAR(world.environment.origin.height_m, 535.24, 0.05);
  EXPECT_EQ(world.environment.earth, EarthModel{});
  EXPECT_EQ(world.environment.atmosphere.temperature_offset_k, 0.0);
  EXPECT_EQ(world.environment.gravity.model, GravityModel::wgs84);
  EXPECT_TRUE(world.environment.gravity.rotation);
  EXPECT_EQ(norm(world.environment.wind.velocity_W_m_s), 0.0);
  EXPECT_TRUE(world.has_ground);
  EXPECT_EQ(world.ground.slope_deg, 0.0);
  EXPECT_EQ(world.ground.friction, 0.6);
  EXPECT_EQ(world.ground.restitution, 0.0);
  EXPECT_EQ(world.decimal_year, 2026.0);
}

TEST(World, SaysWhereItLies) {
  const WorldConfig world = world_of(
      "schema_version: 1\norigin: {latitude_deg: -33.9, longitude_deg: 18.4, height_m: 12.5}\n");
  EXPECT_TRUE(world.has_origin);
  EXPECT_NEAR(degrees(world.environment.origin.latitude_rad), -33.9, 1e-12);
  EXPECT_NEAR(degrees(world.environment.origin.longitude_rad), 18.4, 1e-12);
  EXPECT_EQ(world.environment.origin.height_m, 12.5);
}

// EGM96 gives 17.16 m at latitude and longitude 0.
TEST(World, AnAltitudeCountsFromTheSeaOfTheWorld) {
  const auto height_of = [](const std::string& more) {
    const std::string origin =
        "schema_version: 1\norigin: {latitude_deg: 0, longitude_deg: 0, altitude_msl_m: 100}\n";
    return world_of(origin + more).environment.origin.height_m;
  };
  EXPECT_NEAR(height_of(""), 117.16, 0.01);
  EXPECT_EQ(height_of("geoid: none\n"), 100.0);
  EXPECT_EQ(height_of("earth: {}\n"), 100.0);
}

TEST(World, MayBeRound) {
  const EnvironmentConfig world =
      world_of("schema_version: 1\nearth: {radius_m: 6371007.0, gm_m3_s2: 3.98600480e14}\n")
          .environment;
  EXPECT_EQ(world.earth, round_earth(6371007.0, 3.98600480e14));
  EXPECT_EQ(world.gravity.model, GravityModel::round);
  EXPECT_EQ(world.geoid, GeoidModel::none);
  EXPECT_EQ(world_of("schema_version: 1\nearth: {}\n").environment.earth, round_earth());
  const GravityModel held = world_of("schema_version: 1\nearth: {}\ngravity: {model: constant}\n")
                                .environment.gravity.model;
  EXPECT_EQ(held, GravityModel::constant);
}

TEST(World, HasItsWeather) {
  const AtmosphereConfig day =
      world_of(
          "schema_version: 1\n"
          "atmosphere: {temperature_offset_k: -12.5, pressure_offset_pa: 800}\n")
          .environment.atmosphere;
  EXPECT_EQ(day.temperature_offset_k, -12.5);
  EXPECT_EQ(day.pressure_offset_pa, 800.0);
}

TEST(World, MayHaveShear) {
  const WindConfig rough =
      world_of(
          "schema_version: 1\nwind: {from_deg: 270, speed_m_s: 8, shear: {kind: logarithmic, "
          "reference_height_m: 10, roughness_m: 0.6, top_height_m: 200}}\n")
          .environment.wind;
  EXPECT_EQ(rough.shear, WindShear::logarithmic);
  EXPECT_EQ(rough.reference_height_m, 10.0);
  EXPECT_EQ(rough.roughness_m, 0.6);
  EXPECT_EQ(rough.top_height_m, 200.0);
  EXPECT_NEAR(rough.velocity_W_m_s.y, 8.0, 1e-12);
  const WindConfig linear =
      world_of(
          "schema_version: 1\nwind: {velocity_ned_m_s: [0, 8, 0], shear: {kind: linear, "
          "gradient_ned_per_s: [0, 0.01, 0]}}\n")
          .environment.wind;
  EXPECT_EQ(linear.shear, WindShear::linear);
  EXPECT_EQ(linear.gradient_W_per_s.y, 0.01);
  EXPECT_NEAR(linear.reference_height_m, 6.096, 1e-12);  // 20 ft
}

TEST(World, AnEmptyOriginIsNone) {
  EXPECT_FALSE(world_of("schema_version: 1\norigin:\n").has_origin);
}

TEST(World, AWestWindBlowsToTheEast) {
  const Vec3 wind = world_of("schema_version: 1\nwind: {from_deg: 270, speed_m_s: 8}\n")
                        .environment.wind.velocity_W_m_s;
  EXPECT_LT(norm(wind - Vec3{0.0, 8.0, 0.0}), 1e-12);
  const Vec3 same = world_of("schema_version: 1\nwind: {velocity_ned_m_s: [0, 8, 0]}\n")
                        .environment.wind.velocity_W_m_s;
  EXPECT_LT(norm(wind - same), 1e-12);
}

TEST(World, MayHaveAGroundOrNone) {
  const WorldConfig hill = world_of(
      "schema_version: 1\n"
      "ground: {slope_deg: 10, uphill_azimuth_deg: 90, friction: 0.4, restitution: 0.2}\n");
  EXPECT_TRUE(hill.has_ground);
  EXPECT_EQ(hill.ground.slope_deg, 10.0);
  EXPECT_EQ(hill.ground.uphill_azimuth_deg, 90.0);
  EXPECT_EQ(hill.ground.friction, 0.4);
  EXPECT_EQ(hill.ground.restitution, 0.2);
  EXPECT_FALSE(world_of("schema_version: 1\nground: none\n").has_ground);
}

TEST(World, ChoosesItsGravity) {
  const GravityConfig gravity =
      world_of(
          "schema_version: 1\ngravity: {model: constant, constant_m_s2: 3.7, rotation: false}\n")
          .environment.gravity;
  EXPECT_EQ(gravity.model, GravityModel::constant);
  EXPECT_EQ(gravity.constant_m_s2, 3.7);
  EXPECT_FALSE(gravity.rotation);
  EXPECT_EQ(world_of("schema_version: 1\ngravity: {model: j2}\n").environment.gravity.model,
            GravityModel::j2);
}

TEST(World, IsFoundByNameAmongTheModelsOrByPath) {
  EXPECT_EQ(find_world("slope", "models"), "models/worlds/slope.yaml");
  EXPECT_EQ(find_world("./slope", "models"), "./slope");
  EXPECT_EQ(find_world("slope.yaml", "models"), "slope.yaml");
  for (const char* name : {"default", "slope", "airsim", "windy"}) {
    const Result<WorldConfig> world = load_world(find_world(name, ALULA_SOURCE_DIR "/models"));
    EXPECT_TRUE(world.ok()) << world.error().text();
  }
}

struct BadFile {
  const char* name;
  const char* message;  // after the file's name
};
const BadFile kBadWorlds[] = {
    {"altitude_in_space", ":2: origin.altitude_msl_m: lies outside of the air above the ellipsoid"},
    {"altitude_twice",
     ":2: origin.height_m: stands beside altitude_msl_m; expected one or the other"},
    {"atmosphere_too_hot", ":7: atmosphere.temperature_offset_k: must be from -80 to 80"},
    {"bouncing_up", ":5: ground.restitution: expected a number from 0 to 1, found 1.5"},
    {"constant_of_another_model",
     ":3: gravity.constant_m_s2: has no effect on this model; expected it beside model: constant "
     "only"},
    {"duplicate_key", ":7: key \"decimal_year\" appears twice in one map; the first is on line 6"},
    {"earth_too_small", ":7: earth.radius_m: must be from 1000000 to 100000000"},
    {"empty", ": is empty; expected a world"},
    {"friction_not_a_number", ":5: ground.friction: expected a number from 0 to 10, found .nan"},
    {"future_version", ":1: schema_version: expected 1, found 2"},
    {"geoid_on_a_sphere", ":8: geoid: is that of the ellipsoid; expected none on a sphere"},
    {"gravity_of_a_sphere_on_the_ellipsoid",
     ":3: gravity.model: is that of a sphere; expected the key earth with its radius_m"},
    {"gravity_of_an_ellipsoid_on_a_sphere",
     ":3: gravity.model: is not that of a sphere; expected round or constant"},
    {"ground_as_word",
     ":5: ground: expected a map of keys and values or the word none, found the string \"flat\""},
    {"latitude_out_of_range",
     ":2: origin.latitude_deg: expected a number from -90 to 90, found 97.0"},
    {"longitude_as_text",
     ":2: origin.longitude_deg: expected a number from -180 to 180, found the string \"8E\"; the "
     "unit stands in the key, not behind the number"},
    {"negative_gravity", ":3: gravity.constant_m_s2: expected a number from 0 to 100, found -9.81"},
    {"no_version", ":1: schema_version: missing; expected 1"},
    {"origin_without_height",
     ":2: origin.height_m: missing; expected a number from -5000 to 86000"},
    {"rotation_as_word", ":3: gravity.rotation: expected true or false, found the string \"yes\""},
    {"shear_of_no_kind",
     ":4: wind.shear.kind: expected one of linear, logarithmic, found the string \"log\"; "
     "did you mean \"logarithmic\"?"},
    {"shear_rougher_than_high", ":4: wind.shear.roughness_m: must be below reference_height_m"},
    {"shear_too_strong_aloft",
     ":4: wind.shear: must leave the wind at or below 150 m/s at every height"},
    {"slope_too_steep", ":5: ground.slope_deg: expected a number from 0 to 60, found 75.0"},
    {"unknown_gravity",
     ":3: gravity.model: expected one of wgs84, j2, round, constant, airsim, found the string "
     "\"wsg84\"; did you "
     "mean \"wgs84\"?"},
    {"unknown_key", ":6: decimal_years: unknown key; did you mean \"decimal_year\"?"},
    {"wind_from_the_back", ":4: wind.speed_m_s: expected a number from 0 to 150, found -5.0"},
    {"wind_too_strong", ":4: wind.velocity_ned_m_s: must be finite and at most 150 m/s"},
    {"wind_twice",
     ":4: wind.velocity_ned_m_s: stands beside from_deg and speed_m_s; expected one or the other"},
    {"wind_without_speed", ":4: wind.speed_m_s: missing; expected a number from 0 to 150"},
    {"year_before_the_model",
     ":6: decimal_year: expected a number from 2025 to 2030, found 2019.5"},
};

TEST(BadWorlds, AreRefusedWithFileLineKeyAndWhatWasExpected) {
  std::set<std::string> messages;
  for (const BadFile& file : kBadWorlds) {
    const std::string path = kFolder + file.name + ".yaml";
    const Result<WorldConfig> world = load_world(path);
    EXPECT_EQ(world.ok() ? "is accepted" : world.error().text(), path + file.message);
    EXPECT_TRUE(messages.insert(file.message).second) << file.name;
  }
}

TEST(BadWorlds, EveryFileOfTheFolderIsListed) {
  std::set<std::string> listed, found;
  for (const BadFile& file : kBadWorlds) listed.insert(file.name);
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".yaml") found.insert(entry.path().stem());
  }
  EXPECT_EQ(listed, found);
}

}  // namespace
}  // namespace alula
