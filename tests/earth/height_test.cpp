#include "earth/height.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "math/frames.h"

namespace alula {
namespace {

// The largest error of the height over random origins and places within `range_m` of them.
template <class Real> double worst_error(double range_m, double climb_m, unsigned seed) {
  std::mt19937_64 draw(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  double worst = 0.0;
  for (int i = 0; i < 3000; ++i) {
    const double latitude = radians(90.0) * unit(draw);
    const Geodetic origin{latitude, radians(180.0) * unit(draw), 2000.0 * (unit(draw) + 1.0)};
    const Vec3 p_WP{range_m * unit(draw), range_m * unit(draw),
                    -0.5 * climb_m * (unit(draw) + 1.0)};
    const Vector3<Real> p{static_cast<Real>(p_WP.x), static_cast<Real>(p_WP.y),
                          static_cast<Real>(p_WP.z)};
    const double got = static_cast<double>(HeightField<Real>(origin).height_over_origin(p));
    const double exact = LocalFrame(origin).to_geodetic(p_WP).height_m - origin.height_m;
    worst = std::max(worst, std::fabs(got - exact));
  }
  return worst;
}

TEST(Height, AgreesWithGeodesyToATenthOfAMillimetreWithinAHundredKilometres) {
  EXPECT_LT(worst_error<double>(1e5, 86000.0, 4), 1e-4);
  EXPECT_LT(worst_error<double>(1e3, 500.0, 5), 1e-8);
}
TEST(Height, AgreesWithGeodesyToACentimetreWithinFiveHundredKilometres) {
  EXPECT_LT(worst_error<double>(5e5, 86000.0, 6), 1e-2);
}
// 24 bits of a kilometre are 0.06 mm.
TEST(Height, FloatLosesNothingToTheSizeOfTheEarth) {
  EXPECT_LT(worst_error<float>(1e3, 500.0, 7), 2e-4);
}

TEST(Height, LevelGroundFallsAwayFromTheTangentPlane) {
  const HeightField<double> field(Geodetic{radians(47.397742), radians(8.545594), 488.0});
  EXPECT_EQ(field.height({}), 488.0);
  EXPECT_DOUBLE_EQ(field.height({0.0, 0.0, -12.5}), 500.5);
  // d^2/2R on a sphere of 6.37 million metres: 7.85 m at 10 km.
  EXPECT_NEAR(field.height({10000.0, 0.0, 0.0}) - 488.0, 7.85, 0.02);
}

}  // namespace
}  // namespace alula
