// The wiring of the control cascade: what reaches the motors, and when nothing may.
#include <gtest/gtest.h>

#include "hand_fed_control.h"

namespace alula {
namespace {

class FlightControlTest : public HandFedControl {
 protected:
  void aim(TargetKind kind, const Vec3& p_W) {
    triplet.previous = make_target(vehicle.estimate, TargetKind::position, vehicle.estimate.p_WB,
                                   kNotCommanded, 2.0);
    triplet.current = make_target(vehicle.estimate, kind, p_W, 0.0, 2.0);
    triplet.next = {};
    triplet.time = vehicle.now;
  }
  // In the air, holding; as after a take-off.
  void hover_at(const Vec3& p_W) {
    armed = true;
    vehicle.stand_at({p_W.x, p_W.y, 0.0});
    aim(TargetKind::takeoff, p_W);
    for (int i = 0; i < 1500; ++i) {
      step();
      // The vehicle follows perfectly once it flies.
      if (state.takeoff.phase == TakeoffPhase::flight) follow();
    }
    ASSERT_EQ(state.takeoff.phase, TakeoffPhase::flight);
    ASSERT_FALSE(state.status.land.landed);
    aim(TargetKind::loiter, p_W);
    for (int i = 0; i < 500; ++i) {
      step();
      follow();
    }
  }
  void follow() { vehicle.fly_at(state.status.trajectory.p_sp, state.status.trajectory.v_sp); }
};

TEST_F(FlightControlTest, DisarmedTheMotorsStandStill) {
  aim(TargetKind::position, {100.0, 0.0, -50.0});
  vehicle.estimate.w_WB_B = {1.0, -1.0, 1.0};
  const ActuatorCommand command = run(2.0);
  EXPECT_FALSE(command.armed);
  for (const double motor : command.motor) EXPECT_EQ(motor, 0.0);
  EXPECT_EQ(norm(state.rate.integral), 0.0);
}

TEST_F(FlightControlTest, DisarmingForgetsWhatTheRateLoopLearnt) {
  hover_at({0.0, 0.0, -5.0});
  vehicle.estimate.w_WB_B = {0.1, 0.0, 0.0};
  run(0.5);
  ASSERT_GT(norm(state.rate.integral), 0.0);
  armed = false;
  EXPECT_FALSE(step().armed);
  EXPECT_EQ(norm(state.rate.integral), 0.0);
}

TEST_F(FlightControlTest, ArmedOnTheGroundTheMotorsIdleUntilATakeOffIsWanted) {
  armed = true;
  aim(TargetKind::idle, {});
  const ActuatorCommand idle = run(5.0);
  EXPECT_TRUE(idle.armed);
  EXPECT_EQ(state.takeoff.phase, TakeoffPhase::ready);
  EXPECT_LT(-state.status.attitude.thrust_B_sp.z, 0.01);
  aim(TargetKind::takeoff, {0.0, 0.0, -5.0});
  run(2.0);
  EXPECT_EQ(state.takeoff.phase, TakeoffPhase::ramp);
  EXPECT_GT(-state.status.attitude.thrust_B_sp.z, 0.1);
}

// A vehicle that the ground holds askew, in wind on a slope, say: what it cannot turn must not
// grow, and must not cost the thrust that takes it off.
TEST_F(FlightControlTest, OnTheGroundTheIntegralWaitsAndThrustGoesFirst) {
  armed = true;
  vehicle.estimate.q_WB = from_rotation_vector({0.0, radians(10.0), 0.0});
  aim(TargetKind::takeoff, {0.0, 0.0, -5.0});
  run(8.0);
  ASSERT_EQ(state.takeoff.phase, TakeoffPhase::flight);
  ASSERT_FALSE(state.status.land.landed);
  EXPECT_EQ(norm(state.rate.integral), 0.0);
  EXPECT_GT(norm(state.status.allocation.torque_sp), 0.1);
  EXPECT_GT(-state.status.allocation.thrust_sp.z, 0.9);
  EXPECT_TRUE(state.status.allocation.thrust_achieved);
  // As soon as it rises, the attitude counts.
  vehicle.estimate.v_WB.z = -0.3;
  run(0.1);
  EXPECT_GT(norm(state.rate.integral), 0.0);
  EXPECT_LT(norm(state.status.allocation.torque_unallocated), 1e-9);
}

// Level, the collective thrust is T = H (1 - a_z/g), and every motor gets it.
TEST_F(FlightControlTest, TheMotorsGetTheThrustOfTheAccelerationThatIsWanted) {
  hover_at({0.0, 0.0, -5.0});
  const ActuatorCommand command = step();
  ASSERT_EQ(command.motor_count, 4U);
  const double expected = 0.6 * (1.0 - state.status.position.a_sp.z / 9.80665);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(command.motor[i], expected, 1e-6);
}

// The trajectory takes the time that passes, at any rate of the estimator's output.
TEST_F(FlightControlTest, TimePassesAtOneKilohertzAsItDoesAt125Hertz) {
  const auto way_in_3_s = [&](TimeNs dt) {
    hover_at({0.0, 0.0, -5.0});
    aim(TargetKind::position, {50.0, 0.0, -5.0});
    for (TimeNs t = 0; t < nanoseconds(3.0); t += dt) {
      step(dt);
      follow();
    }
    return vehicle.estimate.p_WB.x;
  };
  const double fast = way_in_3_s(nanoseconds(0.001));
  state = {};
  const double slow = way_in_3_s(nanoseconds(0.008));
  EXPECT_GT(slow, 5.0);
  EXPECT_NEAR(fast, slow, 0.02 * slow);
}

TEST_F(FlightControlTest, AHeadingResetBetweenTwoOuterUpdatesTurnsTheSetpoint) {
  hover_at({0.0, 0.0, -5.0});
  const double before = yaw_of(state.status.attitude.q_WB_sp);
  vehicle.estimate.reset_heading = {0.3, vehicle.estimate.reset_heading.count + 1};
  vehicle.look_to(yaw_of(vehicle.estimate.q_WB) + 0.3);
  const ImuSample imu{.time = vehicle.now, .interval = nanoseconds(0.004)};
  control.inner(state, imu, inputs());
  EXPECT_NEAR(wrap_pi(yaw_of(state.status.attitude.q_WB_sp) - before), 0.3, 1e-9);
  EXPECT_NEAR(norm(state.status.rates.w_WB_B_sp), 0.0, 0.01) << "no turn is commanded";
  control.inner(state, imu, inputs());
  EXPECT_NEAR(wrap_pi(yaw_of(state.status.attitude.q_WB_sp) - before), 0.3, 1e-9) << "once";
  step();
  EXPECT_NEAR(wrap_pi(yaw_of(state.status.attitude.q_WB_sp) - before), 0.3, 0.01)
      << "and the outer loop has turned with it";
}

TEST_F(FlightControlTest, APositionResetMovesSetpointAndVehicleTogether) {
  hover_at({0.0, 0.0, -5.0});
  const Quat before = state.status.attitude.q_WB_sp;
  vehicle.estimate.reset_xy = {3.0, -2.0, vehicle.estimate.reset_xy.count + 1};
  vehicle.fly_at(vehicle.estimate.p_WB + Vec3{3.0, -2.0, 0.0});
  step();
  const Vec3 turn = to_rotation_vector(before.conjugate() * state.status.attitude.q_WB_sp);
  EXPECT_LT(norm(turn), 0.01) << "no jump of the attitude";
}

TEST_F(FlightControlTest, DescendIsLevelAndDownwardsWithoutAPosition) {
  hover_at({0.0, 0.0, -30.0});
  mode = FlightMode::descend;
  vehicle.lose_position();
  run(0.5);
  const TrajectorySetpoint& setpoint = state.status.trajectory;
  EXPECT_TRUE(std::isnan(setpoint.p_sp.x));
  EXPECT_NEAR(setpoint.v_sp.z, config.position.landing_speed_m_s, 1e-12);
  const Vec3 lift = state.status.attitude.q_WB_sp * Vec3{0.0, 0.0, -1.0};
  EXPECT_NEAR(norm_xy(lift), 0.0, 0.02);
}

TEST_F(FlightControlTest, AfterDescendTheTrajectoryBeginsWhereTheVehicleIs) {
  hover_at({0.0, 0.0, -30.0});
  mode = FlightMode::descend;
  run(0.5);
  vehicle.fly_at({8.0, 3.0, -20.0}, {0.5, 0.0, 0.7});
  mode = FlightMode::hold;
  aim(TargetKind::loiter, {8.0, 3.0, -20.0});
  step();
  EXPECT_NEAR(norm(state.status.trajectory.p_sp - Vec3{8.0, 3.0, -20.0}), 0.0, 0.1);
}

TEST_F(FlightControlTest, BlindDescentIsTheSameThrustOnEveryMotorBelowHover) {
  hover_at({0.0, 0.0, -30.0});
  const ActuatorCommand command = control.blind_descent(state, vehicle.now);
  EXPECT_TRUE(command.armed);
  ASSERT_EQ(command.motor_count, 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(command.motor[i], command.motor[0]);
    EXPECT_LT(command.motor[i], 0.8 * 0.6);
    EXPECT_GT(command.motor[i], 0.5 * 0.6) << "a fall is no descent";
  }
}

TEST_F(FlightControlTest, SeeingAgainItStartsFromTheEstimate) {
  hover_at({0.0, 0.0, -30.0});
  control.blind_descent(state, vehicle.now);
  vehicle.fly_at({2.0, 0.0, -27.0}, {0.0, 0.0, 3.0});
  step();
  EXPECT_NEAR(norm(state.status.trajectory.p_sp - Vec3{2.0, 0.0, -27.0}), 0.0, 0.1);
}

}  // namespace
}  // namespace alula
