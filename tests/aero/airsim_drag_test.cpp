// Expected figures: airsim.md 3.3 (computed from AirSim's own constants).
#include "aero/airsim_drag.h"

#include <cmath>

#include <gtest/gtest.h>

namespace alula {
namespace {

Wrench<double> drag_of(const AirsimDragConfig& config, const Vec3& v_AB_B,
                       const Vec3& w_WB_B = {}) {
  Flight<double> flight;
  flight.air.v_AB_B = v_AB_B;
  flight.air.density_kg_m3 = 1.225;
  flight.air.density_ratio = 1.0;
  flight.body.w_WB_B = w_WB_B;
  return AirsimDrag<double>::build(config).effect(flight, nullptr, nullptr, nullptr);
}

TEST(AirsimDrag, OfTheGenericQuadHasTheFactorsOfAirsim) {
  const Vec3 factors = face_factors_m2({});
  EXPECT_NEAR(factors.x, 0.005383, 5e-7);
  EXPECT_NEAR(factors.y, 0.005838, 5e-7);
  EXPECT_NEAR(factors.z, 0.109930, 5e-7);
}

// "terminal fall about 8.5 m/s at 1.225", in words: it carries 1 kg there.
TEST(AirsimDrag, CarriesTheWeightAtTheTerminalSpeed) {
  const double terminal = std::sqrt(9.80665 / (0.109930 * 1.225));
  EXPECT_NEAR(terminal, 8.5, 0.05);
  EXPECT_NEAR(drag_of({}, {0.0, 0.0, terminal}).f_B.z, -9.80665, 1e-4);
}

TEST(AirsimDrag, GoesWithTheSquareOfEachComponentByItself) {
  const Vec3 factors = face_factors_m2({});
  const Vec3 f_B = drag_of({}, {3.0, -4.0, 0.05}).f_B;
  EXPECT_NEAR(f_B.x, -factors.x * 1.225 * 9.0, 1e-12);
  EXPECT_NEAR(f_B.y, factors.y * 1.225 * 16.0, 1e-12);
  EXPECT_EQ(f_B.z, 0.0);  // below 0.1 m/s
}

TEST(AirsimDrag, StartsAtATenthOfAMetrePerSecond) {
  EXPECT_EQ(drag_of({}, {0.0999, 0.0, -0.0999}).f_B, Vec3{});
  EXPECT_LT(drag_of({}, {0.1001, 0.0, 0.0}).f_B.x, 0.0);
  EXPECT_GT(drag_of({}, {0.0, 0.0, -0.1001}).f_B.z, 0.0);
}

// "There is no separate angular drag": turning about the box's centre costs nothing.
TEST(AirsimDrag, DoesNotDampTurningUnlessTheBoxLiesOffTheCentreOfMass) {
  const Wrench<double> centred = drag_of({}, {}, {5.0, -7.0, 9.0});
  EXPECT_EQ(centred.f_B, Vec3{});
  EXPECT_EQ(centred.t_B, Vec3{});
  const Wrench<double> behind = drag_of({.position_m = {-0.2, 0.0, 0.0}}, {}, {0.0, 0.0, 10.0});
  EXPECT_NEAR(behind.f_B.y, face_factors_m2({}).y * 1.225 * 4.0, 1e-12);
  EXPECT_NEAR(behind.t_B.z, -0.2 * behind.f_B.y, 1e-12);
  EXPECT_LT(behind.t_B.z, 0.0);
}

TEST(AirsimDrag, CountsEveryPropellerWithItsDiameterAsARadius) {
  const AirsimDragConfig bare{.rotor_count = 0};
  const AirsimDragConfig one{.rotor_count = 1, .propeller_diameter_m = 0.5};
  const double disc = 0.5 * 0.325 * 3.141592653589793 * 0.5 * 0.5;
  EXPECT_NEAR(face_factors_m2(one).z - face_factors_m2(bare).z, disc, 1e-12);
}

TEST(AirsimDrag, RefusesWhatNoBoxHas) {
  EXPECT_FALSE(validate(AirsimDragConfig{}));
  EXPECT_EQ(validate(AirsimDragConfig{.box_m = {0.1, 0.0, 0.1}})->where, "box_m");
  EXPECT_EQ(validate(AirsimDragConfig{.drag_coefficient = -0.1})->where, "drag_coefficient");
  EXPECT_EQ(validate(AirsimDragConfig{.rotor_count = -1})->where, "rotor_count");
  EXPECT_EQ(validate(AirsimDragConfig{.propeller_height_m = std::nan("")})->where,
            "propeller_height_m");
}

}  // namespace
}  // namespace alula
