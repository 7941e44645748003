#include "control/position_smoothing.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kDt = 4e-3;

// A point that follows the trajectory with a first-order lag, as a vehicle would.
struct Flight {
  PositionSmoothingLimits limits{};
  PositionSmoothingState state{};
  Vec3 p{};
  double lag_s = 0.0;
  double time_s = 0.0;
  Vec3 a_max{}, j_max{}, v_max{};

  void begin(const Vec3& at) {
    p = at;
    reset(state, at, {}, {});
  }
  void step(const SmoothingWaypoints& waypoints, double climb_rate = 0.0) {
    const PositionSmoothing smoothing(limits);
    const Vec3 wanted = smoothing.wanted_velocity(state, waypoints, climb_rate);
    smoothing.advance(state, p, wanted, kDt);
    const double share = lag_s > 0.0 ? -std::expm1(-kDt / lag_s) : 1.0;
    p += share * (position_of(state) - p);
    time_s += kDt;
    note(a_max, acceleration_of(state));
    note(j_max, jerk_of(state));
    note(v_max, velocity_of(state));
  }
  static void note(Vec3& largest, const Vec3& now) {
    largest = {std::fmax(largest.x, std::fabs(now.x)), std::fmax(largest.y, std::fabs(now.y)),
               std::fmax(largest.z, std::fabs(now.z))};
  }
  bool at(const Vec3& target) const { return norm(p - target) < 0.05; }
};

TEST(SpeedFromDistance, StopsWithinTheDistanceUnderJerkAndAcceleration) {
  for (const double distance : {0.1, 1.0, 5.0, 30.0}) {
    const double speed = speed_from_distance(4.0, 3.0, distance, 0.0);
    const AxisPlan stop = plan_fastest({0.0, 0.0, speed, 0.0}, 0.0, {4.0, 3.0, 50.0});
    EXPECT_LT(motion_at(stop, total_time(stop)).x, distance);
    EXPECT_NEAR(stopping_distance(4.0, 3.0, speed), distance, 1e-9);
  }
}

TEST(SpeedFromDistance, ClosedForm) {
  // v^2 + (4 a^2/J) v = 2 a d + e^2.
  const double v = speed_from_distance(4.0, 3.0, 10.0, 2.0);
  EXPECT_NEAR(v * v + 9.0 * v, 60.0 + 4.0, 1e-9);
  EXPECT_EQ(speed_from_distance(4.0, 3.0, 0.0, 2.0), 2.0);  // never below the exit speed
}

TEST(SpeedInCorner, IsTheSpeedOnTheTangentCircle) {
  // Legs at a right angle: radius r = d tan 45 deg, v^2 = a r.
  EXPECT_NEAR(speed_in_corner(std::numbers::pi / 2.0, 1.5, 2.0), std::sqrt(1.5 * 2.0), 1e-12);
  EXPECT_EQ(speed_in_corner(0.0, 1.5, 2.0), 0.0);  // back the way one came
  EXPECT_GT(speed_in_corner(std::numbers::pi, 1.5, 2.0), 100.0);
}

TEST(PositionSmoothing, FliesToAPointAndStopsWithoutOvershoot) {
  Flight flight;
  flight.begin({});
  const Vec3 target{30.0, 0.0, 0.0};
  double furthest = 0.0;
  while (!flight.at(target) && flight.time_s < 60.0) {
    flight.step({{}, target, target});
    furthest = std::fmax(furthest, flight.p.x);
  }
  for (int k = 0; k < 2000; ++k) {
    flight.step({{}, target, target});
    furthest = std::fmax(furthest, flight.p.x);
  }
  EXPECT_LT(furthest, 30.0 + 1e-3);
  EXPECT_NEAR(flight.p.x, 30.0, 1e-3);
  EXPECT_NEAR(flight.v_max.x, 5.0, 1e-6);       // MPC_XY_CRUISE
  EXPECT_LE(flight.a_max.x, 3.0 + 1e-9);        // MPC_ACC_HOR
  EXPECT_LE(flight.j_max.x, 4.0 + 1e-9);        // MPC_JERK_AUTO
  EXPECT_LT(flight.time_s - 2000 * kDt, 14.0);  // 6 s of cruise, and speeding up and down
}

TEST(PositionSmoothing, KeepsToTheStraightLineInSpace) {
  Flight flight;
  flight.begin({});
  const Vec3 target{20.0, 10.0, -5.0};
  double off = 0.0;
  while (!flight.at(target) && flight.time_s < 60.0) {
    flight.step({{}, target, target});
    const Vec3 along = unit_or(target, Vec3{});
    off = std::fmax(off, norm(flight.p - dot(flight.p, along) * along));
  }
  EXPECT_TRUE(flight.at(target));
  EXPECT_LT(off, 0.01 * norm(target));
}

