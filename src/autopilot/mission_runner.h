// autopilot/mission_runner.h: walks through a mission's items: which is under way, when it is
// reached, what comes next.
#pragma once

#include <array>

#include "autopilot/targets.h"
#include "missions/mission.h"

namespace alula {

// An item may need a way to its place before it can be flown itself.
enum class ItemStage : std::uint32_t {
  climb = 0,  // straight up, from the ground
  approach,   // to the place of a landing, at the height flown at
  fly
};

struct MissionState {
  MissionResult result{};
  TimeNs inside_since = -1;  // since when the item's place (and yaw) is reached; -1: it is not
  double cruise_speed_m_s = kNotCommanded;
  std::array<std::int32_t, kMissionItemsMax> jumps_taken{};
  ItemStage stage = ItemStage::fly;
  std::uint32_t begun = 0;  // 1: some item has been entered
};
static_assert(ArenaState<MissionState>);

enum class NavigatorRequest : std::uint32_t { none = 0, hold, return_home };

// `items` has passed check_mission(). Nothing here runs while disarmed.
class MissionRunner {
 public:
  MissionRunner(const NavigatorConfig& config, const MissionItems& items)
      : config_(config), items_(items) {}

  // Begins, or goes on with the item that was under way. A finished mission begins anew.
  void begin(const NavigatorInputs& in, MissionState& state, NavigationTriplet& triplet,
             EventLog& events) const;
  // The next begin() goes on with `index`.
  void go_on_with(std::int32_t index, MissionState& state) const;
  // Asks for Hold when the mission ends in the air, and for Return at a return item.
  NavigatorRequest update(const NavigatorInputs& in, MissionState& state,
                          NavigationTriplet& triplet, EventLog& events) const;

 private:
  void restart(MissionState& state) const;
  [[nodiscard]] std::int32_t after(std::int32_t index, MissionState& state) const;
  [[nodiscard]] std::int32_t next_place(std::int32_t index, const MissionState& state) const;
  [[nodiscard]] const MissionItem& item(std::int32_t i) const {
    return items_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] bool past_end(std::int32_t i) const {
    return i < 0 || static_cast<std::size_t>(i) >= items_.size();
  }
  [[nodiscard]] Vec3 place_of(const MissionItem& item, const NavigatorInputs& in) const;
  [[nodiscard]] Vec3 climb_place(const MissionItem& item, const NavigatorInputs& in) const;
  [[nodiscard]] NavigationTarget target_of(const MissionItem& item, ItemStage stage,
                                           const NavigatorInputs& in,
                                           const MissionState& state) const;
  void enter(std::int32_t index, const NavigatorInputs& in, MissionState& state,
             NavigationTriplet& triplet, EventLog& events) const;
  void wait_at(std::int32_t index, const NavigatorInputs& in, MissionState& state,
               NavigationTriplet& triplet, EventLog& events) const;
  static void do_at_once(const MissionItem& item, MissionState& state, EventLog& events);
  void aim(const MissionItem& item, const NavigatorInputs& in, MissionState& state,
           NavigationTriplet& triplet) const;
  void look_ahead(const MissionItem& item, const NavigatorInputs& in, const MissionState& state,
                  NavigationTriplet& triplet) const;
  [[nodiscard]] bool stage_done(const MissionItem& item, const NavigatorInputs& in,
                                MissionState& state, const NavigationTriplet& triplet) const;
  static void finish(const NavigatorInputs& in, MissionState& state, EventLog& events);

  const NavigatorConfig& config_;
  const MissionItems& items_;
};

}  // namespace alula
