// What each mode aims at, and how modes follow each other.
#include "autopilot/navigator.h"

#include <gtest/gtest.h>

#include "autopilot/user_target.h"
#include "hand_fed.h"

namespace alula {
namespace {

class NavigatorTest : public ::testing::Test {
 protected:
  NavigatorRequest tick() {
    vehicle.now += nanoseconds(0.020);
    EventLog log = vehicle.log();
    return navigator.update(inputs(), state, log);
  }
  NavigatorRequest enter(FlightMode next) {
    mode = next;
    mode_time = vehicle.now + 1;
    return tick();
  }
  void go_to(const Vec3& p_W, double yaw) {
    mode = FlightMode::hold;
    target = p_W;
    target_yaw = yaw;
    ++targets;
    tick();
  }
  void fly(const Vec3& p_W, const Vec3& v_W = {}) {
    armed = true;
    vehicle.fly_at(p_W, v_W);
    tick();
  }
  [[nodiscard]] NavigatorInputs inputs() const {
    return {vehicle.now, vehicle.estimate, vehicle.home, vehicle.land, mode,   mode_time,
            armed,       height,           target,       target_yaw,   targets};
  }
  [[nodiscard]] const NavigationTarget& current() const { return state.triplet.current; }
  [[nodiscard]] double distance(const Vec3& p_W) const { return norm(current().p_W - p_W); }

