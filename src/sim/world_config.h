// sim/world_config.h: a world file: where on Earth, which gravity, wind and ground.
// docs/scenarios.md lists the keys with units and defaults.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/error.h"
#include "document/explore.h"
#include "document/map_reader.h"
#include "dynamics/environment.h"
#include "dynamics/plant_step.h"
#include "world/ground.h"

namespace alula {

struct WorldConfig {
  EnvironmentConfig environment{};
  bool has_origin = false;  // the file names one; else the mission's home is the origin
  GroundConfig ground{};
  bool has_ground = true;
  double decimal_year = 2026.0;  // of the magnetic field
  Integrator integrator = Integrator::rk4;
};

// The words of files for the integrators.
inline constexpr std::array<Choice<Integrator>, 4> kIntegratorNames{
    {{"rk4", Integrator::rk4},
     {"dormand_prince", Integrator::dormand_prince},
     {"airsim_verlet", Integrator::airsim_verlet},
     {"semi_implicit_euler", Integrator::semi_implicit_euler}}};

// The origin of W when nothing names one: the launch place of PX4's own models.
inline constexpr double kDefaultLatitudeDeg = 47.397742;
inline constexpr double kDefaultLongitudeDeg = 8.545594;
inline constexpr double kDefaultAltitudeMslM = 488.0;
WorldConfig default_world();

// A map with any of: the keys of read_environment(), ground {slope_deg, uphill_azimuth_deg,
// friction, restitution, contact, airsim_lock} or ground: none, decimal_year, integrator.
Result<WorldConfig> read_world(Node node);
// A world file: the same with `schema_version: 1`.
Result<WorldConfig> read_world_file(Node root);
// What such a file may hold.
Schema world_file_schema();
// `name` is what messages call the text.
Result<WorldConfig> parse_world(std::string_view text, std::string_view name);
Result<WorldConfig> load_world(const std::string& path);
// "slope" is <models_dir>/worlds/slope.yaml; what holds a slash or ends in .yaml or .yml is a path
// already.
std::string find_world(std::string_view name, std::string_view models_dir);

}  // namespace alula
