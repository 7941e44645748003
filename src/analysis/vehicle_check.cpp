#include "analysis/vehicle_check.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "analysis/vehicle_envelope.h"
#include "autopilot/parameters.h"
#include "core/step_time.h"
#include "earth/standard_gravity.h"
#include "sim/vehicle_parameters.h"
#include "vehicle/lifter.h"

namespace alula {
namespace {

// What multirotors that fly well have, with room; beyond it a slip of the pen is the likelier
// cause.
constexpr double kThrustToWeightMin = 1.2;
constexpr double kHoverCommandMin = 0.2, kHoverCommandMax = 0.8;
constexpr double kIdleLiftMax = 0.3;      // of the weight
constexpr double kLoadRatioMax = 1.5;     // most loaded rotor over least, at hover
constexpr double kSpinBalanceMax = 0.05;  // rest of the reaction torques at equal thrust
constexpr double kTurnMin_rad_s2 = 5.0;   // roll, pitch: 10 degrees in 0.25 s
constexpr double kYawMin_rad_s2 = 0.5;    // yaw: 10 degrees in 0.8 s
constexpr double kGyrationMin = 0.1;      // radius of gyration over the reach of the frame
constexpr double kVoltageRatioMin = 0.8, kVoltageRatioMax = 1.25;  // pack over rotor's full voltage
constexpr double kCellMin_v = 2.5, kCellMax_v = 4.5;
constexpr double kSagMax = 0.15;  // of the open-circuit voltage, at hover
constexpr double kHoverTimeMin_s = 180.0;
constexpr double kPackEnergy_wh_kg = 260.0;  // of the best lithium packs
constexpr double kPackShareMax = 0.7;        // of the vehicle's mass
constexpr double kRotorSlow_s = 0.15;

// Collects what the functions below find.
struct Check {
  const VehicleConfig& config;
  const VehicleFigures& figures;
  std::vector<VehicleWarning> warnings;

