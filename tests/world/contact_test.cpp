#include "world/contact.h"

#include <gtest/gtest.h>

#include "tests/world/sliding_body.h"

namespace alula {
namespace {

constexpr int kStepsPerSecond = 1000;

double angle_between(const Quat& a, const Quat& b) {
  return norm(to_rotation_vector(a.conjugate() * b));
}

// Creep, the disease of penalty methods: at most 1 mm a minute is asked for. 10 degrees are solved
// in closed form; at 25 the uphill skids carry too little for that, the sweeps take over and need
// some steps to settle.
TEST(Contact, ABodyAtRestStaysWhereItIsForAMinuteOnLevelAndOnSlopedGround) {
  for (const double slope_deg : {0.0, 10.0, 25.0}) {
    BodyOnGround box({.slope_deg = slope_deg, .uphill_azimuth_deg = 30.0, .friction = 0.6});
    const double creep_max = slope_deg < 15.0 ? 1e-12 : 1e-5;
    const RigidBodyState<double> start = box.body;
    double deepest = 0.0;
    for (int i = 0; i < 60 * kStepsPerSecond; ++i)
      deepest = std::min(deepest, box.step().lowest_height_m);
    EXPECT_LT(norm(box.body.p_WB - start.p_WB), creep_max) << slope_deg;
    EXPECT_LT(angle_between(box.body.q_WB, start.q_WB), creep_max) << slope_deg;
    EXPECT_LT(norm(box.body.v_WB), 1e-9) << slope_deg;
    EXPECT_GT(deepest, -1e-4) << slope_deg;
  }
}

TEST(Contact, TheGroundCarriesExactlyTheWeightOfABodyAtRest) {
  BodyOnGround box({.slope_deg = 10.0});
  ContactResult result;
  for (int i = 0; i < kStepsPerSecond; ++i) result = box.step();
  const double weight = BodyOnGround::element().mass_kg * kGravity;
  EXPECT_NEAR(result.mean_force_W.x, 0.0, 1e-6);
  EXPECT_NEAR(result.mean_force_W.y, 0.0, 1e-6);
  EXPECT_NEAR(result.mean_force_W.z, -weight, 1e-6);
  EXPECT_EQ(result.active, 4U);
}

// Coulomb: tan(slope) < mu holds, above it slides with g (sin - mu cos).
TEST(Contact, SlidesDownASlopeOnlyWhenItIsSteeperThanFrictionHolds) {
  const double slope = radians(35.0);  // tan = 0.7002
  const std::vector<Vec3> wide{
      {0.3, 0.3, 0.1}, {0.3, -0.3, 0.1}, {-0.3, 0.3, 0.1}, {-0.3, -0.3, 0.1}};  // cannot tip
  {
    BodyOnGround box({.slope_deg = 35.0, .friction = 0.71}, wide);
    const Vec3 start = box.body.p_WB;
    for (int i = 0; i < 10 * kStepsPerSecond; ++i) box.step();
    EXPECT_LT(norm(box.body.p_WB - start), 1e-5);
  }
  for (const double friction : {0.0, 0.3, 0.6}) {
    BodyOnGround box({.slope_deg = 35.0, .friction = friction}, wide);
    for (int i = 0; i < 2 * kStepsPerSecond; ++i) box.step();
    const double expected = 2.0 * kGravity * (std::sin(slope) - friction * std::cos(slope));
    EXPECT_NEAR(norm(box.body.v_WB), expected, 1e-3 * expected) << friction;
    EXPECT_LT(norm(box.body.w_WB_B), 1e-3) << friction;
    EXPECT_LT(std::fabs(box.height()), 1e-4) << friction;
  }
}

TEST(Contact, ASlidingBodyStopsAfterVSquaredOverTwoMuG) {
  for (const double speed : {0.5, 2.0, 3.0}) {
    BodyOnGround box({.friction = 0.4});
    box.body.v_WB = {speed * std::cos(0.3), speed * std::sin(0.3), 0.0};
    const Vec3 start = box.body.p_WB;
    for (int i = 0; i < 3 * kStepsPerSecond; ++i) box.step();
    const Vec3 way = box.body.p_WB - start;
    const double expected = speed * speed / (2.0 * 0.4 * kGravity);
    EXPECT_NEAR(norm(way), expected, 1e-3 * expected) << speed;
    EXPECT_NEAR(std::atan2(way.y, way.x), 0.3, 1e-3) << speed;
    EXPECT_LT(norm(box.body.v_WB), 1e-9) << speed;
  }
}

// Without restitution nothing that the ground does may add energy: rest after a drop, however it
// lands.
TEST(Contact, NeverGainsEnergyHoweverTheBodyLands) {
  for (const Euler& attitude :
       {Euler{0.0, 0.0, 0.0}, Euler{0.3, 0.0, 1.0}, Euler{0.2, -0.5, 2.0}, Euler{1.2, 0.1, 0.0}}) {
    BodyOnGround box({.friction = 0.6});
    box.body.q_WB = from_euler(attitude);
    box.body.p_WB = {0.0, 0.0, 0.0};
    box.body.p_WB.z = box.height() - 0.5;
    box.body.v_WB = {1.0, -0.5, 0.0};
    box.body.w_WB_B = {0.5, 1.0, -2.0};
    const double start = box.energy();
    double highest = start;
    for (int i = 0; i < 5 * kStepsPerSecond; ++i) {
      box.step();
      highest = std::max(highest, box.energy());
      ASSERT_TRUE(is_finite(box.body.p_WB));
    }
    // Implicit midpoint leaves 1e-6 of the energy in free flight.
    EXPECT_LT(highest, start + 1e-5 * std::fabs(start) + 1e-5);
    EXPECT_LT(box.energy(), start);
  }
}

TEST(Contact, ABodyDroppedFlatNeitherBouncesNorSinks) {
  for (const double drop_m : {0.01, 0.1, 1.0, 10.0}) {
    BodyOnGround box({.friction = 0.6});
    box.body.p_WB.z -= drop_m;
    const double fall_s = std::sqrt(2.0 * drop_m / kGravity);
    const auto fall_steps = static_cast<int>(fall_s / kStep_s) + 2;
    for (int i = 0; i < fall_steps; ++i) box.step();
    double highest = box.height();
    for (int i = 0; i < 200; ++i) {
      box.step();
      highest = std::max(highest, box.height());
    }
    EXPECT_LT(highest, 1e-3) << drop_m;  // after the impact
    for (int i = 0; i < kStepsPerSecond; ++i) box.step();
    EXPECT_GT(box.height(), -1e-4) << drop_m;
    EXPECT_LT(box.height(), 1e-4) << drop_m;
    EXPECT_LT(norm(box.body.v_WB), 1e-9) << drop_m;
  }
}

TEST(Contact, RestitutionReturnsThatShareOfTheSpeed) {
  BodyOnGround box({.restitution = 0.5});
  box.body.p_WB.z -= 1.0;
  double rebound = 0.0;
  for (int i = 0; i < 460; ++i) {  // the fall takes 0.452 s
    box.step();
    rebound = std::max(rebound, -box.body.v_WB.z);
  }
  EXPECT_NEAR(rebound, 0.5 * std::sqrt(2.0 * kGravity), 0.01);
  for (int i = 0; i < 10 * kStepsPerSecond; ++i) box.step();
  EXPECT_LT(norm(box.body.v_WB), 1e-9);
}

// A body laid into the ground comes out by position, 20 % a step: no speed appears.
TEST(Contact, PenetrationIsRemovedWithoutSpeed) {
  BodyOnGround box({});
  box.body.p_WB.z += 0.05;
  double fastest = 0.0;
  for (int i = 0; i < 5; ++i) {
    box.step();
    fastest = std::max(fastest, norm(box.body.v_WB));
  }
  EXPECT_NEAR(box.height(), -0.05 * std::pow(0.8, 5), 1e-4);
  EXPECT_LT(fastest, 1e-9);
  for (int i = 0; i < 100; ++i) box.step();
  EXPECT_GT(box.height(), -2e-6);
  EXPECT_LT(box.height(), 1e-6);
}

TEST(Contact, TheGroundNeverPulls) {
  BodyOnGround box({});
  for (int i = 0; i < 100; ++i) box.step();
  const double weight = BodyOnGround::element().mass_kg * kGravity;
  for (int i = 0; i < 200; ++i) {
    const ContactResult result = box.step({0.0, 0.0, -2.0 * weight});
    ASSERT_LE(result.mean_force_W.z, 1e-9);
  }
  // Free from the first step on: 1 g upwards for 0.2 s.
  EXPECT_NEAR(-box.body.v_WB.z, 0.2 * kGravity, 1e-3);
}

// A side force below friction holds, a larger one moves the body by the difference.
TEST(Contact, FrictionHoldsUpToItsConeAndNotBeyond) {
  const double weight = BodyOnGround::element().mass_kg * kGravity;
  // Applied at the centre of mass, 0.229 m up; the skids reach 0.125 m, so it tips only above 0.54
  // of the weight.
  BodyOnGround box({.friction = 0.3});
  const Vec3 start = box.body.p_WB;
  for (int i = 0; i < kStepsPerSecond; ++i) box.step({0.29 * weight, 0.0, 0.0});
  EXPECT_LT(norm(box.body.p_WB - start), 1e-5);
  for (int i = 0; i < kStepsPerSecond; ++i) box.step({0.4 * weight, 0.0, 0.0});
  EXPECT_NEAR(box.body.v_WB.x, 0.1 * kGravity, 1e-3 * kGravity);
}

TEST(Contact, ABodyWithoutPointsFallsThrough) {
  BodyOnGround box({}, {});
  for (int i = 0; i < kStepsPerSecond; ++i) box.step();
  EXPECT_NEAR(box.body.v_WB.z, kGravity, 1e-9);
}

TEST(Contact, TheSameStepsGiveTheSameBits) {
  const auto fly = [] {
    BodyOnGround box({.slope_deg = 5.0});
    box.body.p_WB.z -= 0.3;
    box.body.w_WB_B = {1.0, 2.0, 3.0};
    for (int i = 0; i < 2 * kStepsPerSecond; ++i) box.step();
    return box;
  };
  const BodyOnGround a = fly(), b = fly();
  EXPECT_EQ(a.body.p_WB, b.body.p_WB);
  EXPECT_EQ(a.body.q_WB, b.body.q_WB);
}

TEST(Ground, RefusesWhatNoGroundIs) {
  EXPECT_FALSE(validate(GroundConfig{}).has_value());
  EXPECT_EQ(validate(GroundConfig{.slope_deg = 61.0})->where, "slope_deg");
  EXPECT_EQ(validate(GroundConfig{.slope_deg = std::nan("")})->where, "slope_deg");
  EXPECT_EQ(validate(GroundConfig{.friction = -0.1})->where, "friction");
  EXPECT_EQ(validate(GroundConfig{.restitution = 1.5})->where, "restitution");
}

TEST(Ground, RisesTowardsItsAzimuth) {
  const GroundPlane ground = make_ground({.slope_deg = 10.0, .uphill_azimuth_deg = 90.0});
  EXPECT_NEAR(ground.height({0.0, 10.0, -10.0 * std::tan(radians(10.0))}), 0.0,
              1e-12);  // east and up
  EXPECT_NEAR(norm(ground.normal_W), 1.0, 1e-15);
}

}  // namespace
}  // namespace alula
