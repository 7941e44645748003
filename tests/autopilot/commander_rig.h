// A commander with a hand-fed vehicle.
#pragma once

#include <cmath>

#include <gtest/gtest.h>

#include "autopilot/commander.h"
#include "hand_fed.h"

namespace alula {

class CommanderTest : public ::testing::Test {
 protected:
  // 50 Hz, with all sensors alive.
  void run(double duration_s) {
    for (int i = 0; i < static_cast<int>(std::lround(duration_s * 50.0)); ++i) tick();
  }
  void tick() {
    vehicle.now += nanoseconds(0.020);
    if (sensors_live) {
      Samples samples;
      samples.imu.push_back({.time = vehicle.now});
      samples.baro.push_back({.time = vehicle.now});
      samples.mag.push_back({.time = vehicle.now});
      commander.observe(state, samples);
    }
    EventLog log = vehicle.log();
    commander.update(state, inputs(), log);
  }
  void command(CommandKind kind, std::array<double, kCommandValues> value = {}) {
    EventLog log = vehicle.log();
    commander.handle(state, {value, kind}, inputs(), log);
  }
  void set_mode(FlightMode mode) { command(CommandKind::set_mode, {static_cast<double>(mode)}); }
  void arm_and_fly() {
    tick();
    command(CommandKind::arm);
    ASSERT_TRUE(armed());
    vehicle.fly_at({0.0, 0.0, -5.0});
    tick();
    vehicle.heard();
  }
  [[nodiscard]] CommanderInputs inputs() const {
    CommanderInputs in{vehicle.now, vehicle.estimate, vehicle.filter, vehicle.land,
                       has_mission, sticks_live,      offboard_live};
    in.sticks = sticks;
    in.ground_age_s = ground_age_s;
    in.return_time_s = return_time_s;
    in.breach = breach;
    in.follow_breach = follow_breach;
    in.fence = &areas;
    return in;
  }
  [[nodiscard]] bool armed() const { return state.status.arming == ArmingState::armed; }
  [[nodiscard]] FlightMode mode() const { return state.status.mode; }

  HandFed vehicle;
  CommanderConfig config;
  Commander commander{config};
  CommanderState state;
  bool has_mission = true;
  bool sensors_live = true;
  bool sticks_live = false;
  bool offboard_live = false;
  ManualControl sticks;
  double ground_age_s = -1.0;
  double return_time_s = 0.0;
  FenceBreach breach = FenceBreach::none, follow_breach = FenceBreach::none;
  MissionFence areas;
};

}  // namespace alula
