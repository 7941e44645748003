// autopilot/navigator.h: turns the mode into targets: previous, current, next (PX4's position
// set-point triplet).
#pragma once

#include "autopilot/mission_runner.h"
#include "autopilot/return_home.h"

namespace alula {

struct NavigatorState {
  NavigationTriplet triplet{};
  MissionState mission{};
  ReturnState return_home{};
  TimeNs mode_time = -1;  // of the mode that the targets belong to
  std::uint64_t user_target_count = 0;
  FlightMode mode = FlightMode::hold;
  bool armed = false;
  std::array<bool, 3> reserved{};
};
static_assert(ArenaState<NavigatorState>);

class Navigator {
 public:
  Navigator(const NavigatorConfig& config, const MissionItems& items)
      : config_(config), mission_(config, items) {}

  // The request is for the commander: the mode has done its work. While disarmed there is nothing
  // to fly to, and arming begins the mode anew.
  NavigatorRequest update(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const;
  // The mission goes on with this item, which exists: at once where it is flown, else when it is.
  void go_on_with(std::int32_t item, NavigatorState& state) const;
  // The place that is held, for commands that leave something as it is; where a stop would end
  // when nothing is held.
  [[nodiscard]] NavigationTarget kept_target(const VehicleEstimate& estimate,
                                             const NavigatorState& state) const;

 private:
  void enter_mode(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const;
  void enter_hold(const NavigatorInputs& in, NavigatorState& state) const;
  void enter_takeoff(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const;
  void enter_return(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const;
  void land_by_mission(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const;
  void go_on_returning(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const;
  void enter_land(const NavigatorInputs& in, NavigatorState& state) const;
  void fly_to_user_target(const NavigatorInputs& in, NavigatorState& state) const;
  NavigatorRequest go_on(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const;

  const NavigatorConfig& config_;
  MissionRunner mission_;
};

}  // namespace alula
