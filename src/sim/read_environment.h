// sim/read_environment.h: the keys of a world file that say what surrounds a vehicle: Earth, place,
// gravity, sea, air and wind. docs/scenarios.md lists them with units and defaults.
#pragma once

#include <string_view>

#include "document/map_reader.h"
#include "dynamics/environment.h"

namespace alula {

// Any of: earth {radius_m, gm_m3_s2}, geoid (egm96 | none), origin (a place), gravity {model,
// rotation, constant_m_s2}, atmosphere {temperature_offset_k, pressure_offset_pa}, wind
// {velocity_ned_m_s | from_deg, speed_m_s; shear {kind, reference_height_m, top_height_m,
// roughness_m | gradient_ned_per_s}}. `fallback` where a key is missing; the reader keeps errors.
EnvironmentConfig read_environment(MapReader& world, const EnvironmentConfig& fallback);

// {from_deg, speed_m_s} or {velocity_ned_m_s} into config.velocity_W_m_s; `map` keeps the errors.
void read_wind_velocity(MapReader& map, WindConfig& config);

// {latitude_deg, longitude_deg, height_m or altitude_msl_m}; the sea is where `geoid` says.
// `fallback` when the key is missing; `parent` keeps the errors.
Geodetic read_geodetic_or(MapReader& parent, const Key& key, const Geodetic& fallback,
                          GeoidModel geoid);

}  // namespace alula
