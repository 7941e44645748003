#include "scenario/read_expectations.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "document/spelling.h"

namespace alula {
namespace {

constexpr std::size_t kExpectationsMax = 200;
constexpr NumberRange kTime{.min = 0.0, .max = 1e6};

struct KindWord {
  std::string_view word;
  std::string_view about;
  ExpectationKind kind;
  ExpressionType type;
};
constexpr std::string_view kFigure = "The figure over the window lies between the bounds";
constexpr auto kKinds = std::to_array<KindWord>(
    {{"always", "A condition, true at every step of the window", ExpectationKind::always,
      ExpressionType::condition},
     {"never", "A condition, false at every step of the window", ExpectationKind::never,
      ExpressionType::condition},
     {"eventually", "A condition, true at some step of the window", ExpectationKind::eventually,
      ExpressionType::condition},
     {"at_end", "A condition, true at the last step", ExpectationKind::at_end,
      ExpressionType::condition},
     {"mean", kFigure, ExpectationKind::mean, ExpressionType::number},
     {"rms", kFigure, ExpectationKind::rms, ExpressionType::number},
     {"deviation", kFigure, ExpectationKind::deviation, ExpressionType::number},
     {"highest", kFigure, ExpectationKind::highest, ExpressionType::number},
     {"lowest", kFigure, ExpectationKind::lowest, ExpressionType::number},
     {"count", "How often a condition became true lies between the bounds", ExpectationKind::count,
      ExpressionType::condition},
     {"share", "The share of the window's steps at which a condition is true, 0 to 1",
      ExpectationKind::share, ExpressionType::condition}});
constexpr std::string_view kNoOther = "it is another kind of expectation";

// "always landed"
std::string own_text(const Expectation& expectation) {
  const auto found = std::ranges::find(kKinds, expectation.kind, &KindWord::kind);
  return fmt::format("{} {}", found->word, expectation.what.text());
}

bool is_figure(ExpectationKind kind) { return kind >= ExpectationKind::mean; }

std::optional<TimeNs> time_or_none(MapReader& map, const Key& key) {
  const double time_s = map.number_or(key, kNotCommanded, kTime);
  if (std::isnan(time_s)) return std::nullopt;  // absent, or refused
  return nanoseconds(time_s);
}

// The one key that says what is expected; false where there is none.
bool read_kind(MapReader& map, Expectation& expectation, ScenarioNames& names) {
  std::string_view found;
  for (const KindWord& k : kKinds) {
    std::optional<Expression> what =
        read_expression_or_none(map, {k.word, k.about, kNoOther}, k.type, names);
    if (!map.has(k.word)) continue;
    if (!found.empty())
      map.reject(k.word, fmt::format("stands beside {}; expected one of them", found));
    found = k.word;
    expectation.kind = k.kind;
    if (what) expectation.what = std::move(*what);
  }
  return !found.empty();
}

// A misspelt key explains more than a missing one.
void blame_missing_kind(MapReader& map) {
  std::vector<std::string_view> words;
  for (const KindWord& k : kKinds) words.push_back(k.word);
  const MaybeError fault = map.finish();
  map.keep(fault ? fault
                 : map.node().error("says not what is expected; expected one of " + joined(words)));
}

void refuse_beside(MapReader& map, std::string_view key, std::string_view wanted) {
  if (map.has(key))
    map.reject(key, fmt::format("has no effect here; expected it beside {}", wanted));
}

void read_window(MapReader& map, Expectation& expectation, ScenarioNames& names) {
  ExpectationWindow& window = expectation.window;
  constexpr ExpressionType condition = ExpressionType::condition;
  window.from = read_expression_or_none(
      map, {"from", "The window opens when this condition first holds", "at the start"}, condition,
      names);
  window.until = read_expression_or_none(
      map, {"until", "It closes when this condition first holds after that", "at the end"},
      condition, names);
  window.only_while = read_expression_or_none(
      map, {"while", "Steps at which this condition does not hold are left out", "none"}, condition,
      names);
  window.settle = time_or_none(map, {"settle_s", "It opens this much later", "0"}).value_or(0);
  window.lasting =
      time_or_none(map, {"lasting_s", "It closes this long after it opened", "at the end"});
  expectation.within = time_or_none(
      map, {"within_s", "Of eventually: at most this long after the opening", "in the window"});
  expectation.hold =
      time_or_none(map, {"for_s", "Of eventually: and stays true as long", "0"}).value_or(0);
}

void read_bounds(MapReader& map, Expectation& expectation) {
  expectation.above =
      map.number_or({"above", "Of figures: a lower bound", "none"}, expectation.above);
  expectation.below =
      map.number_or({"below", "Of figures: an upper bound", "none"}, expectation.below);
  const std::vector<Node> band =
      map.list_or_empty({"band_hz", "Of figures: of what lies between these frequencies", "all"},
                        {.min = 2, .max = 2});
  if (band.size() != 2) return;
  constexpr NumberRange frequency{.max = 10'000.0, .min_exclusive = 0.0};
  expectation.band = FrequencyBand{map.keep(read_number(band[0], frequency), 1.0),
                                   map.keep(read_number(band[1], frequency), 2.0)};
  if (!(expectation.band->low_hz < expectation.band->high_hz))
    map.reject("band_hz", "expected the lower frequency first");
}

// Keys that say nothing about an expectation of this kind.
void refuse_useless(MapReader& map, const Expectation& expectation) {
  if (expectation.kind == ExpectationKind::at_end) {
    for (const char* key : {"from", "until", "while", "settle_s", "lasting_s"})
      refuse_beside(map, key, "every key but at_end");
  }
  if (expectation.kind != ExpectationKind::eventually) {
    for (const char* key : {"within_s", "for_s"}) refuse_beside(map, key, "eventually");
  }
  const ExpectationKind kind = expectation.kind;
  if (kind == ExpectationKind::count || kind == ExpectationKind::share)
    refuse_beside(map, "band_hz", "a number");
  if (!is_figure(expectation.kind)) {
    for (const char* key : {"above", "below", "band_hz"})
      refuse_beside(map, key, "mean, rms, deviation, highest, lowest, count or share");
    return;
  }
  if (map.ok() && !map.has("above") && !map.has("below"))
    map.keep(map.node().error("has no bound; expected above, below or both"));
  if (!(expectation.above < expectation.below))
    map.reject("below", "leaves no room; expected a number above that of above");
}

Expectation read_expectation(MapReader& scenario, Node node, ScenarioNames& names) {
  MapReader map(node);
  Expectation expectation;
  const std::string name =
      map.string_or({"name", "How sabotages and reports call it", "its own text"}, "");
  expectation.vehicle = read_vehicle_of(map, names);
  const bool says_what = read_kind(map, expectation, names);
  read_window(map, expectation, names);
  read_bounds(map, expectation);
  if (says_what) {
    refuse_useless(map, expectation);
  } else {
    blame_missing_kind(map);
  }
  expectation.name = name.empty() ? own_text(expectation) : name;
  scenario.keep(map.finish());
  return expectation;
}

}  // namespace

std::vector<Expectation> read_expectations(MapReader& scenario, ScenarioNames& names) {
  std::vector<Expectation> expectations;
  for (const Node node : scenario.list_or_empty({"expect", "What must be true of the flight"},
                                                {.min = 1, .max = kExpectationsMax})) {
    Expectation next = read_expectation(scenario, node, names);
    const auto same_name = [&next](const Expectation& e) { return e.name == next.name; };
    const bool built_in = next.name == "finite" || next.name == "timeline";
    if (scenario.ok() && built_in)
      scenario.keep(node.error("is called " + quoted(next.name) +
                               " as one that every run has; expected a name of its own"));
    if (scenario.ok() && std::ranges::any_of(expectations, same_name)) {
      scenario.keep(node.error("is called " + quoted(next.name) +
                               " as an earlier one is; expected a name of its own"));
    }
    expectations.push_back(std::move(next));
  }
  return expectations;
}

}  // namespace alula
