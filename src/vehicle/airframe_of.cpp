#include "vehicle/airframe_of.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "earth/standard_gravity.h"
#include "math/linear_solve.h"
#include "vehicle/lifter.h"

namespace alula {
namespace {

constexpr std::size_t kAxes = 4;  // roll, pitch, yaw, lift
constexpr std::array<const char*, kAxes> kAxisNames{"roll", "pitch", "yaw", "lift"};
using Axes = SmallVector<kAxes>;
using Columns = std::vector<Axes>;

// Torque about B and lift (along -Bz) per newton of thrust, a column a rotor.
Columns effectiveness(const VehicleConfig& config) {
  Columns columns;
  for (const Lifter& rotor : lifters_of(config)) {
    const Vec3 torque = cross(rotor.position_m, rotor.axis) - rotor.moment_ratio_m * rotor.axis;
    columns.push_back({torque.x, torque.y, torque.z, -rotor.axis.z});
  }
  return columns;
}

double inner(const Axes& a, const Axes& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

// Divides each axis by its largest entry, so that one tolerance serves newtons and newton metres.
Columns scaled(Columns columns) {
  constexpr double smallest = 1e-9;  // an axis with less is not reached at all
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    double largest = smallest;
    for (const Axes& column : columns) largest = std::max(largest, std::fabs(column[axis]));
    for (Axes& column : columns) column[axis] /= largest;
  }
  return columns;
}

// Orthonormal vectors that span the columns (Gram-Schmidt, twice for the sake of rounding).
Columns span_of(const Columns& columns) {
  constexpr double tolerance = 1e-6;
  Columns basis;
  for (Axes column : columns) {
    const double length = std::sqrt(inner(column, column));
    for (int pass = 0; pass < 2; ++pass) {
      for (const Axes& b : basis) {
        const double along = inner(column, b);
        for (std::size_t i = 0; i < kAxes; ++i) column[i] -= along * b[i];
      }
    }
    const double rest = std::sqrt(inner(column, column));
    if (!(rest > tolerance * length)) continue;
    for (double& entry : column) entry /= rest;
    basis.push_back(column);
  }
  return basis;
}

double hover_command(const VehicleConfig& config) {
  const std::vector<Lifter> rotors = lifters_of(config);
  if (rotors.empty()) return 0.0;
  const std::vector<double> thrusts = hover_thrusts(config);
  double sum = 0.0;
  for (std::size_t i = 0; i < rotors.size(); ++i) sum += rotors[i].command_for(thrusts[i]);
  return sum / static_cast<double>(rotors.size());
}

}  // namespace

std::vector<std::string> uncontrollable_axes(const VehicleConfig& config) {
  constexpr double tolerance = 1e-4;
  const Columns basis = span_of(scaled(effectiveness(config)));
  std::vector<std::string> lacking;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    double reached = 0.0;
    for (const Axes& b : basis) reached += b[axis] * b[axis];
    if (!(reached > 1.0 - tolerance)) lacking.emplace_back(kAxisNames[axis]);
  }
  return lacking;
}

double thrust_max(const RotorConfig& rotor) {
  return rotor.thrust_coefficient_n_s2_rad2 * rotor.speed_max_rad_s * rotor.speed_max_rad_s;
}

// The least thrusts: B^T (B B^T)^-1 d.
std::vector<double> thrusts_for(const VehicleConfig& config, const Vec3& torque_B, double lift_n) {
  const Columns columns = effectiveness(config);
  SmallMatrix<kAxes> gram{};
  for (const Axes& column : columns) {
    for (std::size_t i = 0; i < kAxes; ++i)
      for (std::size_t j = 0; j < kAxes; ++j) gram[i][j] += column[i] * column[j];
  }
  const Axes y = solve<kAxes>(gram, {torque_B.x, torque_B.y, torque_B.z, lift_n});
  std::vector<double> thrusts;
  for (const Axes& column : columns) thrusts.push_back(inner(column, y));
  return thrusts;
}

std::vector<double> hover_thrusts(const VehicleConfig& config) {
  return thrusts_for(config, {}, config.body.mass_kg * kStandardGravity);
}

double speed_for_thrust(const RotorConfig& rotor, double thrust_n) {
  return std::sqrt(std::max(thrust_n, 0.0) / rotor.thrust_coefficient_n_s2_rad2);
}

double height_on_ground(const VehicleConfig& config) {
  double height = config.contact_points_m.empty() ? 0.0 : config.contact_points_m.front().z;
  for (const Vec3& point : config.contact_points_m) height = std::max(height, point.z);
  return height;
}

Airframe airframe_of(const VehicleConfig& config) {
  Airframe airframe;
  airframe.mass_kg = config.body.mass_kg;
  airframe.inertia_B = config.body.inertia_kg_m2;
  airframe.height_on_ground_m = height_on_ground(config);
  airframe.hover_command = hover_command(config);
  if (!config.sensors.imu.empty()) airframe.p_BI = config.sensors.imu.front().common.position_m;
  if (!config.sensors.gnss.empty()) airframe.p_BG = config.sensors.gnss.front().common.position_m;
  if (!config.sensors.range_finder.empty()) {
    airframe.p_BR = config.sensors.range_finder.front().common.position_m;
    airframe.range_pitch_rad = radians(config.sensors.range_finder.front().pitch_deg);
  }
  if (!config.sensors.optical_flow.empty())
    airframe.p_BF = config.sensors.optical_flow.front().common.position_m;
  if (!config.sensors.external_vision.empty())
    airframe.p_BV = config.sensors.external_vision.front().common.position_m;
  for (const Lifter& rotor : lifters_of(config)) {
    airframe.rotors.push_back({.p_BR = rotor.position_m,
                               .axis_B = rotor.axis,
                               .thrust_max_n = rotor.thrust_max_n,
                               .speed_max_rad_s = rotor.speed_max_rad_s,
                               .moment_ratio_m = rotor.moment_ratio_m,
                               .thrust_curve = rotor.thrust_curve()});
  }
  return airframe;
}

}  // namespace alula
