#include "analysis/steady_flight.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "dynamics/mass_properties.h"
#include "earth/standard_gravity.h"
#include "math/linear_solve.h"
#include "math/quaternion.h"
#include "vehicle/airframe_of.h"

namespace alula {

// Attitude, and the rotors by what they give together: the least thrusts for it.
struct SteadyFlight::Unknowns {
  double roll = 0.0, pitch = 0.0;  // [rad]
  Vec3 torque_B{};                 // [N m]
  double lift_n = 0.0;             // along -Bz

  double& operator[](std::size_t i) {
    double* const all[] = {&roll, &pitch, &torque_B.x, &torque_B.y, &torque_B.z, &lift_n};
    return *all[i];
  }
};

namespace {

constexpr std::size_t kUnknowns = 6;
constexpr double kResidualMax = 1e-9;  // [m/s^2] and [rad/s^2]
constexpr double kAnyVoltage = 1e9;    // more than any rotor can use [V]

double norm_of(const std::array<double, kUnknowns>& r) {
  return std::sqrt(std::inner_product(r.begin(), r.end(), r.begin(), 0.0));
}

EnvironmentConfig surroundings(double altitude_msl_m) {
  EnvironmentConfig environment;
  environment.origin.height_m = altitude_msl_m;
  environment.gravity.model = GravityModel::constant;
  environment.gravity.rotation = false;
  return environment;
}

}  // namespace

double SteadyPoint::command_mean() const {
  return std::accumulate(command.begin(), command.end(), 0.0) / static_cast<double>(command.size());
}

double SteadyPoint::drag_n() const {
  const double speed = norm(v_WB);
  return speed > 0.0 ? -dot(drag_W, v_WB) / speed : 0.0;
}

SteadyFlight::SteadyFlight(const VehicleConfig& config, Vehicle vehicle, double density_ratio)
    : config_(config),
      vehicle_(std::move(vehicle)),
      rotors_(vehicle_.plant().parts()),
      density_ratio_(density_ratio),
      lifters_(lifters_of(config)) {
  if (lifters_.empty()) return;
  mix_ = {thrusts_for(config, {1.0, 0.0, 0.0}, 0.0), thrusts_for(config, {0.0, 1.0, 0.0}, 0.0),
          thrusts_for(config, {0.0, 0.0, 1.0}, 0.0), thrusts_for(config, {}, 1.0)};
}

Result<SteadyFlight> SteadyFlight::build(const VehicleConfig& config, double altitude_msl_m) {
  VehicleSite site{.environment = surroundings(altitude_msl_m), .name = config.name};
  Result<Vehicle> vehicle = build_vehicle(config, site);
  if (!vehicle.ok()) return vehicle.error();
  const Air<double> air = vehicle->plant().environment().atmosphere.air(altitude_msl_m);
  SteadyFlight flight(config, std::move(vehicle).value(), air.density_kg_m3 / kSeaLevelDensity);
  if (flight.rotors_.size() == 0)
    return invalid_config(config.name + ": parts", "has no rotor; expected a vehicle that hovers");
  return flight;
}

double SteadyFlight::charge_initial() const {
  const auto batteries = config_.parts_of<BatteryConfig>();
  return batteries.empty() ? 1.0 : batteries.front().charge_initial;
}

double SteadyFlight::lift_n(const SteadyPoint& point) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < lifters_.size(); ++i) sum -= point.thrust_n[i] * lifters_[i].axis.z;
  return sum;
}

double SteadyFlight::capacity_c() const {
  double sum = 0.0;
  for (const BatteryConfig& battery : config_.parts_of<BatteryConfig>())
    sum += 3600.0 * battery.capacity_ah;
  return sum;
}

bool SteadyFlight::has_electrics() const { return !config_.parts_of<RotorConfig>().empty(); }

