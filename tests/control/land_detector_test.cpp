#include "control/land_detector.h"

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kDt = 4e-3;

// Hovers at half thrust until told otherwise.
struct Bench {
  LandDetectorConfig config{};
  LandDetectorState state{};
  VehicleEstimate estimate{};
  LandDetectorInput in{};
  LandDetection out{};
  Bench() {
    estimate.xy_valid = estimate.z_valid = estimate.v_xy_valid = estimate.v_z_valid = true;
    in.armed = true;
    in.thrust = 0.5;
    in.v_z_sp_m_s = 0.0;
    in.specific_force_B = {0.0, 0.0, -9.81};
    run(0.1);
  }
  void run(double time_s) {
    for (int k = 0; k < static_cast<int>(time_s / kDt + 0.5); ++k) {
      out = LandDetector(config).update(state, estimate, in, kDt);
    }
  }
  // Stands still, with little thrust, and is to go down.
  void touch_down(double thrust = 0.12) {
    in.v_z_sp_m_s = 0.7;
    in.thrust = thrust;
  }
};

TEST(LandDetector, DisarmedIsLandedAtOnce) {
  Bench bench;
  EXPECT_FALSE(bench.out.landed);
  bench.in.armed = false;
  bench.run(kDt);
  EXPECT_TRUE(bench.out.ground_contact);
  EXPECT_TRUE(bench.out.maybe_landed);
  EXPECT_TRUE(bench.out.landed);
}

TEST(LandDetector, EachOfTheThreeStagesTakesAThirdOfASecond) {
  Bench bench;
  bench.touch_down();
  bench.run(0.332);
  EXPECT_FALSE(bench.out.ground_contact);
  bench.run(0.008);
  EXPECT_TRUE(bench.out.ground_contact);
  EXPECT_FALSE(bench.out.maybe_landed);
  bench.run(0.328);
  EXPECT_FALSE(bench.out.maybe_landed);
  bench.run(0.012);
  EXPECT_TRUE(bench.out.maybe_landed);
  EXPECT_FALSE(bench.out.landed);
  bench.run(0.328);
  EXPECT_FALSE(bench.out.landed);
  bench.run(0.012);
  EXPECT_TRUE(bench.out.landed);
}

TEST(LandDetector, HoveringAndDescendingAreNotContact) {
  Bench bench;
  bench.run(5.0);
  EXPECT_FALSE(bench.out.ground_contact);
  bench.touch_down();
  bench.estimate.v_WB.z = bench.estimate.z_deriv_m_s = 0.7;
  bench.run(5.0);
  EXPECT_TRUE(bench.out.vertical_movement);
  EXPECT_FALSE(bench.out.ground_contact);
}

TEST(LandDetector, LowThrustWithoutAWishToDescendIsNoContact) {
  Bench bench;
  bench.in.thrust = 0.12;
  bench.in.v_z_sp_m_s = 0.2;  // below 1.1 LNDMC_Z_VEL_MAX
  bench.run(5.0);
  EXPECT_TRUE(bench.out.has_low_throttle);
  EXPECT_FALSE(bench.out.ground_contact);
}

TEST(LandDetector, ContactNeedsThirtyPercentOfTheWayToHoverOrSixtyWhenHoverIsKnown) {
  Bench bench;
  bench.touch_down(0.12 + 0.31 * (0.5 - 0.12));
  bench.run(2.0);
  EXPECT_FALSE(bench.out.ground_contact);
  bench.in.v_z_sp_m_s = 0.0;
  bench.in.hover_estimate_valid = true;
  bench.in.hover_estimate = 0.5;
  bench.run(kDt);
  bench.touch_down(0.12 + 0.59 * (0.5 - 0.12));
  bench.run(2.0);
  EXPECT_TRUE(bench.out.ground_contact);
  EXPECT_FALSE(bench.out.maybe_landed);  // that needs ten percent
}

TEST(LandDetector, SlidingSidewaysIsNoContact) {
  Bench bench;
  bench.touch_down();
  bench.estimate.v_WB.x = 1.6;
  bench.run(2.0);
  EXPECT_TRUE(bench.out.horizontal_movement);
  EXPECT_FALSE(bench.out.ground_contact);
}

TEST(LandDetector, AVelocityBiasAloneDoesNotPreventContact) {
  Bench bench;
  bench.touch_down();
  bench.estimate.v_WB.z = 0.4;        // biased
  bench.estimate.z_deriv_m_s = 0.05;  // yet the height stands still
  bench.run(0.4);
  EXPECT_TRUE(bench.out.ground_contact);
}

TEST(LandDetector, RockingIsNotLandedButTurningIs) {
  Bench bench;
  bench.touch_down();
  bench.in.w_WB_B = {0.4, 0.0, 0.0};  // 23 deg/s
  bench.run(5.0);
  EXPECT_TRUE(bench.out.rotational_movement);
  EXPECT_FALSE(bench.out.maybe_landed);
  bench.in.w_WB_B = {0.0, 0.0, 2.0};
  bench.run(1.0);
  EXPECT_TRUE(bench.out.landed);
}

TEST(LandDetector, ThresholdsAreWiderOnceDown) {
  Bench bench;
  bench.touch_down();
  bench.run(1.5);
  ASSERT_TRUE(bench.out.landed);
  bench.estimate.v_WB.z = bench.estimate.z_deriv_m_s = 0.5;  // twice the threshold
  bench.in.w_WB_B = {0.7, 0.0, 0.0};
  bench.run(1.0);
  EXPECT_TRUE(bench.out.landed);
  bench.estimate.v_WB.z = bench.estimate.z_deriv_m_s = 0.7;
  bench.run(kDt);
  EXPECT_FALSE(bench.out.landed);
}

