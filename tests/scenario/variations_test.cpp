// Which runs a scenario asks for, and that a suite gives the same for any number at a time.
#include <atomic>
#include <filesystem>

#include <gtest/gtest.h>

#include "document/load.h"
#include "document/text_file.h"
#include "scenario/junit.h"
#include "scenario/test_suite.h"

namespace alula {
namespace {

const std::string kModels = ALULA_SOURCE_DIR "/models";

std::vector<std::string> names(const std::vector<Variation>& variations) {
  std::vector<std::string> found;
  for (const Variation& v : variations) found.push_back(v.name);
  return found;
}

Variations variations_of(const std::string& text, std::optional<std::uint64_t> seed = {}) {
  const Result<Document> document = parse_document(text, "f.yaml");
  return read_variations(document.value().root(), seed).value();
}

TEST(Variations, AreEverySeedUnderEveryCombinationOfTheGrid) {
  const Variations v = variations_of("seeds: [7, 9]\ngrid: {a.b: [1, 2.5], c: [[0], up]}\n");
  EXPECT_EQ(names(v.runs),
            (std::vector<std::string>{"b=1 c=#1 seed=7", "b=1 c=#1 seed=9", "b=1 c=up seed=7",
                                      "b=1 c=up seed=9", "b=2.5 c=#1 seed=7", "b=2.5 c=#1 seed=9",
                                      "b=2.5 c=up seed=7", "b=2.5 c=up seed=9"}));
  EXPECT_EQ(names(v.proofs), (std::vector<std::string>{"b=1 c=#1 seed=7", "b=1 c=up seed=7",
                                                       "b=2.5 c=#1 seed=7", "b=2.5 c=up seed=7"}));
}

TEST(Variations, WithoutAnyKeyAreOneRunWithSeedOne) {
  EXPECT_EQ(names(variations_of("duration_s: 1\n").runs), std::vector<std::string>{"seed=1"});
  EXPECT_EQ(names(variations_of("seed: 4\n").runs), std::vector<std::string>{"seed=4"});
  EXPECT_EQ(names(variations_of("seeds: 3\n", 11).runs), std::vector<std::string>{"seed=11"});
}

TEST(Filters, HoldAnyTextAndStarsBetween) {
  EXPECT_TRUE(passes_filter("square[wind=8 seed=1]", ""));
  EXPECT_TRUE(passes_filter("square[wind=8 seed=1]", "wind=8 seed=1]"));
  EXPECT_FALSE(passes_filter("square[wind=8 seed=11]", "seed=1]"));
  EXPECT_TRUE(passes_filter("square[wind=8 seed=1]", "square*seed=1"));
  EXPECT_FALSE(passes_filter("square[wind=8 seed=1]", "seed*square"));
  EXPECT_TRUE(passes_filter("square", "*"));
}

// Bricks that fall for two seconds: 19.6 m, and 11 m with half the gravity.
const std::string kFall = R"(schema_version: 1
world: {ground: none, gravity: {model: constant, rotation: false}}
vehicles:
  - vehicle: brick
    initial: {}
seeds: 3
grid:
  world.gravity.constant_m_s2: [9.80665, 5.5]
duration_s: 2
expect:
  - name: falls far
    at_end: truth.height_m < -19
  - name: only falls
    always: truth.climb_m_s <= 0
sabotage:
  - set: {duration_s: 1}
    breaks: [falls far, only falls]
)";

class Suites : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder);
    ASSERT_FALSE(replace_file(folder + "/fall.yaml", kFall));
  }
  TestSuite load(const SuiteOptions& options) {
    const std::vector<ScenarioFile> files{{"fall", folder + "/fall.yaml"}};
    return load_suite(files, options, kModels).value();
  }
  static std::vector<RunResult> fly(const TestSuite& suite, std::size_t jobs) {
    std::vector<RunResult> results;
    fly_suite(
        suite, jobs,
        [&](std::size_t i, const RunResult& result) {
          EXPECT_EQ(i, results.size()) << "in the order of the suite";
          results.push_back(result);
        },
        [] { return false; });
    return results;
  }
  const std::string folder = ::testing::TempDir() + "alula_suite";
};

