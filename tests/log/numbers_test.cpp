#include "log/numbers.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr std::size_t kMany = 5000;  // some pieces and a part of one

Numbers counted(Numbers::Width width) {
  Numbers numbers(width);
  for (std::size_t i = 0; i < kMany; ++i) numbers.push_back(static_cast<double>(i));
  return numbers;
}

TEST(Numbers, GiveBackWhatWasPut) {
  for (const auto width : {Numbers::Width::four_bytes, Numbers::Width::eight_bytes}) {
    const Numbers numbers = counted(width);
    ASSERT_EQ(numbers.size(), kMany);
    EXPECT_EQ(numbers.back(), 4999.0);
    double expected = 0.0;
    for (const double value : NumberSpan(numbers)) EXPECT_EQ(value, expected++);
    EXPECT_EQ(expected, 5000.0);
  }
}

TEST(Numbers, OfFourBytesHoldFloatsAndWhatIsNotFinite) {
  Numbers numbers(Numbers::Width::four_bytes);
  numbers.push_back(static_cast<double>(0.1f));
  numbers.push_back(std::numeric_limits<double>::infinity());
  numbers.push_back(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(numbers[0], static_cast<double>(0.1f));
  EXPECT_EQ(numbers[1], std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(numbers[2]));
}

TEST(Numbers, OfEightBytesHoldLatitudesToTheLastBit) {
  Numbers numbers;
  numbers.push_back(47.397742123456789);
  EXPECT_EQ(numbers[0], 47.397742123456789);
}

TEST(Numbers, KeepRowsAcrossPieces) {
  for (const std::size_t step : {1u, 2u, 3u, 1024u, 4999u}) {
    Numbers numbers = counted(Numbers::Width::four_bytes);
    std::vector<std::size_t> rows;
    std::vector<double> expected;
    for (std::size_t i = 0; i < kMany; i += step) {
      rows.push_back(i);
      expected.push_back(static_cast<double>(i));
    }
    numbers.keep(rows);
    EXPECT_EQ(numbers, expected) << step;
    numbers.push_back(7.0);  // goes on behind them
    EXPECT_EQ(numbers.back(), 7.0) << step;
  }
  Numbers none = counted(Numbers::Width::eight_bytes);
  none.keep({});
  EXPECT_EQ(none.size(), 0u);
}

TEST(NumberSpan, LeavesItsFirstOutOfEitherKind) {
  const Numbers logged = counted(Numbers::Width::four_bytes);
  const std::vector<double> computed{1.0, 2.0, 3.0};
  EXPECT_EQ(NumberSpan(logged).without_first(4998), (std::vector<double>{4998.0, 4999.0}));
  EXPECT_EQ(NumberSpan(computed).without_first(1), (std::vector<double>{2.0, 3.0}));
  EXPECT_TRUE(NumberSpan(computed).without_first(3).empty());
}

}  // namespace
}  // namespace alula
