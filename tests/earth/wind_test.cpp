#include "earth/wind.h"

#include <limits>

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

TEST(Wind, RefusesWhatNoSkyHasSeen) {
  EXPECT_FALSE(validate(WindConfig{.velocity_W_m_s = {100.0, -100.0, 3.0}}).has_value());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vec3& bad : {Vec3{151.0, 0.0, 0.0}, Vec3{0.0, nan, 0.0}}) {
    EXPECT_EQ(validate(WindConfig{.velocity_W_m_s = bad})->where, "velocity_W_m_s");
  }
}

}  // namespace
}  // namespace alula
