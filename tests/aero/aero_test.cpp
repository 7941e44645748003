#include <limits>

#include <gtest/gtest.h>

#include "aero/body_drag.h"
#include "aero/rate_damping.h"

namespace alula {
namespace {

Flight<double> moving(const Vec3& v_AB_B, const Vec3& w_WB_B) {
  Flight<double> flight;
  flight.air.v_AB_B = v_AB_B;
  flight.air.density_kg_m3 = 1.225;
  flight.air.density_ratio = 1.0;
  flight.body.w_WB_B = w_WB_B;
  return flight;
}

TEST(BodyDrag, FeelsNothingWhenDriftingWithTheWind) {
  const BodyDrag<double> drag = BodyDrag<double>::build({});
  EXPECT_EQ(norm(drag.effect(moving({}, {}), nullptr, nullptr, nullptr).f_B), 0.0);
}

// rho/2 v^2 C_D S, against the motion.
TEST(BodyDrag, GrowsWithTheSquareOfAirspeedAlongABodyAxis) {
  const BodyDrag<double> drag = BodyDrag<double>::build({.drag_area_m2 = {0.01, 0.02, 0.03}});
  const auto force = [&](const Vec3& v) {
    return drag.effect(moving(v, {}), nullptr, nullptr, nullptr).f_B;
  };
  EXPECT_NEAR(force({10.0, 0.0, 0.0}).x, -0.5 * 1.225 * 100.0 * 0.01, 1e-14);
  EXPECT_NEAR(force({0.0, -10.0, 0.0}).y, 0.5 * 1.225 * 100.0 * 0.02, 1e-14);
  EXPECT_NEAR(force({0.0, 0.0, 20.0}).z, -0.5 * 1.225 * 400.0 * 0.03, 1e-14);
}

TEST(BodyDrag, OfASphereHasNoPreferredDirection) {
  const BodyDrag<double> drag = BodyDrag<double>::build(sphere_drag(0.5, 0.04));
  const Vec3 v{3.0, -4.0, 12.0};  // 13 m/s
  const Vec3 f_B = drag.effect(moving(v, {}), nullptr, nullptr, nullptr).f_B;
  EXPECT_NEAR(norm(f_B), 0.5 * 1.225 * 169.0 * 0.02, 1e-13);
  EXPECT_NEAR(dot(f_B, v), -norm(f_B) * 13.0, 1e-12);
}

TEST(BodyDrag, OffTheCentreTurnsTheBody) {
  const Vec3 place{-0.2, 0.0, 0.1};
  const BodyDrag<double> drag =
      BodyDrag<double>::build({.drag_area_m2 = {0.01, 0.01, 0.02}, .position_m = place});
  const Wrench<double> wrench =
      drag.effect(moving({5.0, 6.0, -7.0}, {}), nullptr, nullptr, nullptr);
  EXPECT_EQ(wrench.t_B, cross(place, wrench.f_B));
}

TEST(BodyDrag, RefusesNegativeAreas) {
  EXPECT_FALSE(validate(BodyDragConfig{}));
  EXPECT_EQ(validate(BodyDragConfig{.drag_area_m2 = {0.0, -0.1, 0.0}})->where, "drag_area_m2");
  EXPECT_TRUE(validate(
      BodyDragConfig{.drag_area_m2 = {std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0}}));
  EXPECT_EQ(
      validate(BodyDragConfig{.position_m = {std::numeric_limits<double>::infinity(), 0.0, 0.0}})
          ->where,
      "position_m");
}

// The brick of NASA's check case 3: C_lp = C_mq = C_nr = -1, S 0.22222 ft^2, b 1/3 ft, c 2/3 ft,
// rates made dimensionless by b/2V and c/2V.
TEST(RateDamping, IsTheAircraftFormula) {
  const double foot = 0.3048;
  const double area = 0.22222 * foot * foot, span = foot / 3.0, chord = 2.0 * foot / 3.0;
  const RateDamping<double> damping = RateDamping<double>::build({.derivative = {-1.0, -1.0, -1.0},
                                                                  .reference_area_m2 = area,
                                                                  .reference_span_m = span,
                                                                  .reference_chord_m = chord});
  const double speed = 50.0;
  const Vec3 w{0.3, -0.5, 0.7};
  const Vec3 t_B = damping.effect(moving({30.0, 0.0, 40.0}, w), nullptr, nullptr, nullptr).t_B;
  const double pressure = 0.5 * 1.225 * speed * speed;
  EXPECT_NEAR(t_B.x, -pressure * area * span * (w.x * span / (2.0 * speed)), 1e-15);
  EXPECT_NEAR(t_B.y, -pressure * area * chord * (w.y * chord / (2.0 * speed)), 1e-15);
  EXPECT_NEAR(t_B.z, -pressure * area * span * (w.z * span / (2.0 * speed)), 1e-15);
}

TEST(RateDamping, HasAPlainPartThatNeedsNoAirspeed) {
  const RateDamping<double> damping =
      RateDamping<double>::build({.linear_n_m_s_rad = {0.1, 0.2, 0.3}});
  const Wrench<double> wrench =
      damping.effect(moving({}, {1.0, 2.0, -3.0}), nullptr, nullptr, nullptr);
  EXPECT_LT(norm(wrench.t_B - Vec3{-0.1, -0.4, 0.9}), 1e-15);
  EXPECT_EQ(norm(wrench.f_B), 0.0);
}

TEST(RateDamping, DampsTheRateInTheAirOrTheInertialOne) {
  Flight<double> flight = moving({}, {0.0, 0.0, 0.0});
  flight.w_IB_B = {7.292115e-5, 0.0, 0.0};  // at rest on the equator, nose to the north
  RateDampingConfig config{.linear_n_m_s_rad = {0.1, 0.2, 0.3}};
  const auto moment = [&] {
    return RateDamping<double>::build(config).effect(flight, nullptr, nullptr, nullptr).t_B;
  };
  EXPECT_EQ(norm(moment()), 0.0);
  config.damped_rate = DampedRate::inertial;
  EXPECT_EQ(moment(), (Vec3{-7.292115e-6, 0.0, 0.0}));
}

TEST(RateDamping, AlwaysTakesEnergy) {
  const RateDamping<double> damping =
      RateDamping<double>::build({.linear_n_m_s_rad = {0.01, 0.0, 0.02},
                                  .derivative = {-0.4, -8.0, -0.1},
                                  .reference_area_m2 = 0.5,
                                  .reference_span_m = 2.0,
                                  .reference_chord_m = 0.25});
  for (const Vec3& w : {Vec3{1.0, 0.0, 0.0}, Vec3{0.0, -1.0, 0.0}, Vec3{0.3, 0.2, -2.0}})
    EXPECT_LT(dot(damping.effect(moving({20.0, 1.0, 2.0}, w), nullptr, nullptr, nullptr).t_B, w),
              0.0);
}

TEST(RateDamping, RefusesWhatWouldDriveOrHasNoScale) {
  EXPECT_FALSE(validate(RateDampingConfig{}));
  EXPECT_EQ(validate(RateDampingConfig{.linear_n_m_s_rad = {-0.1, 0.0, 0.0}})->where,
            "linear_n_m_s_rad");
  EXPECT_EQ(validate(RateDampingConfig{.derivative = {0.1, 0.0, 0.0}})->where, "derivative");
  EXPECT_EQ(validate(RateDampingConfig{.derivative = {-0.1, 0.0, 0.0}})->where,
            "reference_area_m2");
}

}  // namespace
}  // namespace alula
