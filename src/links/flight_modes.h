// links/flight_modes.h: flight modes in MAVLink's words: PX4's mode word and the standard modes.
// Sources: PX4's px4_custom_mode, mavlink.io "Standard Modes".
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "signals/vehicle_status.h"

namespace alula {

struct ModeRow {
  FlightMode mode;
  std::uint8_t main;
  std::uint8_t sub;
  std::uint8_t standard;  // MAV_STANDARD_MODE; 0: none
};
// Every mode that can be flown, in the order in which a station lists them.
std::span<const ModeRow> mode_table();

std::uint32_t custom_mode_of(const ModeRow& row);
std::uint32_t custom_mode_of(FlightMode mode);
std::uint8_t standard_mode_of(FlightMode mode);
std::uint8_t base_mode_of(FlightMode mode, bool armed);
std::optional<FlightMode> mode_of_custom(std::uint32_t custom_mode);
std::optional<FlightMode> mode_of_standard(std::uint32_t standard_mode);
// Descend is the failsafe's own.
bool can_be_chosen(FlightMode mode);

}  // namespace alula
