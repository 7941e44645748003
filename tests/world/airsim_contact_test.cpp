// AirSim's contact against airsim.md 3.4 and hand computation.
#include "world/airsim_contact.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "math/frames.h"

namespace alula {
namespace {

constexpr double kStep_s = 0.003;
constexpr double kGravity = 9.80665;
constexpr double kLeg = 0.1;

MassElement element() {
  return {.mass_kg = 2.0, .position_m = {}, .inertia_kg_m2 = Mat3::diagonal({0.02, 0.03, 0.04})};
}

GroundPlane ground(double slope_deg = 0.0, bool lock = true) {
  return make_ground({.slope_deg = slope_deg,
                      .friction = kAirsimFriction,
                      .restitution = kAirsimRestitution,
                      .contact = ContactLaw::airsim,
                      .airsim_lock = lock});
}

AirsimContactModel model(const GroundPlane& plane) {
  const std::vector<Vec3> points{
      {0.1, 0.1, kLeg}, {0.1, -0.1, kLeg}, {-0.1, 0.1, kLeg}, {-0.1, -0.1, kLeg}};
  return {plane, mass_properties<double>(element()), points};
}

struct Touch {
  AirsimContactState state{};
  AirsimVerletState accelerations{};
  RigidBodyState<double> body{};
  ContactResult result{};
};

// A body that would end the step 1 mm underground.
Touch touch(const AirsimContactModel& contact, const Vec3& v_WB, const Euler& attitude = {},
            const Vec3& w_WB_B = {}) {
  Touch t;
  t.accelerations = {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
  t.body = {.v_WB = v_WB, .q_WB = from_euler(attitude), .w_WB_B = w_WB_B};
  t.body.p_WB.z = contact.lowest_height(t.body) + 0.001;
  const RigidBodyState<double> before = t.body;
  t.result = contact.resolve(t.state, t.accelerations, before, t.body, kStep_s);
  return t;
}

TEST(AirsimContact, LocksABodyThatLandsFlatLevelWithItsHeading) {
  for (const double slope_deg : {0.0, 10.0}) {
    const AirsimContactModel contact = model(ground(slope_deg));
    const Touch t = touch(contact, {0.2, -0.3, 0.5}, {0.2, -0.1, 1.0}, {1.0, 2.0, 3.0});
    EXPECT_EQ(t.state.grounded, 1U);
    EXPECT_EQ(t.body.v_WB, Vec3{});
    EXPECT_EQ(t.body.w_WB_B, Vec3{});
    const Euler attitude = to_euler(t.body.q_WB);
    EXPECT_NEAR(attitude.roll, 0.0, 1e-12);
    EXPECT_NEAR(attitude.pitch, 0.0, 1e-12);
    EXPECT_NEAR(attitude.yaw, 1.0, 1e-12);
    EXPECT_NEAR(contact.lowest_height(t.body), 0.0, 1e-12);
    // "acceleration = -0.5 mass velocity (a small bump)".
    EXPECT_NEAR(t.accelerations.a_WB.z, -0.5 * 2.0 * 0.5, 1e-12);
    EXPECT_EQ(t.accelerations.alpha_WB_B, Vec3{});
  }
}

// "restitution 0, friction 1": what remains of the velocity is nothing but the fall's rest.
TEST(AirsimContact, WithoutTheLockALandingNeitherBouncesNorSlides) {
  const Touch t = touch(model(ground(0.0, false)), {0.0, 0.0, 0.5}, {}, {1.0, 0.0, 0.0});
  EXPECT_EQ(t.state.grounded, 0U);
  EXPECT_NEAR(norm(t.body.v_WB), 0.0, 1e-12);
  EXPECT_NEAR(t.body.w_WB_B.x, 0.9, 1e-12);  // "angular velocity x 0.9"
  EXPECT_EQ(t.accelerations.a_WB, Vec3{});
}

// Faster sideways than down: restitution 0.55 and friction 0.5. The impact point lies kLeg below
// the centre, so the normal impulse does not turn the body; along the ground the effective mass is
// 1/(1/m + kLeg^2/Iyy). AirSim adds that impulse to the velocity as it is.
TEST(AirsimContact, BouncesWithRestitutionAndBrakesWithFrictionTimesTheEffectiveMass) {
  const Touch t = touch(model(ground()), {3.0, 0.0, 1.0});
  EXPECT_EQ(t.state.grounded, 0U);
  EXPECT_NEAR(t.body.v_WB.z, -0.55, 1e-12);
  const double brake = 0.5 * 3.0 / (1.0 / 2.0 + kLeg * kLeg / 0.03);
  EXPECT_NEAR(t.body.v_WB.x, 3.0 - brake, 1e-12);
  EXPECT_NEAR(t.body.w_WB_B.y, 0.9 * kLeg * -brake / 2.0, 1e-12);
  // "position = collision position + normal * penetration + v dt".
  EXPECT_NEAR(t.body.p_WB.z, -kLeg + kStep_s * t.body.v_WB.z, 1e-12);
  EXPECT_NEAR(t.body.p_WB.x, kStep_s * t.body.v_WB.x, 1e-12);
}

// "normal within 0.25 of body +-z": up to acos(0.75) = 41.4 degrees a landing is flat.
TEST(AirsimContact, ALandingIsFlatUpToFortyOneDegrees) {
  const AirsimContactModel contact = model(ground());
  EXPECT_EQ(touch(contact, {0.0, 0.0, 1.0}, {radians(41.0), 0.0, 0.0}).state.grounded, 1U);
  const Touch steep = touch(contact, {0.0, 0.0, 1.0}, {radians(42.0), 0.0, 0.0});
  EXPECT_EQ(steep.state.grounded, 0U);
  EXPECT_LT(steep.body.v_WB.z, 0.0);
}

TEST(AirsimContact, LetsABodyGoThatMovesAway) {
  const Touch t = touch(model(ground()), {0.0, 0.0, -0.1});
  EXPECT_EQ(t.result.active, 0U);
  EXPECT_EQ(t.body.v_WB.z, -0.1);
  EXPECT_EQ(t.accelerations.a_WB.x, 1.0);
}

// "Grounded body stays fixed until |rotor force| >= |weight|"; the step that opens the lock is
// still a fixed one.
TEST(AirsimContact, HoldsUntilTheRotorsPushWithTheWeight) {
  const AirsimContactModel contact = model(ground());
  const double weight_n = 2.0 * kGravity;
  AirsimContactState state{.grounded = 1};
  const Vec3 gravity_W{0.0, 0.0, kGravity};
  for (int i = 0; i < 1000; ++i)
    ASSERT_TRUE(contact.holds(state, {0.0, 0.0, -0.999 * weight_n}, gravity_W));
  EXPECT_TRUE(contact.holds(state, {0.0, 0.0, -1.001 * weight_n}, gravity_W));
  EXPECT_FALSE(contact.holds(state, {0.0, 0.0, -1.001 * weight_n}, gravity_W));
}

}  // namespace
}  // namespace alula
