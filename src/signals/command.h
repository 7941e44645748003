// signals/command.h: what a user, a ground station or a scenario asks of an autopilot. Applied at a
// step border and recorded with its step.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "core/step_time.h"

namespace alula {

enum class CommandKind : std::uint32_t {
  arm = 0,
  disarm,         // refused in the air unless value[0] is 1 (forced)
  set_mode,       // value[0]: number of the FlightMode
  takeoff,        // value[0]: height above home [m]; NaN: MIS_TAKEOFF_ALT
  go_to,          // value: latitude, longitude [rad], altitude MSL [m], yaw [rad]; NaN keeps
  go_to_local,    // value: p_W x, y, z in the estimator's local frame [m], yaw [rad]; NaN keeps
  start_mission,  // arms when needed
  start_mission_when_ready,  // waits for the checks first
  set_parameter              // value[0]: index in the parameter table, value[1]: the value
};

struct AutopilotCommand {
  std::array<double, 4> value{};
  CommandKind kind = CommandKind::arm;
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<AutopilotCommand>);

}  // namespace alula
