#include "scenario/variations.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "document/load.h"
#include "document/map_reader.h"
#include "document/spelling.h"

namespace alula {
namespace {

constexpr std::size_t kRunsMax = 100'000;
constexpr std::size_t kSeedsMax = 10'000;

std::vector<std::uint64_t> read_seeds(MapReader& map, std::optional<std::uint64_t> wanted) {
  const Node node = map.take("seeds");
  std::vector<std::uint64_t> seeds;
  if (!node.present()) {
    seeds = {static_cast<std::uint64_t>(map.integer_or("seed", 1, {.min = 0}))};
  } else if (map.has("seed")) {
    map.reject("seed", "stands beside seeds; expected one or the other");
  } else if (node.kind() == NodeKind::list) {
    for (const Node seed : map.list("seeds", {.min = 1, .max = kSeedsMax}))
      seeds.push_back(
          static_cast<std::uint64_t>(map.keep(read_integer(seed, {.min = 0}), std::int64_t{1})));
  } else {
    const std::int64_t count =
        map.integer("seeds", {.min = 1, .max = static_cast<std::int64_t>(kSeedsMax)});
    for (std::int64_t i = 1; i <= count; ++i) seeds.push_back(static_cast<std::uint64_t>(i));
  }
  if (wanted) return {*wanted};
  return seeds;
}

// "vehicles[0].parameters.MPC_XY_P" is MPC_XY_P in names of runs.
std::string_view last_word(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

// A value in the name of a run; lists and maps go by their place.
std::string label(std::string_view path, Node value, std::size_t place) {
  const bool plain = value.kind() != NodeKind::list && value.kind() != NodeKind::map;
  return plain ? fmt::format("{}={}", last_word(path), one_line(value.text()))
               : fmt::format("{}=#{}", last_word(path), place + 1);
}

// Every combination of the grid's values, the last key fastest.
std::vector<Variation> combinations(MapReader& map) {
  std::vector<Variation> found(1);
  const Node grid = map.map_or_absent("grid");
  for (std::size_t axis = 0; axis < grid.size(); ++axis) {
    const Result<std::vector<Node>> values = read_list(grid[axis], {.min = 1});
    if (!values.ok()) {
      map.keep(MaybeError(values.error()));
      return {};
    }
    const std::string path(grid[axis].key());
    constexpr std::string_view kOfTheSuite[] = {"seed", "seeds", "grid", "sabotage"};
    if (std::ranges::find(kOfTheSuite, path.substr(0, path.find_first_of(".["))) !=
        std::end(kOfTheSuite)) {
      map.keep(MaybeError(grid[axis].error("cannot be varied; expected a key of the run itself")));
      return {};
    }
    std::vector<Variation> next;
    for (const Variation& before : found) {
      for (std::size_t i = 0; i < values.value().size(); ++i) {
        const Node value = values.value()[i];
        if (next.size() >= kRunsMax) {
          map.reject("grid", fmt::format("makes more than {} runs", kRunsMax));
          return {};
        }
        Variation variation = before;
        variation.name += label(path, value, i) + " ";
        variation.overrides.push_back({path, value});
        next.push_back(std::move(variation));
      }
    }
    found = std::move(next);
  }
  return found;
}

Variation with_seed(Variation variation, std::uint64_t seed) {
  variation.name += fmt::format("seed={}", seed);
  variation.seed = seed;
  return variation;
}

Sabotage read_sabotage(MapReader& scenario, Node node) {
  MapReader map(node);
  Sabotage sabotage;
  const auto add = [&sabotage](const std::string& path, Node value, const std::string& name) {
    sabotage.overrides.push_back({path, value});
    sabotage.name += (sabotage.name.empty() ? "" : " ") + name;
  };
  const Node set = map.map_or_absent("set");
  for (std::size_t i = 0; i < set.size(); ++i)
    add(std::string(set[i].key()), set[i], label(set[i].key(), set[i], 0));
  for (const Node entry : map.list_or_empty("meanwhile"))
    add("meanwhile[+]", entry, one_line(entry.find("do").text()));
  const Node breaks = map.take("breaks");
  if (breaks.kind() == NodeKind::string) {
    sabotage.breaks.push_back({std::string(breaks.text()), breaks});
  } else {
    for (const Node name : map.list("breaks", {.min = 1}))
      sabotage.breaks.push_back({map.keep(read_string(name)), name});
  }
  if (map.ok() && sabotage.overrides.empty())
    map.keep(node.error("changes nothing; expected set or meanwhile"));
  scenario.keep(map.finish());
  return sabotage;
}

// Equal values, or equal ones but for their spelling, would be one run flown twice.
MaybeError check_names(const Variations& variations, Node root) {
  std::set<std::string_view> names;
  for (const Variation& run : variations.runs) {
    if (names.insert(run.name).second) continue;
    return root.find(root.find("grid").present() ? "grid" : "seeds")
        .error("makes two runs called " + quoted(run.name) + "; expected every value once");
  }
  return std::nullopt;
}

}  // namespace

Result<Variations> read_variations(Node root, std::optional<std::uint64_t> seed) {
  MapReader map(root);
  map.allow_unknown_keys();  // read_scenario() knows them
  Variations variations;
  const std::vector<std::uint64_t> seeds = read_seeds(map, seed);
  const std::vector<Variation> grid = combinations(map);
  if (map.ok() && grid.size() * seeds.size() > kRunsMax)
    map.reject("grid", fmt::format("makes more than {} runs", kRunsMax));
  for (const Node node : map.list_or_empty("sabotage"))
    variations.sabotages.push_back(read_sabotage(map, node));
  if (MaybeError error = map.finish()) return *error;
  for (const Variation& combination : grid) {
    for (const std::uint64_t s : seeds) variations.runs.push_back(with_seed(combination, s));
    variations.proofs.push_back(with_seed(combination, seeds.front()));
  }
  if (MaybeError error = check_names(variations, root)) return *error;
  return variations;
}

Result<Scenario> scenario_of(const Document& document, const ScenarioPlaces& places,
                             const Variation& variation, const Sabotage* sabotage) {
  std::optional<Document> changed;
  const auto apply = [&](const std::vector<Override>& overrides) -> MaybeError {
    for (const Override& o : overrides) {
      Result<Document> next = (changed ? *changed : document).with_value(o.path, o.value);
      if (!next.ok()) return next.error();
      changed.emplace(std::move(next).value());
    }
    return std::nullopt;
  };
  if (MaybeError error = apply(variation.overrides)) return *error;
  if (sabotage != nullptr) {
    if (MaybeError error = apply(sabotage->overrides)) return *error;
  }
  Result<Scenario> scenario = read_scenario((changed ? *changed : document).root(), places);
  if (!scenario.ok()) return scenario;
  Scenario result = std::move(scenario).value();
  result.simulation.seed = variation.seed;
  return result;
}

Result<Scenario> load_first_run(const std::string& path, std::string_view models_dir) {
  const Result<Document> document = load_document(path, "a scenario");
  if (!document.ok()) return document.error();
  const Result<Variations> variations = read_variations(document->root());
  if (!variations.ok()) return variations.error();
  return scenario_of(document.value(), {path, models_dir}, variations.value().runs.front());
}

}  // namespace alula