TEST(LandDetector, ThrustOpensItAtOnce) {
  Bench bench;
  bench.touch_down();
  bench.run(1.5);
  ASSERT_TRUE(bench.out.landed);
  bench.in.thrust = 0.3;
  bench.run(kDt);
  EXPECT_FALSE(bench.out.maybe_landed);
  EXPECT_FALSE(bench.out.landed);
}

TEST(LandDetector, FreeFallIsSeenAfterThreeTenthsAndIsNoLanding) {
  Bench bench;
  bench.touch_down();
  bench.in.specific_force_B = {0.5, 0.0, -1.0};
  bench.run(0.2);
  EXPECT_FALSE(bench.out.free_fall);
  bench.run(1.5);
  EXPECT_TRUE(bench.out.free_fall);
  EXPECT_FALSE(bench.out.maybe_landed);
}

TEST(LandDetector, WithoutAVerticalEstimateLowThrustMustLastEightSeconds) {
  Bench bench;
  bench.estimate.v_z_valid = false;
  bench.in.specific_force_B = {0.0, 0.0, -8.0};  // less than its weight
  bench.touch_down();
  bench.run(8.0);
  EXPECT_FALSE(bench.out.maybe_landed);
  bench.run(1.0);
  EXPECT_TRUE(bench.out.landed);
}

// What feels its whole weight at little thrust stands on something.
TEST(LandDetector, WithoutAVerticalEstimateItsWeightTellsTheGround) {
  Bench bench;
  bench.estimate.v_z_valid = false;
  bench.touch_down();
  bench.run(0.99);
  EXPECT_FALSE(bench.out.landed);
  bench.run(0.03);
  EXPECT_TRUE(bench.out.landed);
}

TEST(LandDetector, ABlindRangeFinderMakesItThreeTimesSlower) {
  Bench bench;
  bench.in.range_exists = true;
  bench.touch_down();
  bench.run(0.99);
  EXPECT_FALSE(bench.out.ground_contact);
  bench.run(0.02);
  EXPECT_TRUE(bench.out.ground_contact);
}

TEST(LandDetector, ARangeFinderThatSeesTheGroundFarBelowForbidsContact) {
  Bench bench;
  bench.in.range_exists = true;
  bench.in.range_m = 3.0;
  bench.touch_down();
  bench.run(2.0);
  EXPECT_FALSE(bench.out.close_to_ground);
  EXPECT_FALSE(bench.out.ground_contact);
}

TEST(LandDetector, AtRestAfterASecondWithoutMotion) {
  Bench bench;
  bench.touch_down();
  bench.run(1.5);
  EXPECT_TRUE(bench.out.at_rest);
  bench.in.w_WB_B = {0.0, 0.0, 0.1};  // 5.7 deg/s
  bench.run(kDt);
  EXPECT_FALSE(bench.out.at_rest);
  bench.in.w_WB_B = {};
  bench.run(0.9);
  EXPECT_FALSE(bench.out.at_rest);
  bench.run(0.2);
  EXPECT_TRUE(bench.out.at_rest);
}

// PX4's rule without a range finder: while a take-off ramps, and in a commanded descent that is not
// also a dash.
TEST(LandDetector, GroundEffectIsPossibleInTheRampAndInDescents) {
  Bench bench;
  EXPECT_FALSE(bench.out.in_ground_effect);
  bench.in.ramps = true;
  bench.run(kDt);
  EXPECT_TRUE(bench.out.in_ground_effect);
  bench.in.ramps = false;
  bench.in.v_z_sp_m_s = 0.7;
  bench.run(kDt);
  EXPECT_TRUE(bench.out.in_descend);
  EXPECT_TRUE(bench.out.in_ground_effect);
  bench.estimate.v_WB = {5.0, 0.0, 0.7};
  bench.run(kDt);
  EXPECT_TRUE(bench.out.in_descend);
  EXPECT_FALSE(bench.out.in_ground_effect);
}

// Disarmed counts as landed, but what falls does not feel its weight.
TEST(LandDetector, DisarmedInTheAirItIsNotAtRest) {
  Bench bench;
  bench.run(5.0);
  bench.in.armed = false;
  bench.in.thrust = 0.0;
  bench.in.specific_force_B = {};
  bench.run(kDt);
  EXPECT_TRUE(bench.out.landed);
  EXPECT_FALSE(bench.out.at_rest);
  bench.run(3.0);
  EXPECT_FALSE(bench.out.at_rest);
}

TEST(LandDetector, VerticalThresholdStaysBelowTheCrawlSpeed) {
  Bench bench;
  bench.config.speed_z_max_m_s = 5.0;  // held at MPC_LAND_CRWL / 1.2 = 0.25
  bench.touch_down();
  bench.estimate.v_WB.z = bench.estimate.z_deriv_m_s = 0.3;
  bench.run(2.0);
  EXPECT_TRUE(bench.out.vertical_movement);
  EXPECT_FALSE(bench.out.ground_contact);
}

TEST(LandDetector, RefusesThresholdsOfZero) {
  LandDetectorConfig config;
  EXPECT_FALSE(validate(config));
  config.rotation_max_rad_s = 0.0;
  EXPECT_EQ(validate(config)->where, "rotation_max_rad_s");
}

}  // namespace
}  // namespace alula
