// Typed reading: the values, and the one error that a user sees for each mistake.
#include "document/map_reader.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "document/load.h"

namespace alula {
namespace {

struct Vector {
  double x = 0.0, y = 0.0, z = 0.0;
};
enum class Model { wgs84, j2, constant };
constexpr Choice<Model> kModels[] = {
    {"wgs84", Model::wgs84}, {"j2", Model::j2}, {"constant", Model::constant}};

// One vehicle-like map, read as a loader would.
struct Config {
  double mass_kg = 0.0;
  std::int64_t count = 4;
  bool ideal = false;
  std::string name = "unnamed";
  Vector size_m{1.0, 1.0, 1.0};
  Model model = Model::wgs84;
};

Document parse(std::string_view text) {
  return std::move(parse_document(text, "x500.yaml", DocumentFormat::yaml)).value();
}

Result<Config> load(Node node) {
  MapReader map(node);
  Config config;
  config.mass_kg = map.number("mass_kg", {.min_exclusive = 0.0});
  config.count = map.integer_or("count", config.count, {.min = 1, .max = 16});
  config.ideal = map.boolean_or("ideal", config.ideal);
  config.name = map.string_or("name", config.name);
  config.size_m = map.vector3_or("size_m", config.size_m, {.min = 0.0});
  config.model = map.choice_or<Model>("model", config.model, kModels);
  if (const MaybeError error = map.finish()) return *error;
  return config;
}

std::string error_of(std::string_view text) {
  const Document document = parse(text);
  const Result<Config> config = load(document.root());
  return config.ok() ? "no error" : config.error().text();
}

TEST(MapReader, ReadsEveryType) {
  const Document document =
      parse("mass_kg: 2.5\ncount: 6\nideal: true\nname: quad\nsize_m: [1, 2.5, 3e-1]\nmodel: j2\n");
  const Result<Config> config = load(document.root());
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_EQ(config->mass_kg, 2.5);
  EXPECT_EQ(config->count, 6);
  EXPECT_TRUE(config->ideal);
  EXPECT_EQ(config->name, "quad");
  EXPECT_EQ(config->size_m.y, 2.5);
  EXPECT_EQ(config->size_m.z, 0.3);
  EXPECT_EQ(config->model, Model::j2);
}

TEST(MapReader, KeepsTheFallbackWhereAKeyIsLeftOutOrNull) {
  const Document document = parse("mass_kg: 2\ncount:\nname: null\n");
  const Result<Config> config = load(document.root());
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_EQ(config->count, 4);
  EXPECT_EQ(config->name, "unnamed");
}

TEST(MapReader, NamesTheKeyThatWasProbablyMeant) {
  EXPECT_EQ(error_of("mas_kg: 2\n"), "x500.yaml:1: mas_kg: unknown key; did you mean \"mass_kg\"?");
  EXPECT_EQ(error_of("mass: 2\n"), "x500.yaml:1: mass: unknown key; did you mean \"mass_kg\"?");
  EXPECT_EQ(error_of("mass_kg: 2\nmodle: j2\n"),
            "x500.yaml:2: modle: unknown key; did you mean \"model\"?");
  EXPECT_EQ(error_of("mass_kg: 2\nwings: 2\n"),
            "x500.yaml:2: wings: unknown key; expected one of mass_kg, count, ideal, name, size_m, "
            "model");
}

TEST(MapReader, ListsAKeyOnceHoweverOftenItWasAskedFor) {
  const Document document = parse("wings: 2\n");
  MapReader map(document.root());
  for (int instance = 0; instance < 4; ++instance) map.number_or("mass_kg", 1.0);
  const MaybeError error = map.finish();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->text(), "x500.yaml:1: wings: unknown key; expected one of mass_kg");
}

TEST(MapReader, SaysWhatIsMissing) {
  EXPECT_EQ(error_of("name: x\n"), "x500.yaml:1: mass_kg: missing; expected a number above 0");
  EXPECT_EQ(error_of("mass_kg:\n"), "x500.yaml:1: mass_kg: missing; expected a number above 0");
}

TEST(MapReader, SaysWhatStandsThereAndWhatWasExpected) {
  EXPECT_EQ(error_of("mass_kg: -3\n"), "x500.yaml:1: mass_kg: expected a number above 0, found -3");
  EXPECT_EQ(error_of("mass_kg: 0\n"), "x500.yaml:1: mass_kg: expected a number above 0, found 0");
  EXPECT_EQ(error_of("mass_kg: .nan\n"),
            "x500.yaml:1: mass_kg: expected a number above 0, found .nan");
  EXPECT_EQ(error_of("mass_kg: .inf\n"),
            "x500.yaml:1: mass_kg: expected a number above 0, found .inf");
  EXPECT_EQ(
      error_of("mass_kg: 1e999\n"),
      "x500.yaml:1: mass_kg: expected a number above 0, found 1e999; it does not fit a double");
  EXPECT_EQ(error_of("mass_kg: [1]\n"),
            "x500.yaml:1: mass_kg: expected a number above 0, found a list of 1");
  EXPECT_EQ(error_of("mass_kg: 1\ncount: 17\n"),
            "x500.yaml:2: count: expected a whole number from 1 to 16, found 17");
  EXPECT_EQ(error_of("mass_kg: 1\ncount: 2.5\n"),
            "x500.yaml:2: count: expected a whole number from 1 to 16, found 2.5");
  EXPECT_EQ(error_of("mass_kg: 1\nideal: yes\n"),
            "x500.yaml:2: ideal: expected true or false, found the string \"yes\"");
  EXPECT_EQ(error_of("mass_kg: 1\nname: 12\n"),
            "x500.yaml:2: name: expected a string, found 12; put it in quotes");
  EXPECT_EQ(error_of("mass_kg: 1\nsize_m: [1, 2]\n"),
            "x500.yaml:2: size_m: expected a list of 3 numbers, found a list of 2");
  EXPECT_EQ(error_of("mass_kg: 1\nsize_m: [1, 2, -1]\n"),
            "x500.yaml:2: size_m[2]: expected a number of at least 0, found -1");
  EXPECT_EQ(error_of("mass_kg: 1\nmodel: wgs48\n"),
            "x500.yaml:2: model: expected one of wgs84, j2, constant, found the string \"wgs48\"; "
            "did you mean \"wgs84\"?");
  EXPECT_EQ(error_of("[1, 2]\n"),
            "x500.yaml:1: expected a map of keys and values, found a list of 2");
}

TEST(MapReader, AdvisesOnHowNumbersAreWritten) {
  const auto advice = [](const std::string& value) {
    const std::string text = error_of("mass_kg: " + value + "\n");
    return text.substr(text.find(';') + 2);
  };
  EXPECT_EQ(advice("1,5"), "the decimal sign is a point");
  EXPECT_EQ(advice("'1.5'"), "leave out the quotes");
  EXPECT_EQ(advice("0x10"), "only decimal numbers without leading zeros");
  EXPECT_EQ(advice("010"), "only decimal numbers without leading zeros");
  EXPECT_EQ(advice("1_000"), "digits stand without separators");
  EXPECT_EQ(advice("1:30"), "only decimal numbers");
  EXPECT_EQ(advice("2 kg"), "the unit stands in the key, not behind the number");
}

TEST(MapReader, KeepsTheFirstOfSeveralErrors) {
  EXPECT_EQ(error_of("mass_kg: x\ncount: y\n"),
            "x500.yaml:1: mass_kg: expected a number above 0, found the string \"x\"");
  // A wrong value comes before a key that is too many, that before one that is missing.
  EXPECT_EQ(error_of("wings: 2\ncount: 0\n"),
            "x500.yaml:2: count: expected a whole number from 1 to 16, found 0");
  EXPECT_EQ(error_of("count: 1\nwings: 2\n").substr(0, 18), "x500.yaml:2: wings");
}

TEST(MapReader, AnAbsentMapReadsAsFallbacksWithoutError) {
  const Document document = parse("mass_kg: 1\n");
  MapReader above(document.root());
  above.number("mass_kg");
  MapReader battery(above.map_or_absent("battery"));
  EXPECT_EQ(battery.number_or("capacity_c", 5.0), 5.0);
  EXPECT_EQ(battery.number("voltage_v"), 0.0);
  EXPECT_FALSE(battery.finish());
  EXPECT_FALSE(above.finish());
}

TEST(MapReader, PassesOnErrorsOfSubMaps) {
  const Document document = parse("rotors:\n  - {mass_kg: 1}\n  - {mass_kg: 1, spin: left}\n");
  MapReader map(document.root());
  for (const Node rotor : map.list("rotors", {.min = 1})) map.keep(load(rotor));
  EXPECT_EQ(map.finish()->text(),
            "x500.yaml:3: rotors[1].spin: unknown key; expected one of mass_kg, count, ideal, "
            "name, size_m, model");
}

TEST(MapReader, RejectsAtAKeyOrAtTheMap) {
  const Document document = parse("a: {b: 1}\n");
  MapReader map(document.root().find("a"));
  map.reject("b", "clashes with c");
  EXPECT_EQ(map.finish()->text(), "x500.yaml:1: a.b: clashes with c");
  MapReader other(document.root().find("a"));
  other.reject("c", "is needed with b");
  EXPECT_EQ(other.finish()->text(), "x500.yaml:1: a: is needed with b");
}

TEST(ReadNumber, TakesInfinityAndNanOnlyWhenAsked) {
  const Document document = parse("[.inf, -.inf, .nan]");
  const Node root = document.root();
  EXPECT_EQ(read_number(root[0], {.allow_infinite = true}).value(), HUGE_VAL);
  EXPECT_EQ(read_number(root[1], {.allow_infinite = true}).value(), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(read_number(root[2], {.allow_nan = true}).value()));
  EXPECT_EQ(read_number(root[0]).error().message, "expected a finite number, found .inf");
  EXPECT_FALSE(read_number(root[2], {.allow_infinite = true}).ok());
}

TEST(ReadNumber, TakesDenormalsExactlyAndRefusesWhatUnderflows) {
  const Document document = parse("[5e-324, 2.2250738585072011e-308, 1e-400, 0e-400]");
  EXPECT_EQ(read_number(document.root()[0]).value(), 5e-324);
  EXPECT_EQ(read_number(document.root()[1]).value(), 2.2250738585072011e-308);
  EXPECT_FALSE(read_number(document.root()[2]).ok());
  EXPECT_EQ(read_number(document.root()[3]).value(), 0.0);
}

TEST(ReadInteger, TakesWholeNumbersHoweverSpelt) {
  const Document document =
      parse("[3, 3.0, 3e0, +3, -0, 9223372036854775807, -9223372036854775808]");
  const Node root = document.root();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(read_integer(root[i]).value(), 3);
  EXPECT_EQ(read_integer(root[4]).value(), 0);
  EXPECT_EQ(read_integer(root[5]).value(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(read_integer(root[6]).value(), std::numeric_limits<std::int64_t>::min());
}

TEST(ReadInteger, RefusesWhatItCannotHoldExactly) {
  // From 2^53 on a double skips integers, so only the plain spelling is exact.
  const Document document =
      parse("[9223372036854775808, 9007199254740992.0, 1e300, 0.5, .inf, .nan, x]");
  for (std::size_t i = 0; i < document.root().size(); ++i)
    EXPECT_FALSE(read_integer(document.root()[i]).ok()) << i;
}

TEST(Messages, StayOnOneShortLineWhateverTheFileHolds) {
  const Document document = parse("mass_kg: \"line\\nbreak \\x1b[31m " + std::string(5000, 'x') +
                                  "\"\n\"odd\\nkey\": 1\n");
  MapReader map(document.root());
  map.number("mass_kg");
  const std::string value_error = map.finish()->text();
  EXPECT_EQ(value_error.find_first_of("\n\x1b"), std::string::npos);
  EXPECT_LT(value_error.size(), 200u);
  MapReader other(document.root());
  other.string("mass_kg");
  EXPECT_EQ(other.finish()->text(), "x500.yaml:2: odd\\nkey: unknown key; expected one of mass_kg");
}

}  // namespace
}  // namespace alula
