#include "failures/support.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "failures/gate_states.h"
#include "failures/motor_gates.h"

namespace alula {
namespace {

using enum FailureType;

constexpr std::array kSensor{off, stuck, garbage, wrong, slow, delayed, intermittent};
constexpr std::array kReceiver{off,     stuck,        garbage, wrong,  slow,
                               delayed, intermittent, jammed,  spoofed};
constexpr std::array kBattery{off, stuck, garbage, wrong, slow, delayed, intermittent, cell_drop};
constexpr std::array kMotor{off,     stuck,        garbage, wrong, slow,
                            delayed, intermittent, jammed,  desync};
// A message that passes its checksum is right: `wrong` does not happen.
constexpr std::array kLink{off, stuck, garbage, slow, delayed, intermittent};
constexpr std::array kPropeller{damaged};

std::span<const FailureType> types_of(FailureUnit unit) {
  switch (unit) {
    case FailureUnit::gyro:
    case FailureUnit::accel:
    case FailureUnit::mag:
    case FailureUnit::baro:
    case FailureUnit::rc_signal:
    case FailureUnit::distance_sensor:
    case FailureUnit::optical_flow:
    case FailureUnit::vio:
    case FailureUnit::airspeed:
      return kSensor;
    case FailureUnit::gps:
      return kReceiver;
    case FailureUnit::battery:
      return kBattery;
    case FailureUnit::motor:
      return kMotor;
    case FailureUnit::mavlink_signal:
      return kLink;
    case FailureUnit::propeller:
      return kPropeller;
    default:
      return {};
  }
}

// How many instances a vehicle has, and how fast the fastest of them gives samples.
struct UnitSize {
  std::size_t count = 1;
  double rate_hz = kMessageRateMax_hz;
  std::size_t delay_capacity = 0;  // samples
};

template <class State, class Config> UnitSize size_of(const std::vector<Config>& sensors) {
  UnitSize size{sensors.size(), 0.0, State::capacity};
  for (const Config& sensor : sensors) size.rate_hz = std::max(size.rate_hz, sensor.common.rate_hz);
  return size;
}

UnitSize size_of(FailureUnit unit, const Breakable& vehicle) {
  switch (unit) {
    case FailureUnit::gyro:
    case FailureUnit::accel:
      return size_of<ImuGate>(vehicle.sensors.imu);
    case FailureUnit::mag:
      return size_of<MagGate>(vehicle.sensors.magnetometer);
    case FailureUnit::baro:
      return size_of<BaroGate>(vehicle.sensors.barometer);
    case FailureUnit::gps:
      return size_of<GnssGate>(vehicle.sensors.gnss);
    case FailureUnit::distance_sensor:
      return size_of<RangeGate>(vehicle.sensors.range_finder);
    case FailureUnit::optical_flow:
      return size_of<FlowGate>(vehicle.sensors.optical_flow);
    case FailureUnit::vio:
      return size_of<VisionGate>(vehicle.sensors.external_vision);
    case FailureUnit::airspeed:
      return size_of<AirspeedGate>(vehicle.sensors.airspeed);
    case FailureUnit::battery:
      return {vehicle.battery_cells.size(),
              vehicle.sensors.battery_monitor.value_or(BatteryMonitorConfig{}).common.rate_hz,
              BatteryGate::capacity};
    case FailureUnit::motor:
    case FailureUnit::propeller:
      // The delay line keeps as many commands as fit: motor_gates.h.
      return {vehicle.motors, 1.0, 1};
    default:
      return {1, kMessageRateMax_hz, SticksGate::capacity};
  }
}

MaybeError refuse(const char* key, std::string why) {
  return Error{ErrorCode::invalid_config, key, std::move(why)};
}

MaybeError check_type(const Failure& failure, const Breakable& vehicle) {
  const char* const unit = to_string(failure.unit);
  if (!is_supported(failure.unit, failure.type)) {
    std::vector<std::string> words;
    for (const FailureType type : types_of(failure.unit)) words.emplace_back(to_string(type));
    return refuse("type", fmt::format("{} {} is not supported; {}", unit, to_string(failure.type),
                                      words.empty() ? fmt::format("this vehicle has no {}", unit)
                                                    : fmt::format("this unit knows {}",
                                                                  fmt::join(words, ", "))));
  }
  if (failure.type == desync && vehicle.airsim_rotors)
    return refuse("type", "motor desync is not supported: AirSim's rotors have no torque to lose");
  const bool monitored = failure.type == off || failure.type == cell_drop || failure.type == ok;
  if (failure.unit == FailureUnit::battery && !monitored && !vehicle.sensors.battery_monitor) {
    return refuse("type", fmt::format("battery {} is not supported: this vehicle has no "
                                      "battery_monitor whose samples could be",
                                      to_string(failure.type)));
  }
  return std::nullopt;
}

MaybeError check_instances(const Failure& failure, const UnitSize& size) {
  const char* const unit = to_string(failure.unit);
  if (size.count == 0) return refuse("unit", fmt::format("this vehicle has no {}", unit));
  if (failure.instances == kEveryInstance || failure.instances >> size.count == 0)
    return std::nullopt;
  return refuse("instances", fmt::format("names {} {}, but this vehicle has {}", unit,
                                         std::bit_width(failure.instances), size.count));
}

// One of the values, counted from 1 in messages.
struct ValueRule {
  std::size_t value;
  const char* name;
  double low, high;
};

std::vector<ValueRule> rules_of(const Failure& failure, const UnitSize& size,
                                const Breakable& vehicle) {
  const bool motor = failure.unit == FailureUnit::motor;
  switch (failure.type) {
    case garbage:
      return {{0, "share", 0.0, 1.0}};
    case wrong:
      if (motor) return {{3, "factor", 0.0, 2.0}};
      return {{3, "factor", -1000.0, 1000.0}};
    case slow:
      if (motor) return {{0, "time constant [s]", 0.01, 100.0}};
      return {{0, "rate [1/s]", 0.001, 10000.0}};
    case delayed:
      return {{0, "delay [s]", 0.0, static_cast<double>(size.delay_capacity) / size.rate_hz}};
    case intermittent:
    case desync:
      return {{0, "silence [s]", 0.001, 10000.0}, {1, "time between [s]", 0.001, 10000.0}};
    case jammed:
      if (motor) return {};
      return {{0, "jammer over signal [dB]", 0.0, 120.0}};
    case cell_drop: {
      const auto cells = std::ranges::min(vehicle.battery_cells);
      return {{0, "cells lost", 1.0, static_cast<double>(cells)}};
    }
    case spoofed:
      return {{3, "share", 0.0, 1.0}};
    case damaged:
      return {{0, "share of thrust", 0.0, 1.0}, {1, "imbalance [kg m]", 0.0, 0.001}};
    default:
      return {};
  }
}

bool says_nothing(const Failure& f) {
  const bool offset = f.value[0] != 0.0 || f.value[1] != 0.0 || f.value[2] != 0.0;
  const bool motor = f.unit == FailureUnit::motor;
  if (f.type == wrong) return f.value[3] == 1.0 && (motor || !offset);
  return f.type == spoofed && !offset;
}

MaybeError check_values(const Failure& failure, const UnitSize& size, const Breakable& vehicle) {
  for (const double value : failure.value) {
    if (!std::isfinite(value) || std::fabs(value) > 1e6)
      return refuse("values", "must be numbers up to 1e6 in size");
  }
  for (const ValueRule& rule : rules_of(failure, size, vehicle)) {
    const double value = failure.value[rule.value];
    if (value >= rule.low && value <= rule.high) continue;
    return refuse("values", fmt::format("value {} ({}) is {}; expected {} to {}", rule.value + 1,
                                        rule.name, value, rule.low, rule.high));
  }
  if (failure.type == cell_drop && failure.value[0] != std::floor(failure.value[0]))
    return refuse("values", "must be a whole number of cells");
  if (says_nothing(failure)) {
    const bool walk = failure.type == spoofed;
    return refuse("values", walk
                                ? "say no velocity; expected north, east, down in m/s"
                                : "say not how wrong; expected an offset (1 to 3) or a factor (4)");
  }
  return std::nullopt;
}

}  // namespace

std::vector<FailureType> supported_types(FailureUnit unit) {
  const auto types = types_of(unit);
  return {types.begin(), types.end()};
}

bool is_supported(FailureUnit unit, FailureType type) {
  const auto types = types_of(unit);
  return !types.empty() && (type == ok || std::ranges::find(types, type) != types.end());
}

MaybeError refusal(const Failure& failure, const Breakable& vehicle) {
  if (MaybeError error = check_type(failure, vehicle)) return error;
  const UnitSize size = size_of(failure.unit, vehicle);
  if (MaybeError error = check_instances(failure, size)) return error;
  if (failure.type == ok) return std::nullopt;
  return check_values(with_usual_figures(failure), size, vehicle);
}

}  // namespace alula
