#include "analysis/page.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/page_numbers.h"
#include "analysis/page_text.h"

namespace alula {
namespace {

// Written from the text of page_numbers.h alone, apart from the encoder and from the script.
std::vector<double> decoded(const PageNumbers& numbers) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::vector<double> values;
  long double multiple = 0, code = 0, weight = 1;
  for (const char letter : numbers.text) {
    if (letter == '.') {
      values.push_back(std::nan(""));
      continue;
    }
    const auto digit = static_cast<int>(digits.find(letter));
    code += (digit % 32) * weight;
    weight *= 32;
    if (digit >= 32) continue;
    multiple += std::fmod(code, 2) == 0 ? code / 2 : -(code + 1) / 2;
    values.push_back(static_cast<double>(multiple * std::pow(10.0L, numbers.exponent)));
    code = 0;
    weight = 1;
  }
  return values;
}

Page page_named(const std::string& title) {
  Page page;
  page.title = title;
  return page;
}

TEST(PageNumbers, SurviveTheWayThereAndBackToA100000thOfTheirRange) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(47.4 + 1e-5 * std::sin(0.1 * i));
  const std::vector<double> back = decoded(encode_numbers(values));
  ASSERT_EQ(back.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(back[i], values[i], 0.5 * 2e-5 / 1e5);
}

// By hand from page_numbers.h: +3 is 6; -1 is 1; +99998 is 199996, in base 32 and from the lowest
// digit on 28 9 3 6.
TEST(PageNumbers, AreWrittenAsTheirCodeSays) {
  const PageNumbers numbers = encode_numbers(std::vector{0.0, 3.0, 2.0, 1e5});
  EXPECT_EQ(numbers.exponent, 0);
  EXPECT_EQ(numbers.text, "AGB8pjG");
}

TEST(PageNumbers, KeepGapsWhereNumbersAreNotFinite) {
  const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> back = decoded(encode_numbers(std::vector{nan, 1.0, infinite, 2.0}));
  ASSERT_EQ(back.size(), 4u);
  EXPECT_TRUE(std::isnan(back[0]) && std::isnan(back[2]));
  EXPECT_DOUBLE_EQ(back[1], 1.0);
  EXPECT_DOUBLE_EQ(back[3], 2.0);
}

TEST(PageNumbers, BearTheLargestAndSmallestNumbersThereAre) {
  const double max = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<double> back = decoded(encode_numbers(std::vector{-max, 0.0, tiny, max}));
  ASSERT_EQ(back.size(), 4u);
  EXPECT_NEAR(back[0] / max, -1.0, 1e-5);
  EXPECT_EQ(back[2], 0.0);
  EXPECT_EQ(decoded(encode_numbers(std::vector{tiny})), std::vector{0.0});
  EXPECT_EQ(encode_numbers({}).text, "");
}

TEST(PageText, ShowsMarkupAsTextAndLeavesNoWayOutOfTheScript) {
  Page page = page_named("<b>&</b>");
  page.sections.push_back({.title = "</script><script>alert(1)</script><!--"});
  const std::string html = render_page(page);
  EXPECT_NE(html.find("<title>&lt;b&gt;&amp;&lt;/b&gt;</title>"), std::string::npos);
  EXPECT_EQ(html.find("alert(1)</script>"), std::string::npos);
  EXPECT_NE(html.find("\\u003c/script>\\u003cscript>alert(1)"), std::string::npos);
  EXPECT_EQ(html.find("<!--"), std::string::npos);
}

// Unicode 15, table 3-7, with one breach of each of its rows.
TEST(PageText, ReplacesWhatIsNoUtf8ByteByByte) {
  EXPECT_EQ(valid_utf8("m² – 😀"), "m² – 😀");
  const std::string lost = "\xEF\xBF\xBD";
  EXPECT_EQ(valid_utf8("a\xFFz"), "a" + lost + "z");
  EXPECT_EQ(valid_utf8("\xC0\x80"), lost + lost);             // overlong
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), lost + lost + lost);  // surrogate
  EXPECT_EQ(valid_utf8("\xE2\x82"), lost + lost);             // cut off
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), lost + lost + lost + lost);
}

TEST(Page, NeedsNoNetwork) {
  const std::string html = render_page(page_named("page"));
  for (const char* link : {"src=", "href=\"http", "url(", "@import", "fetch(", "XMLHttpRequest"})
    EXPECT_EQ(html.find(link), std::string::npos) << link;
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(Page, WritesEqualColumnsOnce) {
  Page page = page_named("page");
  PagePlot plot{.name = "plot", .x = time_axis(), .y = {"height", "m"}, .series = {}, .note = {}};
  const std::vector<double> time{0.0, 1.0, 2.0};
  plot.series.push_back({.label = "estimate", .x = time, .y = {5.0, 6.0, 8.0}, .time_s = {}});
  plot.series.push_back({.label = "truth", .x = time, .y = {5.5, 6.5, 9.0}, .time_s = {}});
  page.sections.push_back({.title = "section", .plots = {plot}});
  const std::string html = render_page(page);
  std::size_t columns = 0;
  for (std::size_t at = 0; (at = html.find("\"digits\":", at)) != std::string::npos; ++at)
    ++columns;
  EXPECT_EQ(columns, 3u);
  EXPECT_EQ(html, render_page(page));
}

}  // namespace
}  // namespace alula
