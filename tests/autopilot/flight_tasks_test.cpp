// Modes by stick and Offboard: which set-points are live in each, and what sticks and set-points
// make of them.
#include <cmath>

#include <gtest/gtest.h>

#include "hand_fed_control.h"

namespace alula {
namespace {

class FlightTasksTest : public HandFedControl {
 protected:
  // As after a take-off, moving at `v_W`.
  void fly(const Vec3& v_W = {}) {
    armed = true;
    vehicle.stand_at({});
    run(0.1);
    vehicle.fly_at({0.0, 0.0, -20.0}, v_W);
    mode = FlightMode::stabilized;  // skips the ramp
    run(0.5);
    ASSERT_TRUE(state.off_ground);
  }
  // The vehicle does what the trajectory says.
  void follow(double duration_s) {
    for (int i = 0; i < static_cast<int>(std::lround(duration_s / kStep_s)); ++i) {
      step();
      const Vec3 v = state.status.trajectory.v_sp;
      vehicle.fly_at(vehicle.estimate.p_WB + kStep_s * v, v);
    }
  }
  void send(const OffboardSetpoint& setpoint) {
    offboard = setpoint;
    offboard_live = true;
  }
  [[nodiscard]] const ControlStatus& out() const { return state.status; }
  // The loops that run, outermost first: position x, z, velocity x, z, attitude.
  [[nodiscard]] std::string live() const {
    std::string loops;
    loops += std::isfinite(out().position.p_sp.x) ? "P" : "-";
    loops += std::isfinite(out().position.p_sp.z) ? "Z" : "-";
    loops += std::isfinite(out().position.v_sp.x) ? "V" : "-";
    loops += std::isfinite(out().position.v_sp.z) ? "W" : "-";
    loops += out().attitude.time == vehicle.now ? "A" : "-";
    loops += out().rates.time == vehicle.now ? "R" : "-";
    return loops;
  }
};

// The table of loops by mode (PX4's: Acro rates only, Stabilized attitude, Altitude also height,
// Position and the automatic modes everything).
TEST_F(FlightTasksTest, EachModeRunsTheLoopsOfItsRowAndNoOthers) {
  fly();
  EXPECT_EQ(live(), "----AR") << "Stabilized";
  mode = FlightMode::acro;
  run(0.1);
  EXPECT_EQ(live(), "-----R") << "Acro";
  mode = FlightMode::altitude;
  run(1.0);
  EXPECT_EQ(live(), "-Z-WAR") << "Altitude";
  mode = FlightMode::position;
  run(1.0);
  EXPECT_EQ(live(), "PZVWAR") << "Position, sticks centred";
  sticks.pitch = 1.0;
  run(0.1);
  EXPECT_EQ(live(), "-ZVWAR") << "Position, sticks away from the middle";
  sticks.pitch = 0.0;
  mode = FlightMode::hold;
  run(0.1);
  EXPECT_EQ(live(), "PZVWAR") << "Hold";
}

TEST_F(FlightTasksTest, OffboardRunsTheLoopsThatTheSetpointEntersAndThoseBelow) {
  fly();
  mode = FlightMode::offboard;
  OffboardSetpoint setpoint;
  setpoint.p_sp = {1.0, 2.0, -20.0};
  send(setpoint);
  run(0.1);
  EXPECT_EQ(live(), "PZVWAR") << "position";
  setpoint = {};
  setpoint.v_sp = {1.0, 0.0, 0.0};
  send(setpoint);
  run(0.1);
  EXPECT_EQ(live(), "--VWAR") << "velocity";
  setpoint.v_sp.z = kNotCommanded;
  setpoint.p_sp.z = -20.0;
  send(setpoint);
  run(0.1);
  EXPECT_EQ(live(), "-ZVWAR") << "velocity level, position vertical";
  setpoint = {};
  setpoint.a_sp = {1.0, 0.0, 0.0};
  send(setpoint);
  run(0.1);
  EXPECT_EQ(live(), "----AR") << "acceleration";
  setpoint = {};
  setpoint.kind = OffboardKind::attitude;
  setpoint.thrust_sp = 0.6;
  send(setpoint);
  run(0.1);
  EXPECT_EQ(live(), "----AR") << "attitude";
  setpoint.kind = OffboardKind::rates;
  setpoint.w_WB_B_sp = {0.1, -0.2, 0.3};
  send(setpoint);
  run(0.1);
  EXPECT_EQ(live(), "-----R") << "rates";
  EXPECT_EQ(out().rates.w_WB_B_sp, (Vec3{0.1, -0.2, 0.3}));
  EXPECT_NEAR(out().rates.thrust_B_sp.z, -0.6, 1e-12);
}

// MPC_MAN_TILT_MAX 35 deg, MPC_THR_HOVER at the middle of the throttle.
TEST_F(FlightTasksTest, InStabilizedSticksAreTiltAndThrust) {
  fly();
  sticks.roll = 1.0;
  run(3.0);
  const Vec3 lift = out().attitude.q_WB_sp * Vec3{0.0, 0.0, -1.0};
  EXPECT_NEAR(std::acos(-lift.z), radians(35.0), 1e-6);
  EXPECT_GT(lift.y, 0.5) << "a stick to the right leans to the right";
  EXPECT_NEAR(out().attitude.thrust_B_sp.z, -0.6, 1e-9);
  sticks = {.pitch = 1.0, .throttle = 1.0};
  run(3.0);
  EXPECT_GT((out().attitude.q_WB_sp * Vec3{0.0, 0.0, -1.0}).x, 0.5) << "forward leans forward";
  EXPECT_NEAR(out().attitude.thrust_B_sp.z, -1.0, 1e-9);
}

// MC_ACRO_*_MAX 100 deg/s, no curve.
TEST_F(FlightTasksTest, InAcroSticksAreBodyRates) {
  fly();
  mode = FlightMode::acro;
  sticks = {.roll = 0.5, .pitch = 1.0, .yaw = -1.0, .throttle = 0.0};
  run(0.1);
  EXPECT_NEAR(out().rates.w_WB_B_sp.x, radians(50.0), 1e-9);
  EXPECT_NEAR(out().rates.w_WB_B_sp.y, radians(-100.0), 1e-9) << "forward: the nose goes down";
  EXPECT_NEAR(out().rates.w_WB_B_sp.z, radians(-100.0), 1e-9);
  EXPECT_NEAR(out().rates.thrust_B_sp.z, -0.5, 1e-9);
}

// A level flight at 35 deg accelerates with g tan(35 deg) = 6.87 m/s^2.
TEST_F(FlightTasksTest, InAltitudeSticksAreTheAccelerationOfATilt) {
  fly();
  mode = FlightMode::altitude;
  vehicle.look_to(radians(90.0));
  sticks.pitch = 1.0;
  run(4.0);
  EXPECT_NEAR(out().trajectory.a_sp.y, 9.80665 * std::tan(radians(35.0)), 1e-6);
  EXPECT_NEAR(out().trajectory.a_sp.x, 0.0, 1e-6);
}

// MPC_VEL_MANUAL 10 m/s, MPC_ACC_HOR 3 m/s^2, MPC_JERK_MAX 8 m/s^3. From rest the speed comes after
// 10/3 + 3/8 s; braking takes as long, and covers half of that at full speed.
TEST_F(FlightTasksTest, InPositionTheStickIsASpeedThatComesAndGoesWithinTheLimits) {
  fly();
  mode = FlightMode::position;
  follow(2.0);
  sticks.pitch = 1.0;
  follow(3.6);
  EXPECT_LT(out().trajectory.v_sp.x, 9.999);
  follow(0.2);
  EXPECT_NEAR(out().trajectory.v_sp.x, 10.0, 0.01);
  sticks.pitch = 0.0;
  const double release = vehicle.estimate.p_WB.x;
  double a_before = 0.0;
  for (int i = 0; i < 1250; ++i) {
    follow(0.004);
    EXPECT_LE(std::fabs(out().trajectory.a_sp.x), 3.0 + 1e-6);
    EXPECT_LE(std::fabs(out().trajectory.a_sp.x - a_before), 8.0 * 0.004 + 1e-6);
    a_before = out().trajectory.a_sp.x;
  }
  const double time_s = 10.0 / 3.0 + 3.0 / 8.0;
  EXPECT_NEAR(vehicle.estimate.p_WB.x - release, 0.5 * 10.0 * time_s, 0.2);
  EXPECT_NEAR(out().position.p_sp.x, vehicle.estimate.p_WB.x, 0.05) << "held where it stopped";
}

TEST_F(FlightTasksTest, DiagonalSticksGetNoMoreThanTheLimits) {
  fly();
  mode = FlightMode::position;
  follow(2.0);
  sticks = {.roll = 1.0, .pitch = 1.0};
  for (int i = 0; i < 1500; ++i) {
    follow(0.004);
    const TrajectorySetpoint& wanted = out().trajectory;
    EXPECT_LE(std::hypot(wanted.a_sp.x, wanted.a_sp.y), 3.0 * 1.03);
    EXPECT_LE(norm_xy(wanted.v_sp), 10.0 + 1e-6);
  }
  EXPECT_NEAR(norm_xy(out().trajectory.v_sp), 10.0, 0.01);
}

TEST_F(FlightTasksTest, TheThrottleStickClimbsAndCentredHoldsTheHeight) {
  fly();
  mode = FlightMode::altitude;
  sticks.throttle = 1.0;
  follow(3.0);
  EXPECT_NEAR(out().trajectory.v_sp.z, -3.0, 1e-6) << "MPC_Z_VEL_MAX_UP";
  EXPECT_TRUE(std::isnan(out().trajectory.p_sp.z));
  sticks.throttle = 0.0;
  follow(3.0);
  EXPECT_NEAR(out().trajectory.p_sp.z, vehicle.estimate.p_WB.z, 0.05);
}

TEST_F(FlightTasksTest, ThrottleDownComesDownSlowlyNearTheGround) {
  fly();
  mode = FlightMode::position;
  sticks.throttle = -1.0;
  follow(2.0);
  EXPECT_NEAR(out().trajectory.v_sp.z, 1.5, 1e-6) << "MPC_Z_VEL_MAX_DN";
  vehicle.fly_at({0.0, 0.0, -3.0}, {0.0, 0.0, 1.5});
  run(2.0);
  EXPECT_NEAR(out().trajectory.v_sp.z, 0.7, 1e-6) << "MPC_LAND_SPEED below MPC_LAND_ALT2";
}

// Dead zone 0.1, expo 0.6: half a stick is (0.4/0.9) through x (0.4 + 0.6 x^2).
TEST_F(FlightTasksTest, SticksHaveADeadZoneAndACurve) {
  const double x = 0.4 / 0.9;
  EXPECT_NEAR(stick_curve(0.5, 0.1, 0.6), 0.4 * x + 0.6 * x * x * x, 1e-12);
  EXPECT_EQ(stick_curve(0.09, 0.1, 0.6), 0.0);
  EXPECT_NEAR(stick_curve(-1.0, 0.1, 0.6), -1.0, 1e-12);
  EXPECT_NEAR(super_expo(1.0, 0.69, 0.7), 1.0, 1e-12);
  EXPECT_NEAR(super_expo(0.5, 0.0, 0.7), 0.5 * 0.3 / 0.65, 1e-12);
}

// A change of mode at 4 m/s: neither the wanted attitude nor the thrust may step.
TEST_F(FlightTasksTest, ChangesOfModeAreWithoutAStep) {
  const FlightMode tour[] = {FlightMode::position, FlightMode::altitude,   FlightMode::stabilized,
                             FlightMode::hold,     FlightMode::altitude,   FlightMode::position,
                             FlightMode::offboard, FlightMode::stabilized, FlightMode::offboard,
                             FlightMode::hold,     FlightMode::position};
  OffboardSetpoint setpoint;
  setpoint.p_sp = {30.0, -10.0, -22.0};
  fly({4.0, 0.0, 0.0});
  send(setpoint);
  for (const FlightMode next : tour) {
    // Something to be taken over: the vehicle lags and leans.
    run(0.4);
    const AttitudeSetpoint before = out().attitude;
    mode = next;
    triplet.previous = triplet.current =
        make_target(vehicle.estimate, TargetKind::loiter, {8.0, 3.0, -20.0}, 0.0, 2.0);
    triplet.time = vehicle.now;
    step();
    const Quat turn = before.q_WB_sp.conjugate() * out().attitude.q_WB_sp;
    EXPECT_LT(norm(to_rotation_vector(turn)), radians(1.5)) << to_string(next);
    EXPECT_NEAR(out().attitude.thrust_B_sp.z, before.thrust_B_sp.z, 0.02) << to_string(next);
  }
}

TEST_F(FlightTasksTest, OnTheGroundAnOffboardSetpointAsideDoesNotLeanTheVehicle) {
  armed = true;
  vehicle.stand_at({});
  mode = FlightMode::offboard;
  OffboardSetpoint setpoint;
  setpoint.p_sp = {5.0, 0.0, -3.0};
  send(setpoint);
  for (int i = 0; i < 1000; ++i) {
    step();
    const Vec3 lift = out().attitude.q_WB_sp * Vec3{0.0, 0.0, -1.0};
    EXPECT_NEAR(norm_xy(lift), 0.0, 1e-9);
  }
  EXPECT_GE(state.takeoff.phase, TakeoffPhase::ramp) << "but it does take off";
  run(2.0);
  vehicle.fly_at({0.0, 0.0, -0.5}, {0.0, 0.0, -0.5});
  run(1.0);
  EXPECT_GT((out().attitude.q_WB_sp * Vec3{0.0, 0.0, -1.0}).x, 0.05) << "airborne it goes there";
}

TEST_F(FlightTasksTest, AnOffboardSetpointBelowDoesNotTakeOff) {
  armed = true;
  vehicle.stand_at({});
  mode = FlightMode::offboard;
  OffboardSetpoint setpoint;
  setpoint.p_sp = {5.0, 0.0, 0.0};
  send(setpoint);
  run(4.0);
  EXPECT_EQ(state.takeoff.phase, TakeoffPhase::ready);
  EXPECT_LT(-out().attitude.thrust_B_sp.z, 0.01);
}

// A set-point counts from the mode's begin on; the stream's next one may be 50 ms away. Then it
// asks for what is being flown.
TEST_F(FlightTasksTest, OffboardGoesOnAsItFlewUntilItsFirstSetpoint) {
  fly();
  mode = FlightMode::position;
  sticks.pitch = 0.7;
  follow(10.0);
  const Vec3 v_sp = out().position.v_sp;
  const Vec3 lean = out().attitude.q_WB_sp * Vec3{0.0, 0.0, -1.0};
  ASSERT_GT(v_sp.x, 3.0);
  const auto expect_as_before = [&] {
    EXPECT_NEAR(out().position.v_sp.x, v_sp.x, 0.1);
    EXPECT_NEAR((out().attitude.q_WB_sp * Vec3{0.0, 0.0, -1.0}).x, lean.x, 0.02);
  };
  mode = FlightMode::offboard;
  for (int i = 0; i < 12; ++i) {
    step();
    expect_as_before();
  }
  OffboardSetpoint setpoint;
  setpoint.v_sp = {v_sp.x, 0.0, 0.0};
  send(setpoint);
  for (int i = 0; i < 12; ++i) {
    step();
    expect_as_before();
  }
}

TEST_F(FlightTasksTest, WithoutOffboardSetpointsTheVehicleStops) {
  fly({4.0, 0.0, 0.0});
  mode = FlightMode::offboard;
  run(1.5);
  EXPECT_EQ(out().trajectory.v_sp, Vec3::zero());
  EXPECT_LT((out().attitude.q_WB_sp * Vec3{0.0, 0.0, -1.0}).x, -0.1) << "it brakes";
}

TEST(OffboardSetpoints, InTheHeadingsFrameTurnWithTheNoseAndKnowNoPosition) {
  HandFed vehicle;
  vehicle.look_to(radians(90.0));
  OffboardSetpoint setpoint;
  setpoint.frame = OffboardFrame::heading;
  setpoint.p_sp = {1.0, 2.0, 3.0};
  setpoint.v_sp = {2.0, 0.0, -1.0};
  const OffboardSetpoint local = in_local_frame(setpoint, vehicle.estimate);
  EXPECT_NEAR(local.v_sp.x, 0.0, 1e-12);
  EXPECT_NEAR(local.v_sp.y, 2.0, 1e-12);
  EXPECT_EQ(local.v_sp.z, -1.0);
  EXPECT_TRUE(std::isnan(local.p_sp.x) && std::isnan(local.p_sp.z));
}

TEST(OffboardSetpoints, ThatCommandNothingOrNonsenseAreNotUsed) {
  OffboardSetpoint setpoint;
  EXPECT_FALSE(is_usable(setpoint)) << "all ignored";
  setpoint.v_sp = {1.0, 0.0, 0.0};
  EXPECT_TRUE(is_usable(setpoint));
  setpoint.v_sp.x = 1e12;
  EXPECT_FALSE(is_usable(setpoint));
  setpoint = {.kind = OffboardKind::attitude};
  EXPECT_FALSE(is_usable(setpoint)) << "no thrust";
  setpoint.thrust_sp = 0.5;
  EXPECT_TRUE(is_usable(setpoint));
  setpoint.q_WB_sp = {0.5, 0.0, 0.0, 0.0};
  EXPECT_FALSE(is_usable(setpoint)) << "no attitude";
  setpoint.kind = OffboardKind::rates;
  EXPECT_FALSE(is_usable(setpoint)) << "no rates";
}

}  // namespace
}  // namespace alula
