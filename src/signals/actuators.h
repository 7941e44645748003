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
  std::array<bool, 3> reserved{};
};
static_assert(ArenaState<ActuatorCommand>);

}  // namespace alula
