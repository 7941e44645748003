#include "math/jet.h"

#include <gtest/gtest.h>

#include "math/elementary.h"
#include "math/tables.h"
#include "math/vector.h"

namespace alula {
namespace {

using Jet2 = ceres::Jet<double, 2>;

TEST(Jet, TheDerivativeOfALengthIsTheUnitVector) {
  const Vector3<Jet2> v{Jet2(3.0, 0), Jet2(4.0, 1), Jet2(0.0)};
  const Jet2 length = norm(v);
  EXPECT_DOUBLE_EQ(length.a, 5.0);
  EXPECT_DOUBLE_EQ(length.v[0], 0.6);
  EXPECT_DOUBLE_EQ(length.v[1], 0.8);
}

TEST(Jet, SelectCarriesTheDerivativeOfTheChosenBranch) {
  const Jet2 x(2.0, 0), y(3.0, 1);
  EXPECT_EQ(max_of(x, y).v[1], 1.0);
  EXPECT_EQ(min_of(x, y).v[0], 1.0);
  EXPECT_EQ(clamp_to(x, Jet2(-1.0), Jet2(1.0)).v[0], 0.0);
}

TEST(Jet, ATableHasTheSlopeOfItsSegment) {
  const std::array<TablePoint, 3> points{{{0.0, 1.0}, {2.0, 5.0}, {3.0, 4.0}}};
  const LinearTable<Jet2, 4> table{points};
  EXPECT_DOUBLE_EQ(table(Jet2(1.0, 0)).v[0], 2.0);
  EXPECT_DOUBLE_EQ(table(Jet2(2.5, 0)).v[0], -1.0);
  EXPECT_DOUBLE_EQ(table(Jet2(4.0, 0)).v[0], 0.0);
}

}  // namespace
}  // namespace alula
