#include "earth/gravity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <GeographicLib/NormalGravity.hpp>
#include <gtest/gtest.h>

#include "math/frames.h"
#include "tests/support/csv.h"

namespace alula {
namespace {

Geodetic place_deg(double latitude_deg, double longitude_deg, double height_m) {
  return {radians(latitude_deg), radians(longitude_deg), height_m};
}
const Geodetic kHome = place_deg(47.397742, 8.545594, 488.0);

double strength_at(const GravityConfig& config, const Geodetic& place) {
  return norm(GravityField<double>(config, place).gravity_W({}));
}

// Figures of Somigliana's formula; the gates are 1e-6 m/s^2 on the ellipsoid and 2e-5 aloft.
TEST(Gravity, NormalGravityMeetsThePublishedValues) {
  const Rows rows = read_rows("geodesy/wgs84_gravity_checks.csv");
  ASSERT_EQ(rows.size(), 5U);
  for (const auto& row : rows) {
    EXPECT_NEAR(strength_at({}, place_deg(row[0], 0.0, row[1])), row[2],
                row[1] == 0.0 ? 1e-6 : 2e-5);
  }
}

// An independent implementation, by GeographicLib, in random places up to 86 km high and 100 km
// from the origin.
TEST(Gravity, NormalGravityEqualsAnotherImplementationEverywhere) {
  const GeographicLib::NormalGravity& other = GeographicLib::NormalGravity::WGS84();
  std::mt19937_64 draw(3);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  double worst = 0.0;
  for (int i = 0; i < 3000; ++i) {
    const double latitude_deg = 90.0 * unit(draw);
    const Geodetic origin =
        place_deg(latitude_deg, 180.0 * unit(draw), 1000.0 * (unit(draw) + 1.0));
    const LocalFrame frame(origin);
    const Vec3 p_WP{1e5 * unit(draw), 1e5 * unit(draw), -43000.0 * (unit(draw) + 1.0)};
    const Vec3 p_EP = frame.ecef_from_local(p_WP);
    Vec3 gravity_E;
    other.U(p_EP.x, p_EP.y, p_EP.z, gravity_E.x, gravity_E.y, gravity_E.z);
    const Vec3 gravity_W = GravityField<double>({}, origin).gravity_W(p_WP);
    worst = std::max(worst, norm(gravity_W - frame.R_EW().transposed() * gravity_E));
  }
  EXPECT_LT(worst, 3e-10);
}

TEST(Gravity, AtHomeItPullsStraightDown) {
  const Vec3 gravity_W = GravityField<double>({}, kHome).gravity_W({});
  EXPECT_NEAR(gravity_W.z, 9.80686,
              5e-6);  // GeographicLib's NormalGravity at 47.397742 degrees and 488 m
  // 488 m up the plumb line leans by about 0.1 arc second a kilometre towards the equator.
  EXPECT_LT(norm_xy(gravity_W), 1e-5);
}

TEST(Gravity, WithoutRotationTheCentrifugalTermIsGone) {
  const GravityConfig still{.rotation = false};
  const double difference = strength_at(still, Geodetic{}) - strength_at({}, Geodetic{});
  EXPECT_NEAR(difference, 7.292115e-5 * 7.292115e-5 * 6378137.0, 1e-9);
  EXPECT_EQ(norm(GravityField<double>(still, kHome).omega_W()), 0.0);
  EXPECT_EQ(norm(GravityField<double>(still, kHome).coriolis_W({100.0, 50.0, 20.0})), 0.0);
}

// With J2 alone the error against normal gravity is 4e-5 to 1e-4 m/s^2 by the literature's figures;
// at latitude 0 the effective gravity follows by hand: GM/a^2 (1 + 3/2 J2) - omega^2 a.
TEST(Gravity, TheZonalModelHasItsClosedFormAtTheEquator) {
  const GravityConfig j2{.model = GravityModel::j2};
  const double a = 6378137.0;
  const double expected =
      3.986004418e14 / (a * a) * (1.0 + 1.5 * 1.08262982e-3) - 7.292115e-5 * 7.292115e-5 * a;
  EXPECT_NEAR(strength_at(j2, Geodetic{}), expected, 1e-12);
  for (const double latitude_deg : {0.0, 30.0, 60.0, 90.0}) {
    const Geodetic place = place_deg(latitude_deg, 0.0, 0.0);
    EXPECT_LT(std::fabs(strength_at(j2, place) - strength_at({}, place)), 1.5e-4);
  }
}

// The gradient of J2's potential, by central differences of the potential itself.
TEST(Gravity, TheZonalModelIsTheGradientOfItsPotential) {
  const Geodetic origin = place_deg(35.0, 0.0, 2000.0);
  const LocalFrame frame(origin);
  const GravityField<double> field({.model = GravityModel::j2, .rotation = false}, origin);
  const auto potential = [&](const Vec3& p_WP) {
    const Vec3 p = frame.ecef_from_local(p_WP);
    const double r = norm(p), a = 6378137.0, sine = p.z / r;
    return 3.986004418e14 / r *
           (1.0 - 1.08262982e-3 * (a / r) * (a / r) * (1.5 * sine * sine - 0.5));
  };
  const Vec3 p{5000.0, -3000.0, -8000.0};
  const double h = 100.0;
  const Vec3 gradient{
      (potential({p.x + h, p.y, p.z}) - potential({p.x - h, p.y, p.z})) / (2.0 * h),
      (potential({p.x, p.y + h, p.z}) - potential({p.x, p.y - h, p.z})) / (2.0 * h),
      (potential({p.x, p.y, p.z + h}) - potential({p.x, p.y, p.z - h})) / (2.0 * h)};
  EXPECT_LT(norm(field.gravity_W(p) - gradient), 1e-8);
}

TEST(Gravity, TheConstantModelIsTheSameEverywhere) {
  const GravityField<double> field({.model = GravityModel::constant, .constant_m_s2 = 9.81}, kHome);
  EXPECT_EQ(field.gravity_W({1e5, -1e5, -5e4}), (Vec3{0.0, 0.0, 9.81}));
}

TEST(Gravity, TheEarthTurnsAboutItsAxisToTheEast) {
  const GravityField<double> equator({}, Geodetic{});
  EXPECT_EQ(equator.omega_W().x, 7.292115e-5);  // north
  const GravityField<double> pole({}, place_deg(90.0, 0.0, 0.0));
  EXPECT_NEAR(pole.omega_W().z, -7.292115e-5, 1e-20);  // up
}

TEST(Gravity, CoriolisIsMinusTwiceTheCrossProduct) {
  const GravityField<double> field({}, kHome);
  const Vec3 v_WB{100.0, -20.0, 30.0};
  EXPECT_LT(norm(field.coriolis_W(v_WB) - (-2.0) * cross(field.omega_W(), v_WB)), 1e-17);
  // What falls is carried to the east.
  EXPECT_GT(field.coriolis_W({0.0, 0.0, 10.0}).y, 0.0);
}

TEST(Gravity, RefusesAStrengthThatIsNoGravity) {
  EXPECT_FALSE(validate(GravityConfig{}).has_value());
  for (const double bad : {-1.0, 101.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(validate(GravityConfig{.constant_m_s2 = bad})->where, "constant_m_s2");
  }
}

}  // namespace
}  // namespace alula
