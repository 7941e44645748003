#include "sim/read_environment.h"

#include "math/frames.h"

namespace alula {
namespace {

constexpr NumberRange kHeight{.min = kHeightMin_m, .max = kHeightMax_m};

// An error of a struct's own check, which names the field, at the key of that name.
void keep_verdict(MapReader& map, const MaybeError& error) {
  if (error && map.ok()) map.reject(error->where, error->message);
}

EarthModel read_earth(MapReader& world, const EarthModel& fallback) {
  const Node node = world.map_or_absent({"earth", "A sphere in place of the ellipsoid", "WGS84"});
  if (!node.present()) return fallback;
  MapReader map(node);
  EarthModel earth = round_earth();
  earth.radius_m = map.number_or(
      {"radius_m", "A sphere of this radius; latitudes are then geocentric"}, earth.radius_m);
  earth.gm_m3_s2 = map.number_or({"gm_m3_s2", "Its gravitational parameter"}, earth.gm_m3_s2);
  keep_verdict(map, validate(earth));
  world.keep(map.finish());
  return earth;
}

GravityConfig read_gravity(MapReader& world, const EarthModel& earth) {
  GravityConfig config;
  if (earth.is_sphere()) config.model = GravityModel::round;
  const Node node = world.map_or_absent({"gravity", "How strong it pulls"});
  MapReader map(node);
  config.model = map.choice_or<GravityModel>({"model",
                                              "wgs84: normal gravity of the ellipsoid; j2: a point "
                                              "mass and the second zonal harmonic; round: a point "
                                              "mass; constant: along down of the origin; airsim: "
                                              "the same, falling off above 10 km as in AirSim",
                                              "wgs84; on a sphere round"},
                                             config.model,
                                             {{"wgs84", GravityModel::wgs84},
                                              {"j2", GravityModel::j2},
                                              {"round", GravityModel::round},
                                              {"constant", GravityModel::constant},
                                              {"airsim", GravityModel::airsim}});
  config.rotation =
      map.boolean_or({"rotation", "Coriolis and centrifugal terms; false: the Earth stands still"},
                     config.rotation);
  config.constant_m_s2 = map.number_or({"constant_m_s2", "Of the model constant only"},
                                       config.constant_m_s2, {.min = 0.0, .max = 100.0});
  if (map.has("constant_m_s2") && config.model != GravityModel::constant) {
    map.reject("constant_m_s2",
               "has no effect on this model; expected it beside model: constant only");
  }
  if (!fits(config.model, earth)) {
    map.reject("model", earth.is_sphere()
                            ? "is not that of a sphere; expected round or constant"
                            : "is that of a sphere; expected the key earth with its radius_m");
  }
  world.keep(map.finish());
  return config;
}

GeoidModel read_geoid(MapReader& world, const EarthModel& earth, GeoidModel fallback) {
  if (earth.is_sphere()) fallback = GeoidModel::none;
  const GeoidModel geoid = world.choice_or<GeoidModel>(
      {"geoid", "Where the sea lies: by the Earth Gravitational Model 1996, or at the ellipsoid",
       "egm96; on a sphere none"},
      fallback, {{"egm96", GeoidModel::egm96}, {"none", GeoidModel::none}});
  if (earth.is_sphere() && geoid != GeoidModel::none) {
    world.reject("geoid", "is that of the ellipsoid; expected none on a sphere");
  }
  return geoid;
}

AtmosphereConfig read_atmosphere(MapReader& world) {
  AtmosphereConfig config;
  MapReader map(world.map_or_absent({"atmosphere", "How the air differs from the standard"}));
  config.temperature_offset_k =
      map.number_or({"temperature_offset_k",
                     "Warmer than the U.S. Standard Atmosphere 1976 at every height; the pressure "
                     "follows, hydrostatically"},
                    config.temperature_offset_k);
  config.pressure_offset_pa = map.number_or(
      {"pressure_offset_pa", "Pressure at the sea less 101325 Pa; a QNH of 1003 hPa is -1025"},
      config.pressure_offset_pa);
  keep_verdict(map, validate(config));
  world.keep(map.finish());
  return config;
}

}  // namespace

void read_wind_velocity(MapReader& map, WindConfig& config) {
  const bool by_direction = map.has("from_deg") || map.has("speed_m_s");
  if (by_direction && map.has("velocity_ned_m_s")) {
    map.reject("velocity_ned_m_s",
               "stands beside from_deg and speed_m_s; expected one or the other");
  }
  if (by_direction) {
    const double from_deg =
        map.number({"from_deg", "Where it comes from, clockwise from north; beside speed_m_s"},
                   {.min = -360.0, .max = 360.0});
    const double speed_m_s =
        map.number({"speed_m_s", "Its speed, beside from_deg"}, {.min = 0.0, .max = kWindMax_m_s});
    config.velocity_W_m_s = wind_from(radians(from_deg), speed_m_s);
  } else {
    config.velocity_W_m_s =
        map.vector3<Vec3>({"velocity_ned_m_s",
                           "Where it blows: north, east, down; instead of from_deg and speed_m_s"},
                          {.min = -kWindMax_m_s, .max = kWindMax_m_s});
  }
  if (MaybeError error = validate(config)) {
    map.reject(by_direction ? "speed_m_s" : "velocity_ned_m_s", error->message);
  }
}

namespace {

void read_shear(MapReader& wind, WindConfig& config) {
  const Node node = wind.map_or_absent({"shear", "How the wind changes with height", "not at all"});
  if (!node.present()) return;
  MapReader map(node);
  config.shear = map.choice<WindShear>(
      {"kind", "logarithmic: v ln(h/z0) / ln(h_ref/z0), h over the ground; or linear"},
      {{"linear", WindShear::linear}, {"logarithmic", WindShear::logarithmic}});
  config.reference_height_m =
      map.number_or({"reference_height_m", "Height over the ground at which the wind is as given"},
                    config.reference_height_m);
  config.top_height_m =
      map.number_or({"top_height_m", "Above it the wind is as there"}, config.top_height_m);
  if (config.shear == WindShear::linear) {
    config.gradient_W_per_s = map.vector3<Vec3>(
        {"gradient_ned_per_s",
         "Change of the wind each metre of height, north, east, down, up to the top"},
        {.min = -10.0, .max = 10.0});
  } else {
    config.roughness_m =
        map.number_or({"roughness_m", "z0; the wind is still below it"}, config.roughness_m);
  }
  keep_verdict(map, validate(config));
  wind.keep(map.finish());
}

WindConfig read_wind(MapReader& world) {
  WindConfig config;
  const Node node = world.map_or_absent({"wind", "Steady wind", "calm"});
  if (!node.present()) return config;
  MapReader map(node);
  read_wind_velocity(map, config);
  read_shear(map, config);
  world.keep(map.finish());
  return config;
}

}  // namespace

Geodetic read_geodetic_or(MapReader& parent, const Key& key, const Geodetic& fallback,
                          GeoidModel geoid) {
  const Node node = parent.map_or_absent(key);
  if (!node.present()) return fallback;
  MapReader map(node);
  Geodetic place;
  place.latitude_rad =
      radians(map.number({"latitude_deg", "North above zero"}, {.min = -90.0, .max = 90.0}));
  place.longitude_rad =
      radians(map.number({"longitude_deg", "East above zero"}, {.min = -180.0, .max = 180.0}));
  if (!map.has("altitude_msl_m")) {
    place.height_m =
        map.number({"height_m", "Over the ellipsoid or the sphere; or altitude_msl_m"}, kHeight);
  } else {
    if (map.has("height_m")) {
      map.reject("height_m", "stands beside altitude_msl_m; expected one or the other");
    }
    const double sea_level_m = geoid_height_m(geoid, place.latitude_rad, place.longitude_rad);
    place.height_m =
        map.number({"altitude_msl_m", "Over the sea; instead of height_m"}, kHeight) + sea_level_m;
    if (map.ok() && validate(place)) {
      map.reject("altitude_msl_m", "lies outside of the air above the ellipsoid");
    }
  }
  parent.keep(map.finish());
  return place;
}

EnvironmentConfig read_environment(MapReader& world, const EnvironmentConfig& fallback) {
  EnvironmentConfig config = fallback;
  config.earth = read_earth(world, fallback.earth);
  config.geoid = read_geoid(world, config.earth, fallback.geoid);
  config.origin =
      read_geodetic_or(world,
                       {"origin", "Where the world frame is tangent to the Earth",
                        "47.397742, 8.545594, 488 m over the sea; for a mission its home"},
                       fallback.origin, config.geoid);
  config.gravity = read_gravity(world, config.earth);
  config.atmosphere = read_atmosphere(world);
  config.wind = read_wind(world);
  return config;
}

}  // namespace alula
