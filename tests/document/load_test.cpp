// What a document holds, and what is refused while loading, with the line that is to blame.
#include "document/load.h"

#include <string>

#include <gtest/gtest.h>

#include "core/random.h"

namespace alula {
namespace {

Document yaml(std::string_view text) {
  Result<Document> document = parse_document(text, "a.yaml", DocumentFormat::yaml);
  EXPECT_TRUE(document.ok()) << document.error().text();
  return std::move(document).value();
}
Document json(std::string_view text) {
  Result<Document> document = parse_document(text, "a.json", DocumentFormat::json);
  EXPECT_TRUE(document.ok()) << document.error().text();
  return std::move(document).value();
}
std::string yaml_error(std::string_view text) {
  const Result<Document> document = parse_document(text, "a.yaml", DocumentFormat::yaml);
  return document.ok() ? "no error" : document.error().text();
}
std::string json_error(std::string_view text) {
  const Result<Document> document = parse_document(text, "a.json", DocumentFormat::json);
  return document.ok() ? "no error" : document.error().text();
}

TEST(LoadYaml, GivesEveryValueItsLineAndKeys) {
  const Document document = yaml(
      "mass_kg: 2.0\n"
      "# a comment\n"
      "rotors:\n"
      "  - position_m: [0.1, 0.2, 0.3]\n"
      "    spin: left\n"
      "  - position_m:\n"
      "      - 1\n");
  const Node rotors = document.root().find("rotors");
  EXPECT_EQ(rotors.kind(), NodeKind::list);
  EXPECT_EQ(rotors.where(), "a.yaml:3: rotors");
  EXPECT_EQ(rotors[0].find("position_m")[2].where(), "a.yaml:4: rotors[0].position_m[2]");
  EXPECT_EQ(rotors[0].find("spin").where(), "a.yaml:5: rotors[0].spin");
  EXPECT_EQ(rotors[1].find("position_m")[0].where(), "a.yaml:7: rotors[1].position_m[0]");
  EXPECT_EQ(document.root().where(), "a.yaml:1");
}

TEST(LoadJson, GivesEveryValueItsLineAndKeys) {
  const Document document = json(
      "{\"a\": 1,\n"
      "\t\"b\": [2\n"
      ",\n"
      "3], \"c\":\n"
      "  {\"d\": \"x\", \"e\": null}\n"
      "}");
  const Node root = document.root();
  EXPECT_EQ(root.find("a").where(), "a.json:1: a");
  EXPECT_EQ(root.find("b")[0].where(), "a.json:2: b[0]");
  EXPECT_EQ(root.find("b")[1].where(), "a.json:4: b[1]");
  EXPECT_EQ(root.find("c").where(), "a.json:4: c");  // a value goes by its key's line
  EXPECT_EQ(root.find("c").find("d").where(), "a.json:5: c.d");
  EXPECT_EQ(root.find("c").find("e").kind(), NodeKind::null);
}

TEST(LoadJson, KeepsNumbersAsTheyAreSpelt) {
  const Document document =
      json("[0, -0, 1.50, 1E3, 18446744073709551616, -9223372036854775809, 7]");
  const char* const expected[] = {
      "0", "-0", "1.50", "1E3", "18446744073709551616", "-9223372036854775809", "7"};
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(document.root()[i].kind(), NodeKind::number);
    EXPECT_EQ(document.root()[i].text(), expected[i]);
  }
}

TEST(LoadJson, ANumberMayEndTheText) {
  EXPECT_EQ(json("12.5").root().text(), "12.5");
  EXPECT_EQ(json("12.5\n").root().text(), "12.5");
}

TEST(LoadJson, TakesEscapesAndSurrogatePairs) {
  const Document document = json(R"({"text": "\ud83d\ude80 \u00e9 \/ \" \\ \n"})");
  EXPECT_EQ(document.root().find("text").text(), "\xf0\x9f\x9a\x80 \xc3\xa9 / \" \\ \n");
}

TEST(LoadJson, RefusesWhatOnlyLooksLikeJson) {
  EXPECT_EQ(json_error("{\"a\": [1, 2,\n ]}"),
            "a.json:2: not valid JSON at column 2: a comma before the closing bracket");
  EXPECT_EQ(json_error("{\"a\": 1,}"),
            "a.json:1: not valid JSON at column 9: a comma before the closing bracket");
  EXPECT_EQ(json_error("{'a': 1}"),
            "a.json:1: not valid JSON at column 2: text stands in double quotes, not single ones");
  EXPECT_EQ(json_error("{\"a\": NaN}"),
            "a.json:1: not valid JSON at column 7: NaN and Infinity are no JSON numbers");
  EXPECT_EQ(json_error("{\"a\": 1 // why\n}"),
            "a.json:1: not valid JSON at column 9: comments are not part of JSON");
  EXPECT_EQ(json_error("{\"a\": [1, 2"),
            "a.json:1: not valid JSON at column 11: the text ends too early");
  EXPECT_EQ(json_error("[1, 1e999]"),
            "a.json:1: not valid JSON at column 10: a number beyond the largest, 1.8e308");
  for (const char* const text :
       {"{\"a\": 01}", "{\"a\": .5}", "{\"a\": +1}", "{\"a\": 0x10}", "{\"a\": 1} {}", "{a: 1}",
        "{\"a\" 1}", "{\"a\": \"\\ud83d\"}", "{\"a\": \"\t\"}", "[1 2]", "nul", "\"a", "]"}) {
    EXPECT_NE(json_error(text).find("not valid JSON at column"), std::string::npos) << text;
  }
}

