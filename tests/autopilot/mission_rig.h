// A mission's runner with a hand-fed vehicle that is put where it should be.
#pragma once

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "autopilot/mission_runner.h"
#include "hand_fed.h"

namespace alula {

class MissionTest : public ::testing::Test {
 protected:
  void plan(const std::vector<MissionItem>& items) { mission = mission_of(items); }
  void begin() {
    EventLog log = vehicle.log();
    runner.begin(inputs(), state, triplet, log);
  }
  NavigatorRequest tick() {
    vehicle.now += nanoseconds(0.020);
    EventLog log = vehicle.log();
    return runner.update(inputs(), state, triplet, log);
  }
  NavigatorRequest run(double duration_s) {
    NavigatorRequest last = NavigatorRequest::none;
    for (int i = 0; i < static_cast<int>(std::lround(duration_s * 50.0)); ++i) last = tick();
    return last;
  }
  // To the current target, with a look at the runner.
  NavigatorRequest arrive() {
    vehicle.fly_at(triplet.current.p_W);
    return tick();
  }
  void expect_target(const Vec3& p_W, TargetKind kind = TargetKind::position) const {
    EXPECT_NEAR(norm(triplet.current.p_W - p_W), 0.0, 1e-3)
        << triplet.current.p_W.x << ' ' << triplet.current.p_W.y << ' ' << triplet.current.p_W.z;
    EXPECT_EQ(triplet.current.kind, kind);
  }
  [[nodiscard]] NavigatorInputs inputs() const {
    NavigatorInputs in{vehicle.now, vehicle.estimate, vehicle.home, vehicle.land};
    in.mode = FlightMode::mission;
    in.armed = true;
    return in;
  }
  // Time from now until the item changes [s].
  double time_at_item() {
    const std::int32_t item = state.result.current;
    const TimeNs start = vehicle.now;
    while (state.result.current == item && !state.result.finished &&
           vehicle.now - start < nanoseconds(100.0)) {
      tick();
    }
    return seconds(vehicle.now - start);
  }

  HandFed vehicle;
  NavigatorConfig config;
  Mission mission;
  MissionRunner runner{config, mission.items};
  MissionState state;
  NavigationTriplet triplet;
};

}  // namespace alula
