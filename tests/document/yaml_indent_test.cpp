// Wrong indentation is told of the line that is wrong, and which would be right.
#include "document/yaml_indent.h"

#include <gtest/gtest.h>

#include "document/load.h"

namespace alula {
namespace {

std::string fault_of(std::string_view text) {
  const Result<Document> document = parse_document(text, "a.yaml", DocumentFormat::yaml);
  return document.ok() ? "" : document.error().text();
}

struct Case {
  std::string_view text;
  std::string_view message;
};

TEST(YamlIndent, TheWrongLineIsNamedWithTheRightDepth) {
  const Case cases[] = {
      {"body:\n  mass_kg: 1\n   inertia: 2\n",
       "a.yaml:3: not valid YAML: indented by 3; expected 2 as line 2, which has its value"},
      {"body:\n    mass_kg: 1\n  inertia: 2\n",
       "a.yaml:3: not valid YAML: indented by 2; expected 4 as line 2, or 0 as line 1"},
      {"name: a\n body:\n  mass_kg: 1\n",
       "a.yaml:2: not valid YAML: indented by 1; expected 0 as line 1, which has its value"},
      {"parts:\n  - kind: rotor\n   efficiency: 1\n",
       "a.yaml:3: not valid YAML: indented by 3; expected 4 as line 2, or 2 as line 2"},
      {"parts:\n  - kind: rotor\n      efficiency: 1\n",
       "a.yaml:3: not valid YAML: indented by 6; expected 4 as line 2, which has its value"},
      {"parts:\n  - kind: rotor\n - kind: rotor\n",
       "a.yaml:3: not valid YAML: indented by 1; expected 2 as line 2, or 0 as line 1"},
      {"  name: a\nbody: b\n", "a.yaml:2: not valid YAML: indented by 0; expected 2 as line 1"},
      {"schema_version: 1\nname quad  # so\nbody:\n  mass_kg: 1\n",
       "a.yaml:2: not valid YAML: a key without a colon and a blank behind it; expected `key: "
       "value`"},
      {"body:\n  mass_kg 1\n\n  size: 2\n",
       "a.yaml:2: not valid YAML: a key without a colon and a blank behind it; expected `key: "
       "value`"},
      {"parts:\n  - kind: rotor\n    axis:[0, 0, 1]\n    size: 2\n",
       "a.yaml:3: not valid YAML: a key without a colon and a blank behind it; expected `key: "
       "value`"}};
  for (const Case& c : cases) EXPECT_EQ(fault_of(c.text), c.message) << c.text;
}

// What is fine is left alone, whatever it looks like.
TEST(YamlIndent, GoodTextsHaveNone) {
  const std::string_view texts[] = {
      "a:\n- b: 1\n  c: 2\n- d\ne: 3\n",
      "a: [1,\n 2,\n      3]\nb: 4\n",
      "a: |\n    deep: text\n   # not a remark\nb: 1\n",
      "a: words that\n   go on\nb: 1\n",
      "a:\n  # a remark\n      # another\n  b: 1  # and a third: here\n",
      "---\na: 1\n",
      "a: \"two\n    lines: here\"\nb: 1\n",
      "a:\r\n  b: 1\r\nc: 2\r\n"};
  for (const std::string_view text : texts)
    EXPECT_EQ(indent_fault(text, 100) ? indent_fault(text, 100)->message : "", "") << text;
}

}  // namespace
}  // namespace alula
