// The round Earth: a sphere has closed forms for place, height and gravity.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "earth/gravity.h"
#include "earth/height.h"
#include "math/frames.h"

namespace alula {
namespace {

// Of NASA's check case 5 (NASA/TM-2015-218675): 20,902,255.199 ft and 1.407644311e16 ft^3/s^2.
const EarthModel kRound = round_earth(20902255.199 * 0.3048, 1.407644311e16 * 0.028316846592);

Geodetic random_place(std::mt19937_64& draw) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  return {radians(90.0) * unit(draw), radians(180.0) * unit(draw), 20000.0 * (unit(draw) + 1.0)};
}

TEST(RoundEarth, APlaceLiesAtRadiusPlusHeightInTheDirectionOfItsAngles) {
  std::mt19937_64 draw(3);
  for (int i = 0; i < 500; ++i) {
    const Geodetic place = random_place(draw);
    const double r = kRound.radius_m + place.height_m;
    const double around = r * std::cos(place.latitude_rad);
    const Vec3 expected{around * std::cos(place.longitude_rad),
                        around * std::sin(place.longitude_rad), r * std::sin(place.latitude_rad)};
    const Vec3 p_EP = ecef_from_geodetic(place, kRound);
    EXPECT_LT(norm(p_EP - expected), 1e-8);
    const Geodetic back = geodetic_from_ecef(p_EP, kRound);
    EXPECT_NEAR(back.latitude_rad, place.latitude_rad, 1e-14);
    EXPECT_NEAR(back.height_m, place.height_m, 1e-8);
  }
}

TEST(RoundEarth, TheFrameAndTheHeightFieldAgree) {
  std::mt19937_64 draw(4);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int i = 0; i < 500; ++i) {
    const Geodetic origin = random_place(draw);
    const Vec3 p_WP{1e5 * unit(draw), 1e5 * unit(draw), 1e4 * unit(draw)};
    const LocalFrame frame(origin, kRound);
    const double r = kRound.radius_m + origin.height_m;
    const double height = std::hypot(p_WP.x, p_WP.y, r - p_WP.z) - kRound.radius_m;
    EXPECT_NEAR(frame.to_geodetic(p_WP).height_m, height, 1e-7);
    EXPECT_NEAR(HeightField<double>(origin, kRound).height(p_WP), height, 1e-4);
    EXPECT_LT(norm(frame.to_local(frame.to_geodetic(p_WP)) - p_WP), 1e-6);
  }
}

TEST(RoundEarth, GravityIsThatOfAPointMassTowardsTheCentre) {
  std::mt19937_64 draw(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const GravityConfig config{.model = GravityModel::round, .rotation = false};
  for (int i = 0; i < 500; ++i) {
    const Geodetic origin = random_place(draw);
    const Vec3 p_WP{1e5 * unit(draw), 1e5 * unit(draw), 1e4 * unit(draw)};
    const Vec3 from_centre{p_WP.x, p_WP.y, p_WP.z - kRound.radius_m - origin.height_m};
    const double r = norm(from_centre);
    const Vec3 expected = (-kRound.gm_m3_s2 / (r * r * r)) * from_centre;
    const GravityField<double> field(config, origin, kRound);
    EXPECT_LT(norm(field.gravity_W(p_WP) - expected), 1e-13 * 1e2);
  }
}

// Resting on a turning sphere: omega^2 R cos(latitude) off the axis, so it leans to the equator.
TEST(RoundEarth, TurningAddsTheCentrifugalTerm) {
  const Geodetic origin{.latitude_rad = radians(45.0)};
  const GravityConfig still{.model = GravityModel::round, .rotation = false};
  const GravityConfig turning{.model = GravityModel::round};
  const Vec3 difference = GravityField<double>(turning, origin, kRound).gravity_W({}) -
                          GravityField<double>(still, origin, kRound).gravity_W({});
  const double half = 0.5 * 7.292115e-5 * 7.292115e-5 * kRound.radius_m;  // sin = cos at 45 degrees
  EXPECT_LT(norm(difference - Vec3{-half, 0.0, -half}), 1e-14);
}

TEST(RoundEarth, ModelsOfTheOtherShapeDoNotFit) {
  EXPECT_TRUE(fits(GravityModel::round, kRound));
  EXPECT_TRUE(fits(GravityModel::constant, kRound));
  EXPECT_TRUE(fits(GravityModel::constant, EarthModel{}));
  EXPECT_TRUE(fits(GravityModel::wgs84, EarthModel{}));
  EXPECT_FALSE(fits(GravityModel::round, EarthModel{}));
  for (const GravityModel model : {GravityModel::wgs84, GravityModel::j2, GravityModel::airsim}) {
    EXPECT_FALSE(fits(model, kRound));
  }
}

TEST(RoundEarth, IsTheRightSizeAndNoOtherEllipsoid) {
  EXPECT_NEAR(round_earth().radius_m, 6371008.7714, 1e-3);  // mean radius R1 of WGS84
  EXPECT_FALSE(validate(kRound).has_value());
  EXPECT_FALSE(validate(EarthModel{}).has_value());
  EXPECT_EQ(validate(round_earth(10.0))->where, "radius_m");
  EXPECT_EQ(validate(round_earth(6.4e6, 0.0))->where, "gm_m3_s2");
  EXPECT_EQ(validate(EarthModel{.flattening = 0.003})->where, "flattening");
}

// airsim.md 3.5: 9.80665 below 10 km, times 1 - 2h/R to 100 km, the inverse square above, R the
// equatorial radius; always straight down.
TEST(AirSimGravity, FallsOffByItsThreeLaws) {
  const Geodetic redmond{radians(47.641468), radians(-122.140165), 122.0};
  const GravityField<double> field({.model = GravityModel::airsim, .rotation = false}, redmond);
  const auto at = [&](double height_m) { return field.gravity_W({0.0, 0.0, 122.0 - height_m}); };
  const double r = 6378137.0;
  for (const double h : {-100.0, 0.0, 122.0, 9999.9}) EXPECT_EQ(at(h), (Vec3{0.0, 0.0, 9.80665}));
  for (const double h : {10000.1, 50000.0, 99999.9}) {
    EXPECT_NEAR(at(h).z, 9.80665 * (1.0 - 2.0 * h / r), 1e-12);
  }
  for (const double h : {100000.1, 400000.0}) {
    EXPECT_NEAR(at(h).z, 9.80665 * (r / (r + h)) * (r / (r + h)), 1e-12);
  }
  EXPECT_EQ(at(50000.0).x, 0.0);
  EXPECT_EQ(at(50000.0).y, 0.0);
}

}  // namespace
}  // namespace alula
