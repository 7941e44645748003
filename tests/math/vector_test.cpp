#include "math/vector.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr Vec3 kA{1.0, -2.0, 3.0}, kB{-0.5, 4.0, 2.0};
constexpr Mat3 kM{{{2.0, -1.0, 0.5}, {0.0, 3.0, 1.0}, {1.0, 0.25, -2.0}}};

TEST(Vector, TheCrossProductIsRightHandedAndSquareToBoth) {
  EXPECT_EQ(cross(Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 1.0, 0.0}), (Vec3{0.0, 0.0, 1.0}));
  EXPECT_EQ(dot(cross(kA, kB), kA), 0.0);
  EXPECT_EQ(dot(cross(kA, kB), kB), 0.0);
}

TEST(Vector, AUnitVectorHasAFallbackForNothing) {
  EXPECT_NEAR(norm(unit_or(kA, kB)), 1.0, 1e-15);
  EXPECT_EQ(unit_or(Vec3{}, kB), kB);
}

TEST(Vector, ClampsEachAxisToItsOwnLimit) {
  EXPECT_EQ(clamp(kA, Vec3{0.5, 5.0, 2.0}), (Vec3{0.5, -2.0, 2.0}));
}

TEST(Vector, KnowsWhetherItIsFinite) {
  EXPECT_TRUE(is_finite(kA));
  EXPECT_FALSE(is_finite(Vec3{0.0, std::numeric_limits<double>::infinity(), 0.0}));
  EXPECT_FALSE(is_finite(Vec3{0.0, 0.0, std::nan("")}));
}

TEST(Matrix, TheSkewMatrixIsTheCrossProduct) { EXPECT_EQ(Mat3::skew(kA) * kB, cross(kA, kB)); }

TEST(Matrix, ProductsActRightToLeft) {
  const Mat3 other = Mat3::skew(kB) + Mat3::diagonal(kA);
  EXPECT_LT(norm((kM * other) * kA - kM * (other * kA)), 1e-13);
  EXPECT_EQ(kM.transposed().row(1), kM.column(1));
  EXPECT_EQ(Mat3::identity() * kA, kA);
}

TEST(Matrix, TheInverseUndoesAndTheDeterminantIsTheVolume) {
  EXPECT_LT(norm(inverse(kM) * (kM * kA) - kA), 1e-14);
  // By hand: 2 (3 (-2) - 1/4) + 1 (0 - 1) + 1/2 (0 - 3).
  EXPECT_DOUBLE_EQ(determinant(kM), -15.0);
}

}  // namespace
}  // namespace alula
