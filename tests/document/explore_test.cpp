// What a reader asks for is what a schema holds, whatever it asks depends on.
#include "document/explore.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "document/json_schema.h"
#include "document/map_reader.h"

namespace alula {
namespace {

const SchemaField* find(const Schema& schema, const std::string& path, const std::string& key) {
  const auto map = schema.maps.find(path);
  if (map == schema.maps.end()) return nullptr;
  const auto field = std::ranges::find(map->second.fields, key, &SchemaField::key);
  return field == map->second.fields.end() ? nullptr : &*field;
}

void read_tank(Node root) {
  MapReader map(root);
  map.number({"volume_m3", "Of the tank"}, kPositive);
  map.choice_or<int>({"fluid", "What is in it"}, 1, {{"water", 1}, {"air", 2}});
  if (map.has("pressure_pa"))
    map.number("pressure_pa", {.min = 0.0, .max = 1e6});
  else
    map.number("height_m");
  for (const Node node : map.list_or_empty("valves")) {
    MapReader valve(node);
    const std::size_t kind = valve.word("kind", std::array<std::string_view, 2>{"ball", "gate"});
    if (kind == 0) valve.number("angle_deg");
    if (kind == 1) valve.integer_or("turns", 3, {.min = 1});
    map.keep(valve.finish());
  }
}

TEST(Explore, FindsKeysWithTypeRangeFallbackAndMeaning) {
  const Schema schema = explore(read_tank);
  const SchemaField* volume = find(schema, "", "volume_m3");
  ASSERT_NE(volume, nullptr);
  EXPECT_EQ(volume->about, "Of the tank");
  EXPECT_TRUE(volume->spec.required);
  EXPECT_EQ(volume->spec.range.min_exclusive, 0.0);
  const SchemaField* fluid = find(schema, "", "fluid");
  ASSERT_NE(fluid, nullptr);
  EXPECT_EQ(fluid->spec.fallback, "\"water\"");
  EXPECT_EQ(fluid->spec.words, (std::vector<std::string>{"water", "air"}));
}

TEST(Explore, SeesBothSidesOfAKeyThatStandsInPlaceOfAnother) {
  const Schema schema = explore(read_tank);
  const SchemaField* pressure = find(schema, "", "pressure_pa");
  const SchemaField* height = find(schema, "", "height_m");
  ASSERT_NE(pressure, nullptr);
  ASSERT_NE(height, nullptr);
  EXPECT_FALSE(pressure->spec.required);
  EXPECT_FALSE(height->spec.required);
  EXPECT_GT(height->required, 0);  // in files without the other
}

TEST(Explore, TellsKindsApart) {
  const Schema schema = explore(read_tank);
  EXPECT_NE(find(schema, "valves[]{ball}", "angle_deg"), nullptr);
  EXPECT_EQ(find(schema, "valves[]{ball}", "turns"), nullptr);
  const SchemaField* turns = find(schema, "valves[]{gate}", "turns");
  ASSERT_NE(turns, nullptr);
  EXPECT_EQ(turns->spec.fallback, "3");
  EXPECT_EQ(turns->spec.range.min, 1.0);
}

TEST(Explore, AllowsWhatAnyReaderOfAKeyAllows) {
  const auto read = [](Node root) {
    MapReader map(root);
    map.boolean_or("open", false) ? map.number("share", {.min = 0.0, .max = 1.0})
                                  : map.number("share", {.min = -1.0, .max = 0.5});
    map.has("x") ? map.number("x") : static_cast<double>(map.integer("x"));
  };
  const Schema schema = explore(read);
  EXPECT_EQ(find(schema, "", "share")->spec.range.min, -1.0);
  EXPECT_EQ(find(schema, "", "share")->spec.range.max, 1.0);
  EXPECT_EQ(find(schema, "", "x")->spec.kind, FieldKind::any);
}

TEST(Explore, LeavesAMapOpenOnlyWhereNoReaderMindsUnknownKeys) {
  const auto read = [](Node root) {
    MapReader first(root);
    first.allow_unknown_keys();
    MapReader second(root);
    second.map_or_absent("closed");
    MapReader closed(root.find("closed"));
    MapReader open(root.find("closed").find("open"));
    open.allow_unknown_keys();
    closed.map_or_absent("open");
  };
  const Schema schema = explore(read);
  EXPECT_FALSE(schema.maps.at("").open_ended);
  EXPECT_FALSE(schema.maps.at("closed").open_ended);
  EXPECT_TRUE(schema.maps.at("closed.open").open_ended);
}

TEST(JsonSchema, SaysUnitMeaningAndBounds) {
  const std::string text = json_schema(explore(read_tank), "Tank", "A test");
  EXPECT_NE(text.find(R"("description": "Of the tank [m^3]")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("exclusiveMinimum": 0)"), std::string::npos);
  EXPECT_NE(text.find(R"("enum": ["water", "air", null])"), std::string::npos);
  EXPECT_NE(text.find(R"("required": ["volume_m3"])"), std::string::npos);
}

}  // namespace
}  // namespace alula
