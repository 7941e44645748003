// autopilot/failsafe_action.h: what a vehicle may do by itself, for which cause, and until when.
// Source: PX4 v1.15, the failsafe framework of its commander.
#pragma once

#include <array>

#include "autopilot/mode_requirements.h"

namespace alula {

// In the order of strength.
enum class FailsafeAction : std::uint32_t {
  none = 0,
  warn,
  fall_back_position,  // the next mode by stick that can be flown
  fall_back_altitude,
  fall_back_stabilized,
  hold,
  return_home,
  land,
  descend,
  disarm,
  terminate
};
// The vehicle does something that the user did not ask for.
inline bool is_engaged(FailsafeAction action) { return action > FailsafeAction::warn; }
// The action, or the next stronger one whose mode can be flown.
FailsafeAction runnable(FailsafeAction action, const ModeFacts& facts);
// That of an action; `wanted` where the user's mode goes on.
FlightMode mode_of(FailsafeAction action, FlightMode wanted);

enum class FailsafeCause : std::uint32_t {
  sticks_lost = 0,
  ground_station_lost,
  battery_low,
  battery_critical,
  battery_emergency,
  flight_time_short,  // the charge only just suffices for the way home
  wind,
  geofence,
  attitude,
  motor,
  mode_lost,  // the mode that the user wants has lost something that it needs
  count
};
inline constexpr std::size_t kFailsafeCauses = static_cast<std::size_t>(FailsafeCause::count);

// How a pilot takes the vehicle back.
enum class Takeover : std::uint32_t { by_sticks_or_mode = 0, by_mode, never };
enum class FailsafeEnd : std::uint32_t { with_cause = 0, with_mode_change, never };

struct FailsafeRule {
  FailsafeAction action = FailsafeAction::none;  // none: the cause does not hold
  Takeover takeover = Takeover::by_sticks_or_mode;
  FailsafeEnd ends = FailsafeEnd::with_cause;
  std::uint32_t waits = 1;  // 1: Hold first, for COM_FAIL_ACT_T
};
using FailsafeRules = std::array<FailsafeRule, kFailsafeCauses>;
inline FailsafeRule& rule_of(FailsafeRules& rules, FailsafeCause cause) {
  return rules[static_cast<std::size_t>(cause)];
}

}  // namespace alula
