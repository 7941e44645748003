#include "failures/plant_health.h"

namespace alula {
namespace {

void wear_motor(const Failure& failure, TimeNs now, RotorHealth& rotor) {
  if (failure.type == FailureType::wrong) rotor.speed_factor = failure.value[3];
  if (failure.type == FailureType::slow) rotor.time_constant_s = failure.value[0];
  if (failure.type == FailureType::jammed) rotor.shaft = Shaft::blocked;
  if (failure.type == FailureType::desync && is_away(failure, now)) rotor.shaft = Shaft::free;
}

void wear_propeller(const Failure& failure, RotorHealth& rotor) {
  rotor.thrust_share = failure.value[0];
  rotor.imbalance_kg_m = failure.value[1];
}

void wear_battery(const Failure& failure, std::uint32_t cells, BatteryHealth& battery) {
  if (failure.type == FailureType::off) battery.off = true;
  if (failure.type == FailureType::cell_drop)
    battery.cells_share = 1.0 - failure.value[0] / static_cast<double>(cells);
}

}  // namespace

PlantHealth plant_health(const FailureList& failures, TimeNs now,
                         std::span<const std::uint32_t> cells) {
  PlantHealth health;
  for (const Failure& failure : failures) {
    for (std::size_t i = 0; i < health.rotors.size(); ++i) {
      if (!covers(failure, i)) continue;
      if (failure.unit == FailureUnit::motor) wear_motor(failure, now, health.rotors[i]);
      if (failure.unit == FailureUnit::propeller) wear_propeller(failure, health.rotors[i]);
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (failure.unit == FailureUnit::battery && covers(failure, i))
        wear_battery(failure, cells[i], health.batteries[i]);
    }
  }
  return health;
}

}  // namespace alula
