#include "earth/wind.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "math/frames.h"

namespace alula {
namespace {

TEST(Wind, IsNamedByWhereItComesFrom) {
  EXPECT_LT(norm(wind_from(radians(0.0), 5.0) - Vec3{-5.0, 0.0, 0.0}),
            1e-15);  // a north wind blows to the south
  EXPECT_LT(norm(wind_from(radians(270.0), 6.0) - Vec3{0.0, 6.0, 0.0}),
            1e-14);  // a west wind blows to the east
}

TEST(Wind, IsTheSameEverywhereAndAlways) {
  const WindField<double> field(WindConfig{.velocity_W_m_s = {1.0, 2.0, -0.5}});
  EXPECT_EQ(field.velocity_W({0.0, 0.0, 0.0}, 0.0), (Vec3{1.0, 2.0, -0.5}));
  EXPECT_EQ(field.velocity_W({1e4, -1e4, -500.0}, 3600.0), (Vec3{1.0, 2.0, -0.5}));
  EXPECT_EQ(WindField<double>().velocity_W({}, 0.0), (Vec3{}));
}

// W20 ln(h/z0)/ln(20 ft/z0) of MIL-F-8785C with z0 = 0.15 ft: the speed at 20 ft is the given one;
// at 200 ft it is ln(1333.3)/ln(133.33) = 1.470602 times that (by hand).
TEST(Wind, LogarithmicShearIsTheMilitarySpecifications) {
  const double foot = 0.3048;
  const WindField<double> field(
      {.velocity_W_m_s = {0.0, 8.0, 0.0}, .shear = WindShear::logarithmic});
  const auto east = [&](double feet) { return field.velocity_W({5.0, 9.0, -feet * foot}, 1.0).y; };
  EXPECT_NEAR(east(20.0), 8.0, 1e-14);
  EXPECT_NEAR(east(200.0), 8.0 * 1.470602, 1e-5);
  EXPECT_NEAR(east(1000.0), 8.0 * std::log(1000.0 / 0.15) / std::log(20.0 / 0.15), 1e-13);
  EXPECT_NEAR(east(30000.0), east(1000.0), 1e-13);
  for (const double feet : {0.15, 0.1, 0.0, -3.0}) EXPECT_NEAR(east(feet), 0.0, 1e-12);
}

TEST(Wind, LinearShearChangesByTheSameEachMetreFromTheGroundToTheTop) {
  const WindField<double> field({.velocity_W_m_s = {-4.0, 1.0, 0.0},
                                 .shear = WindShear::linear,
                                 .reference_height_m = 10.0,
                                 .top_height_m = 100.0,
                                 .gradient_W_per_s = {0.05, -0.02, 0.0}});
  const auto at = [&](double height_m) { return field.velocity_W({0.0, 0.0, -height_m}, 0.0); };
  EXPECT_LT(norm(at(10.0) - Vec3{-4.0, 1.0, 0.0}), 1e-15);
  EXPECT_LT(norm(at(60.0) - Vec3{-1.5, 0.0, 0.0}), 1e-14);
  EXPECT_LT(norm(at(0.0) - Vec3{-4.5, 1.2, 0.0}), 1e-15);
  EXPECT_EQ(at(-5.0), at(0.0));
  EXPECT_EQ(at(5000.0), at(100.0));
}

TEST(Wind, ShearCountsFromTheSlopeOfTheGround) {
  const Vec3 normal{-std::sin(0.2), 0.0, -std::cos(0.2)};
  WindConfig config{.velocity_W_m_s = {0.0, 8.0, 0.0}, .shear = WindShear::logarithmic};
  config.ground_normal_W = normal;
  const Vec3 uphill{std::cos(0.2), 0.0, -std::sin(0.2)};
  const WindField<double> field(config);
  EXPECT_NEAR(field.velocity_W(300.0 * uphill + 6.096 * normal, 0.0).y, 8.0, 1e-12);
}

TEST(Wind, RefusesAProfileThatCannotBe) {
  const auto fault = [](const WindConfig& config) {
    const MaybeError error = validate(config);
    return error ? error->where : std::string();
  };
  WindConfig log{.velocity_W_m_s = {8.0, 0.0, 0.0}, .shear = WindShear::logarithmic};
  EXPECT_EQ(fault(log), "");
  log.roughness_m = 6.1;
  EXPECT_EQ(fault(log), "roughness_m");
  log.roughness_m = 0.0;
  EXPECT_EQ(fault(log), "roughness_m");
  log = {.velocity_W_m_s = {90.0, 0.0, 0.0}, .shear = WindShear::logarithmic};
  EXPECT_EQ(fault(log), "shear");  // 162 m/s at the top
  log.top_height_m = 5.0;
  EXPECT_EQ(fault(log), "reference_height_m");
  WindConfig linear{.velocity_W_m_s = {8.0, 0.0, 0.0}, .shear = WindShear::linear};
  linear.gradient_W_per_s = {1.0, 0.0, 0.0};
  EXPECT_EQ(fault(linear), "shear");
  linear.gradient_W_per_s.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(fault(linear), "shear");
  EXPECT_EQ(fault({.ground_normal_W = {0.0, 0.0, -2.0}}), "ground_normal_W");
}

TEST(Wind, RefusesWhatNoSkyHasSeen) {
  EXPECT_FALSE(validate(WindConfig{.velocity_W_m_s = {100.0, -100.0, 3.0}}).has_value());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vec3& bad : {Vec3{151.0, 0.0, 0.0}, Vec3{0.0, nan, 0.0}}) {
    EXPECT_EQ(validate(WindConfig{.velocity_W_m_s = bad})->where, "velocity_W_m_s");
  }
}

}  // namespace
}  // namespace alula