TEST_F(Suites, FlyEveryRunAndSayWhatBroke) {
  const TestSuite suite = load({.filter = {}, .seed = {}, .prove = false});
  const std::vector<RunResult> results = fly(suite, 2);
  ASSERT_EQ(results.size(), 6U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(results[i].passed) << failure_text(results[i]);
  for (std::size_t i = 3; i < 6; ++i) EXPECT_FALSE(results[i].passed);
  EXPECT_EQ(suite.runs[3].name, "fall[constant_m_s2=5.5 seed=1]");
  EXPECT_EQ(failure_text(results[3]),
            "\"falls far\" is not true at 1.999 s: truth.height_m -10.99");
}

TEST_F(Suites, AProofFailsWhereASabotageBreaksNothing) {
  const TestSuite suite = load({.filter = "sabotaged", .seed = {}, .prove = true});
  const std::vector<RunResult> results = fly(suite, 1);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(suite.runs[0].name, "fall[constant_m_s2=9.80665 seed=1] sabotaged: duration_s=1");
  EXPECT_FALSE(results[0].passed);
  EXPECT_EQ(failure_text(results[0]), "\"only falls\" held under the sabotage");
}

TEST_F(Suites, GiveTheSameBytesForAnyNumberAtATime) {
  const TestSuite suite = load({.filter = {}, .seed = {}, .prove = true});
  const std::string one = junit_xml(suite, fly(suite, 1));
  EXPECT_EQ(one, junit_xml(suite, fly(suite, 2)));
  EXPECT_EQ(one, junit_xml(suite, fly(suite, 7)));
  EXPECT_NE(one.find("<testsuite name=\"fall\" tests=\"8\" failures=\"5\">"), std::string::npos)
      << one;
  EXPECT_NE(one.find("truth.height_m -10.99"), std::string::npos);
}

TEST_F(Suites, StopWhenAsked) {
  const TestSuite suite = load({.filter = {}, .seed = {}, .prove = false});
  ASSERT_EQ(suite.runs.size(), 6U);
  // By the one who flies, before and after each run: whoever listens may be slow to hear of them.
  std::atomic<int> asked{0};
  std::size_t told = 0;
  fly_suite(suite, 1, [&](std::size_t, const RunResult&) { ++told; }, [&] { return ++asked > 5; });
  EXPECT_GT(asked, 5);
  EXPECT_LT(told, 3U) << "each run asks twice at least";
}

TEST_F(Suites, ListWhatWaitsAndFlyNothingOfIt) {
  const std::string waiting = "schema_version: 1\nwaits_for: wings\nexpect: [{always: landed}]\n";
  ASSERT_FALSE(replace_file(folder + "/fall.yaml", waiting));
  const TestSuite suite = load({.filter = {}, .seed = {}, .prove = true});
  EXPECT_EQ(suite.scenarios.at(0)->waits_for, "wings");
  EXPECT_TRUE(suite.runs.empty());
  const Result<Scenario> flown = load_scenario(folder + "/fall.yaml", kModels);
  ASSERT_FALSE(flown.ok());
  EXPECT_EQ(flown.error().text(),
            folder + "/fall.yaml:2: waits_for: cannot fly yet: it waits for wings");
  ASSERT_FALSE(replace_file(folder + "/fall.yaml", waiting + "duration_s: 5\n"));
  const std::vector<ScenarioFile> files{{"fall", folder + "/fall.yaml"}};
  EXPECT_FALSE(load_suite(files, {}, kModels).ok()) << "a key that nobody reads";
}

TEST_F(Suites, RefuseABreakOfAnExpectationThatIsNotThere) {
  std::string text = kFall;
  text.replace(text.find("[falls far, only falls]"), 23, "falls fare");
  ASSERT_FALSE(replace_file(folder + "/fall.yaml", text));
  const std::vector<ScenarioFile> files{{"fall", folder + "/fall.yaml"}};
  const Result<TestSuite> suite = load_suite(files, {}, kModels);
  ASSERT_FALSE(suite.ok());
  EXPECT_EQ(suite.error().text(), folder +
                                      "/fall.yaml:17: sabotage[0].breaks: names no expectation "
                                      "of this scenario: \"falls fare\"; did you mean \"falls "
                                      "far\"?");
}

}  // namespace
}  // namespace alula
