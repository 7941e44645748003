// missions/planned_item.h: one item as the file of a ground station has it, whichever the format.
// For the readers of missions only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "missions/mission.h"

namespace alula {

struct PlannedItem {
  std::int64_t command = 0;
  std::int64_t frame = 0;           // MAV_FRAME
  std::int64_t altitude_mode = 0;   // QGroundControl's; 0 where the format has none
  double altitude_m = kNotANumber;  // said beside params[6]; NaN where the format has none
  std::array<double, 7> params{};   // NaN: unset
  bool autocontinue = true;
  std::size_t number = 0;  // from 1
  int line = 0;
};

// What is wrong, and under which key of a plan it stands.
struct ItemFault {
  std::string_view key;
  std::string message;
};

// Commands, frames and heights that are not supported. Ranges are check_mission()'s.
std::optional<ItemFault> find_fault(const PlannedItem& item);
MissionItem to_mission_item(const PlannedItem& item);

// Jumps name items by an id. Sets the jump's target, or says what is wrong with its params[0].
std::optional<std::string> resolve_jump(std::span<const std::int64_t> ids, MissionItem& jump);

}  // namespace alula
