// autopilot/mode_requirements.h: what each mode needs, as data. Source: PX4 v1.15,
// mode_requirements.
#pragma once

#include <cstdint>
#include <string_view>

#include "signals/estimate.h"
#include "signals/vehicle_status.h"

namespace alula {

// Bits, in the order in which a missing one is named.
enum class ModeNeed : std::uint32_t {
  attitude = 1U << 0,
  height = 1U << 1,  // and climb rate
  local_position = 1U << 2,
  global_position = 1U << 3,
  velocity = 1U << 4,  // horizontal
  home = 1U << 5,
  mission = 1U << 6,
  sticks = 1U << 7,
  offboard = 1U << 8  // set-points alive
};
using ModeNeeds = std::uint32_t;
constexpr ModeNeeds operator|(ModeNeed a, ModeNeed b) {
  return static_cast<ModeNeeds>(a) | static_cast<ModeNeeds>(b);
}
constexpr ModeNeeds operator|(ModeNeeds a, ModeNeed b) { return a | static_cast<ModeNeeds>(b); }
constexpr bool has(ModeNeeds needs, ModeNeed need) {
  return (needs & static_cast<ModeNeeds>(need)) != 0;
}
// Those that the estimator answers for.
inline constexpr ModeNeeds kEstimateNeeds = ModeNeed::attitude | ModeNeed::height |
                                            ModeNeed::velocity | ModeNeed::local_position |
                                            ModeNeed::global_position;

// What holds at this moment.
struct ModeFacts {
  const VehicleEstimate& estimate;
  bool home_set = false;
  bool mission_valid = false;
  bool sticks_live = false;
  bool offboard_live = false;
  ModeNeeds offboard_needs = 0;  // of the kind of set-point that comes
};

ModeNeeds needs_of(FlightMode mode);
// Modes that a user may ask for. Descend is the failsafe's own.
bool is_for_users(FlightMode mode);
// Modes that have no meaning on the ground: they can neither be chosen nor armed in there.
bool begins_in_air(FlightMode mode);
// What `mode` needs and does not have; 0: it can be flown.
ModeNeeds missing_for(FlightMode mode, const ModeFacts& facts);
// "no valid position": of the first one missing.
std::string_view first_missing(ModeNeeds missing);

}  // namespace alula
