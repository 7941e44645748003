// Commands besides arming and modes: orbit, cruise speed, home, mission item, termination.
#include <cmath>

#include <gtest/gtest.h>

#include "commander_rig.h"
#include "mission_rig.h"

namespace alula {
namespace {

constexpr double kOpen = kNotCommanded;

// PX4 refuses a reposition out of the fence unless GF_ACTION is 0.
TEST_F(CommanderTest, WhatLeadsOutOfTheFenceIsRefused) {
  config.fence = {50.0, 30.0};
  arm_and_fly();
  command(CommandKind::go_to_local, {51.0, 0.0, -10.0, 0.0});
  EXPECT_TRUE(any_has(vehicle.heard(), "Go-to refused: it lies further from home than"));
  command(CommandKind::go_to_local, {0.0, 0.0, -31.0, 0.0});
  EXPECT_TRUE(any_has(vehicle.heard(), "Go-to refused: it lies higher over home than"));
  EXPECT_EQ(state.target.count, 0U);
  command(CommandKind::orbit, {20.0, 2.0, kOpen, 35.0, 0.0, -10.0});
  EXPECT_TRUE(any_has(vehicle.heard(), "Orbit refused: it lies further from home than"));
  command(CommandKind::orbit, {10.0, 2.0, kOpen, 35.0, 0.0, -10.0});
  EXPECT_EQ(mode(), FlightMode::orbit);
  config.failsafe.fence_action = 0;
  command(CommandKind::go_to_local, {51.0, 0.0, -10.0, 0.0});
  EXPECT_EQ(state.target.count, 1U) << "a fence that does nothing forbids nothing";
}

TEST_F(CommanderTest, WhatLeadsIntoAForbiddenAreaIsRefused) {
  const MissionItem centre = waypoint(40.0, 0.0, 10.0);
  FenceShape circle;
  circle.corners = {{centre.latitude_rad, centre.longitude_rad}};
  circle.radius_m = 10.0;
  circle.inclusion = false;
  areas = {circle};
  arm_and_fly();
  command(CommandKind::go_to_local, {32.0, 0.0, -10.0, 0.0});
  EXPECT_TRUE(any_has(vehicle.heard(), "Go-to refused: it lies in an area that the geofence"));
  command(CommandKind::go_to_local, {28.0, 0.0, -10.0, 0.0});
  EXPECT_EQ(state.target.count, 1U);
  follow_breach = FenceBreach::entered;
  set_mode(FlightMode::follow);
  EXPECT_TRUE(any_has(vehicle.heard(), "Mode Follow refused: it lies in an area that"));
}

TEST_F(CommanderTest, AnOrbitTakesWhatIsGivenAndDefaultsForTheRest) {
  arm_and_fly();
  command(CommandKind::orbit, {-20.0, 4.0, 3.0, 5.0, 6.0, -10.0});
  EXPECT_EQ(mode(), FlightMode::orbit);
  EXPECT_EQ(state.orbit.radius_m, 20.0);
  EXPECT_EQ(state.orbit.speed_m_s, -4.0) << "a negative radius turns counter-clockwise";
  EXPECT_EQ(state.orbit.yaw, OrbitYaw::along_circle);
  EXPECT_EQ(state.orbit.centre_W, (Vec3{5.0, 6.0, -10.0}));
  command(CommandKind::orbit, {kOpen, 2.0, kOpen, kOpen, kOpen, kOpen});
  EXPECT_EQ(state.orbit.radius_m, 20.0) << "what is left open is kept";
  EXPECT_EQ(state.orbit.speed_m_s, -2.0);
  set_mode(FlightMode::hold);
  set_mode(FlightMode::orbit);
  EXPECT_EQ(state.orbit.radius_m, 1.0) << "PX4's radius and speed, about where it is";
  EXPECT_EQ(state.orbit.speed_m_s, 1.0);
  EXPECT_EQ(state.orbit.centre_W.x, vehicle.estimate.p_WB.x);
}

// MPC_ACC_HOR 3 m/s^2: at 6 m/s a circle needs 12 m.
TEST_F(CommanderTest, OrbitsThatCannotBeFlownAreRefused) {
  arm_and_fly();
  const std::array<double, kCommandValues> wrong[] = {{0.5, 0.1},
                                                      {1001.0, 1.0},
                                                      {11.9, 6.0},
                                                      {50.0, 13.0},
                                                      {20.0, 1.0, 5.0},
                                                      {20.0, 1.0, 1.5},
                                                      {20.0, 1.0, 0.0, 1e7, 0.0, 0.0},
                                                      {INFINITY, 1.0}};
  for (const auto& values : wrong) {
    command(CommandKind::orbit, values);
    EXPECT_EQ(mode(), FlightMode::hold) << values[0] << ' ' << values[1];
    EXPECT_TRUE(any_has(vehicle.heard(), "Orbit refused"));
  }
  command(CommandKind::orbit, {12.1, 6.0});
  EXPECT_EQ(mode(), FlightMode::orbit);
}

TEST_F(CommanderTest, TheCruiseSpeedHoldsUntilTheModeChanges) {
  arm_and_fly();
  command(CommandKind::set_speed, {3.0});
  EXPECT_EQ(state.cruise_speed_m_s, 3.0);
  for (const double wrong : {0.0, -1.0, 1e6, static_cast<double>(INFINITY)}) {
    command(CommandKind::set_speed, {wrong});
    EXPECT_EQ(state.cruise_speed_m_s, 3.0);
    EXPECT_TRUE(any_has(vehicle.heard(), "Speed refused"));
  }
  set_mode(FlightMode::return_home);
  EXPECT_TRUE(std::isnan(state.cruise_speed_m_s));
}

TEST_F(CommanderTest, AHomeOfTheUserStaysThroughArming) {
  run(0.1);
  const double latitude = vehicle.estimate.latitude_rad + 1e-6;
  command(CommandKind::set_home, {latitude, kOpen, 500.0});
  EXPECT_EQ(state.home.latitude_rad, latitude);
  EXPECT_EQ(state.home.altitude_m, 500.0);
  EXPECT_NEAR(state.home.p_W.z, -12.0, 0.01) << "12 m over the origin of the local frame";
  arm_and_fly();
  EXPECT_EQ(state.home.latitude_rad, latitude);
  vehicle.fly_at({30.0, 0.0, -5.0});
  command(CommandKind::set_home, {kOpen, kOpen, kOpen});
  EXPECT_NEAR(norm(state.home.p_W - vehicle.estimate.p_WB), 0.0, 0.01) << "here";
}

TEST_F(CommanderTest, AHomeThatIsNowhereIsRefused) {
  run(0.1);
  const std::uint64_t before = state.home.set_count;
  command(CommandKind::set_home, {9.0, 0.0, 0.0});
  command(CommandKind::set_home, {0.0, 0.0, 0.0});
  EXPECT_TRUE(any_has(vehicle.heard(), "Home refused: too far away"));
  vehicle.lose_position();
  command(CommandKind::set_home, {kOpen, kOpen, kOpen});
  EXPECT_TRUE(any_has(vehicle.heard(), "Home refused: no valid position"));
  EXPECT_EQ(state.home.set_count, before);
}

TEST_F(CommanderTest, ATerminatedFlightIsOver) {
  arm_and_fly();
  set_mode(FlightMode::termination);
  EXPECT_EQ(mode(), FlightMode::termination);
  EXPECT_TRUE(any_has(vehicle.heard(), "Flight terminated"));
  set_mode(FlightMode::hold);
  EXPECT_EQ(mode(), FlightMode::termination);
  EXPECT_TRUE(any_has(vehicle.heard(), "Mode Hold refused: flight terminated"));
  vehicle.stand_at({});
  run(3.0);
  EXPECT_FALSE(armed());
  EXPECT_EQ(mode(), FlightMode::hold) << "no mode to wait in";
}

TEST_F(MissionTest, GoesOnWithTheItemThatIsAskedFor) {
  plan({takeoff(10.0), waypoint(30.0, 0.0, 10.0), waypoint(30.0, 30.0, 10.0)});
  vehicle.fly_at({0.0, 0.0, -10.0});
  runner.go_on_with(2, state);
  begin();
  EXPECT_EQ(state.result.current, 2);
  expect_target({30.0, 30.0, -10.0});
  runner.go_on_with(1, state);
  begin();
  expect_target({30.0, 0.0, -10.0});
}

}  // namespace
}  // namespace alula