  template <class... Args>
  void warn(std::string path, fmt::format_string<Args...> format, Args&&... args) {
    warnings.push_back({std::move(path), fmt::format(format, std::forward<Args>(args)...)});
  }
};

// The path of the group that holds the parts of one kind.
template <class Config> std::string path_of(const VehicleConfig& config) {
  for (std::size_t i = 0; i < config.parts.size(); ++i)
    if (std::holds_alternative<std::vector<Config>>(config.parts[i].configs))
      return fmt::format("parts[{}]", i);
  return "parts";
}

std::string rotors_path(const VehicleConfig& config) {
  return config.parts_of<RotorConfig>().empty() ? path_of<AirsimRotorConfig>(config)
                                                : path_of<RotorConfig>(config);
}

void check_thrust(Check& check) {
  const std::string path = rotors_path(check.config);
  const FullThrottleFigures& full = check.figures.full;
  if (full.thrust_to_weight < kThrustToWeightMin)
    check.warn(path,
               "the rotors lift {:.2f} times the weight at full throttle; below {} little is left "
               "for wind and turning",
               full.thrust_to_weight, kThrustToWeightMin);
  constexpr double kThrustToWeightMax = 20.0;
  if (full.thrust_to_weight_unsagged > kThrustToWeightMax)
    check.warn(path,
               "the rotors lift {:.3g} times the weight at full throttle: is speed_max_rad_s in "
               "rev/min, or thrust_coefficient_n_s2_rad2 by rev/min? 1 rev/min is 0.10472 rad/s",
               full.thrust_to_weight_unsagged);
  const double command = check.figures.hover.command;
  if (command < kHoverCommandMin || command > kHoverCommandMax)
    check.warn(path, "hovers at command {:.2f}; {} to {} is usual", command, kHoverCommandMin,
               kHoverCommandMax);
  const double idle =
      check.figures.throttle.front().thrust_n / (check.config.body.mass_kg * kStandardGravity);
  if (idle > kIdleLiftMax)
    check.warn(path, "lifts {:.0f} % of the weight at command 0: it can hardly come down",
               100.0 * idle);
}

// How far from an axis through the centre of mass anything that the file places lies.
Vec3 reach(const VehicleConfig& config) {
  Vec3 farthest{};
  const auto add = [&farthest](const Vec3& p) {
    farthest = {std::max(farthest.x, std::hypot(p.y, p.z)),
                std::max(farthest.y, std::hypot(p.x, p.z)), std::max(farthest.z, norm_xy(p))};
  };
  for (const Lifter& rotor : lifters_of(config)) add(rotor.position_m);
  for (const Vec3& point : config.contact_points_m) add(point);
  return farthest;
}

void check_inertia(Check& check) {
  const Mat3& t = check.config.body.inertia_kg_m2;
  const Vec3 far = reach(check.config);
  const auto axis = [&](const char* name, double inertia, double farthest) {
    const double gyration = std::sqrt(inertia / check.config.body.mass_kg);
    if (gyration > farthest)
      check.warn("body.inertia_kg_m2",
                 "about {} all mass would have to lie {:.3g} m out, and nothing lies farther than "
                 "{:.3g} m",
                 name, gyration, farthest);
    else if (gyration < kGyrationMin * farthest)
      check.warn("body.inertia_kg_m2",
                 "about {} all mass would have to lie within {:.3g} m, in a frame of {:.3g} m",
                 name, gyration, farthest);
  };
  axis("roll", t.m[0][0], far.x);
  axis("pitch", t.m[1][1], far.y);
  axis("yaw", t.m[2][2], far.z);
}

void check_balance(Check& check) {
  const std::vector<Lifter> rotors = lifters_of(check.config);
  const std::vector<double>& thrusts = check.figures.hover.thrust_n;
  const auto [least, most] = std::minmax_element(thrusts.begin(), thrusts.end());
  const auto name = [&](auto at) {
    return rotor_name(check.config, static_cast<std::size_t>(at - thrusts.begin()));
  };
  if (*most > kLoadRatioMax * *least)
    check.warn("body.center_of_mass_m",
               "{} carries {:.1f} times what {} carries: the centre of mass lies off the middle of "
               "the rotors",
               name(most), *most / *least, name(least));
  double sum = 0.0, all = 0.0;
  for (const Lifter& rotor : rotors) {
    sum += rotor.moment_ratio_m * rotor.thrust_max_n;
    all += std::fabs(rotor.moment_ratio_m) * rotor.thrust_max_n;
  }
  if (std::fabs(sum) > kSpinBalanceMax * all)
    check.warn(rotors_path(check.config),
               "the reaction torques do not balance: {:.0f} % more turns {} at equal command",
               100.0 * std::fabs(sum) / all, sum > 0.0 ? "ccw" : "cw");
}

void check_authority(Check& check) {
  const char* const names[] = {"roll", "pitch", "yaw"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const AuthorityFigures& authority = check.figures.authority[axis];
    const double least = std::min(authority.up, authority.down);
    const double wanted = axis == 2 ? kYawMin_rad_s2 : kTurnMin_rad_s2;
    if (least < wanted)
      check.warn(rotors_path(check.config),
                 "can accelerate in {} by {:.2g} rad/s^2 only; below {} it is hard to hold in wind",
                 names[axis], least, wanted);
  }
}

void check_speed(Check& check) {
  const Result<ParameterValues> parameters = vehicle_parameters(check.config);
  const double cruise = parameters.ok() ? (*parameters)[Param::MPC_XY_CRUISE] : 0.0;
  const SpeedLimit& level = check.figures.level.allowed;
  if (level.speed_m_s < cruise)
    check.warn("parts", "flies {:.1f} m/s at most, bound by {}; missions cruise at {:.1f} m/s",
               level.speed_m_s, level.limit, cruise);
}

void check_rotor_times(Check& check) {
  const TimeConstants& times = check.figures.time_constants;
  const double slow = std::max(times.rotor_up_s, times.rotor_down_s);
  if (slow > kRotorSlow_s)
    check.warn(rotors_path(check.config),
               "a rotor answers with {:.2g} s; an attitude loop with the default gains needs less "
               "than {} s",
               slow, kRotorSlow_s);
  if (MaybeError error = check_step(check.config, 2.0 * StepClock{}.dt_s()))
    check.warn(rotors_path(check.config),
               "a rotor settles within two steps of {} s; its motion will be coarse",
               StepClock{}.dt_s());
}

// Ideal power of hover is that of the least air that can carry the thrust (Rankine-Froude).
void check_propellers(Check& check) {
  const auto rotors = check.config.parts_of<RotorConfig>();
  const std::string path = path_of<RotorConfig>(check.config);
  constexpr double kMeritMin = 0.3, kMeritMax = 0.85;  // of propellers, physics.md 3 and UIUC
  constexpr double kTipMachMax = 0.7, kSound_m_s = 340.3;
  for (std::size_t i = 0; i < rotors.size(); ++i) {
    const double radius = 0.5 * rotors[i].propeller_diameter_m;
    if (!(radius > 0.0)) continue;
    const std::string name = rotor_name(check.config, i);
    const double thrust = check.figures.hover.thrust_n[i];
    const double speed = check.figures.hover.rotor_speed_rad_s[i];
    const double area = std::numbers::pi * radius * radius;
    const double ideal =
        std::pow(thrust, 1.5) / std::sqrt(2.0 * check.figures.density_kg_m3 * area);
    const double merit = ideal / (rotors[i].moment_coefficient_m * thrust * speed);
    if (merit > kMeritMax || merit < kMeritMin)
      check.warn(path,
                 "{} has a figure of merit of {:.2f} in hover; propellers have {} to {}: check "
                 "diameter, thrust and moment coefficient",
                 name, merit, kMeritMin, kMeritMax);
    const double mach = rotors[i].speed_max_rad_s * radius / kSound_m_s;
    if (mach > kTipMachMax)
      check.warn(path, "the tips of {} reach Mach {:.2f}; above {} thrust and power change", name,
                 mach, kTipMachMax);
  }
}

// Two discs that cut through each other. One above the other (coaxial) may be meant.
void check_overlap(Check& check) {
  const auto rotors = check.config.parts_of<RotorConfig>();
  for (std::size_t i = 0; i < rotors.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double clear = 0.5 * (rotors[i].propeller_diameter_m + rotors[j].propeller_diameter_m);
      const Vec3 axis = rotors[i].axis / norm(rotors[i].axis);
      const Vec3 between = rotors[i].position_m - rotors[j].position_m;
      const double along = std::fabs(dot(between, axis));
      const double across = norm(between - dot(between, axis) * axis);
      const bool level = along < 0.1 * clear;
      if (rotors[i].propeller_diameter_m > 0.0 && rotors[j].propeller_diameter_m > 0.0 && level &&
          across < clear)
        check.warn(
            path_of<RotorConfig>(check.config),
            "the propellers of {} and {} overlap: {:.3g} m between the hubs, {:.3g} m needed",
            rotor_name(check.config, j), rotor_name(check.config, i), across, clear);
    }
  }
}

void check_pack(Check& check, const BatteryConfig& battery, const std::string& path) {
  const auto& cells = battery.open_circuit_cell_v;
  if (cells.front() < kCellMin_v || cells.back() > kCellMax_v)
    check.warn(path + ".open_circuit_cell_v",
               "cells of {:.3g} V to {:.3g} V; lithium cells have {} to {} V", cells.front(),
               cells.back(), kCellMin_v, kCellMax_v);
  const double full_v = battery.cells * cells.back();
  for (const RotorConfig& rotor : check.config.parts_of<RotorConfig>()) {
    const double ratio = full_v / rotor.voltage_full_v;
    if (ratio > kVoltageRatioMin && ratio < kVoltageRatioMax) continue;
    check.warn(path, "the full battery has {:.3g} V and the rotors count on {:.3g} V", full_v,
               rotor.voltage_full_v);
    break;
  }
}

void check_battery(Check& check) {
  const auto batteries = check.config.parts_of<BatteryConfig>();
  if (batteries.empty()) return;
  const std::string path = path_of<BatteryConfig>(check.config);
  double energy_wh = 0.0, open_v = 0.0;
  for (const BatteryConfig& battery : batteries) {
    check_pack(check, battery, path);
    const Battery<double> built = Battery<double>::build(battery);
    open_v = std::max(open_v, built.open_circuit(built.charge_taken_initial));
    energy_wh += battery.capacity_ah * built.open_circuit(0.5 / built.inverse_capacity);
  }
  const double sag = 1.0 - check.figures.hover.supply_v / open_v;
  if (sag > kSagMax)
    check.warn(path,
               "the voltage sags by {:.0f} % in hover, from {:.3g} V to {:.3g} V: check "
               "resistance_ohm and cells",
               100.0 * sag, open_v, check.figures.hover.supply_v);
  const double pack_kg = energy_wh / kPackEnergy_wh_kg;
  if (pack_kg > kPackShareMax * check.config.body.mass_kg)
    check.warn(
        path,
        "{:.0f} Wh weigh {:.2g} kg at least, and the vehicle weighs {:.3g} kg: is capacity_ah in "
        "Ah? 1000 mAh are 1 Ah",
        energy_wh, pack_kg, check.config.body.mass_kg);
  const double hover_s = check.figures.endurance->hover_s;
  if (hover_s < kHoverTimeMin_s)
    check.warn(path, "hovers for {:.0f} s only, until {}", hover_s, check.figures.endurance->limit);
}

void check_sensors(Check& check) {
  const SensorSuiteConfig& sensors = check.config.sensors;
  const auto need = [&](bool there, const char* key, const char* without) {
    if (!there) check.warn("sensors", "has no {}: {}", key, without);
  };
  need(!sensors.imu.empty(), "imu", "the autopilot never knows its attitude and never arms");
  const bool by_flow = !sensors.optical_flow.empty() && !sensors.range_finder.empty();
  need(!sensors.gnss.empty() || by_flow || !sensors.external_vision.empty(), "gnss",
       "the autopilot never knows its position and flies no mission");
  need(!sensors.barometer.empty(), "barometer", "the autopilot does not arm without a height");
  need(!sensors.magnetometer.empty(), "magnetometer",
       "the autopilot does not arm without a heading");
  const bool battery = !check.config.parts_of<BatteryConfig>().empty();
  need(sensors.battery_monitor.has_value() || !battery, "battery_monitor",
       "the autopilot never sees its battery");
}

}  // namespace

std::vector<VehicleWarning> vehicle_warnings(const VehicleConfig& config,
                                             const VehicleFigures* figures) {
  if (figures == nullptr) return {};
  Check check{config, *figures, {}};
  check_thrust(check);
  check_inertia(check);
  check_balance(check);
  check_authority(check);
  check_speed(check);
  check_rotor_times(check);
  check_propellers(check);
  check_overlap(check);
  check_battery(check);
  check_sensors(check);
  return std::move(check.warnings);
}

Node node_at(Node root, std::string_view path) {
  Node node = root;
  while (!path.empty() && node.present()) {
    const std::size_t end = path.front() == '[' ? path.find(']') + 1 : path.find_first_of(".[");
    const std::string_view step = path.substr(0, end);
    Node next;
    if (step.front() == '[') {
      std::size_t index = 0;
      std::from_chars(step.data() + 1, step.data() + step.size() - 1, index);
      if (index < node.size()) next = node[index];
    } else {
      next = node.find(step);
    }
    if (!next.present()) return node;
    node = next;
    path = end == path.npos ? std::string_view() : path.substr(end);
    if (!path.empty() && path.front() == '.') path.remove_prefix(1);
  }
  return node;
}

}  // namespace alula
