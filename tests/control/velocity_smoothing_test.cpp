#include "control/velocity_smoothing.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace alula {
namespace {

constexpr AxisLimits kLimits{4.0, 3.0, 12.0};

double end_speed(const AxisPlan& plan) { return motion_at(plan, total_time(plan)).v; }

TEST(VelocitySmoothing, ASmallChangeIsATriangleOfAcceleration) {
  // From rest to v without reaching A: T1 = T3 = sqrt(v/J), peak sqrt(v J).
  const AxisPlan plan = plan_fastest({}, 1.0, kLimits);
  EXPECT_NEAR(plan.t1, 0.5, 1e-12);
  EXPECT_NEAR(plan.t2, 0.0, 1e-12);
  EXPECT_NEAR(plan.t3, 0.5, 1e-12);
  EXPECT_NEAR(motion_at(plan, 0.5).a, 2.0, 1e-12);
  EXPECT_NEAR(motion_at(plan, 1.0).v, 1.0, 1e-12);
  EXPECT_NEAR(motion_at(plan, 1.0).x, 0.5, 1e-12);  // symmetric: the mean speed is half
}

TEST(VelocitySmoothing, ALargeChangeIsATrapezoid) {
  // A is reached: T1 = A/J, total time v/A + A/J.
  const AxisPlan plan = plan_fastest({}, 9.0, kLimits);
  EXPECT_NEAR(plan.t1, 0.75, 1e-12);
  EXPECT_NEAR(total_time(plan), 9.0 / 3.0 + 0.75, 1e-12);
  EXPECT_NEAR(end_speed(plan), 9.0, 1e-12);
}

TEST(VelocitySmoothing, BothDirectionsAreMirrorImages) {
  const AxisPlan up = plan_fastest({0.0, 0.7, -1.0, 2.0}, 3.0, kLimits);
  const AxisPlan down = plan_fastest({0.0, -0.7, 1.0, -2.0}, -3.0, kLimits);
  for (double t = 0.0; t < 4.0; t += 0.1) {
    EXPECT_EQ(motion_at(up, t).v, -motion_at(down, t).v);
    EXPECT_EQ(motion_at(up, t).x, -motion_at(down, t).x);
  }
}

TEST(VelocitySmoothing, ArrivesWithoutAccelerationFromAnywhereAndNeverLeavesItsLimits) {
  const RandomStream draw(3, "test/axis");
  for (int k = 0; k < 5000; ++k) {
    const auto at = [&](std::uint32_t i, double range) {
      return range * (2.0 * draw.uniform(k, i) - 1.0);
    };
    const AxisMotion now{0.0, at(0, 3.0), at(1, 10.0), at(2, 100.0)};
    const double target = at(3, 12.0);
    const AxisPlan plan = plan_fastest(now, target, kLimits);
    const double end = total_time(plan);
    ASSERT_GE(std::min({plan.t1, plan.t2, plan.t3}), 0.0);
    EXPECT_NEAR(motion_at(plan, end).v, target, 1e-9) << k;
    EXPECT_NEAR(motion_at(plan, end).a, 0.0, 1e-9) << k;
    EXPECT_NEAR(motion_at(plan, end + 1.0).v, target, 1e-9) << k;
    for (int i = 0; i <= 20; ++i) {
      const AxisMotion m = motion_at(plan, end * i / 20.0);
      EXPECT_LE(std::fabs(m.a), 3.0 + 1e-9) << k;
      EXPECT_LE(std::fabs(m.j), 4.0 + 1e-9) << k;
    }
  }
}

TEST(VelocitySmoothing, AccelerationBeyondTheLimitIsBroughtBackAtFullJerk) {
  // The limit fell while accelerating: from 4 m/s^2 down to 3.
  const AxisPlan plan = plan_fastest({0.0, 4.0, 0.0, 0.0}, 10.0, kLimits);
  EXPECT_NEAR(motion_at(plan, 0.25).a, 3.0, 1e-12);
  EXPECT_NEAR(motion_at(plan, 0.5).a, 3.0, 1e-12);
  EXPECT_NEAR(end_speed(plan), 10.0, 1e-9);
}

TEST(VelocitySmoothing, SpeedBeyondTheLimitIsNotAskedFor) {
  EXPECT_NEAR(end_speed(plan_fastest({}, 50.0, kLimits)), 12.0, 1e-9);
}

TEST(VelocitySmoothing, PositionIsTheExactIntegral) {
  const AxisPlan plan = plan_fastest({0.0, -1.0, 2.0, 5.0}, 8.0, kLimits);
  double x = 5.0;
  const double h = 1e-4;
  for (int k = 0; k < 40000; ++k) {
    // Simpson's rule is exact for the pieces but for the few intervals with a corner of the jerk.
    x += h / 6.0 *
         (motion_at(plan, k * h).v + 4.0 * motion_at(plan, (k + 0.5) * h).v +
          motion_at(plan, (k + 1) * h).v);
  }
  EXPECT_NEAR(motion_at(plan, 4.0).x, x, 1e-9);
}

TEST(VelocitySmoothing, InAGivenTimeItArrivesExactlyThen) {
  const RandomStream draw(4, "test/axis");
  int planned = 0;
  for (int k = 0; k < 5000; ++k) {
    const auto at = [&](std::uint32_t i, double range) {
      return range * (2.0 * draw.uniform(k, i) - 1.0);
    };
    const AxisMotion now{0.0, at(0, 3.0), at(1, 6.0), 0.0};
    const double target = at(2, 6.0);
    const AxisPlan fastest = plan_fastest(now, target, kLimits);
    const double time = total_time(fastest) + 2.0 * draw.uniform(k, 4);
    const AxisPlan plan = plan_in_time(now, target, kLimits, time);
    EXPECT_NEAR(total_time(plan), time, 1e-9) << k;
    EXPECT_NEAR(end_speed(plan), target, 1e-8) << k;
    EXPECT_NEAR(motion_at(plan, time).a, 0.0, 1e-9) << k;
    ++planned;
  }
  EXPECT_EQ(planned, 5000);
}

TEST(VelocitySmoothing, APlanMadeAgainOnItsWayIsTheSamePlan) {
  const double time = 4.0;
  AxisPlan plan = plan_in_time({}, 5.0, kLimits, time);
  const AxisPlan first = plan;
  for (int k = 1; k < 1000; ++k) {
    plan = plan_in_time(motion_at(plan, 4e-3), 5.0, kLimits, time - k * 4e-3);
    EXPECT_NEAR(plan.start.v, motion_at(first, k * 4e-3).v, 1e-6) << k;
  }
}

TEST(VelocitySmoothing, ThreeAxesArriveTogether) {
  AxisState axes[3];
  reset(axes[0], {0.0, 0.0, 0.0, 0.0});
  reset(axes[1], {0.0, 0.5, 2.0, 0.0});
  reset(axes[2], {0.0, 0.0, 1.0, 0.0});
  const AxisLimits limits[3] = {kLimits, kLimits, {4.0, 1.0, 3.0}};
  plan_synchronised(axes, {6.0, 1.0, -1.0}, limits);
  const double time = total_time(axes[0].plan);
  EXPECT_NEAR(total_time(axes[1].plan), time, 1e-9);
  EXPECT_NEAR(total_time(axes[2].plan), time, 1e-9);
  EXPECT_NEAR(end_speed(axes[1].plan), 1.0, 1e-9);
  EXPECT_NEAR(end_speed(axes[2].plan), -1.0, 1e-9);
}

TEST(VelocitySmoothing, AJumpOfTheEstimateMovesThePlanWithIt) {
  AxisState axis;
  reset(axis, {});
  axis.plan = plan_fastest(axis.now, 4.0, kLimits);
  advance(axis, 0.3);
  const AxisMotion before = axis.now;
  shift(axis, 0.0, 2.0);
  EXPECT_EQ(axis.now.x, before.x + 2.0);
  EXPECT_EQ(axis.now.v, before.v);
  advance(axis, 0.1);
  EXPECT_NEAR(axis.now.x, motion_at(plan_fastest({}, 4.0, kLimits), 0.4).x + 2.0, 1e-12);
  const AxisMotion later = axis.now;
  shift(axis, 0.5, 0.0);
  advance(axis, 0.0);
  EXPECT_NEAR(axis.now.v, later.v + 0.5, 1e-12);
  EXPECT_NEAR(axis.now.x, later.x, 1e-12);
}

}  // namespace
}  // namespace alula
