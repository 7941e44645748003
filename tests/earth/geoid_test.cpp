#include "earth/geoid.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "math/frames.h"
#include "tests/support/csv.h"

namespace alula {
namespace {

double height_deg(double latitude_deg, double longitude_deg) {
  return geoid_height_m(GeoidModel::egm96, radians(latitude_deg), radians(longitude_deg));
}

// NIMA's own sample points of the model: 0.05 m with a grid of 15' (physics.md 2).
TEST(Geoid, GivesTheHeightsThatNimaPublished) {
  const Rows rows = read_rows("geodesy/egm96_geoid_samples.csv");
  ASSERT_EQ(rows.size(), 6U);
  for (const auto& row : rows) EXPECT_NEAR(height_deg(row[0], row[1]), row[2], 0.05) << row[0];
}

// The grid's own numbers, as the published file begins and ends: 13.61 m and -29.53 m at the poles.
TEST(Geoid, IsOneNumberAtAPoleWhateverTheLongitude) {
  for (double longitude_deg = -180.0; longitude_deg < 180.0; longitude_deg += 17.3) {
    EXPECT_NEAR(height_deg(90.0, longitude_deg), 13.61, 1e-9);
    EXPECT_NEAR(height_deg(-90.0, longitude_deg), -29.53, 1e-9);
  }
}

TEST(Geoid, GoesOnSmoothlyOverGreenwichTheDateLineAndThePoles) {
  const double step_deg = 1e-6;
  for (const double latitude_deg : {-80.0, -33.3, 0.0, 47.4, 89.9}) {
    for (const double longitude_deg : {0.0, 180.0, 360.0, 8.5, 250.25}) {
      EXPECT_NEAR(height_deg(latitude_deg, longitude_deg - step_deg),
                  height_deg(latitude_deg, longitude_deg + step_deg), 1e-5);
    }
  }
  EXPECT_NEAR(height_deg(90.0 - step_deg, 30.0), height_deg(90.0 - step_deg, -150.0), 1e-5);
  EXPECT_NEAR(height_deg(47.4, 8.5), height_deg(47.4, 368.5), 1e-9);
}

TEST(Geoid, LiesWhereTheModelIsKnownToLie) {
  double lowest = 0.0, highest = 0.0, sum = 0.0, weight = 0.0;
  for (double latitude_deg = -89.5; latitude_deg < 90.0; latitude_deg += 1.0) {
    for (double longitude_deg = 0.0; longitude_deg < 360.0; longitude_deg += 1.0) {
      const double height = height_deg(latitude_deg, longitude_deg);
      lowest = std::fmin(lowest, height);
      highest = std::fmax(highest, height);
      sum += height * std::cos(radians(latitude_deg));
      weight += std::cos(radians(latitude_deg));
    }
  }
  EXPECT_NEAR(lowest, -106.9, 0.5);       // south of India
  EXPECT_NEAR(highest, 85.4, 1.5);        // New Guinea
  EXPECT_NEAR(sum / weight, -0.53, 0.1);  // EGM96's zero-degree term
}

// A state that broke must not stop the step that names it.
TEST(Geoid, OfNoPlaceIsNoNumber) {
  EXPECT_TRUE(std::isnan(height_deg(std::nan(""), 0.0)));
  EXPECT_TRUE(std::isnan(height_deg(0.0, HUGE_VAL)));
}

TEST(Geoid, WithoutAModelTheSeaIsTheEllipsoid) {
  EXPECT_EQ(geoid_height_m(GeoidModel::none, 0.8, 0.1), 0.0);
}

}  // namespace
}  // namespace alula
