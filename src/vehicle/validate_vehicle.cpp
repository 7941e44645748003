// The physics that no single key can break: can this vehicle stand, lift itself, and be turned
// about every axis?
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "document/number_text.h"
#include "document/spelling.h"
#include "dynamics/environment.h"
#include "earth/standard_gravity.h"
#include "vehicle/airframe_of.h"
#include "vehicle/lifter.h"
#include "world/contact.h"

namespace alula {
namespace {

constexpr double kRotorDistanceMin_m = 1e-3;
constexpr std::size_t kPartsMax = 256;  // the log has a topic for each
constexpr double kLegSpread_m = 0.01;   // points this much above the lowest still carry

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", value);
  return buffer;
}

// Names become parts of topics, streams and messages.
MaybeError check_name(std::string_view key, std::string_view name) {
  constexpr std::size_t kNameLengthMax = 32;
  if (is_word(name) && name.size() <= kNameLengthMax) return std::nullopt;
  return invalid_config(std::string(key), "the name " + quoted(name) +
                                              " must be made of 1 to 32 letters, digits and "
                                              "underscores");
}

MaybeError check_names(const VehicleConfig& config) {
  if (MaybeError error = check_name("name", config.name)) return error;
  std::vector<std::string> names;
  std::vector<std::size_t> kinds;
  for (const PartGroupConfig& group : config.parts) {
    if (std::find(kinds.begin(), kinds.end(), group.configs.index()) != kinds.end())
      return invalid_config("parts", "has the kind " +
                                         std::string(PartKinds::names[group.configs.index()]) +
                                         " twice; list its parts under one `instances`");
    kinds.push_back(group.configs.index());
    names.insert(names.end(), group.names.begin(), group.names.end());
  }
  for (const std::string& name : names)
    if (MaybeError error = check_name("parts", name)) return error;
  std::sort(names.begin(), names.end());
  const auto twin = std::adjacent_find(names.begin(), names.end());
  if (twin != names.end()) return invalid_config("parts", "two parts are called " + *twin);
  return std::nullopt;
}

// Each part by its own law; files have been through this with line and key already.
MaybeError check_parts(const VehicleConfig& config) {
  for (const PartGroupConfig& group : config.parts) {
    const MaybeError error = std::visit(
        [](const auto& configs) {
          MaybeError first;
          for (const auto& part : configs)
            if (!first) first = validate(part);
          return first;
        },
        group.configs);
    if (error) return invalid_config("parts", error->where + ": " + error->message);
  }
  return std::nullopt;
}

MaybeError check_counts(const VehicleConfig& config) {
  if (!config.parts_of<RotorConfig>().empty() && !config.parts_of<AirsimRotorConfig>().empty())
    return invalid_config("parts", "has both rotor and airsim_rotor; expected one kind of rotor");
  if (lifters_of(config).size() > kMotorsMax)
    return invalid_config("parts", "at most " + std::to_string(kMotorsMax) + " rotors");
  if (config.parts_of<BatteryConfig>().size() > kBatteriesMax)
    return invalid_config("parts", "at most " + std::to_string(kBatteriesMax) + " batteries");
  std::size_t parts = 0;
  for (const PartGroupConfig& group : config.parts) parts += group.names.size();
  if (parts > kPartsMax)
    return invalid_config("parts", "at most " + std::to_string(kPartsMax) + " in all");
  return std::nullopt;
}

MaybeError check_rotors(const VehicleConfig& config) {
  const std::vector<Lifter> rotors = lifters_of(config);
  for (std::size_t i = 0; i < rotors.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!(norm(rotors[i].position_m - rotors[j].position_m) > kRotorDistanceMin_m))
        return invalid_config("parts", "rotors " + std::to_string(j) + " and " + std::to_string(i) +
                                           " stand at the same place");
  const std::vector<std::string> lacking = uncontrollable_axes(config);
  if (!lacking.empty()) {
    std::string list = lacking.front();
    for (std::size_t i = 1; i < lacking.size(); ++i) list += " and " + lacking[i];
    return invalid_config("parts", "these rotors cannot control " + list +
                                       " independently; check positions, axes and spin directions");
  }
  return std::nullopt;
}

// All rotors together; one of them alone may be overloaded all the same.
MaybeError check_lift(const VehicleConfig& config) {
  double lift_n = 0.0;
  for (const Lifter& rotor : lifters_of(config)) lift_n -= rotor.thrust_max_n * rotor.axis.z;
  const double mass_kg = config.body.mass_kg, weight_n = mass_kg * kStandardGravity;
  if (lift_n <= 0.0 || lift_n >= kHoverMarginMin * weight_n) return std::nullopt;
  const bool grams = lift_n >= kHoverMarginMin * 0.001 * weight_n && mass_kg >= 100.0;
  return invalid_config("body.mass_kg", "cannot hover: " + text(mass_kg) + " kg weigh " +
                                            text(weight_n) + " N, and the rotors lift " +
                                            text(lift_n) +
                                            " N at full throttle; expected at least " +
                                            text(kHoverMarginMin) + " times the weight" +
                                            (grams ? " (" + shortest_text(mass_kg) + " g are " +
                                                         shortest_text(mass_kg / 1000.0) + " kg)"
                                                   : ""));
}

MaybeError check_hover(const VehicleConfig& config) {
  if (MaybeError error = check_lift(config)) return error;
  const std::vector<Lifter> rotors = lifters_of(config);
  const std::vector<double> thrusts = hover_thrusts(config);
  for (std::size_t i = 0; i < rotors.size(); ++i) {
    if (!(thrusts[i] > 0.0))
      return invalid_config("parts", "cannot hover: rotor " + std::to_string(i) +
                                         " would have to push down; move the rotors "
                                         "around the centre of mass");
    const double full = rotors[i].thrust_max_n;
    if (!(full >= kHoverMarginMin * thrusts[i]))
      return invalid_config("parts", "cannot hover: rotor " + std::to_string(i) + " gives " +
                                         text(full) + " N at most and hovering takes " +
                                         text(thrusts[i]) + " N; a factor of " +
                                         text(kHoverMarginMin) + " is needed between them");
  }
  return std::nullopt;
}

// The bus under the hover current, and the speed that it allows.
MaybeError check_battery(const VehicleConfig& config) {
  const auto batteries = config.parts_of<BatteryConfig>();
  const auto rotors = config.parts_of<RotorConfig>();
  if (batteries.empty()) return std::nullopt;
  double conductance = 0.0, source = 0.0, current = 0.0;
  for (const BatteryConfig& each : batteries) {
    const Battery<double> battery = Battery<double>::build(each);
    conductance += battery.conductance;
    source += battery.conductance * battery.open_circuit(battery.charge_taken_initial);
  }
  const AirState<double> sea_level{.density_kg_m3 = kSeaLevelDensity, .density_ratio = 1.0};
  const std::vector<double> thrusts = hover_thrusts(config);
  for (std::size_t i = 0; i < rotors.size(); ++i)
    current +=
        Rotor<double>::build(rotors[i]).current(sea_level, speed_for_thrust(rotors[i], thrusts[i]));
  const double voltage = (source - current) / conductance;
  for (std::size_t i = 0; i < rotors.size(); ++i) {
    const double attainable = rotors[i].speed_max_rad_s * voltage / rotors[i].voltage_full_v;
    if (!(attainable >= speed_for_thrust(rotors[i], thrusts[i])))
      return invalid_config("parts", "the battery cannot feed the hover current of " +
                                         text(current) + " A: its voltage drops to " +
                                         text(voltage) + " V, too little for rotor " +
                                         std::to_string(i));
  }
  return std::nullopt;
}

// The lowest points, seen from the centre of mass, leave no half of the circle empty.
bool surround_center(const std::vector<Vec3>& points, double lowest) {
  std::vector<double> angles;
  for (const Vec3& point : points)
    if (point.z > lowest - kLegSpread_m && norm_xy(point) > 1e-6)
      angles.push_back(std::atan2(point.y, point.x));
  if (angles.size() < 3) return false;
  std::sort(angles.begin(), angles.end());
  double gap = angles.front() + 2.0 * std::numbers::pi - angles.back();
  for (std::size_t i = 1; i < angles.size(); ++i) gap = std::max(gap, angles[i] - angles[i - 1]);
  return gap < std::numbers::pi;
}

MaybeError check_contact(const VehicleConfig& config) {
  const std::vector<Vec3>& points = config.contact_points_m;
  const std::vector<Lifter> rotors = lifters_of(config);
  const bool flies = !rotors.empty();
  if (points.size() > kContactPointsMax)
    return invalid_config("contact_points_m",
                          "at most " + std::to_string(kContactPointsMax) + " points");
  for (const Vec3& point : points)
    if (!is_finite(point)) return invalid_config("contact_points_m", "must be finite");
  if (points.empty()) {
    if (flies)
      return invalid_config(
          "", "contact_points_m is missing; a vehicle with rotors needs points to stand on");
    return std::nullopt;
  }
  const double lowest = height_on_ground(config);
  if (!(lowest > 0.0))
    return invalid_config("contact_points_m", "no point lies below the centre of mass");
  if (!flies) return std::nullopt;
  if (!surround_center(points, lowest))
    return invalid_config(
        "contact_points_m",
        "the lowest points do not surround the centre of mass: the vehicle would fall over");
  for (const Lifter& rotor : rotors)
    if (!(rotor.position_m.z < lowest))
      return invalid_config("contact_points_m", "a rotor hub lies below all of them");
  return std::nullopt;
}

struct TimeConstant {
  const char* key;
  double seconds;
};
std::vector<TimeConstant> time_constants(const RotorConfig& rotor) {
  return {{"time_constant_up_s", rotor.time_constant_up_s},
          {"time_constant_down_s", rotor.time_constant_down_s}};
}
std::vector<TimeConstant> time_constants(const AirsimRotorConfig& rotor) {
  return {{"time_constant_s", rotor.time_constant_s}};
}
template <class Config> std::vector<TimeConstant> time_constants(const Config&) { return {}; }

}  // namespace

