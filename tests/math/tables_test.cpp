#include "math/tables.h"

#include <limits>

#include <gtest/gtest.h>

#include "math/pack.h"

namespace alula {
namespace {

const std::array<TablePoint, 4> kPoints{{{-1.0, 3.0}, {0.0, 1.0}, {0.5, 2.0}, {4.0, 2.0}}};

TEST(LinearTable, PassesThroughItsPointsStraightBetweenAndConstantOutside) {
  const LinearTable<double, 8> table{kPoints};
  for (const TablePoint& point : kPoints) EXPECT_DOUBLE_EQ(table(point.x), point.y);
  EXPECT_DOUBLE_EQ(table(-0.5), 2.0);
  EXPECT_DOUBLE_EQ(table(0.25), 1.5);
  EXPECT_DOUBLE_EQ(table(-100.0), 3.0);
  EXPECT_DOUBLE_EQ(table(100.0), 2.0);
}

TEST(LinearTable, ASinglePointIsAConstant) {
  const std::array<TablePoint, 1> one{{{7.0, 0.25}}};
  EXPECT_EQ((LinearTable<double, 1>{one}(-3.0)), 0.25);
  EXPECT_EQ((LinearTable<double, 4>{}(5.0)), 0.0);
}

TEST(LinearTable, ALaneOfAPackEqualsTheScalarFloat) {
  const LinearTable<Pack<kLanes>, 8> table{kPoints};
  const LinearTable<float, 8> table_one{kPoints};
  for (float first = -2.0F; first < 6.0F; first += 0.93F * kLanes) {
    Pack<kLanes> x;
    for (int lane = 0; lane < kLanes; ++lane) x.set(lane, first + 0.93F * static_cast<float>(lane));
    const Pack<kLanes> y = table(x);
    for (int lane = 0; lane < kLanes; ++lane) EXPECT_EQ(y[lane], table_one(x[lane]));
  }
}

TEST(LinearTable, RefusesPointsThatMakeNoFunction) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(validate_table(kPoints, "curve", 4).has_value());
  EXPECT_EQ(validate_table(kPoints, "curve", 3)->text(), "curve: has more than 3 points");
  EXPECT_EQ(validate_table({}, "curve", 4)->text(), "curve: needs at least one point");
  const std::array<TablePoint, 2> falling{{{1.0, 0.0}, {1.0, 2.0}}};
  EXPECT_EQ(validate_table(falling, "curve", 4)->text(),
            "curve: x must rise from point 1 to the next");
  const std::array<TablePoint, 2> broken{{{1.0, 0.0}, {2.0, nan}}};
  EXPECT_EQ(validate_table(broken, "curve", 4)->text(), "curve: point 2 must be finite");
}

}  // namespace
}  // namespace alula
