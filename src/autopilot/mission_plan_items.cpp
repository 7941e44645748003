#include "autopilot/mission_plan_items.h"

#include <string>

#include "autopilot/planned_item.h"
#include "document/map_reader.h"

namespace alula {

namespace {

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

Result<PlannedItem> read_simple(Node node, std::size_t number, std::int64_t& jump_id) {
  MapReader map(node);
  map.allow_unknown_keys();
  PlannedItem item;
  item.number = number;
  item.line = node.line();
  item.command = map.integer("command", {.min = 0, .max = 65535});
  item.frame = map.integer("frame", {.min = 0, .max = 255});
  item.altitude_mode = map.integer_or("AltitudeMode", 0);
  item.altitude_m = map.number_or("Altitude", kNotANumber);
  jump_id = map.integer_or("doJumpId", static_cast<std::int64_t>(number));
  item.autocontinue = map.boolean_or("autoContinue", true);
  const std::vector<Node> params = map.list("params", {.min = 7, .max = 7});
  for (std::size_t i = 0; i < params.size(); ++i) item.params[i] = map.keep(read_param(params[i]));
  if (MaybeError error = map.finish()) return *error;
  return item;
}

}  // namespace

void PlanItems::add(Node node) {
  MapReader map(node);
  map.allow_unknown_keys();
  const std::string type = map.string("type");
  if (MaybeError error = map.finish()) {
    refuse(node, with_number(*error, next_number()));
  } else if (type == "SimpleItem") {
    add_simple(node);
  } else if (type == "ComplexItem") {
    add_complex(node);
  } else {
    refuse(node, item_error(node.find("type"), next_number(),
                            "expected SimpleItem or ComplexItem, found " +
                                node.find("type").description()));
  }
}

void PlanItems::refuse(Node node, Error error) {
  const std::size_t number = next_number();
  reading_.add_item_fault(std::move(error), number);
  PlannedItem none;
  none.number = number;
  push_back(node, none, static_cast<std::int64_t>(number));
}

void PlanItems::push_back(Node node, const PlannedItem& item, std::int64_t jump_id) {
  reading_.mission.items.push_back(to_mission_item(item));
  jump_ids_.push_back(jump_id);
  nodes_.push_back(node);
}

void PlanItems::add_simple(Node node) {
  const std::size_t number = next_number();
  if (number > kMissionItemsMax) {
    // Once is enough.
    if (number == kMissionItemsMax + 1) {
      reading_.give_up(node.error("is item " + std::to_string(number) + "; expected at most " +
                                  std::to_string(kMissionItemsMax)));
    }
    return;
  }
  std::int64_t jump_id = 0;
  const Result<PlannedItem> item = read_simple(node, number, jump_id);
  if (!item.ok()) return refuse(node, with_number(item.error(), number));
  if (const std::optional<ItemFault> fault = find_fault(*item)) {
    reading_.add_item_fault(item_error(node.find(fault->key), number, fault->message), number);
  }
  push_back(node, *item, jump_id);
}

void PlanItems::add_complex(Node node) {
  const std::size_t number = next_number();
  MapReader map(node);
  map.allow_unknown_keys();
  const std::string type = map.string("complexItemType");
  if (MaybeError error = map.finish()) return refuse(node, with_number(*error, number));
  const Node pattern = node.find("TransectStyleComplexItem");
  const Node items = pattern.find("Items");
  if (items.kind() != NodeKind::list || items.size() == 0) {
    return refuse(
        node, item_error(
                  node.find("complexItemType"), number,
                  "expected a pattern with TransectStyleComplexItem.Items, such as survey, found " +
                      node.find("complexItemType").description()));
  }
  const Node follows_terrain = pattern.find("FollowTerrain");
  if (follows_terrain.text() == "true") {
    return refuse(node, item_error(follows_terrain, number,
                                   "following terrain is not supported; expected an altitude above "
                                   "home or mean sea level"));
  }
  for (std::size_t i = 0; i < items.size(); ++i) add(items[i]);
}

void PlanItems::resolve_jumps() {
  // Where an item could not be read, who knows what it was.
  if (!reading_.faulty_items.empty()) return;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    MissionItem& item = reading_.mission.items[i];
    if (item.command != MissionCommand::jump) continue;
    const std::optional<std::string> fault = resolve_jump(jump_ids_, item);
    if (!fault) continue;
    reading_.add_item_fault(item_error(nodes_[i].find("params")[0], i + 1, *fault), i + 1);
  }
}

}  // namespace alula