MaybeError check_step(const VehicleConfig& config, double dt_s) {
  MaybeError first;
  const auto check = [&](const std::string& name, const auto& part) {
    for (const TimeConstant& constant : time_constants(part))
      if (!first && !(constant.seconds >= dt_s))
        first = invalid_config(config.name + ": parts: " + name + ": " + constant.key,
                               "is " + text(constant.seconds) + " s, less than the step of " +
                                   text(dt_s) + " s; expected at least one step");
  };
  for (const PartGroupConfig& group : config.parts) {
    const auto each = [&](const auto& configs) {
      for (std::size_t i = 0; i < configs.size(); ++i) check(group.names[i], configs[i]);
    };
    std::visit(each, group.configs);
  }
  return first;
}

MaybeError validate(const VehicleConfig& config) {
  if (MaybeError error = validate(config.body))
    return invalid_config("body", error->where + ": " + error->message);
  if (MaybeError error = check_names(config)) return error;
  if (MaybeError error = validate(config.sensors))
    return invalid_config("sensors", error->where + ": " + error->message);
  if (MaybeError error = check_parts(config)) return error;
  if (MaybeError error = check_counts(config)) return error;
  if (!lifters_of(config).empty()) {
    if (MaybeError error = check_rotors(config)) return error;
    if (MaybeError error = check_hover(config)) return error;
    if (MaybeError error = check_battery(config)) return error;
  }
  return check_contact(config);
}

}  // namespace alula
