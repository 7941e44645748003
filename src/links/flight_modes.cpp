#include "links/flight_modes.h"

#include <algorithm>
#include <array>

#include "autopilot/mode_requirements.h"
#include "links/mavlink.h"

namespace alula {
namespace {

constexpr std::array kModes{
    ModeRow{FlightMode::position, 3, 0, MAV_STANDARD_MODE_POSITION_HOLD},
    ModeRow{FlightMode::altitude, 2, 0, MAV_STANDARD_MODE_ALTITUDE_HOLD},
    ModeRow{FlightMode::mission, 4, 4, MAV_STANDARD_MODE_MISSION},
    ModeRow{FlightMode::hold, 4, 3, 0},
    ModeRow{FlightMode::return_home, 4, 5, MAV_STANDARD_MODE_SAFE_RECOVERY},
    ModeRow{FlightMode::takeoff, 4, 2, MAV_STANDARD_MODE_TAKEOFF},
    ModeRow{FlightMode::land, 4, 6, MAV_STANDARD_MODE_LAND},
    ModeRow{FlightMode::orbit, 3, 1, MAV_STANDARD_MODE_ORBIT},
    ModeRow{FlightMode::follow, 4, 8, 0},
    ModeRow{FlightMode::position_slow, 3, 2, 0},
    ModeRow{FlightMode::stabilized, 7, 0, 0},
    ModeRow{FlightMode::acro, 5, 0, 0},
    ModeRow{FlightMode::manual, 1, 0, 0},
    ModeRow{FlightMode::offboard, 6, 0, 0},
    ModeRow{FlightMode::termination, 10, 0, 0},
    // Flown by the failsafe alone; stations know it by the word of Land.
    ModeRow{FlightMode::descend, 4, 6, 0},
};

const ModeRow& row_of(FlightMode mode) {
  const auto found = std::ranges::find(kModes, mode, &ModeRow::mode);
  ALULA_ASSERT(found != kModes.end());
  return *found;
}

bool is_flown_by_stick(FlightMode mode) {
  using enum FlightMode;
  return mode == manual || mode == altitude || mode == position || mode == position_slow ||
         mode == acro || mode == stabilized;
}

}  // namespace

std::span<const ModeRow> mode_table() { return kModes; }

std::uint32_t custom_mode_of(const ModeRow& row) {
  return static_cast<std::uint32_t>(row.main) << 16U | static_cast<std::uint32_t>(row.sub) << 24U;
}
std::uint32_t custom_mode_of(FlightMode mode) { return custom_mode_of(row_of(mode)); }
std::uint8_t standard_mode_of(FlightMode mode) { return row_of(mode).standard; }

std::uint8_t base_mode_of(FlightMode mode, bool armed) {
  unsigned flags = MAV_MODE_FLAG_CUSTOM_MODE_ENABLED;
  if (armed) flags |= MAV_MODE_FLAG_SAFETY_ARMED;
  if (is_flown_by_stick(mode)) {
    flags |= MAV_MODE_FLAG_MANUAL_INPUT_ENABLED;
    if (mode != FlightMode::acro && mode != FlightMode::manual)
      flags |= MAV_MODE_FLAG_STABILIZE_ENABLED;
    if (mode == FlightMode::position || mode == FlightMode::position_slow)
      flags |= MAV_MODE_FLAG_GUIDED_ENABLED;
  } else if (mode != FlightMode::termination) {
    flags |=
        MAV_MODE_FLAG_AUTO_ENABLED | MAV_MODE_FLAG_STABILIZE_ENABLED | MAV_MODE_FLAG_GUIDED_ENABLED;
  }
  return static_cast<std::uint8_t>(flags);
}

std::optional<FlightMode> mode_of_custom(std::uint32_t custom_mode) {
  const auto found = std::ranges::find_if(
      kModes, [&](const ModeRow& row) { return custom_mode_of(row) == custom_mode; });
  if (found == kModes.end()) return std::nullopt;
  return found->mode;
}

std::optional<FlightMode> mode_of_standard(std::uint32_t standard_mode) {
  const auto found = std::ranges::find_if(kModes, [&](const ModeRow& row) {
    return row.standard != 0 && row.standard == standard_mode;
  });
  if (found == kModes.end()) return std::nullopt;
  return found->mode;
}

bool can_be_chosen(FlightMode mode) { return is_for_users(mode); }

}  // namespace alula
