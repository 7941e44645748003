#include "math/elementary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr int kDraws = 300000;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Distance from the exact value in units of the last place of that value.
double ulps(float got, long double exact) {
  if (std::isinf(got) && static_cast<float>(exact) == got) return 0.0;
  int exponent = 0;
  std::frexp(exact, &exponent);
  const long double unit = std::ldexp(1.0L, std::max(exponent, -125) - 24);
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / unit);
}

template <class Function, class Exact>
double worst_ulps(double low, double high, Function function, Exact exact) {
  std::mt19937_64 draw(11);
  std::uniform_real_distribution<double> value(low, high);
  double worst = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const float x = static_cast<float>(value(draw));
    worst = std::max(worst, ulps(function(x), exact(static_cast<long double>(x))));
  }
  return worst;
}

TEST(Elementary, ExponentialIsWithinOneAndATenthUnit) {
  const auto exact = [](long double x) { return std::exp(x); };
  EXPECT_LT(worst_ulps(-104.0, 89.0, [](float x) { return exp(x); }, exact), 1.1);
  EXPECT_LT(worst_ulps(-1.0, 1.0, [](float x) { return exp(x); }, exact), 1.1);
}

TEST(Elementary, LogarithmIsWithinOneUnitFromTheSmallestNumberToTheLargest) {
  std::mt19937_64 draw(12);
  double worst = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const float any = float_of(static_cast<std::uint32_t>(draw() % 0x7f800000U));
    if (any > 0.0F)
      worst = std::max(worst, ulps(log(any), std::log(static_cast<long double>(any))));
  }
  EXPECT_LT(worst, 1.0);
  EXPECT_LT(
      worst_ulps(
          0.5, 2.0, [](float x) { return log(x); }, [](long double x) { return std::log(x); }),
      1.0);
}

TEST(Elementary, SineAndCosineAreWithinOneAndAHalfUnitsOverATurn) {
  const double pi = 3.14159265;
  EXPECT_LT(worst_ulps(
                -pi, pi, [](float x) { return sin(x); }, [](long double x) { return std::sin(x); }),
            1.5);
  EXPECT_LT(worst_ulps(
                -pi, pi, [](float x) { return cos(x); }, [](long double x) { return std::cos(x); }),
            1.5);
  // Where the result nearly vanishes nothing is left but the reduction.
  EXPECT_LT(ulps(sin(3.14159265F), std::sin(static_cast<long double>(3.14159265F))), 1.5);
  EXPECT_LT(ulps(cos(1.57079633F), std::cos(static_cast<long double>(1.57079633F))), 1.5);
}

TEST(Elementary, SineHoldsSevenDigitsForAThousandTurns) {
  std::mt19937_64 draw(13);
  std::uniform_real_distribution<float> value(-6283.0F, 6283.0F);
  for (int i = 0; i < kDraws; ++i) {
    const float x = value(draw);
    ASSERT_NEAR(sin(x), std::sin(static_cast<double>(x)), 1e-7) << x;
    ASSERT_NEAR(cos(x), std::cos(static_cast<double>(x)), 1e-7) << x;
  }
}

TEST(Elementary, ArcTangentKnowsItsQuadrant) {
  std::mt19937_64 draw(14);
  std::uniform_real_distribution<float> value(-1.0F, 1.0F);
  double worst = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const float y = value(draw), x = value(draw);
    worst = std::max(worst, ulps(atan2(y, x), std::atan2(static_cast<long double>(y),
                                                         static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 3.0);
  EXPECT_EQ(atan2(0.0F, 0.0F), 0.0F);
  EXPECT_FLOAT_EQ(atan2(0.0F, -1.0F), 3.14159265F);
  EXPECT_FLOAT_EQ(atan2(-1.0F, 0.0F), -1.57079633F);
}

// exp amplifies the rounding of its argument: the error of x^y grows with |y ln x|.
TEST(Elementary, PowerIsAsExactAsItSays) {
  std::mt19937_64 draw(15);
  std::uniform_real_distribution<float> base(0.1F, 4.0F), exponent(-6.0F, 6.0F);
  for (int i = 0; i < kDraws; ++i) {
    const float x = base(draw), y = exponent(draw);
    const double exact = std::pow(static_cast<double>(x), static_cast<double>(y));
    const double allowed =
        1.2e-7 * (1.0 + std::fabs(static_cast<double>(y) * std::log(static_cast<double>(x))));
    ASSERT_NEAR(pow(x, y) / exact, 1.0, allowed) << x << " " << y;
  }
}

TEST(Elementary, EndsAreWhereTheyBelong) {
  EXPECT_EQ(exp(0.0F), 1.0F);
  EXPECT_EQ(exp(kInfinity), kInfinity);
  EXPECT_EQ(exp(-kInfinity), 0.0F);
  EXPECT_EQ(exp(89.0F), kInfinity);
  EXPECT_EQ(log(1.0F), 0.0F);
  EXPECT_EQ(log(0.0F), -kInfinity);
  EXPECT_EQ(log(kInfinity), kInfinity);
  EXPECT_EQ(sin(0.0F), 0.0F);
  EXPECT_EQ(cos(0.0F), 1.0F);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float result :
       {exp(nan), log(nan), log(-1.0F), sin(nan), cos(nan), atan2(nan, 1.0F)}) {
    EXPECT_TRUE(std::isnan(result));
  }
}

bool same(float a, float b) { return bits_of(a) == bits_of(b) || (std::isnan(a) && std::isnan(b)); }

// Over all bit patterns, infinities and subnormal numbers included.
template <int N> void expect_lanes_equal_scalars() {
  std::mt19937_64 draw(16);
  for (int i = 0; i < 20000; ++i) {
    Pack<N> x, y;
    for (int lane = 0; lane < N; ++lane) {
      x.set(lane, float_of(static_cast<std::uint32_t>(draw())));
      y.set(lane, float_of(static_cast<std::uint32_t>(draw())));
    }
    const Pack<N> e = exp(x), l = log(x), s = sin(x), c = cos(x), a = atan2(y, x),
                  p = pow(abs(x), y), r = sqrt(x);
    for (int lane = 0; lane < N; ++lane) {
      ASSERT_TRUE(same(e[lane], exp(x[lane]))) << x[lane];
      ASSERT_TRUE(same(l[lane], log(x[lane]))) << x[lane];
      ASSERT_TRUE(same(s[lane], sin(x[lane]))) << x[lane];
      ASSERT_TRUE(same(c[lane], cos(x[lane]))) << x[lane];
      ASSERT_TRUE(same(a[lane], atan2(y[lane], x[lane]))) << y[lane] << " " << x[lane];
      ASSERT_TRUE(same(p[lane], pow(abs(x[lane]), y[lane]))) << x[lane] << " " << y[lane];
      ASSERT_TRUE(same(r[lane], sqrt(x[lane]))) << x[lane];
    }
  }
}

TEST(Elementary, ALaneOfAPackEqualsTheScalarBitForBit) {
  expect_lanes_equal_scalars<4>();
  if constexpr (kLanes > 4) expect_lanes_equal_scalars<kLanes>();
}

}  // namespace
}  // namespace alula