  HandFed vehicle;
  NavigatorConfig config;
  Mission mission = mission_of({takeoff(10.0), waypoint(50.0, 0.0, 10.0)});
  Navigator navigator{config, mission.items};
  NavigatorState state;
  FlightMode mode = FlightMode::hold;
  TimeNs mode_time = 0;
  bool armed = false;
  double height = 2.5;
  Vec3 target{};
  double target_yaw = 0.0;
  std::uint64_t targets = 0;
};

TEST_F(NavigatorTest, DisarmedThereIsNothingToFlyToInAnyMode) {
  for (const FlightMode any : {FlightMode::hold, FlightMode::mission, FlightMode::return_home,
                               FlightMode::takeoff, FlightMode::land}) {
    EXPECT_EQ(enter(any), NavigatorRequest::none);
    EXPECT_EQ(current().kind, TargetKind::idle) << to_string(any);
  }
  EXPECT_EQ(state.mission.begun, 0U) << "no mission begins disarmed";
}

TEST_F(NavigatorTest, ArmingBeginsTheModeWhereTheVehicleStandsThen) {
  enter(FlightMode::takeoff);
  vehicle.stand_at({7.0, 0.0, 0.0});
  armed = true;
  tick();
  EXPECT_NEAR(distance({7.0, 0.0, -2.5}), 0.0, 1e-9);
  EXPECT_EQ(current().kind, TargetKind::takeoff);
}

TEST_F(NavigatorTest, TakeOffAsksForHoldAtItsHeightAndHoldKeepsTheHeight) {
  armed = true;
  height = 10.0;
  vehicle.look_to(0.7);
  enter(FlightMode::takeoff);
  vehicle.fly_at({0.1, 0.0, -9.0});
  EXPECT_EQ(tick(), NavigatorRequest::none);
  vehicle.fly_at({0.1, 0.0, -9.3});
  EXPECT_EQ(tick(), NavigatorRequest::hold);
  enter(FlightMode::hold);
  EXPECT_NEAR(distance({0.0, 0.0, -10.0}), 0.0, 1e-9);
  EXPECT_EQ(current().kind, TargetKind::loiter);
  EXPECT_NEAR(current().yaw, 0.7, 1e-12);
}

TEST_F(NavigatorTest, TakeOffInTheAirClimbsAndNeverDescends) {
  height = 10.0;
  fly({5.0, 0.0, -4.0});
  enter(FlightMode::takeoff);
  EXPECT_EQ(current().kind, TargetKind::position);
  EXPECT_NEAR(distance({5.0, 0.0, -10.0}), 0.0, 1e-9);
  fly({5.0, 0.0, -30.0});
  enter(FlightMode::takeoff);
  EXPECT_NEAR(distance({5.0, 0.0, -30.0}), 0.0, 1e-9);
  EXPECT_TRUE(any_has(vehicle.heard(), "Already above the take-off height"));
  EXPECT_EQ(tick(), NavigatorRequest::hold);
}

TEST_F(NavigatorTest, TakeOffFromARoofAboveHomeStillLeavesTheRoof) {
  armed = true;
  vehicle.stand_at({0.0, 0.0, -8.0});
  enter(FlightMode::takeoff);
  EXPECT_NEAR(current().p_W.z, -8.0 - 2.5, 1e-9);
}

TEST_F(NavigatorTest, HoldAtSpeedIsWhereTheStopEnds) {
  fly({0.0, 0.0, -10.0}, {5.0, 0.0, 0.0});
  enter(FlightMode::land);
  enter(FlightMode::hold);
  // v^2 + (4 a^2/J) v = 2 a d with a = 3, J = 4: 25 + 45 = 6 d.
  EXPECT_NEAR(current().p_W.x, 70.0 / 6.0, 1e-9);
  EXPECT_NEAR(current().p_W.z, -10.0, 1e-9);
}

TEST_F(NavigatorTest, HoldOnTheGroundIsIdleUntilItIsOffTheGround) {
  armed = true;
  enter(FlightMode::takeoff);
  enter(FlightMode::hold);
  EXPECT_EQ(current().kind, TargetKind::idle);
  vehicle.fly_at({0.0, 0.0, -0.3});
  tick();
  EXPECT_EQ(current().kind, TargetKind::loiter);
}

TEST_F(NavigatorTest, LandsStraightDownFromWhereItStops) {
  fly({10.0, 20.0, -15.0});
  enter(FlightMode::land);
  EXPECT_EQ(current().kind, TargetKind::land);
  EXPECT_NEAR(distance({10.0, 20.0, 0.0}), 0.0, 1e-9);
}

TEST_F(NavigatorTest, ModesInOddOrdersAlwaysLeaveATarget) {
  const FlightMode all[] = {FlightMode::hold,    FlightMode::mission, FlightMode::return_home,
                            FlightMode::takeoff, FlightMode::land,    FlightMode::descend};
  for (const bool grounded : {true, false}) {
    for (const FlightMode first : all) {
      for (const FlightMode second : all) {
        armed = true;
        if (grounded) {
          vehicle.stand_at({1.0, 2.0, 0.0});
        } else {
          vehicle.fly_at({1.0, 2.0, -20.0}, {1.0, 0.0, 0.0});
        }
        enter(first);
        tick();
        enter(second);
        tick();
        EXPECT_EQ(current().valid, 1U);
        EXPECT_TRUE(is_finite(current().p_W));
        EXPECT_TRUE(is_finite(state.triplet.previous.p_W));
      }
    }
  }
}

TEST_F(NavigatorTest, AMissionThatWasInterruptedGoesOn) {
  armed = true;
  enter(FlightMode::mission);
  vehicle.fly_at({0.0, 0.0, -10.0});
  tick();
  EXPECT_EQ(state.mission.result.current, 1);
  enter(FlightMode::hold);
  enter(FlightMode::mission);
  EXPECT_EQ(state.mission.result.current, 1);
  EXPECT_NEAR(distance({50.0, 0.0, -10.0}), 0.0, 1e-3);
}

TEST_F(NavigatorTest, UserTargetsAreFlownToFromHere) {
  fly({1.0, 0.0, -5.0});
  go_to({10.0, 5.0, -8.0}, 0.3);
  EXPECT_NEAR(distance({10.0, 5.0, -8.0}), 0.0, 1e-9);
  EXPECT_NEAR(norm(state.triplet.previous.p_W - Vec3{1.0, 0.0, -5.0}), 0.0, 1e-9);
  EXPECT_NEAR(current().yaw, 0.3, 1e-12);
  for (int i = 0; i < 10; ++i) tick();
  EXPECT_NEAR(distance({10.0, 5.0, -8.0}), 0.0, 1e-9);
}

TEST_F(NavigatorTest, HoldOnTheWayToAUserTargetStops) {
  fly({1.0, 0.0, -5.0});
  go_to({50.0, 0.0, -5.0}, 0.3);
  fly({20.0, 0.0, -5.0}, {5.0, 0.0, 0.0});
  enter(FlightMode::hold);
  EXPECT_NEAR(current().p_W.x, 20.0 + 70.0 / 6.0, 1e-9);
}

TEST_F(NavigatorTest, AUserTargetOfAnotherModeIsForgotten) {
  fly({1.0, 0.0, -5.0});
  ++targets;
  enter(FlightMode::return_home);
  enter(FlightMode::hold);
  EXPECT_NEAR(norm_xy(current().p_W - Vec3{1.0, 0.0, 0.0}), 0.0, 1e-9);
}

TEST_F(NavigatorTest, WhatACommandLeavesOpenIsWhatIsHeld) {
  fly({1.0, 0.0, -5.0});
  go_to({10.0, 5.0, -8.0}, 0.3);
  fly({9.5, 5.2, -7.9});
  const NavigationTarget kept = navigator.kept_target(vehicle.estimate, state);
  EXPECT_NEAR(norm(kept.p_W - Vec3{10.0, 5.0, -8.0}), 0.0, 1e-9) << "not where the wind blew it";
  enter(FlightMode::mission);
  const NavigationTarget stop = navigator.kept_target(vehicle.estimate, state);
  EXPECT_NEAR(norm(stop.p_W - vehicle.estimate.p_WB), 0.0, 1e-9) << "not the mission's waypoint";
}

std::optional<AutopilotCommand> resolved(CommandKind kind,
                                         std::array<double, kCommandValues> value) {
  HandFed vehicle;
  vehicle.fly_at({1.0, 2.0, -5.0});
  const NavigationTarget kept =
      make_target(vehicle.estimate, TargetKind::loiter, {1.0, 2.0, -5.0}, 0.4, 2.0);
  return resolve_target({value, kind}, vehicle.estimate, kept);
}

TEST(UserTarget, NumbersThatAreLeftOpenAreKept) {
  const auto all_open =
      resolved(CommandKind::go_to, {kNotCommanded, kNotCommanded, kNotCommanded, kNotCommanded});
  ASSERT_TRUE(all_open.has_value());
  EXPECT_EQ(all_open->kind, CommandKind::go_to_local);
  EXPECT_NEAR(all_open->value[0], 1.0, 1e-6);
  EXPECT_NEAR(all_open->value[1], 2.0, 1e-6);
  EXPECT_NEAR(all_open->value[2], -5.0, 1e-6);
  EXPECT_EQ(all_open->value[3], 0.4);
  const auto higher =
      resolved(CommandKind::go_to_local, {kNotCommanded, kNotCommanded, -9.0, kNotCommanded});
  ASSERT_TRUE(higher.has_value());
  EXPECT_EQ(higher->value, (std::array<double, kCommandValues>{1.0, 2.0, -9.0, 0.4}));
}

TEST(UserTarget, GeographicPlacesBecomeLocalOnes) {
  HandFed vehicle;
  vehicle.fly_at({30.0, -40.0, -12.0});
  const VehicleEstimate& there = vehicle.estimate;
  const auto target = resolved(CommandKind::go_to,
                               {there.latitude_rad, there.longitude_rad, there.altitude_m, 0.0});
  ASSERT_TRUE(target.has_value());
  EXPECT_NEAR(target->value[0], 30.0, 1e-6);
  EXPECT_NEAR(target->value[1], -40.0, 1e-6);
  EXPECT_NEAR(target->value[2], -12.0, 1e-6);
}

TEST(UserTarget, NonsenseLeadsNowhere) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double lat = radians(47.0), lon = radians(8.5);
  const std::array<double, kCommandValues> places[] = {{radians(91.0), lon, 500.0, 0.0},
                                                       {lat, radians(540.0), 500.0, 0.0},
                                                       {lat, lon, 1e9, 0.0},
                                                       {inf, lon, 500.0, 0.0},
                                                       {lat, -inf, 500.0, 0.0},
                                                       {lat, lon, inf, 0.0},
                                                       {lat, lon, 500.0, inf},
                                                       {lat, lon, 500.0, 1e300},
                                                       {-lat, -lon, 500.0, 0.0}};
  for (const auto& place : places) {
    EXPECT_FALSE(resolved(CommandKind::go_to, place).has_value()) << place[0] << ' ' << place[1];
  }
  for (const double huge : {1e7, -1e300, inf, -inf}) {
    EXPECT_FALSE(resolved(CommandKind::go_to_local, {huge, 0.0, -5.0, 0.0}).has_value());
    EXPECT_FALSE(resolved(CommandKind::go_to_local, {0.0, 0.0, huge, 0.0}).has_value());
  }
  const auto denormal = resolved(CommandKind::go_to_local, {5e-324, -0.0, -5.0, 25.0});
  ASSERT_TRUE(denormal.has_value());
  EXPECT_NEAR(denormal->value[3], wrap_pi(25.0), 1e-12);
}

}  // namespace
}  // namespace alula
