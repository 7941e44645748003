#include "autopilot/mission_plan_items.h"

#include <algorithm>
#include <numbers>
#include <string>

#include "document/json_writer.h"
#include "document/map_reader.h"

namespace alula {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

// MAV_FRAME; the odd ones out count from the ground below.
constexpr std::int64_t kFrameGlobal = 0, kFrameMission = 2, kFrameRelative = 3, kFrameGlobalInt = 5,
                       kFrameRelativeInt = 6, kFrameTerrain = 10, kFrameTerrainInt = 11;

// QGroundControl's AltitudeMode: what the planner saw; 3 and 4 were computed from its terrain data.
constexpr std::int64_t kAboveTerrain = 3, kTerrainFrame = 4;

Error with_number(Error error, std::size_t number) {
  error.message = "item " + std::to_string(number) + ": " + error.message;
  return error;
}

Error item_error(Node node, std::size_t number, const std::string& message) {
  return with_number(node.error(message), number);
}

// QGroundControl writes an unset parameter as null.
Result<double> read_param(Node node) {
  if (node.kind() == NodeKind::null) return kNotANumber;
  return read_number(node);
}

// What a SimpleItem says, as it stands in the file.
struct SimpleItem {
  std::int64_t command = 0;
  std::int64_t frame = 0;
  std::int64_t altitude_mode = 0;
  std::int64_t jump_id = 0;
  double altitude_m = kNotANumber;  // the key Altitude
  std::array<double, 7> params{};
  bool autocontinue = true;
};

Result<SimpleItem> read_simple(Node node, std::size_t number) {
  MapReader map(node);
  map.allow_unknown_keys();
  SimpleItem item;
  item.command = map.integer("command", {.min = 0, .max = 65535});
  item.frame = map.integer("frame", {.min = 0, .max = 255});
  item.altitude_mode = map.integer_or("AltitudeMode", 0);
  item.altitude_m = map.number_or("Altitude", kNotANumber);
  item.jump_id = map.integer_or("doJumpId", static_cast<std::int64_t>(number));
  item.autocontinue = map.boolean_or("autoContinue", true);
  const std::vector<Node> params = map.list("params", {.min = 7, .max = 7});
  for (std::size_t i = 0; i < params.size(); ++i) item.params[i] = map.keep(read_param(params[i]));
  if (MaybeError error = map.finish()) return *error;
  return item;
}

MaybeError check_frame(Node node, const SimpleItem& item, std::size_t number,
                       MissionCommandKind kind) {
  const bool terrain_mode =
      item.altitude_mode == kAboveTerrain || item.altitude_mode == kTerrainFrame;
  if (terrain_mode) {
    return item_error(node.find("AltitudeMode"), number,
                      "heights above terrain are not supported; expected 1 (above home) or 2 "
                      "(above mean sea level), "
                      "found " +
                          std::to_string(item.altitude_mode));
  }
  const bool terrain_frame = item.frame == kFrameTerrain || item.frame == kFrameTerrainInt;
  if (terrain_frame) {
    return item_error(node.find("frame"), number,
                      "heights above terrain are not supported; expected 3 (above home) or 0 "
                      "(above mean sea level), "
                      "found " +
                          std::to_string(item.frame));
  }
  const bool global = item.frame == kFrameGlobal || item.frame == kFrameRelative ||
                      item.frame == kFrameGlobalInt || item.frame == kFrameRelativeInt;
  if (kind == MissionCommandKind::position && !global) {
    return item_error(node.find("frame"), number,
                      "expected frame 0 or 3 for a " +
                          std::string(name_of(static_cast<MissionCommand>(item.command))) +
                          ", found " + std::to_string(item.frame));
  }
  if (!global && item.frame != kFrameMission) {
    return item_error(node.find("frame"), number,
                      "expected frame 0, 2, 3, 5 or 6, found " + std::to_string(item.frame));
  }
  return std::nullopt;
}

MaybeError check_simple(Node node, const SimpleItem& item, std::size_t number) {
  constexpr std::int64_t kConditionDelay = 112;
  const MissionCommandKind kind = kind_of(static_cast<MissionCommand>(item.command));
  if (kind == MissionCommandKind::unsupported) {
    const bool condition = item.command == kConditionDelay;
    return item_error(
        node.find("command"), number,
        "command " + std::to_string(item.command) + " is not supported; expected " +
            (condition ? "a delay (93)"
                       : "16, 17, 19, 20, 21, 22, 93, 177, 178 or a camera or gimbal command"));
  }
  if (MaybeError error = check_frame(node, item, number, kind)) return error;
  // Ground stations differ in which of the two they fly.
  constexpr double kSame_m = 1e-3;
  const bool contradicts = std::abs(item.altitude_m - item.params[6]) > kSame_m;
  if (kind == MissionCommandKind::position && contradicts) {
    return item_error(node.find("Altitude"), number,
                      "expected the altitude of params[6], " + shortest_text(item.params[6]) +
                          ", found " + shortest_text(item.altitude_m));
  }
  return std::nullopt;
}

MissionItem convert(const SimpleItem& simple, std::size_t number, int line) {
  MissionItem item;
  item.params = simple.params;
  item.command = static_cast<MissionCommand>(simple.command);
  item.number = static_cast<std::int32_t>(number);
  item.line = line;
  item.autocontinue = simple.autocontinue ? 1 : 0;
  const bool above_sea = simple.frame == kFrameGlobal || simple.frame == kFrameGlobalInt;
  item.altitude_reference =
      above_sea ? AltitudeReference::mean_sea_level : AltitudeReference::relative_to_home;
  const bool placed = kind_of(item.command) == MissionCommandKind::position;
  // Zero for both is how older ground stations leave the place open.
  const bool nowhere = simple.params[4] == 0.0 && simple.params[5] == 0.0;
  item.latitude_rad = placed && !nowhere ? simple.params[4] * kDegree : kNotANumber;
  item.longitude_rad = placed && !nowhere ? simple.params[5] * kDegree : kNotANumber;
  item.altitude_m = placed ? simple.params[6] : kNotANumber;
  return item;
}

}  // namespace

