#include "sim/world_config.h"

#include "document/load.h"
#include "math/frames.h"

namespace alula {
namespace {

GravityConfig read_gravity(MapReader& world) {
  GravityConfig config;
  const Node node = world.map_or_absent("gravity");
  MapReader map(node);
  config.model = map.choice_or<GravityModel>("model", config.model,
                                             {{"wgs84", GravityModel::wgs84},
                                              {"j2", GravityModel::j2},
                                              {"constant", GravityModel::constant}});
  config.rotation = map.boolean_or("rotation", config.rotation);
  config.constant_m_s2 =
      map.number_or("constant_m_s2", config.constant_m_s2, {.min = 0.0, .max = 100.0});
  if (map.has("constant_m_s2") && config.model != GravityModel::constant) {
    map.reject("constant_m_s2",
               "has no effect on this model; expected it beside model: constant only");
  }
  world.keep(map.finish());
  return config;
}

WindConfig read_wind(MapReader& world) {
  WindConfig config;
  const Node node = world.map_or_absent("wind");
  if (!node.present()) return config;
  MapReader map(node);
  const bool by_direction = map.has("from_deg") || map.has("speed_m_s");
  if (by_direction && map.has("velocity_ned_m_s")) {
    map.reject("velocity_ned_m_s",
               "stands beside from_deg and speed_m_s; expected one or the other");
  }
  if (by_direction) {
    const double from_deg = map.number("from_deg", {.min = -360.0, .max = 360.0});
    const double speed_m_s = map.number("speed_m_s", {.min = 0.0, .max = 150.0});
    config.velocity_W_m_s = wind_from(radians(from_deg), speed_m_s);
  } else {
    config.velocity_W_m_s = map.vector3<Vec3>("velocity_ned_m_s", {.min = -150.0, .max = 150.0});
  }
  if (MaybeError error = validate(config)) {
    map.reject(by_direction ? "speed_m_s" : "velocity_ned_m_s", error->message);
  }
  world.keep(map.finish());
  return config;
}

void read_ground(MapReader& world, WorldConfig& config) {
  const Node node = world.take("ground");
  if (!node.present()) return;
  if (node.kind() == NodeKind::string && node.text() == "none") {
    config.has_ground = false;
    return;
  }
  if (node.kind() != NodeKind::map) {
    world.reject("ground",
                 "expected a map of keys and values or the word none, found " + node.description());
    return;
  }
  MapReader map(node);
  GroundConfig& ground = config.ground;
  ground.slope_deg = map.number_or("slope_deg", ground.slope_deg, {.min = 0.0, .max = 60.0});
  ground.uphill_azimuth_deg =
      map.number_or("uphill_azimuth_deg", ground.uphill_azimuth_deg, {.min = -360.0, .max = 360.0});
  ground.friction = map.number_or("friction", ground.friction, {.min = 0.0, .max = 10.0});
  ground.restitution = map.number_or("restitution", ground.restitution, {.min = 0.0, .max = 1.0});
  world.keep(map.finish());
}

Result<WorldConfig> read_fields(MapReader& map) {
  WorldConfig config = default_world();
  config.has_origin = map.node().find("origin").kind() == NodeKind::map;
  config.environment.origin = read_geodetic_or(map, "origin", config.environment.origin);
  config.environment.gravity = read_gravity(map);
  config.environment.wind = read_wind(map);
  read_ground(map, config);
  // WMM2025 holds from 2025 to 2030.
  config.decimal_year =
      map.number_or("decimal_year", config.decimal_year, {.min = 2025.0, .max = 2030.0});
  if (MaybeError error = map.finish()) return *error;
  return config;
}

}  // namespace

WorldConfig default_world() {
  WorldConfig config;
  config.environment.origin = {radians(kDefaultLatitudeDeg), radians(kDefaultLongitudeDeg),
                               kDefaultHeightM};
  return config;
}

Geodetic read_geodetic_or(MapReader& parent, std::string_view key, const Geodetic& fallback) {
  const Node node = parent.map_or_absent(key);
  if (!node.present()) return fallback;
  MapReader map(node);
  Geodetic place;
  place.latitude_rad = radians(map.number("latitude_deg", {.min = -90.0, .max = 90.0}));
  place.longitude_rad = radians(map.number("longitude_deg", {.min = -180.0, .max = 180.0}));
  place.height_m = map.number("height_m", {.min = -5000.0, .max = 86000.0});
  parent.keep(map.finish());
  return place;
}

Result<WorldConfig> read_world(Node node) {
  MapReader map(node);
  return read_fields(map);
}

Result<WorldConfig> read_world_file(Node root) {
  MapReader map(root);
  map.integer("schema_version", {.min = 1, .max = 1});
  return read_fields(map);
}

Result<WorldConfig> parse_world(std::string_view text, std::string_view name) {
  const Result<Document> document = parse_document(text, name);
  if (!document.ok()) return document.error();
  return read_world_file(document->root());
}

Result<WorldConfig> load_world(const std::string& path) {
  const Result<Document> document = load_document(path);
  if (!document.ok()) return document.error();
  return read_world_file(document->root());
}

std::string find_world(std::string_view name, std::string_view models_dir) {
  const bool is_path =
      name.find('/') != std::string_view::npos || name.ends_with(".yaml") || name.ends_with(".yml");
  if (is_path) return std::string(name);
  return std::string(models_dir) + "/worlds/" + std::string(name) + ".yaml";
}

}  // namespace alula
