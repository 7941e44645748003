// links/operator_messages.h: set-points, sticks and commands out of MAVLink's messages into
// signals. Masks and frames count as PX4 v1.15 treats them.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "links/command_table.h"
#include "links/mavlink_frame.h"
#include "links/telemetry.h"
#include "signals/operator.h"

namespace alula {

// A set-point, or why there is none; an empty text: it is for another vehicle.
using SetpointOr = std::variant<OffboardSetpoint, std::string_view>;

// SET_POSITION_TARGET_LOCAL_NED (84), SET_POSITION_TARGET_GLOBAL_INT (86), SET_ATTITUDE_TARGET
// (82).
SetpointOr local_setpoint(const Frame& frame, const Telemetry& telemetry);
SetpointOr global_setpoint(const Frame& frame, const Telemetry& telemetry);
SetpointOr attitude_setpoint(const Frame& frame, const Telemetry& telemetry);

// MANUAL_CONTROL (69), RC_CHANNELS_OVERRIDE (70): roll, pitch, throttle, yaw on channels 1 to 4.
// Nothing where a stick is missing or out of range.
std::optional<ManualControl> manual_control(const Frame& frame, const Telemetry& telemetry);
std::optional<ManualControl> channels_override(const Frame& frame, const Telemetry& telemetry);

// COMMAND_LONG (76), COMMAND_INT (75); nothing when it is for another vehicle.
std::optional<CommandRequest> command_long(const Frame& frame, const Telemetry& telemetry);
std::optional<CommandRequest> command_int(const Frame& frame, const Telemetry& telemetry);

// Addressed to this vehicle's autopilot, or to all.
bool is_addressed(std::uint8_t system, std::uint8_t component, const Telemetry& telemetry);

}  // namespace alula
