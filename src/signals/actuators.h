// signals/actuators.h: what a brain sends to the actuators of one vehicle.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "signals/samples.h"

namespace alula {

// Held by the plant until the next one. Motor i belongs to rotor i of the airframe.
struct ActuatorCommand {
  TimeNs time = 0;
  std::array<double, kMotorsMax> motor{};  // 0..1, after the thrust curve; ignored while disarmed
  std::uint32_t motor_count = 0;
  bool armed = false;  // false: every motor stands still
  bool reserved = false;
  std::uint16_t stopped = 0;  // bits: motors that stand still, whatever their command

  [[nodiscard]] bool drives(std::size_t i) const {
    return armed && i < motor_count && ((stopped >> i) & 1U) == 0;
  }
};
static_assert(ArenaState<ActuatorCommand>);

}  // namespace alula
