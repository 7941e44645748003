// autopilot/mission_runner.h: walks through a mission's items: which is under way, when it is reached, what comes next.
#pragma once

#include <array>

#include "autopilot/mission.h"
#include "autopilot/targets.h"

namespace alula {

struct MissionState {
  MissionResult result{};
  TimeNs inside_since = -1;             // since when the item's place (and yaw) is reached; -1: it is not
  double cruise_speed_m_s = kNotCommanded;
  Vec3 place_W{};                       // of the last position item, where waits hold
  std::array<std::int32_t, kMissionItemsMax> jumps_taken{};
  std::uint32_t approaching_land = 0;   // 1: on the way to the place of a land item
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<MissionState>);

enum class NavigatorRequest : std::uint32_t { none = 0, hold, return_home };

class MissionRunner {
 public:
  MissionRunner(const NavigatorConfig& config, const MissionItems& items) : config_(config), items_(items) {}

  // Begins, or goes on with the item that was under way. A finished mission begins anew.
  void begin(const NavigatorInputs& in, MissionState& state, NavigationTriplet& triplet, EventLog& events) const;
  NavigatorRequest update(const NavigatorInputs& in, MissionState& state, NavigationTriplet& triplet,
                          EventLog& events) const;

 private:
  [[nodiscard]] std::int32_t after(std::int32_t index, MissionState& state) const;
  [[nodiscard]] std::int32_t next_place(std::int32_t index, const MissionState& state) const;
  [[nodiscard]] const MissionItem& item(std::int32_t i) const { return items_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] bool past_end(std::int32_t i) const { return i < 0 || static_cast<std::size_t>(i) >= items_.size(); }
  [[nodiscard]] Vec3 place_of(const MissionItem& item, const NavigatorInputs& in) const;
  [[nodiscard]] NavigationTarget target_of(const MissionItem& item, const NavigatorInputs& in,
                                           const MissionState& state) const;
  void enter(std::int32_t index, const NavigatorInputs& in, MissionState& state, NavigationTriplet& triplet,
             EventLog& events) const;
  void do_at_once(const MissionItem& item, MissionState& state, EventLog& events) const;
  void aim(const MissionItem& item, const NavigatorInputs& in, MissionState& state, NavigationTriplet& triplet) const;
  [[nodiscard]] bool reached(const MissionItem& item, const NavigatorInputs& in, MissionState& state,
                             const NavigationTriplet& triplet) const;
  [[nodiscard]] bool arrived(const MissionItem& item, const NavigatorInputs& in, const NavigationTarget& target) const;
  void finish(const NavigatorInputs& in, MissionState& state, EventLog& events) const;

  const NavigatorConfig& config_;
  const MissionItems& items_;
};

}  // namespace alula
