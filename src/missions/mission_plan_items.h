// missions/mission_plan_items.h: the items of a plan. For mission_plan.cpp only.
#pragma once

#include <cstdint>
#include <vector>

#include "document/node.h"
#include "missions/mission_reading.h"
#include "missions/planned_item.h"

namespace alula {

// Gathers items in order of flight. What is wrong with one goes to the reading's faults, and the
// next is read all the same.
class PlanItems {
 public:
  explicit PlanItems(MissionReading& reading) : reading_(reading) {}

  // One entry of `mission.items`.
  void add(Node node);
  // Call when all items are there.
  void resolve_jumps();

 private:
  void add_simple(Node node);
  void add_complex(Node node);
  // What could not be read keeps its place in the order.
  void refuse(Node node, Error error);
  void push_back(Node node, const PlannedItem& item, std::int64_t jump_id);
  [[nodiscard]] std::size_t next_number() const { return reading_.mission.items.size() + 1; }

  MissionReading& reading_;
  std::vector<std::int64_t> jump_ids_;  // of each item
  std::vector<Node> nodes_;             // where each item stands
};

}  // namespace alula