PlantEvaluation<double> SteadyFlight::evaluate(const RigidBodyState<double>& body,
                                               const std::vector<double>& rotor_state,
                                               double charge, std::span<Wrench<double>> log) const {
  const PlantModel<double>& plant = vehicle_.plant();
  std::vector<double> x(plant.state_size()), dx(x.size()), command(plant.command_size());
  vehicle_.initial_state(body, x);
  if (const auto* batteries = plant.parts().find<Battery>()) {
    for (std::size_t i = 0; i < batteries->parts.size(); ++i)
      x[static_cast<std::size_t>(kBodyStates + batteries->state_of(i))] =
          (1.0 - charge) / batteries->parts[i].inverse_capacity;
  }
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    x[rotors_.state_index(i)] = rotor_state[i];
    command[rotors_.command_index(i)] = rotors_.command_for_state(i, rotor_state[i]);
  }
  PlantEvaluation<double> found;
  plant.derivative(0.0, x, command, dx, log, &found);
  return found;
}

std::vector<double> SteadyFlight::states_of(const Unknowns& at) const {
  std::vector<double> states;
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    const double thrust_n = at.torque_B.x * mix_[0][i] + at.torque_B.y * mix_[1][i] +
                            at.torque_B.z * mix_[2][i] + at.lift_n * mix_[3][i];
    states.push_back(rotors_.state_for_thrust(i, thrust_n, density_ratio_));
  }
  return states;
}

std::array<double, kUnknowns> SteadyFlight::residual(const Unknowns& at, const Vec3& v_WB,
                                                     double charge) const {
  const RigidBodyState<double> body{
      .v_WB = v_WB, .q_WB = from_euler({.roll = at.roll, .pitch = at.pitch, .yaw = 0.0})};
  const PlantEvaluation<double> found = evaluate(body, states_of(at), charge);
  return {found.a_WB.x,       found.a_WB.y,       found.a_WB.z,
          found.alpha_WB_B.x, found.alpha_WB_B.y, found.alpha_WB_B.z};
}

// Newton's method, with differences for derivatives and shorter steps where it would overshoot.
std::optional<SteadyFlight::Unknowns> SteadyFlight::solve_from(Unknowns at, const Vec3& v_WB,
                                                               double charge) const {
  const double weight_n = config_.body.mass_kg * kStandardGravity;
  const std::array<double, kUnknowns> scale{1.0, 1.0, weight_n, weight_n, weight_n, weight_n};
  std::array<double, kUnknowns> found = residual(at, v_WB, charge);
  for (int pass = 0; pass < 60 && norm_of(found) > kResidualMax; ++pass) {
    SmallMatrix<kUnknowns> jacobian{};
    for (std::size_t column = 0; column < kUnknowns; ++column) {
      constexpr double kStep = 1e-6;
      Unknowns low = at, high = at;
      low[column] -= kStep * scale[column];
      high[column] += kStep * scale[column];
      const auto below = residual(low, v_WB, charge), above = residual(high, v_WB, charge);
      for (std::size_t row = 0; row < kUnknowns; ++row)
        jacobian[row][column] = (above[row] - below[row]) / (2.0 * kStep * scale[column]);
    }
    const SmallVector<kUnknowns> step = solve<kUnknowns>(jacobian, found);
    double length = 1.0;
    Unknowns next = at;
    std::array<double, kUnknowns> after{};
    do {
      next = at;
      for (std::size_t i = 0; i < kUnknowns; ++i) next[i] -= length * step[i];
      after = residual(next, v_WB, charge);
      length *= 0.5;
    } while (!(norm_of(after) < norm_of(found)) && length > 1e-4);
    if (!(norm_of(after) < norm_of(found))) break;
    at = next;
    found = after;
  }
  const bool upright = std::cos(at.roll) * std::cos(at.pitch) > 0.0;
  return norm_of(found) <= 1e3 * kResidualMax && upright ? std::optional(at) : std::nullopt;
}

