// JSON output: the layout, and numbers that read back as the same double.
#include "document/json_writer.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/random.h"
#include "document/load.h"
#include "document/read_value.h"

namespace alula {
namespace {

TEST(JsonWriter, WritesInTheOrderOfTheCalls) {
  JsonWriter json;
  json.open_map();
  json.field("completed", true)
      .field("time_s", 12.5)
      .field("seed", std::uint64_t{18446744073709551615u});
  json.field("name", "x\"500\"\n").null_field("reason").field("count", -3);
  json.open_list("place").value(1.0).value(std::int64_t{2}).value(false).value("a").close();
  json.open_map("worst").close();
  json.open_list("items");
  json.open_map().field("a", 1).close();
  json.open_list().close();
  json.close();
  json.close();
  EXPECT_EQ(json.text(),
            "{\n"
            "  \"completed\": true,\n"
            "  \"time_s\": 12.5,\n"
            "  \"seed\": 18446744073709551615,\n"
            "  \"name\": \"x\\\"500\\\"\\n\",\n"
            "  \"reason\": null,\n"
            "  \"count\": -3,\n"
            "  \"place\": [1, 2, false, \"a\"],\n"
            "  \"worst\": {},\n"
            "  \"items\": [\n"
            "    {\n"
            "      \"a\": 1\n"
            "    },\n"
            "    []\n"
            "  ]\n"
            "}\n");
}

TEST(JsonWriter, WritesWhatIsNotFiniteAsNull) {
  JsonWriter json;
  json.open_list().value(std::nan("")).value(HUGE_VAL).value(-HUGE_VAL).close();
  EXPECT_EQ(json.text(), "[null, null, null]\n");
}

TEST(JsonWriter, NumbersReadBackBitForBit) {
  const RandomStream random(7, "json_writer");
  for (int i = 0; i < 20000; ++i) {
    const PhiloxBlock words = random.words(i);
    const auto number = std::bit_cast<double>((std::uint64_t{words[0]} << 32u) | words[1]);
    if (!std::isfinite(number)) continue;
    const std::string text = "[" + shortest_text(number) + "]";
    const Result<Document> document = parse_document(text, "number");
    ASSERT_TRUE(document.ok()) << text;
    const double read = read_number(document.value().root()[0]).value();
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(number)) << text;
  }
}

TEST(JsonWriter, StringsReadBackTheSame) {
  std::string all;
  for (char c = 1; c < 127; ++c) all += c;
  all += "\x7f \xc3\xa9 \xf0\x9f\x9a\x80";
  const Result<Document> document = parse_document("[" + json_quoted(all) + "]", "string");
  ASSERT_TRUE(document.ok()) << document.error().text();
  EXPECT_EQ(document.value().root()[0].text(), all);
}

}  // namespace
}  // namespace alula
