// The distance between words, and text that stays readable.
#include "document/spelling.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace alula {
namespace {

TEST(EditDistance, CountsInsertDeleteReplaceAndSwap) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", "abc"), 0u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);  // the textbook's example
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance("ca", "abc"),
            3u);  // the restricted distance: a place is swapped once only
}

TEST(EditDistance, IsSymmetric) {
  const std::vector<std::string> words{"mass_kg",    "mas_kg",     "thrust",
                                       "position_m", "positoin_m", ""};
  for (const std::string& a : words) {
    for (const std::string& b : words) EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
  }
}

TEST(NearestWord, IsSilentWhenNothingIsNear) {
  const std::vector<std::string_view> words{"mass_kg", "model"};
  EXPECT_EQ(nearest_word("mss_kg", words), "mass_kg");
  EXPECT_EQ(nearest_word("wing", words), "");
  EXPECT_EQ(nearest_word(std::string(1000, 'm'), words), "");
}

TEST(Utf8, AcceptsTheFirstAndLastOfEachLengthAndNothingBeyond) {
  for (const char* const good :
       {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(find_invalid_utf8(good), std::string_view::npos);
  }
  for (const char* const bad :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc2", "\xe0\xa0", "\xf0\x90\x80", "\xff"}) {
    EXPECT_EQ(find_invalid_utf8(bad), 0u);
  }
  EXPECT_EQ(find_invalid_utf8("ab\xff"), 2u);
}

TEST(OneLine, EscapesAndCuts) {
  EXPECT_EQ(one_line("a\nb\r\t\x01"), "a\\nb\\r\\t\\x01");
  EXPECT_EQ(one_line("\xc3\xa9\xff"), "\xc3\xa9\\xff");
  EXPECT_EQ(one_line("abcdef", 3), "abc...");
}

}  // namespace
}  // namespace alula