std::optional<SteadyPoint> SteadyFlight::trim(const Vec3& v_WB, double charge,
                                              const SteadyPoint* near) const {
  Unknowns start{.lift_n = config_.body.mass_kg * kStandardGravity};
  if (near != nullptr) {
    start.roll = near->roll_rad;
    start.pitch = near->pitch_rad;
    start.lift_n = std::accumulate(near->thrust_n.begin(), near->thrust_n.end(), 0.0);
  }
  const std::optional<Unknowns> solved = solve_from(start, v_WB, charge);
  if (!solved) return std::nullopt;
  SteadyPoint point;
  point.v_WB = v_WB;
  point.charge = charge;
  point.roll_rad = solved->roll;
  point.pitch_rad = solved->pitch;
  point.tilt_rad = std::acos(std::cos(solved->roll) * std::cos(solved->pitch));
  point.rotor_state = states_of(*solved);
  fill(point);
  return point;
}

SteadyPoint SteadyFlight::settled(const std::vector<double>& command, double charge) const {
  SteadyPoint point;
  point.charge = charge;
  point.rotor_state.assign(rotors_.size(), 0.0);
  // A faster rotor lowers the bus voltage, which lowers what rotors attain: half steps converge.
  double supply_v = 0.0;
  for (int pass = 0; pass < 200; ++pass) {
    supply_v = evaluate({}, point.rotor_state, charge).supply_v;
    for (std::size_t i = 0; i < rotors_.size(); ++i) {
      const double goal = rotors_.settled_state(i, command[i], supply_v);
      point.rotor_state[i] += 0.5 * (goal - point.rotor_state[i]);
    }
  }
  fill(point);
  return point;
}

void SteadyFlight::fill(SteadyPoint& point) const {
  std::vector<Wrench<double>> log(vehicle_.plant().part_count());
  const RigidBodyState<double> body{
      .v_WB = point.v_WB,
      .q_WB = from_euler({.roll = point.roll_rad, .pitch = point.pitch_rad, .yaw = 0.0})};
  const PlantEvaluation<double> found = evaluate(body, point.rotor_state, point.charge, log);
  point.supply_v = found.supply_v;
  Vec3 drag_B = found.wrench.f_B;
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    const double state = point.rotor_state[i];
    const double limit = rotors_.settled_state(i, 1.0, found.supply_v);
    const double use = limit > 0.0 ? state / limit : std::numeric_limits<double>::infinity();
    if (use > point.use) {
      point.use = use;
      point.most_loaded = i;
      point.voltage_binds = limit < rotors_.settled_state(i, 1.0, kAnyVoltage);
    }
    point.command.push_back(rotors_.command_for_state(i, state));
    point.idle = point.idle || point.command.back() < 0.0;
    point.thrust_n.push_back(rotors_.thrust(i, state, density_ratio_));
    drag_B -= point.thrust_n.back() * lifters_[i].axis;
    point.current_a += rotors_.current_a(i, state, density_ratio_);
  }
  point.drag_W = body.q_WB * drag_B;
  if (!config_.parts_of<BatteryConfig>().empty()) point.current_a = battery_current_a(point);
}

double SteadyFlight::battery_current_a(const SteadyPoint& point) const {
  double sum = 0.0;
  for (const Battery<double>& battery : vehicle_.plant().parts().find<Battery>()->parts)
    sum += battery.current((1.0 - point.charge) / battery.inverse_capacity, point.supply_v);
  return sum;
}

PlantEvaluation<double> SteadyFlight::accelerations(const SteadyPoint& point,
                                                    const std::vector<double>& rotor_state,
                                                    const Motion& motion) const {
  const RigidBodyState<double> body{
      .v_WB = motion.v_WB,
      .q_WB = from_euler({.roll = point.roll_rad, .pitch = point.pitch_rad, .yaw = 0.0}),
      .w_WB_B = motion.w_WB_B};
  return evaluate(body, rotor_state, point.charge);
}

}  // namespace alula
