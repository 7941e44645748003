// missions/mission_reading.h: a mission with all that is wrong with it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "missions/mission.h"
#include "missions/mission_check.h"

namespace alula {

// `mission` can be flown when there are no faults. After a fault of a single item the others stand
// there all the same, for someone who wants to mend the file in one go.
struct MissionReading {
  Mission mission;
  std::vector<Error> faults;               // in the order they were found
  std::vector<std::int32_t> faulty_items;  // numbers of items that a fault is about
  bool broken = false;                     // no mission could be made out at all

  void add_fault(Error error) { faults.push_back(std::move(error)); }
  void add_item_fault(Error error, std::size_t number) {
    faults.push_back(std::move(error));
    faulty_items.push_back(static_cast<std::int32_t>(number));
  }
  void give_up(Error error) {
    faults.push_back(std::move(error));
    broken = true;
  }
  // All that was found before is not worth telling.
  void give_up_with(Error error) {
    *this = {};
    give_up(std::move(error));
  }
};

// The two formats, by content: QGroundControl's .plan (JSON), or its plain-text waypoint list,
// which begins with "QGC WPL 110". Reads and checks. `name` is what messages call the text.
MissionReading read_mission(std::string_view text, std::string_view name,
                            const MissionLimits& limits = {});

// By its first line, or by a name that ends in .waypoints or .mission.
bool is_waypoint_list(std::string_view text, std::string_view name);

// One format each, without the rules of mission_check.h: for read_mission().
MissionReading read_plan(std::string_view text, std::string_view name);
MissionReading read_waypoint_list(std::string_view text, std::string_view name);

}  // namespace alula