TEST(PositionSmoothing, PassesAStraightWaypointWithoutSlowing) {
  Flight flight;
  flight.begin({});
  double slowest = 1e9;
  for (int k = 0; flight.p.x < 38.0 && k < 20000; ++k) {
    const Vec3 target = flight.p.x < 18.0 ? Vec3{20.0, 0.0, 0.0} : Vec3{60.0, 0.0, 0.0};
    flight.step({{}, target, {60.0, 0.0, 0.0}});
    if (flight.p.x > 10.0) slowest = std::fmin(slowest, velocity_of(flight.state).x);
  }
  EXPECT_NEAR(slowest, 5.0, 1e-3);
}

// A take-off is over before its last centimetres; they are no reason to stop at the next waypoint.
TEST(PositionSmoothing, ARestOfHeightDoesNotStopAPassage) {
  Flight flight;
  flight.begin({0.0, 0.0, 0.7});
  double slowest = 1e9;
  for (int k = 0; flight.p.x < 38.0 && k < 20000; ++k) {
    const Vec3 target = flight.p.x < 18.0 ? Vec3{20.0, 0.0, 0.0} : Vec3{60.0, 0.0, 0.0};
    flight.step({{}, target, {60.0, 0.0, 0.0}});
    if (flight.p.x > 10.0) slowest = std::fmin(slowest, velocity_of(flight.state).x);
  }
  EXPECT_GT(slowest, 4.5);
  EXPECT_LT(std::fabs(flight.p.z), 0.1) << "and it is closed on the way";
}

TEST(PositionSmoothing, SlowsToTheCornerSpeedAtACorner) {
  Flight flight;
  flight.begin({});
  while (flight.p.x < 18.0) flight.step({{}, {20.0, 0.0, 0.0}, {20.0, 20.0, 0.0}});
  // At the edge of the acceptance radius it is on its way to sqrt(0.5 * 3 * 2) = 1.73 m/s at the
  // corner.
  const double expected = speed_from_distance(4.0, 3.0, 2.0, std::sqrt(3.0));
  EXPECT_NEAR(velocity_of(flight.state).x, expected, 0.5);
  EXPECT_GT(velocity_of(flight.state).x, 1.2);
}

TEST(PositionSmoothing, StopsBeforeAWaypointAtAnotherHeight) {
  Flight flight;
  flight.begin({});
  for (int k = 0; k < 5000; ++k) flight.step({{}, {20.0, 0.0, 0.0}, {20.0, 20.0, -10.0}});
  EXPECT_NEAR(norm(velocity_of(flight.state)), 0.0, 1e-3);
  EXPECT_NEAR(flight.p.x, 20.0, 1e-3);
}

TEST(PositionSmoothing, TheTrajectoryWaitsForAVehicleThatLags) {
  PositionSmoothingLimits limits;
  PositionSmoothingState state;
  reset(state, {}, {}, {});
  const PositionSmoothing smoothing(limits);
  const SmoothingWaypoints far{{}, {100.0, 0.0, 0.0}, {100.0, 0.0, 0.0}};
  for (int k = 0; k < 5000; ++k) {
    smoothing.advance(state, {}, smoothing.wanted_velocity(state, far, 0.0), kDt);  // it is stuck
  }
  EXPECT_LT(position_of(state).x, 2.0 + 1e-9);  // MPC_XY_ERR_MAX
  EXPECT_GT(position_of(state).x, 1.5);
}

TEST(PositionSmoothing, WithoutATargetHeightTheClimbRateIsFlown) {
  Flight flight;
  flight.begin({0.0, 0.0, -10.0});
  const Vec3 target{3.0, 0.0, std::nan("")};
  for (int k = 0; k < 3000; ++k) flight.step({{}, target, target}, 0.7);
  EXPECT_NEAR(velocity_of(flight.state).z, 0.7, 1e-6);
  EXPECT_NEAR(flight.p.x, 3.0, 0.05);
  EXPECT_TRUE(is_finite(flight.p));
}

TEST(PositionSmoothing, ASquareIsFlownCloseToItsLegs) {
  Flight flight;
  flight.lag_s = 0.3;
  flight.begin({});
  const Vec3 corner[5] = {{}, {20.0, 0.0, 0.0}, {20.0, 20.0, 0.0}, {0.0, 20.0, 0.0}, {}};
  double worst = 0.0;
  for (int leg = 1; leg < 5; ++leg) {
    const Vec3 next = corner[leg < 4 ? leg + 1 : 4];
    while (norm(flight.p - corner[leg]) > 2.0 && flight.time_s < 100.0) {
      flight.step({corner[leg - 1], corner[leg], next});
      double nearest = 1e9;
      for (int i = 1; i < 5; ++i) {
        const Vec3 way = corner[i] - corner[i - 1];
        const double s = clamp_to(dot(flight.p - corner[i - 1], way) / 400.0, 0.0, 1.0);
        nearest = std::fmin(nearest, norm(flight.p - corner[i - 1] - s * way));
      }
      worst = std::fmax(worst, nearest);
    }
  }
  EXPECT_LT(flight.time_s, 40.0);
  EXPECT_LT(worst, 1.5);
}

}  // namespace
}  // namespace alula
