#include "failures/vehicle_failures.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace alula {
namespace {

using Identities = std::vector<GateIdentity>;

Identities gates_of(std::size_t count, const GateIdentity& of, const std::string& name,
                    std::uint64_t seed, const char* kind = "") {
  Identities gates(count, of);
  for (std::size_t i = 0; i < count; ++i) {
    gates[i].instance = static_cast<std::uint32_t>(i);
    gates[i].noise =
        RandomStream(seed, fmt::format("{}/failures/{}{}{}", name, to_string(of.unit), kind, i));
  }
  return gates;
}

}  // namespace

VehicleFailures::VehicleFailures(Breakable vehicle, std::string name, const LocalFrame& frame,
                                 std::uint64_t seed)
    : vehicle_(std::move(vehicle)), name_(std::move(name)) {
  const SensorSuiteConfig& sensors = vehicle_.sensors;
  const auto gates = [&](FailureUnit unit, std::size_t count, const char* kind = "") {
    return gates_of(count, {.unit = unit, .frame = frame}, name_, seed, kind);
  };
  gyro_.identities = gates(FailureUnit::gyro, sensors.imu.size());
  accel_.identities = gates(FailureUnit::accel, sensors.imu.size());
  for (std::size_t i = 0; i < sensors.imu.size(); ++i) {
    gyro_.identities[i].range = sensors.imu[i].gyro_range_rad_s;
    accel_.identities[i].range = sensors.imu[i].accel_range_m_s2;
  }
  mag_.identities = gates(FailureUnit::mag, sensors.magnetometer.size());
  baro_.identities = gates(FailureUnit::baro, sensors.barometer.size());
  gnss_.identities = gates(FailureUnit::gps, sensors.gnss.size());
  range_.identities = gates(FailureUnit::distance_sensor, sensors.range_finder.size());
  flow_.identities = gates(FailureUnit::optical_flow, sensors.optical_flow.size());
  vision_.identities = gates(FailureUnit::vio, sensors.external_vision.size());
  airspeed_.identities = gates(FailureUnit::airspeed, sensors.airspeed.size());
  const bool monitored = sensors.battery_monitor.has_value();
  battery_.identities = gates(FailureUnit::battery, monitored ? vehicle_.battery_cells.size() : 0);
  sticks_.identities = gates(FailureUnit::rc_signal, 1);
  offboard_.identities = gates(FailureUnit::mavlink_signal, 1, "/offboard");
  ground_.identities = gates(FailureUnit::mavlink_signal, 1, "/ground");
  follow_.identities = gates(FailureUnit::mavlink_signal, 1, "/follow");
  for (std::size_t i = 0; i < vehicle_.motors; ++i)
    motor_noise_.emplace_back(seed, fmt::format("{}/failures/motor{}", name_, i));
}

template <class State>
void VehicleFailures::place(Gates<State>& gates, const char* unit, ArenaLayout& layout) const {
  gates.states =
      layout.add<State>(fmt::format("{}/failures/{}", name_, unit), gates.identities.size());
}

void VehicleFailures::place(ArenaLayout& layout) {
  list_ = layout.add<FailureList>(name_ + "/failures/list");
  place(gyro_, "gyro", layout);
  place(accel_, "accel", layout);
  place(mag_, "mag", layout);
  place(baro_, "baro", layout);
  place(gnss_, "gnss", layout);
  place(range_, "distance_sensor", layout);
  place(flow_, "optical_flow", layout);
  place(vision_, "vio", layout);
  place(airspeed_, "airspeed", layout);
  place(battery_, "battery", layout);
  place(sticks_, "sticks", layout);
  place(offboard_, "offboard", layout);
  place(ground_, "ground", layout);
  place(follow_, "follow", layout);
  motors_ = layout.add<MotorGateState>(name_ + "/failures/motors", vehicle_.motors);
  phases_ = layout.add<double>(name_ + "/failures/propellers", vehicle_.motors);
}

template <class State, class List>
void VehicleFailures::run(const Gates<State>& gates, const Failure& failure, TimeNs now,
                          Arena& arena, List& samples) const {
  const std::span<State> states = arena.get(gates.states);
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (covers(failure, i)) run_gate(gates.identities[i], failure, now, states[i], samples);
  }
}

void VehicleFailures::pass(Arena& arena, const Failure& failure, TimeNs now,
                           Samples& samples) const {
  switch (failure.unit) {
    case FailureUnit::gyro:
      return run(gyro_, failure, now, arena, samples.imu);
    case FailureUnit::accel:
      return run(accel_, failure, now, arena, samples.imu);
    case FailureUnit::mag:
      return run(mag_, failure, now, arena, samples.mag);
    case FailureUnit::baro:
      return run(baro_, failure, now, arena, samples.baro);
    case FailureUnit::gps:
      return run(gnss_, failure, now, arena, samples.gnss);
    case FailureUnit::distance_sensor:
      return run(range_, failure, now, arena, samples.range);
    case FailureUnit::optical_flow:
      return run(flow_, failure, now, arena, samples.flow);
    case FailureUnit::vio:
      return run(vision_, failure, now, arena, samples.vision);
    case FailureUnit::airspeed:
      return run(airspeed_, failure, now, arena, samples.airspeed);
    case FailureUnit::battery:
      if (failure.type == FailureType::off || failure.type == FailureType::cell_drop) return;
      return run(battery_, failure, now, arena, samples.battery);
    case FailureUnit::rc_signal:
      return run(sticks_, failure, now, arena, samples.manual);
    case FailureUnit::mavlink_signal:
      run(offboard_, failure, now, arena, samples.offboard);
      run(ground_, failure, now, arena, samples.ground);
      return run(follow_, failure, now, arena, samples.follow);
    default:
      return;
  }
}

void VehicleFailures::touch_all_samples(Arena& arena, TimeNs now, Samples& samples) const {
  FailureList& list = arena.one(list_);
  end_failures(list, now);
  for (const Failure& failure : list) pass(arena, failure, now, samples);
}

void VehicleFailures::touch_all_commands(Arena& arena, TimeNs now,
                                         std::span<double> commands) const {
  const std::span<MotorGateState> states = arena.get(motors_);
  for (const Failure& failure : arena.one(list_)) {
    if (failure.unit != FailureUnit::motor) continue;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (covers(failure, i))
        commands[i] = gated_command(failure, motor_noise_[i], now, states[i], commands[i]);
    }
  }
}

void VehicleFailures::wear_plant(const Arena& arena, TimeNs now, Vehicle& vehicle,
                                 std::span<double> x) const {
  vehicle.set_health(plant_health(arena.one(list_), now, vehicle_.battery_cells), x);
}

void VehicleFailures::shake_plant(Arena& arena, TimeNs now, const Vehicle& vehicle, double dt_s,
                                  std::span<double> x) const {
  vehicle.shake(plant_health(arena.one(list_), now, vehicle_.battery_cells), dt_s, x,
                arena.get(phases_));
}

}  // namespace alula
