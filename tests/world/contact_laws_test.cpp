// Our contact against closed forms of rigid bodies on a plane: tipping, bouncing, standing on some
// legs, coming to rest.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "tests/world/sliding_body.h"

namespace alula {
namespace {

constexpr int kStepsPerSecond = 1000;
constexpr double kHalfLength = 0.125;  // of the skids, along Bx
constexpr double kHeight = 0.229;      // of the centre of mass

double weight() { return BodyOnGround::element().mass_kg * kGravity; }

// Between body z and the ground's normal [rad].
double tilt(const BodyOnGround& box) {
  const Vec3 down_W = box.body.q_WB * Vec3{0.0, 0.0, 1.0};
  return std::acos(std::clamp(-dot(down_W, box.model().ground().normal_W), -1.0, 1.0));
}

// The weight passes the edge: tan(slope) = 0.125/0.229, 28.63 degrees.
TEST(Contact, TipsOverWhereTheCentreOfMassPassesTheEdge) {
  const double limit_deg = degrees(std::atan(kHalfLength / kHeight));
  EXPECT_NEAR(limit_deg, 28.63, 0.005);
  {
    BodyOnGround box({.slope_deg = limit_deg - 0.1, .friction = 2.0});
    for (int i = 0; i < 10 * kStepsPerSecond; ++i) box.step();
    EXPECT_LT(degrees(tilt(box)), 0.01);
  }
  {
    BodyOnGround box({.slope_deg = limit_deg + 0.1, .friction = 2.0});
    bool fell = false;
    for (int i = 0; i < 10 * kStepsPerSecond && !fell; ++i) {
      box.step();
      fell = degrees(tilt(box)) > 45.0;
    }
    EXPECT_TRUE(fell);
  }
}

// A pull at the centre of mass tips above weight * 0.125/0.229. Then the box turns about the edge
// with (F h - W a)/J at first, J = I + m (a^2 + h^2), and as the moment grows by (F a + W h) per
// radian, by cosh of the root of that over J.
TEST(Contact, IsPulledOverByTheMomentAboutItsEdge) {
  const double limit = weight() * kHalfLength / kHeight;
  {
    BodyOnGround box({.friction = 2.0});
    for (int i = 0; i < 5 * kStepsPerSecond; ++i) box.step({0.99 * limit, 0.0, 0.0});
    EXPECT_LT(degrees(tilt(box)), 0.01);
  }
  const MassElement e = BodyOnGround::element();
  const double inertia_about_edge =
      e.inertia_kg_m2.m[1][1] + e.mass_kg * (square(kHalfLength) + square(kHeight));
  const double pull = 1.3 * limit;
  const double acceleration = (pull * kHeight - weight() * kHalfLength) / inertia_about_edge;
  const double rate = std::sqrt((pull * kHalfLength + weight() * kHeight) / inertia_about_edge);
  BodyOnGround box({.friction = 2.0});
  const int steps = 200;
  for (int i = 0; i < steps; ++i) box.step({pull, 0.0, 0.0});
  const double turned = acceleration / square(rate) * (std::cosh(rate * steps * kStep_s) - 1.0);
  const double speed = acceleration / rate * std::sinh(rate * steps * kStep_s);
  EXPECT_NEAR(tilt(box), turned, 0.01 * turned);
  EXPECT_NEAR(-box.body.w_WB_B.y, speed, 0.01 * speed);
}

// e^2 h after the first impact, e^4 h after the second.
TEST(Contact, BouncesToTheSquareOfTheRestitutionTimesTheHeight) {
  for (const double restitution : {0.3, 0.5, 0.8}) {
    BodyOnGround box({.restitution = restitution});
    box.body.p_WB.z -= 1.0;
    int bounces = 0;
    double peak[3] = {1.0, 0.0, 0.0};
    bool falling = true;
    for (int i = 0; i < 3 * kStepsPerSecond && bounces < 3; ++i) {
      box.step();
      const bool now_falling = box.body.v_WB.z > 0.0;
      if (falling && !now_falling) ++bounces;
      if (bounces < 3) peak[bounces] = std::max(peak[bounces], box.height());
      falling = now_falling;
    }
    const double share = square(restitution);
    EXPECT_NEAR(peak[1], share, 0.01 * share) << restitution;
    EXPECT_NEAR(peak[2], square(share), 0.02 * square(share)) << restitution;
  }
}

TEST(Contact, ABallBouncesForeverButNeverHigher) {
  BodyOnGround box({.friction = 0.0, .restitution = 1.0});
  box.body.p_WB.z -= 1.0;
  const double start = box.energy();
  for (int i = 0; i < 30 * kStepsPerSecond; ++i) {  // 33 bounces
    box.step();
    ASSERT_NEAR(box.energy(), start, 0.002 * std::fabs(start) + 0.002) << i;
  }
}

TEST(Contact, StandsOnFourOrThreeLegsAroundTheCentreOfMass) {
  const std::vector<Vec3> four = BodyOnGround::skids();
  const std::vector<Vec3> three{{0.15, 0.0, 0.2}, {-0.1, 0.13, 0.2}, {-0.1, -0.13, 0.2}};
  for (const auto& legs : {four, three}) {
    BodyOnGround box({.slope_deg = 5.0}, legs);
    const Vec3 start = box.body.p_WB;
    ContactResult last;
    for (int i = 0; i < 60 * kStepsPerSecond; ++i) last = box.step();
    EXPECT_EQ(last.active, legs.size());
    EXPECT_LT(norm(box.body.p_WB - start), 1e-9);
    EXPECT_LT(degrees(tilt(box)), 1e-6);
    EXPECT_NEAR(norm(last.mean_force_W), weight(), 1e-6);
  }
}

// Three legs that the centre of mass lies outside of carry as little as two.
TEST(Contact, FallsOverOnTwoLegsOrWhenTheLegsDoNotSurroundTheCentreOfMass) {
  const std::vector<Vec3> two{{0.001, 0.13, 0.2}, {0.001, -0.13, 0.2}};
  const std::vector<Vec3> ahead{{0.25, 0.0, 0.2}, {0.01, 0.13, 0.2}, {0.01, -0.13, 0.2}};
  for (const auto& legs : {two, ahead}) {
    BodyOnGround box({.friction = 1.0}, legs);
    bool fell = false;
    for (int i = 0; i < 3 * kStepsPerSecond && !fell; ++i) {
      box.step();
      fell = degrees(tilt(box)) > 45.0;
    }
    EXPECT_TRUE(fell);
  }
}

// The unstable body starts to fall as an inverted pendulum does: angle grows with cosh(t/T),
// T^2 = (I + m h^2)/(m g h), from the angle by which the centre of mass is off.
TEST(Contact, FallsFromTwoLegsLikeAnInvertedPendulum) {
  const double off = 0.002, h = 0.2;
  BodyOnGround box({.friction = 5.0}, {{off, 0.13, h}, {off, -0.13, h}});
  const MassElement e = BodyOnGround::element();
  const double inertia = e.inertia_kg_m2.m[1][1] + e.mass_kg * (square(off) + square(h));
  const double rate = std::sqrt(e.mass_kg * kGravity * h / inertia);
  const double time_s = 0.5;
  for (int i = 0; i < 500; ++i) box.step();
  const double expected = std::atan(off / h) * (std::cosh(rate * time_s) - 1.0);
  EXPECT_LT(degrees(expected), 10.0);  // where the sine is still the angle
  EXPECT_NEAR(tilt(box), expected, 0.03 * expected);
}

// Skids below and the arms of the rotors above: it may land on its back.
std::vector<Vec3> skids_and_arms() {
  std::vector<Vec3> points = BodyOnGround::skids();
  for (const double x : {0.174, -0.174})
    for (const double y : {0.174, -0.174}) points.push_back({x, y, -0.058});
  return points;
}

TEST(Contact, AThousandRandomDropsEndAtRestWithoutEverGainingEnergy) {
  const RandomStream stream(RandomStream(7, "drops"));
  int at_rest = 0;
  double worst_gain = 0.0;   // of a step
  double worst_total = 0.0;  // over the least energy before
  for (std::uint64_t drop = 0; drop < 1000; ++drop) {
    const auto uniform = [&](std::uint64_t lane) { return stream.uniform(8 * drop + lane); };
    BodyOnGround box({.friction = 0.2 + 0.8 * uniform(0)}, skids_and_arms());
    const double azimuth = radians(360.0 * uniform(1)), yaw = radians(360.0 * uniform(2));
    const Vec3 lean = radians(20.0) * Vec3{std::cos(azimuth), std::sin(azimuth), 0.0};
    box.body.q_WB = from_rotation_vector(lean) * from_yaw(yaw);
    box.body.p_WB = {0.0, 0.0, 0.0};
    box.body.p_WB.z = box.height() - 1.0;
    box.body.v_WB = {uniform(3) - 0.5, uniform(4) - 0.5, 0.0};
    box.body.w_WB_B = {uniform(5) - 0.5, uniform(6) - 0.5, uniform(7) - 0.5};

    double energy = box.energy(), least = energy;
    bool rests = false;
    for (int i = 0; i < 15 * kStepsPerSecond && !rests; ++i) {
      const ContactResult contact = box.step();
      const double next = box.energy();
      least = std::min(least, next);
      if (contact.active > 0) {
        worst_gain = std::max(worst_gain, next - energy);
        worst_total = std::max(worst_total, next - least);
      }
      energy = next;
      rests = contact.active >= 3 && norm(box.body.v_WB) < 1e-6 && norm(box.body.w_WB_B) < 1e-6;
    }
    at_rest += rests ? 1 : 0;
    ASSERT_GT(box.height(), -0.01) << drop;
  }
  EXPECT_EQ(at_rest, 1000);
  // The drop brings 20 J. A point that meets the ground slowly within a step is taken to have been
  // loaded all through it: an impulse J lifts the body by J dt/(2 m), a gain of g J dt/2, and stops
  // at least J^2/(2 m) of motion. That leaves at most m (g dt)^2/8.
  const double onset = BodyOnGround::element().mass_kg * square(kGravity * kStep_s) / 8.0;
  EXPECT_LT(worst_gain, onset);
  EXPECT_LT(worst_total, 4.0 * onset);  // that of four feet, one after the other
  RecordProperty("worst_gain_j", std::to_string(worst_gain));
  RecordProperty("worst_total_j", std::to_string(worst_total));
}

// Semi-implicit Euler carries a body by g dt^2 in a step, so its contact moves twice as far.
TEST(Contact, DoesNotCreepUnderSemiImplicitEuler) {
  const GroundPlane ground = make_ground({.slope_deg = 10.0});
  const ContactModel model(ground, mass_properties<double>(BodyOnGround::element()),
                           BodyOnGround::skids());
  BodyOnGround start({.slope_deg = 10.0});
  RigidBodyState<double> body = start.body;
  ContactState state;
  for (int i = 0; i < 60 * kStepsPerSecond; ++i) {
    body.v_WB.z += kGravity * kStep_s;
    body.p_WB += kStep_s * body.v_WB;
    model.resolve(state, body, kStep_s, {.moved_share = 1.0});
  }
  EXPECT_LT(norm(body.p_WB - start.body.p_WB), 1e-9);
}

}  // namespace
}  // namespace alula
