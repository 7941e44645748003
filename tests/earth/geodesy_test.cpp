#include "earth/geodesy.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "math/frames.h"
#include "tests/support/csv.h"

namespace alula {
namespace {

Geodetic place_deg(double latitude_deg, double longitude_deg, double height_m) {
  return {radians(latitude_deg), radians(longitude_deg), height_m};
}

Geodetic random_place(std::mt19937_64& draw) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const double latitude_deg = 90.0 * unit(draw);
  const double longitude_deg = 180.0 * unit(draw);
  return place_deg(latitude_deg, longitude_deg, 40000.0 * (unit(draw) + 0.9));
}

// Gates of the reference data: forward 1e-3 m, round trip 1e-9 degrees and 1e-4 m.
TEST(Geodesy, PlacesEarthCentredCoordinatesLikeTheReference) {
  const Rows rows = read_rows("geodesy/ecef_wgs84.csv");
  ASSERT_EQ(rows.size(), 24U);
  for (const auto& row : rows) {
    const Vec3 p_EP = ecef_from_geodetic(place_deg(row[0], row[1], row[2]));
    EXPECT_LT(norm(p_EP - Vec3{row[3], row[4], row[5]}), 1e-3)
        << row[0] << " " << row[1] << " " << row[2];
  }
}

TEST(Geodesy, ComesBackFromEarthCentredCoordinates) {
  std::mt19937_64 draw(1);
  for (int i = 0; i < 2000; ++i) {
    const Geodetic place = random_place(draw);
    const Geodetic back = geodetic_from_ecef(ecef_from_geodetic(place));
    EXPECT_NEAR(degrees(back.latitude_rad), degrees(place.latitude_rad), 1e-9);
    EXPECT_NEAR(degrees(back.longitude_rad), degrees(place.longitude_rad), 1e-9);
    EXPECT_NEAR(back.height_m, place.height_m, 1e-4);
  }
}

TEST(Geodesy, LocalFrameAgreesWithTheReferenceOverTenKilometres) {
  const Rows rows = read_rows("geodesy/local_enu.csv");
  ASSERT_EQ(rows.size(), 10U);
  for (const auto& row : rows) {
    const LocalFrame frame(place_deg(row[0], row[1], row[2]));
    const Vec3 p_WP = frame.to_local(place_deg(row[3], row[4], row[5]));
    EXPECT_LT(norm(enu_from_ned(p_WP) - Vec3{row[6], row[7], row[8]}), 1e-3)
        << row[3] << " " << row[4];
  }
}

TEST(Geodesy, LocalFrameComesBackFromAHundredKilometres) {
  std::mt19937_64 draw(2);
  std::uniform_real_distribution<double> metres(-1e5, 1e5);
  for (int i = 0; i < 2000; ++i) {
    const LocalFrame frame(random_place(draw));
    const Vec3 p_WP{metres(draw), metres(draw), 0.1 * metres(draw)};
    EXPECT_LT(norm(frame.to_local(frame.to_geodetic(p_WP)) - p_WP), 1e-6);
  }
}

TEST(Geodesy, TheOriginIsTheOriginAndDownIsTheHeight) {
  const Geodetic origin = place_deg(47.397742, 8.545594, 488.0);
  const LocalFrame frame(origin);
  EXPECT_LT(norm(frame.to_local(origin)), 1e-8);
  const Geodetic above = frame.to_geodetic({0.0, 0.0, -100.0});
  EXPECT_NEAR(above.height_m, 588.0, 1e-8);
  EXPECT_NEAR(above.latitude_rad, origin.latitude_rad, 1e-15);
}

// The normal turns by distance over radius of curvature: at the equator 6378137 m towards the east.
TEST(Geodesy, TheLevelFrameTurnsWithTheDistance) {
  const LocalFrame frame(Geodetic{});
  EXPECT_LT(norm(frame.R_WN({0.0, 0.0, 0.0}).column(2) - Vec3{0.0, 0.0, 1.0}), 1e-15);
  const double east_m = 10000.0;
  const Vec3 down_W = frame.R_WN({0.0, east_m, 0.0}).column(2);
  const double angle = std::atan(east_m / 6378137.0);
  EXPECT_NEAR(down_W.y, -std::sin(angle), 1e-12);
  EXPECT_NEAR(down_W.z, std::cos(angle), 1e-12);
}

// North at p is the direction in which only the latitude grows, seen from W by a small move.
TEST(Geodesy, TheLevelFrameFollowsLatitudeAndLongitude) {
  const LocalFrame frame(place_deg(60.0, 20.0, 100.0));
  const Vec3 p_WP{30000.0, -50000.0, -2000.0};
  const Mat3 R_WN = frame.R_WN(p_WP);
  Geodetic moved = frame.to_geodetic(p_WP);
  moved.latitude_rad += 1e-6;
  const Vec3 north_W = frame.to_local(moved) - p_WP;
  EXPECT_LT(norm((1.0 / norm(north_W)) * north_W - R_WN.column(0)), 1e-6);
  EXPECT_NEAR(determinant(R_WN), 1.0, 1e-14);
}

TEST(Geodesy, RefusesPlacesOffTheMap) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(validate(place_deg(90.0, 180.0, 86000.0)).has_value());
  EXPECT_FALSE(validate(place_deg(-90.0, -180.0, -5000.0)).has_value());
  EXPECT_EQ(validate(place_deg(90.001, 0.0, 0.0))->where, "latitude");
  EXPECT_EQ(validate(place_deg(nan, 0.0, 0.0))->where, "latitude");
  EXPECT_EQ(validate(place_deg(0.0, 180.001, 0.0))->where, "longitude");
  EXPECT_EQ(validate(place_deg(0.0, nan, 0.0))->where, "longitude");
  EXPECT_EQ(validate(place_deg(0.0, 0.0, 86001.0))->where, "height");
  EXPECT_EQ(validate(place_deg(0.0, 0.0, nan))->where, "height");
}

}  // namespace
}  // namespace alula
