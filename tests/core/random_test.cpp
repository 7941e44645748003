#include "core/random.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace alula {
namespace {

// Known answers of Philox4x32-10, published with Random123 (kat_vectors).
TEST(Philox, GivesThePublishedKnownAnswers) {
  constexpr std::uint32_t ones = 0xffffffffU;
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}));
  EXPECT_EQ(philox4x32({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxBlock{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU}));
  EXPECT_EQ(
      philox4x32({0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}, {0xa4093822U, 0x299f31d0U}),
      (PhiloxBlock{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}));
}

// The standard's test vectors of FNV-1a, 64 bit.
TEST(NameHash, IsTheOneOfFowlerNollAndVo) {
  EXPECT_EQ(name_hash(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(name_hash("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(name_hash("foobar"), 0x85944171f73967e8ULL);
}

TEST(RandomStream, ADrawDependsOnNothingDrawnBefore) {
  const RandomStream stream(42, "quad0/gyro/white");
  const auto direct = stream.normal3(1000);
  for (std::int64_t i = 0; i < 1000; ++i) (void)stream.normal3(i);
  EXPECT_EQ(stream.normal3(1000), direct);
  EXPECT_EQ(RandomStream(42, "quad0/gyro/white").normal3(1000), direct);
}

TEST(RandomStream, NamesSeedsIndicesAndSubDrawsAllTellApart) {
  std::set<PhiloxBlock> seen;
  int count = 0;
  for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32, 1ULL << 63}) {
    for (const char* name : {"a", "b", "quad0/gyro/white", "quad1/gyro/white", ""}) {
      for (const std::int64_t index :
           {std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 32, std::int64_t{-1}}) {
        for (const std::uint32_t sub : {0U, 1U, 0x80000000U}) {
          seen.insert(RandomStream(seed, name).words(index, sub));
          ++count;
        }
      }
    }
  }
  EXPECT_EQ(static_cast<int>(seen.size()), count);
}

// With n draws the standard errors are 1/sqrt(n) for the mean, sqrt(2/n) for the variance,
// sqrt(15/n) for the third and sqrt(96/n) for the fourth moment; five of them are one chance in two
// million.
TEST(RandomStream, NormalNumbersHaveTheMomentsOfTheNormalDistribution) {
  const RandomStream stream(7, "moments");
  constexpr int n = 300000;
  double sum[4]{};
  for (int i = 0; i < n / 3; ++i) {
    for (const double x : stream.normal3(i)) {
      sum[0] += x;
      sum[1] += x * x;
      sum[2] += x * x * x;
      sum[3] += x * x * x * x;
    }
  }
  const double root = std::sqrt(static_cast<double>(n));
  EXPECT_LT(std::fabs(sum[0] / n), 5.0 / root);
  EXPECT_LT(std::fabs(sum[1] / n - 1.0), 5.0 * std::sqrt(2.0) / root);
  EXPECT_LT(std::fabs(sum[2] / n), 5.0 * std::sqrt(15.0) / root);
  EXPECT_LT(std::fabs(sum[3] / n - 3.0), 5.0 * std::sqrt(96.0) / root);
}

// 31.7 % of a normal distribution lie beyond one sigma, 4.55 % beyond two, 0.270 % beyond three.
TEST(RandomStream, NormalNumbersHaveTheTailsOfTheNormalDistribution) {
  const RandomStream stream(8, "tails");
  constexpr int n = 200000;
  int beyond[3]{};
  for (int i = 0; i < n; ++i) {
    const double x = std::fabs(stream.normal(i));
    for (int k = 0; k < 3; ++k) beyond[k] += x > k + 1.0 ? 1 : 0;
  }
  const double expected[3]{0.317311, 0.045500, 0.0026998};
  for (int k = 0; k < 3; ++k) {
    const double error = std::sqrt(expected[k] * (1.0 - expected[k]) / n);
    EXPECT_NEAR(static_cast<double>(beyond[k]) / n, expected[k], 5.0 * error) << k;
  }
}

// Correlation of independent numbers has a standard error of 1/sqrt(n).
TEST(RandomStream, AxesStreamsSeedsAndNeighboursAreIndependent) {
  const RandomStream a(1, "a"), b(1, "b"), other_seed(2, "a");
  constexpr int n = 100000;
  double axes_xy = 0.0, axes_xz = 0.0, streams = 0.0, seeds = 0.0, neighbours = 0.0, squares = 0.0;
  for (int i = 0; i < n; ++i) {
    const auto x = a.normal3(i);
    axes_xy += x[0] * x[1];
    axes_xz += x[0] * x[2];
    streams += x[0] * b.normal(i);
    seeds += x[0] * other_seed.normal(i);
    neighbours += x[0] * a.normal(i + 1);
    squares += (x[0] * x[0] - 1.0) * (x[1] * x[1] - 1.0) / 2.0;
  }
  const double limit = 5.0 / std::sqrt(static_cast<double>(n));
  for (const double sum : {axes_xy, axes_xz, streams, seeds, neighbours, squares}) {
    EXPECT_LT(std::fabs(sum / n), limit);
  }
}

TEST(RandomStream, UniformNumbersFillTheOpenInterval) {
  const RandomStream stream(9, "uniform");
  constexpr int n = 100000;
  double sum = 0.0, square = 0.0;
  for (int i = 0; i < n; ++i) {
    const double u = stream.uniform(i);
    ASSERT_GT(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
    square += u * u;
  }
  EXPECT_NEAR(sum / n, 0.5, 5.0 * std::sqrt(1.0 / 12.0 / n));
  EXPECT_NEAR(square / n, 1.0 / 3.0, 5.0 * std::sqrt(4.0 / 45.0 / n));
}

}  // namespace
}  // namespace alula