TEST(Load, FindsDuplicateKeysInBothFormats) {
  EXPECT_EQ(json_error("{\"a\": 1,\n\"b\": {\"c\": 1,\n\"d\": 2,\n\"c\": 3}}"),
            "a.json:4: key \"c\" appears twice in one map; the first is on line 2");
  EXPECT_EQ(yaml_error("a: 1\nb: 2\na: 3\n"),
            "a.yaml:3: key \"a\" appears twice in one map; the first is on line 1");
}

TEST(LoadYaml, TellsKindsApartAsTheCoreSchemaDoes) {
  const Document document =
      yaml("[1, -2.5e3, .5, 1., .inf, -.inf, .nan, true, false, null, ~, abc, '1', \"true\"]");
  const NodeKind expected[] = {
      NodeKind::number, NodeKind::number, NodeKind::number,  NodeKind::number,  NodeKind::number,
      NodeKind::number, NodeKind::number, NodeKind::boolean, NodeKind::boolean, NodeKind::null,
      NodeKind::null,   NodeKind::string, NodeKind::string,  NodeKind::string};
  for (std::size_t i = 0; i < document.root().size(); ++i)
    EXPECT_EQ(document.root()[i].kind(), expected[i]) << i;
}

TEST(LoadYaml, TakesSlipsOfYaml11AsStringsNeverAsNumbersOrBooleans) {
  // In YAML 1.1 these are booleans, an octal 8, base 60, and numbers with separators.
  for (const char* const text :
       {"yes",  "no",   "on",  "off",  "Yes",   "NO",    "True",      "010",
        "0o10", "0x1F", "0b1", "1:30", "1_000", "1,5",   "1'000",     "12 kg",
        "1e",   "e5",   ".",   "+",    "--1",   "1.2.3", "2024-01-01"}) {
    EXPECT_EQ(yaml(std::string("a: ") + text).root().find("a").kind(), NodeKind::string) << text;
  }
}

TEST(LoadYaml, RefusesWhatHidesValuesElsewhere) {
  EXPECT_EQ(yaml_error("a: 1\n---\nb: 2\n"),
            "a.yaml:2: a second document starts here; expected one document per file");
  EXPECT_EQ(yaml_error("a: &x 1\nb: *x\n"),
            "a.yaml:1: anchors (&name) are not accepted; write the value out where it is used");
  EXPECT_EQ(yaml_error("a: !!str 1\n"),
            "a.yaml:1: tags (!name) are not accepted; write the plain value");
  EXPECT_EQ(yaml_error("? [1, 2]\n: 3\n"),
            "a.yaml:1: a key is a list or a map; expected a word, or a bracket is not closed");
  EXPECT_EQ(yaml_error("a: 1\n: 3\n"),
            "a.yaml:2: a key is empty; expected a word before the colon");
}

TEST(LoadYaml, NamesTheLineOfASyntaxError) {
  EXPECT_EQ(yaml_error("a: 1\nb: [1, 2\n").substr(0, 9), "a.yaml:3:");
  EXPECT_EQ(yaml_error("a: 1\n  b: 2\n").substr(0, 9), "a.yaml:2:");
  EXPECT_EQ(yaml_error("a: \"open\nb: 2\n").find('\n'), std::string::npos);
}

TEST(LoadYaml, NamesATabThatIndents) {
  const std::string tab = ": a tab; indent with spaces";
  EXPECT_EQ(yaml_error("a: 1\n\tb: 2\n"), "a.yaml:2: not valid YAML at column 1" + tab);
  EXPECT_EQ(yaml_error("a:\n  b: 1\n  \tc: 2\n"), "a.yaml:3: not valid YAML at column 3" + tab);
  // Between words a tab is as good as a space.
  EXPECT_EQ(yaml_error("a: 1\n b:\t2\n").find("a tab"), std::string::npos);
}

TEST(LoadYaml, NamesWhatIsNotClosed) {
  EXPECT_EQ(yaml_error("a: 1\nrotors:\n  - arms: [1, 2\nb: 3\n"),
            "a.yaml:4: not valid YAML at column 2: the list \"arms\" of line 3 is not closed");
  EXPECT_EQ(yaml_error("wind: {from_deg: 90.0,\n"),
            "a.yaml:2: not valid YAML at column 1: the map \"wind\" of line 1 is not closed");
  // An open bracket may be the beginning of a key.
  EXPECT_EQ(yaml_error("a:\n  - [1, 2\n"),
            "a.yaml:2: a key is a list or a map; expected a word, or a bracket is not closed");
}

