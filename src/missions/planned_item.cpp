#include "missions/planned_item.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "document/number_text.h"

namespace alula {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

// MAV_FRAME; the odd ones out count from the ground below.
constexpr std::int64_t kFrameGlobal = 0, kFrameMission = 2, kFrameRelative = 3, kFrameGlobalInt = 5,
                       kFrameRelativeInt = 6, kFrameTerrain = 10, kFrameTerrainInt = 11;

// QGroundControl's AltitudeMode: what the planner saw; 3 and 4 were computed from its terrain data.
constexpr std::int64_t kAboveTerrain = 3, kTerrainFrame = 4;

bool is_placed(const PlannedItem& item) {
  return kind_of(static_cast<MissionCommand>(item.command)) == MissionCommandKind::position;
}

std::optional<ItemFault> find_command_fault(const PlannedItem& item) {
  constexpr std::int64_t kConditionDelay = 112;
  const auto command = static_cast<MissionCommand>(item.command);
  if (kind_of(command) != MissionCommandKind::unsupported) return std::nullopt;
  const std::string expected =
      item.command == kConditionDelay
          ? "a delay (93)"
          : "16, 17, 19, 20, 21, 22, 93, 177, 178 or a camera or gimbal command";
  return ItemFault{"command", "command " + std::to_string(item.command) +
                                  " is not supported; expected " + expected};
}

std::optional<ItemFault> find_frame_fault(const PlannedItem& item) {
  const std::string found = ", found ";
  if (item.altitude_mode == kAboveTerrain || item.altitude_mode == kTerrainFrame) {
    return ItemFault{"AltitudeMode",
                     "heights above terrain are not supported; expected 1 (above home) or 2 (above "
                     "mean sea level)" +
                         found + std::to_string(item.altitude_mode)};
  }
  if (item.frame == kFrameTerrain || item.frame == kFrameTerrainInt) {
    return ItemFault{"frame",
                     "heights above terrain are not supported; expected 3 (above home) or 0 (above "
                     "mean sea level)" +
                         found + std::to_string(item.frame)};
  }
  const bool global = item.frame == kFrameGlobal || item.frame == kFrameRelative ||
                      item.frame == kFrameGlobalInt || item.frame == kFrameRelativeInt;
  if (is_placed(item) && !global) {
    return ItemFault{"frame", "expected frame 0 or 3 for a " +
                                  std::string(name_of(static_cast<MissionCommand>(item.command))) +
                                  found + std::to_string(item.frame)};
  }
  if (!global && item.frame != kFrameMission) {
    return ItemFault{"frame",
                     "expected frame 0, 2, 3, 5 or 6" + found + std::to_string(item.frame)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ItemFault> find_fault(const PlannedItem& item) {
  if (auto fault = find_command_fault(item)) return fault;
  if (auto fault = find_frame_fault(item)) return fault;
  // Ground stations differ in which of the two they fly.
  constexpr double kSame_m = 1e-3;
  const bool contradicts = std::abs(item.altitude_m - item.params[6]) > kSame_m;
  if (is_placed(item) && contradicts) {
    return ItemFault{"Altitude", "expected the altitude of params[6], " +
                                     shortest_text(item.params[6]) + ", found " +
                                     shortest_text(item.altitude_m)};
  }
  return std::nullopt;
}

MissionItem to_mission_item(const PlannedItem& planned) {
  MissionItem item;
  item.params = planned.params;
  item.command = static_cast<MissionCommand>(planned.command);
  item.number = static_cast<std::int32_t>(planned.number);
  item.line = planned.line;
  item.autocontinue = planned.autocontinue ? 1 : 0;
  const bool above_sea = planned.frame == kFrameGlobal || planned.frame == kFrameGlobalInt;
  item.altitude_reference =
      above_sea ? AltitudeReference::mean_sea_level : AltitudeReference::relative_to_home;
  const bool placed = is_placed(planned);
  // Zero for both is how older ground stations leave the place open.
  const bool nowhere = planned.params[4] == 0.0 && planned.params[5] == 0.0;
  item.latitude_rad = placed && !nowhere ? planned.params[4] * kDegree : kNotANumber;
  item.longitude_rad = placed && !nowhere ? planned.params[5] * kDegree : kNotANumber;
  item.altitude_m = placed ? planned.params[6] : kNotANumber;
  return item;
}

std::optional<std::string> resolve_jump(std::span<const std::int64_t> ids, MissionItem& jump) {
  const double wanted = jump.params[0];
  const auto is_wanted = [wanted](std::int64_t id) { return static_cast<double>(id) == wanted; };
  const auto target = std::ranges::find_if(ids, is_wanted);
  const std::string found = std::isnan(wanted) ? "nothing" : shortest_text(wanted);
  if (target == ids.end()) {
    return "jumps to no item of this plan; expected the doJumpId of one, found " + found;
  }
  if (std::find_if(target + 1, ids.end(), is_wanted) != ids.end()) {
    return "jumps to doJumpId " + found + ", which two items carry";
  }
  jump.jump_target = static_cast<std::int32_t>(target - ids.begin());
  return std::nullopt;
}

}  // namespace alula
