#include "missions/mission_plan_items.h"

#include <algorithm>
#include <string>

#include "document/map_reader.h"
#include "missions/planned_item.h"

namespace alula {

namespace {

Error with_number(Error error, std::size_t number) {
  error.message = "item " + std::to_string(number) + ": " + error.message;
  return error;
}

Error item_error(Node node, std::size_t number, const std::string& message) {
  return with_number(node.error(message), number);
}

Result<PlannedItem> read_simple(Node node, std::size_t number, std::int64_t& jump_id) {
  MapReader map(node);
  map.allow_unknown_keys();
  PlannedItem item;
  item.number = number;
  item.line = node.line();
  item.command = map.integer({"command", "MAV_CMD: 22 take-off, 16 waypoint, 21 land"},
                             {.min = 0, .max = 65535});
  item.frame = map.integer({"frame", "MAV_FRAME: 3 counts heights from home, 0 from the sea"},
                           {.min = 0, .max = 255});
  item.altitude_mode =
      map.integer_or({"AltitudeMode", "What the planner saw: 1 above home, 2 above the sea"}, 0);
  item.altitude_m = map.number_or({"Altitude", "As in params[6] [m]"}, kNotANumber);
  jump_id = map.integer_or({"doJumpId", "What jumps name", "its place in the list, from 1"},
                           static_cast<std::int64_t>(number));
  item.autocontinue = map.boolean_or({"autoContinue", "false: the mission stays here"}, true);
  const std::vector<double> params =
      map.numbers_or_nulls({"params",
                            "Of the command; from params[4] latitude and longitude "
                            "[deg], height [m]; null: not given"},
                           {.min = 7, .max = 7});
  if (params.size() == item.params.size()) std::ranges::copy(params, item.params.begin());
  if (MaybeError error = map.finish()) return *error;
  return item;
}

}  // namespace

void PlanItems::add(Node node) {
  enum class Type { simple, complex };
  MapReader map(node);
  map.allow_unknown_keys();
  const Type type = map.choice(
      {"type", "One command, or a pattern"},
      {Choice<Type>{"SimpleItem", Type::simple}, Choice<Type>{"ComplexItem", Type::complex}});
  if (MaybeError error = map.finish()) return refuse(node, with_number(*error, next_number()));
  type == Type::simple ? add_simple(node) : add_complex(node);
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
  map.string({"complexItemType", "Which pattern"});
  const Node inner = map.map_or_absent({"TransectStyleComplexItem", "Lines to fly"});
  MapReader pattern(inner);
  pattern.allow_unknown_keys();
  const bool follows_terrain = pattern.boolean_or({"FollowTerrain", "Must be false"}, false);
  const std::vector<Node> items =
      pattern.list_or_empty({"Items", "What the pattern was expanded to"});
  map.keep(pattern.finish());
  if (MaybeError error = map.finish()) return refuse(node, with_number(*error, number));
  if (items.empty()) {
    return refuse(
        node, item_error(
                  node.find("complexItemType"), number,
                  "expected a pattern with TransectStyleComplexItem.Items, such as survey, found " +
                      node.find("complexItemType").description()));
  }
  if (follows_terrain) {
    return refuse(node, item_error(inner.find("FollowTerrain"), number,
                                   "following terrain is not supported; expected an altitude above "
                                   "home or mean sea level"));
  }
  for (const Node item : items) add_simple(item);
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
