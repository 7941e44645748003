// vehicle/vehicle_config.h: a vehicle file as plain data, read and checked. Positions count from
// the centre of mass.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "document/explore.h"
#include "dynamics/mass_properties.h"
#include "sensors/sensor_suite.h"
#include "vehicle/part_table.h"

namespace alula {

// All parts of one kind; each kind appears once.
struct PartGroupConfig {
  std::vector<std::string> names;  // unique in the vehicle; the log calls a wrench force_<name>
  PartKinds::Configs configs;      // as many
};

// A parameter that an autopilot should start with for this vehicle. What it means is not the
// vehicle's business.
struct AutopilotParameter {
  std::string name;
  double value = 0.0;
};

struct VehicleConfig {
  std::string name;
  MassElement body{};                  // position_m: the centre of mass, in the file's axes
  std::vector<PartGroupConfig> parts;  // in the order of the file
  std::vector<Vec3> contact_points_m;
  SensorSuiteConfig sensors;
  std::vector<AutopilotParameter> autopilot_parameters;

  // The configs of one kind; empty when there is none.
  template <class Config> [[nodiscard]] std::span<const Config> parts_of() const {
    for (const PartGroupConfig& group : parts)
      if (const auto* found = std::get_if<std::vector<Config>>(&group.configs)) return *found;
    return {};
  }
};

// Thrust at full command over what hovering needs, of the rotor that is loaded most.
inline constexpr double kHoverMarginMin = 1.1;

// The vehicle as a whole: the physics that no single key can break. Error::where is the top-level
// key at fault.
MaybeError validate(const VehicleConfig& config);

// A part whose state settles within less than a step makes every integrator diverge or lie; names
// the part, the key and both times.
MaybeError check_step(const VehicleConfig& config, double dt_s);

// `name` is what messages call the text. Errors name line and key.
Result<VehicleConfig> parse_vehicle(std::string_view text, std::string_view name);
Result<VehicleConfig> load_vehicle(const std::string& path);
// The same with some keys changed: `changes` is a map from keys, written as messages name them
// ("body.mass_kg"), to values. What is wrong with them is told at their place.
Result<VehicleConfig> load_vehicle(const std::string& path, Node changes);
// What such a file may hold.
Schema vehicle_file_schema();
// "x500" is <models_dir>/vehicles/x500.yaml; see file_of_name().
std::string find_vehicle(std::string_view name, std::string_view models_dir);

}  // namespace alula
