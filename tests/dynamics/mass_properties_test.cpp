#include "dynamics/mass_properties.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace alula {
namespace {

TEST(MassProperties, OfTwoPointsOnARodAreThoseOfADumbbell) {
  const std::vector<MassElement> ends{
      {.mass_kg = 1.0, .position_m = {0.0, 0.0, 0.0}, .inertia_kg_m2 = {}},
      {.mass_kg = 3.0, .position_m = {0.4, 0.0, 0.0}, .inertia_kg_m2 = {}}};
  const MassElement rod = combine(ends);
  EXPECT_DOUBLE_EQ(rod.mass_kg, 4.0);
  EXPECT_DOUBLE_EQ(rod.position_m.x, 0.3);
  const double reduced = 0.75 * 0.4 * 0.4;  // m1 m2 / (m1 + m2) times the square of the distance
  EXPECT_NEAR(rod.inertia_kg_m2.m[0][0], 0.0, 1e-15);
  EXPECT_NEAR(rod.inertia_kg_m2.m[1][1], reduced, 1e-15);
  EXPECT_NEAR(rod.inertia_kg_m2.m[2][2], reduced, 1e-15);
}

TEST(MassProperties, PutAProductOfInertiaWhereTheMassLiesAskew) {
  const std::vector<MassElement> ends{
      {.mass_kg = 1.0, .position_m = {1.0, 1.0, 0.0}, .inertia_kg_m2 = {}},
      {.mass_kg = 1.0, .position_m = {-1.0, -1.0, 0.0}, .inertia_kg_m2 = {}}};
  EXPECT_DOUBLE_EQ(combine(ends).inertia_kg_m2.m[0][1], -2.0);  // minus the sum of m x y
}

// PX4's x500: body 2.0 kg with 0.021667, 0.021667, 0.04 kg m^2 and four rotors of 0.016077 kg, 0.06
// m above it. The whole vehicle, computed elsewhere: centre 1.9 mm up, 0.0239, 0.0239, 0.0440.
TEST(MassProperties, OfTheX500ComeFromItsBodyAndRotors) {
  std::vector<MassElement> pieces{{.mass_kg = 2.0,
                                   .position_m = {},
                                   .inertia_kg_m2 = Mat3::diagonal({0.021667, 0.021667, 0.04})}};
  for (const double x : {0.174, -0.174})
    for (const double y : {0.174, -0.174})
      pieces.push_back({.mass_kg = 0.016077, .position_m = {x, y, -0.06}, .inertia_kg_m2 = {}});
  const MassElement whole = combine(pieces);
  EXPECT_NEAR(whole.mass_kg, 2.0643, 1e-4);
  EXPECT_NEAR(whole.position_m.z, -0.0019, 5e-5);
  EXPECT_NEAR(whole.inertia_kg_m2.m[0][0], 0.0239, 2e-4);
  EXPECT_NEAR(whole.inertia_kg_m2.m[1][1], 0.0239, 2e-4);
  EXPECT_NEAR(whole.inertia_kg_m2.m[2][2], 0.0440, 2e-4);
}

TEST(MassProperties, HaveAnInverseThatUndoesTheInertia) {
  const Mat3 inertia{{{0.030, -0.002, 0.001}, {-0.002, 0.020, 0.003}, {0.001, 0.003, 0.045}}};
  const MassProperties<double> mass =
      mass_properties<double>({.mass_kg = 2.0, .position_m = {}, .inertia_kg_m2 = inertia});
  const Mat3 product = mass.inertia_B * mass.inverse_inertia_B;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(product.m[i][j], i == j ? 1.0 : 0.0, 1e-14);
  EXPECT_EQ(mass.inverse_mass, 0.5);
}

// Turning the axes does not change the principal moments.
TEST(MassProperties, KnowThePrincipalMomentsOfATurnedBody) {
  const Vec3 axis_x{0.6, 0.8, 0.0}, axis_y{-0.48, 0.36, 0.8};
  const Vec3 axis_z = cross(axis_x, axis_y);
  const Mat3 R{{{axis_x.x, axis_y.x, axis_z.x},
                {axis_x.y, axis_y.y, axis_z.y},
                {axis_x.z, axis_y.z, axis_z.z}}};
  const Vec3 moments = principal_moments(R * Mat3::diagonal({0.02, 0.05, 0.04}) * R.transposed());
  EXPECT_NEAR(moments.x, 0.02, 1e-14);
  EXPECT_NEAR(moments.y, 0.04, 1e-14);
  EXPECT_NEAR(moments.z, 0.05, 1e-14);
}

MassElement body_with(const Mat3& inertia) {
  return {.mass_kg = 1.0, .position_m = {}, .inertia_kg_m2 = inertia};
}

TEST(MassProperties, AreCheckedForWhatNoBodyCanHave) {
  EXPECT_FALSE(validate(body_with(Mat3::diagonal({0.02, 0.03, 0.05}))));  // a flat plate
  EXPECT_TRUE(validate(body_with(Mat3::diagonal({0.02, 0.02, 0.05}))));   // triangle rule
  EXPECT_TRUE(validate(body_with(Mat3::diagonal({0.02, 0.02, -0.01}))));
  EXPECT_TRUE(validate(
      body_with({{{0.02, 0.03, 0.0}, {0.03, 0.02, 0.0}, {0.0, 0.0, 0.02}}})));  // indefinite
  EXPECT_TRUE(validate(
      body_with({{{0.02, 0.001, 0.0}, {0.0, 0.02, 0.0}, {0.0, 0.0, 0.02}}})));  // not symmetric
  EXPECT_TRUE(
      validate(body_with(Mat3::diagonal({std::numeric_limits<double>::quiet_NaN(), 1.0, 1.0}))));
  EXPECT_EQ(
      validate(MassElement{.mass_kg = 0.0, .position_m = {}, .inertia_kg_m2 = Mat3::identity()})
          ->where,
      "mass_kg");
}

}  // namespace
}  // namespace alula
