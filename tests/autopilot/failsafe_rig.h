// A commander in flight whose links, battery, fence and attitude can be spoilt.
#pragma once

#include "commander_rig.h"

namespace alula {

class FailsafeTest : public CommanderTest {
 protected:
  void begin_anew() {
    state = {};
    vehicle = {};
    config = {};
    sticks = {};
    breach = FenceBreach::none;
    sticks_live = offboard_live = false;
  }
  // In Hold, 5 m up, with everything alive.
  void fly() {
    sticks_live = true;
    ground_age_s = 0.0;
    arm_and_fly();
  }
  void lose_sticks_and_wait() {
    sticks_live = false;
    run(5.2);
  }
  void set_battery(double remaining) {
    state.battery.remaining = remaining;
    BatterySample sample;
    sample.time = vehicle.now;
    sample.remaining = remaining;
    watch(config.battery, sample, true, state.battery);
  }
  bool heard(std::string_view part) { return any_has(vehicle.heard(), part); }
  [[nodiscard]] bool failsafe() const { return state.status.failsafe; }
};

}  // namespace alula
