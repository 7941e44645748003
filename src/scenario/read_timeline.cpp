#include "scenario/read_timeline.h"

#include <algorithm>

#include <fmt/format.h>

#include "document/spelling.h"
#include "failures/support.h"
#include "scenario/read_action.h"

namespace alula {
namespace {

constexpr std::size_t kEntriesMax = 1000;
constexpr NumberRange kTime{.min = 0.0, .max = 1e6};

// What this vehicle cannot suffer.
void check_failure(MapReader& map, const TimelineEntry& entry, const ScenarioNames& names) {
  const Failure* const failure = std::get_if<Failure>(&entry.action);
  if (failure == nullptr || !map.ok()) return;
  const MaybeError refused = refusal(*failure, names.breakable.at(entry.vehicle));
  if (refused) map.reject(refused->where, refused->message);
}

TimelineEntry read_entry(MapReader& scenario, Node node, ScenarioNames& names, bool waits_alone) {
  MapReader map(node);
  TimelineEntry entry;
  entry.what = fmt::format("{} ({})", node.path(), one_line(node.find("do").text()));
  entry.vehicle = read_vehicle_of(map, names);
  entry.at = nanoseconds(map.number_or({"at_s", "Not before this time"}, 0.0, kTime));
  entry.when = read_expression_or_none(map, {"when", "Not before this condition holds", "at once"},
                                       ExpressionType::condition, names);
  entry.after = nanoseconds(map.number_or({"after_s", "This long after all that"}, 0.0, kTime));
  entry.action = read_action(map, names);
  check_failure(map, entry, names);
  if (waits_alone && map.ok() && !map.has("at_s") && !map.has("when") && !map.has("after_s")) {
    map.reject("do", "says not when; expected at_s, when or after_s beside it");
  }
  scenario.keep(map.finish());
  return entry;
}

std::vector<TimelineEntry> read_entries(MapReader& scenario, const Key& key, ScenarioNames& names,
                                        bool waits_alone) {
  std::vector<TimelineEntry> entries;
  for (const Node node : scenario.list_or_empty(key, {.max = kEntriesMax}))
    entries.push_back(read_entry(scenario, node, names, waits_alone));
  return entries;
}

}  // namespace

std::optional<Expression> read_expression_or_none(MapReader& map, const Key& key,
                                                  ExpressionType type, ScenarioNames& names) {
  const std::string text = map.string_or(key, "");
  const Node node = map.node().find(key.name);
  if (node.kind() != NodeKind::string) return std::nullopt;
  Result<Expression> parsed = Expression::parse(text, type, names.words);
  if (parsed.ok()) return std::move(parsed).value();
  map.reject(key.name, parsed.error().message);
  return std::nullopt;
}

std::size_t read_vehicle_of(MapReader& map, const ScenarioNames& names) {
  const Node node = map.take({"vehicle", "The name of another vehicle than the first"});
  if (!node.present()) return 0;
  const std::vector<std::string_view> words(names.vehicles.begin(), names.vehicles.end());
  return map.keep(read_choice(node, words), std::size_t{0});
}

std::vector<std::string> read_marks(Node scenario) {
  std::vector<std::string> marks;
  for (const char* key : {"timeline", "meanwhile"}) {
    const Node list = scenario.find(key);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Node name = list[i].find("name");
      if (list[i].find("do").text() != "mark" || name.kind() != NodeKind::string) continue;
      if (std::ranges::find(marks, name.text()) == marks.end()) marks.emplace_back(name.text());
    }
  }
  return marks;
}

Timeline read_timeline(MapReader& scenario, ScenarioNames& names) {
  Timeline timeline;
  timeline.in_order = read_entries(
      scenario, {"timeline", "What is done, in order: each entry waits for the one before"}, names,
      false);
  timeline.meanwhile = read_entries(
      scenario, {"meanwhile", "What is done besides: each entry waits for itself alone"}, names,
      true);
  return timeline;
}

}  // namespace alula
