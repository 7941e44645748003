// autopilot/mission_plan_items.h: the items of a plan. For mission_plan.cpp only.
#pragma once

#include <cstdint>
#include <vector>

#include "autopilot/mission.h"
#include "core/error.h"
#include "document/node.h"

namespace alula {

// Gathers items in order of flight.
class PlanItems {
 public:
  explicit PlanItems(MissionItems& items) : items_(items) {}

  // One entry of `mission.items`.
  MaybeError add(Node node);
  // Jumps name items by their doJumpId. Call when all items are there.
  MaybeError resolve_jumps();

 private:
  MaybeError add_simple(Node node);
  MaybeError add_complex(Node node);
  [[nodiscard]] std::size_t next_number() const { return items_.size() + 1; }

  MissionItems& items_;
  std::vector<std::int64_t> jump_ids_;  // of each item
  std::vector<Node> nodes_;             // where each item stands
};

}  // namespace alula