TEST(Load, AcceptsByteOrderMarkAndCrlf) {
  const Document document = yaml(
      "\xef\xbb\xbf"
      "a: 1\r\nb:\r\n  - x\r\n");
  EXPECT_EQ(document.root().find("a").text(), "1");
  EXPECT_EQ(document.root().find("b")[0].text(), "x");
  EXPECT_EQ(document.root().find("b")[0].line(), 3);
  EXPECT_EQ(json("\xef\xbb\xbf{\"a\":\r\n1}").root().find("a").text(), "1");
}

TEST(Load, RefusesWhatIsNoText) {
  EXPECT_EQ(yaml_error(""), "a.yaml: is empty; expected keys and values");
  EXPECT_EQ(yaml_error("\xef\xbb\xbf"), "a.yaml: is empty; expected keys and values");
  EXPECT_EQ(yaml_error(" \n# only a comment\n"), "a.yaml: holds no value, only blanks or comments");
  EXPECT_EQ(json_error(" \n"), "a.json:1: not valid JSON at column 2: the text ends too early");
  EXPECT_EQ(yaml_error("a: 1\nb: \xff\n"), "a.yaml:2: is not UTF-8 text");
  EXPECT_EQ(yaml_error("a: \xc3\n"), "a.yaml:1: is not UTF-8 text");
  EXPECT_EQ(yaml_error("a: \xed\xa0\x80\n"), "a.yaml:1: is not UTF-8 text");  // a lone surrogate
  EXPECT_EQ(yaml_error("\xff\xfe"
                       "a\0"),
            "a.yaml:1: is not UTF-8 text");  // UTF-16
  EXPECT_EQ(yaml_error(std::string_view("a: 1\n\0", 6)),
            "a.yaml:2: holds a control character; expected text");
}

TEST(Load, ChoosesJsonByItsFirstCharacter) {
  EXPECT_EQ(parse_document(" \n{'a': 1}", "x").error().message.substr(0, 14), "not valid JSON");
  EXPECT_TRUE(parse_document("a: {'b': 1}", "x").ok());
}

TEST(Load, RefusesDeepNestingInBothFormats) {
  for (const std::size_t depth : {65u, 500u, 100000u}) {
    const std::string text = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_EQ(json_error(text), "a.json:1: nested more than 64 levels deep");
    EXPECT_EQ(yaml_error(text), "a.yaml:1: nested more than 64 levels deep");
    EXPECT_NE(yaml_error(std::string(depth, '[')), "no error");
  }
  const std::string just_right = std::string(64, '[') + std::string(64, ']');
  EXPECT_EQ(json_error(just_right), "no error");
  EXPECT_EQ(yaml_error(just_right), "no error");
}

TEST(Load, RefusesHugeDocuments) {
  const std::string blanks(kDocumentBytesMax + 1, ' ');
  EXPECT_EQ(json_error(blanks), "a.json: is longer than 10000000 bytes");
  std::string many = "[0";
  for (int i = 0; i < 1'000'000; ++i) many += ",0";
  EXPECT_EQ(json_error(many + "]"), "a.json:1: holds more than 1000000 values");
}

TEST(Load, EveryTruncationOfADocumentIsRefused) {
  const std::string text =
      R"({"a": [1, 2.5e3, null, true], "b": {"c": "\u00e9\ud83d\ude80", "d": {}}})";
  for (std::size_t length = 1; length < text.size(); ++length) {
    const std::string error = json_error(text.substr(0, length));
    EXPECT_NE(error, "no error") << length;
    EXPECT_EQ(error.find('\n'), std::string::npos) << length;
  }
}

// Whatever happens to a text, the answer is a document or one line that begins with the file's
// name.
TEST(Load, DamagedTextGivesOneLineOrADocumentNeverACrash) {
  const std::string text =
      "# a vehicle\nname: \"x500\"\nmass_kg: 2.0\nrotors:\n  - {position_m: [0.1, -0.2, 3e-2], "
      "spin: left}\n"
      "  - position_m:\n      - 1\n      - .inf\n    note: |\n      two\n      lines\n    other: "
      ">-\n      folded\n";
  const RandomStream random(1, "damaged_text");
  for (int i = 0; i < 5000; ++i) {
    std::string damaged = text;
    const PhiloxBlock words = random.words(i);
    const std::size_t place = words[0] % text.size();
    const char byte = "\n\t :-[]{}\"'&*!|>%@`#,?0a\x01\xff"[words[1] % 27];
    if (words[2] % 3 == 0) damaged[place] = byte;
    if (words[2] % 3 == 1) damaged.erase(place, 1 + words[3] % 20);
    if (words[2] % 3 == 2) damaged.insert(place, 1 + words[3] % 3, byte);
    const std::string error = yaml_error(damaged);
    if (error == "no error") continue;
    EXPECT_EQ(error.substr(0, 6), "a.yaml") << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace alula
