#include "earth/magnetic.h"

#include <cmath>

#include <gtest/gtest.h>

#include "math/frames.h"
#include "tests/support/csv.h"

namespace alula {
namespace {

enum Column : std::size_t {
  date,
  height_km,
  latitude,
  longitude,
  north,
  east,
  down,
  horizontal,
  total,
  dip,
  variation
};

// The gates: 0.1 nT for the components, 0.01 degrees for the angles.
TEST(Magnetic, MeetsTheOfficialTestValues) {
  const Rows rows = read_rows("magnetic/WMM2025_TEST_VALUES.txt");
  ASSERT_EQ(rows.size(), 12U);
  for (const auto& row : rows) {
    const Geodetic place{radians(row[latitude]), radians(std::remainder(row[longitude], 360.0)),
                         1000.0 * row[height_km]};
    const Vec3 field_N = MagneticModel(row[date]).field_N(place);
    EXPECT_NEAR(1e9 * field_N.x, row[north], 0.1);
    EXPECT_NEAR(1e9 * field_N.y, row[east], 0.1);
    EXPECT_NEAR(1e9 * field_N.z, row[down], 0.1);
    const MagneticElements elements = magnetic_elements(field_N);
    EXPECT_NEAR(degrees(elements.inclination_rad), row[dip], 0.01);
    EXPECT_NEAR(degrees(elements.declination_rad), row[variation], 0.01);
    EXPECT_NEAR(1e9 * elements.strength_t, row[total], 0.1);
  }
}

// A magnetic field has no sources: its flux through a small box is zero. The box lies level at a
// place; its sides are short enough for the field to be linear, and the level frame is turned back
// into one frame.
TEST(Magnetic, HasNoSources) {
  const MagneticModel model(2026.0);
  const LocalFrame frame(Geodetic{0.7, 0.3, 10000.0});
  const auto field_W = [&](const Vec3& p) {
    return frame.R_WN(p) * model.field_N(frame.to_geodetic(p));
  };
  const double h = 1000.0;
  const double flux = field_W({h, 0, 0}).x - field_W({-h, 0, 0}).x + field_W({0, h, 0}).y -
                      field_W({0, -h, 0}).y + field_W({0, 0, h}).z - field_W({0, 0, -h}).z;
  const double scale = field_W({0, 0, h}).z - field_W({0, 0, -h}).z;
  EXPECT_LT(std::fabs(flux), 1e-5 * std::fabs(scale));
}

TEST(Magnetic, AModelCanBeMoved) {
  MagneticModel first(2025.0);
  const Vec3 before = first.field_N(Geodetic{});
  const MagneticModel second = std::move(first);
  EXPECT_EQ(second.field_N(Geodetic{}), before);
}

}  // namespace
}  // namespace alula
