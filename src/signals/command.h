// signals/command.h: what a user, a ground station or a scenario asks of an autopilot. Applied at a
// step border and recorded with its step.
#pragma once

#include <array>
#include <cstddef>
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
  start_mission,  // arms when needed; value[0]: item to go on with, from 1; 0: where it stands
  start_mission_when_ready,  // waits for the checks first
  set_parameter,             // value[0]: index in the parameter table, value[1]: the value
  set_mission_item,          // value[0]: index of the item to go on with, from 0
  set_speed,                 // value[0]: cruise speed [m/s] until the mode changes; NaN: default
  set_home,                  // value: latitude, longitude [rad], altitude MSL [m]; NaN: here
  // value: radius [m], negative: counter-clockwise; speed [m/s]; OrbitYaw; centre p_W x, y, z [m];
  // NaN: default, or where the vehicle is
  orbit
};

// Where the nose points on an orbit. MAVLink's numbers.
enum class OrbitYaw : std::uint32_t {
  to_centre = 0,
  as_at_start = 1,
  free = 2,
  along_circle = 3,
  by_stick = 4
};

inline constexpr std::size_t kCommandValues = 7;

struct AutopilotCommand {
  std::array<double, kCommandValues> value{};
  CommandKind kind = CommandKind::arm;
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<AutopilotCommand>);

}  // namespace alula