MaybeError PlanItems::add(Node node) {
  MapReader map(node);
  map.allow_unknown_keys();
  const std::string type = map.string("type");
  if (MaybeError error = map.finish()) return with_number(*error, next_number());
  if (type == "SimpleItem") return add_simple(node);
  if (type == "ComplexItem") return add_complex(node);
  return item_error(node.find("type"), next_number(),
                    "expected SimpleItem or ComplexItem, found " + node.find("type").description());
}

MaybeError PlanItems::add_simple(Node node) {
  const std::size_t number = next_number();
  if (items_.full()) {
    return node.error("is item " + std::to_string(number) + "; expected at most " +
                      std::to_string(items_.capacity()));
  }
  const Result<SimpleItem> item = read_simple(node, number);
  if (!item.ok()) return with_number(item.error(), number);
  if (MaybeError error = check_simple(node, *item, number)) return error;
  items_.push_back(convert(*item, number, node.line()));
  jump_ids_.push_back(item->jump_id);
  nodes_.push_back(node);
  return std::nullopt;
}

MaybeError PlanItems::add_complex(Node node) {
  MapReader map(node);
  map.allow_unknown_keys();
  const std::string type = map.string("complexItemType");
  if (MaybeError error = map.finish()) return with_number(*error, next_number());
  const Node pattern = node.find("TransectStyleComplexItem");
  const Node items = pattern.find("Items");
  if (items.kind() != NodeKind::list || items.size() == 0) {
    return item_error(
        node.find("complexItemType"), next_number(),
        "expected a pattern with TransectStyleComplexItem.Items, such as survey, found " +
            node.find("complexItemType").description());
  }
  const Node follows_terrain = pattern.find("FollowTerrain");
  if (follows_terrain.text() == "true") {
    return item_error(
        follows_terrain, next_number(),
        "following terrain is not supported; expected an altitude above home or mean sea level");
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (MaybeError error = add(items[i])) return error;
  }
  return std::nullopt;
}

MaybeError PlanItems::resolve_jumps() {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    MissionItem& item = items_[i];
    if (item.command != MissionCommand::jump) continue;
    const double wanted = item.params[0];
    const auto is_wanted = [wanted](std::int64_t id) { return static_cast<double>(id) == wanted; };
    const auto target = std::find_if(jump_ids_.begin(), jump_ids_.end(), is_wanted);
    const Node place = nodes_[i].find("params")[0];
    if (target == jump_ids_.end()) {
      return item_error(place, i + 1,
                        "jumps to no item of this plan; expected the doJumpId of one, found " +
                            place.description());
    }
    if (std::find_if(target + 1, jump_ids_.end(), is_wanted) != jump_ids_.end()) {
      return item_error(place, i + 1,
                        "jumps to doJumpId " + place.description() + ", which two items carry");
    }
    item.jump_target = static_cast<std::int32_t>(target - jump_ids_.begin());
  }
  return std::nullopt;
}

}  // namespace alula
