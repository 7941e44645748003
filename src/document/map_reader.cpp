#include "document/map_reader.h"

#include <cmath>

#include "document/json_writer.h"
#include "document/spelling.h"

namespace alula {

namespace {

std::vector<std::string> strings(std::span<const std::string_view> words) {
  return {words.begin(), words.end()};
}

// Nothing for what stands for "not given".
std::string json_number(double number) {
  return std::isfinite(number) ? shortest_text(number) : "";
}

std::string json_list(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ", ") + shortest_text(number);
  return "[" + text + "]";
}

}  // namespace

MapReader::MapReader(Node node) : node_(node), log_(node.log()) {
  const bool good = !node.present() || node.kind() == NodeKind::map;
  if (!good)
    first_error_ = node.error("expected a map of keys and values, found " + node.description());
  if (good && log_ != nullptr) log_->maps.push_back(node.path());
}

bool MapReader::has(std::string_view key) const {
  note(key, {.branches = true});
  return node_.find(key).present();
}

double MapReader::number(const Key& key, const NumberRange& range) {
  note(key, {.kind = FieldKind::number, .required = true, .range = range});
  return value(require(key.name, describe(range)), read_number, range);
}
std::int64_t MapReader::integer(const Key& key, const IntegerRange& range) {
  note(key, {.kind = FieldKind::integer, .required = true, .range = number_range(range)});
  return value(require(key.name, describe(range)), read_integer, range);
}
bool MapReader::boolean(const Key& key) {
  note(key, {.kind = FieldKind::boolean, .required = true});
  return value(require(key.name, "true or false"), read_boolean);
}
std::string MapReader::string(const Key& key) {
  note(key, {.kind = FieldKind::string, .required = true});
  return value(require(key.name, "a string"), read_string);
}
std::size_t MapReader::word(const Key& key, std::span<const std::string_view> names) {
  note(key, {.kind = FieldKind::word, .required = true, .words = strings(names)});
  const Node node = require(key.name, describe(names));
  return node.present() ? keep(read_choice(node, names)) : 0;
}
std::vector<Node> MapReader::list(const Key& key, const CountRange& count) {
  note(key, {.kind = FieldKind::list, .required = true, .count = count});
  return value(require(key.name, "a list"), read_list, count);
}
std::vector<double> MapReader::numbers(const Key& key, const CountRange& count,
                                       const NumberRange& range) {
  note(key, {.kind = FieldKind::numbers, .required = true, .range = range, .count = count});
  return value(require(key.name, "a list of numbers"), read_numbers, count, range);
}
std::vector<double> MapReader::numbers_or_nulls(const Key& key, const CountRange& count) {
  note(key, {.kind = FieldKind::numbers, .required = true, .nulls = true, .count = count});
  std::vector<double> numbers;
  for (const Node entry : value(require(key.name, "a list of numbers"), read_list, count)) {
    const bool given = entry.kind() != NodeKind::null;
    numbers.push_back(given ? keep(read_number(entry)) : std::nan(""));
  }
  return numbers;
}
Node MapReader::map(const Key& key) {
  note(key, {.kind = FieldKind::map, .required = true});
  require(key.name, "a map");
  return take_map(key.name);
}

double MapReader::number_or(const Key& key, double fallback, const NumberRange& range) {
  note(key, {.kind = FieldKind::number, .range = range, .fallback = json_number(fallback)});
  const Node node = take(key.name);
  return node.present() ? value(node, read_number, range) : fallback;
}
double MapReader::number_or_derived(const Key& key, std::optional<double> derived,
                                    const NumberRange& range) {
  note(key, {.kind = FieldKind::number, .range = range});
  const Node node = derived ? take(key.name) : require(key.name, describe(range));
  return node.present() ? value(node, read_number, range) : derived.value_or(0.0);
}
std::int64_t MapReader::integer_or(const Key& key, std::int64_t fallback,
                                   const IntegerRange& range) {
  note(key, {.kind = FieldKind::integer,
             .range = number_range(range),
             .fallback = std::to_string(fallback)});
  const Node node = take(key.name);
  return node.present() ? value(node, read_integer, range) : fallback;
}
bool MapReader::boolean_or(const Key& key, bool fallback) {
  note(key, {.kind = FieldKind::boolean, .fallback = fallback ? "true" : "false"});
  const Node node = take(key.name);
  return node.present() ? value(node, read_boolean) : fallback;
}
std::string MapReader::string_or(const Key& key, std::string_view fallback) {
  note(key, {.kind = FieldKind::string, .fallback = json_quoted(fallback)});
  const Node node = take(key.name);
  return node.present() ? value(node, read_string) : std::string(fallback);
}
std::size_t MapReader::word_or(const Key& key, std::span<const std::string_view> names,
                               std::size_t fallback) {
  FieldSpec spec{.kind = FieldKind::word, .words = strings(names)};
  if (fallback < names.size()) spec.fallback = json_quoted(names[fallback]);
  note(key, std::move(spec));
  const Node node = take(key.name);
  return node.present() ? keep(read_choice(node, names), fallback) : fallback;
}
std::vector<Node> MapReader::list_or_empty(const Key& key, const CountRange& count) {
  note(key, {.kind = FieldKind::list, .count = count});
  return value(take(key.name), read_list, count);
}
std::vector<std::array<double, 3>> MapReader::vectors_or_empty(const Key& key,
                                                               const CountRange& count) {
  note(key, {.kind = FieldKind::vectors, .count = count});
  std::vector<std::array<double, 3>> vectors;
  for (const Node entry : value(take(key.name), read_list, count))
    vectors.push_back(value(entry, read_triple, NumberRange{}));
  return vectors;
}
std::vector<std::pair<std::string, double>> MapReader::named_numbers_or_empty(const Key& key) {
  note(key, {.kind = FieldKind::named_numbers});
  std::vector<std::pair<std::string, double>> numbers;
  const Node map = take_map(key.name);
  for (std::size_t i = 0; i < map.size(); ++i)
    numbers.emplace_back(map[i].key(), keep(read_number(map[i])));
  return numbers;
}
Node MapReader::map_or_absent(const Key& key) {
  note(key, {.kind = FieldKind::map});
  return take_map(key.name);
}
Node MapReader::map_or_string(const Key& key, std::string_view phrase,
                              std::span<const std::string_view> words) {
  note(key, {.kind = FieldKind::map_or_string, .words = strings(words)});
  const Node node = take(key.name);
  const bool is_word = node.kind() == NodeKind::string &&
                       (words.empty() || std::ranges::find(words, node.text()) != words.end());
  if (!node.present() || node.kind() == NodeKind::map || is_word) return node;
  keep(node.error("expected a map of keys and values or " + std::string(phrase) + ", found " +
                  node.description()));
  return {};
}

Node MapReader::take_map(std::string_view key) {
  const Node node = take(key);
  if (!node.present() || node.kind() == NodeKind::map) return node;
  keep(node.error("expected a map of keys and values, found " + node.description()));
  return {};
}

std::array<double, 3> MapReader::triple(Node node, const NumberRange& range) {
  return value(node, read_triple, range);
}

Node MapReader::take(const Key& key) {
  note(key, {});
  asked_.emplace_back(key.name);
  const Node node = node_.find(key.name);
  return node.kind() == NodeKind::null ? Node{} : node;
}

void MapReader::keep(MaybeError error) {
  if (error && !first_error_) first_error_ = std::move(error);
}

void MapReader::keep_shared(const MapReader& inner) {
  if (log_ != nullptr) log_->sharing.push_back(inner.node_.path());
  MaybeError verdict = inner.finish();
  const bool only_missing = verdict && !inner.first_error_ && !inner.unknown_key();
  if (!only_missing) return keep(std::move(verdict));
  if (!missing_) missing_ = std::move(verdict);
}

void MapReader::reject(std::string_view key, std::string message) {
  if (!node_.present()) return;
  const Node node = node_.find(key);
  keep(node.present() ? node.error(std::move(message)) : node_.error(std::move(message)));
}

MaybeError MapReader::finish() const {
  if (first_error_) return first_error_;
  if (MaybeError unknown = unknown_allowed_ ? misspelt_key() : unknown_key()) return unknown;
  return missing_;
}

Node MapReader::require(std::string_view key, std::string expected) {
  const Node node = take(key);
  const bool report = node_.kind() == NodeKind::map && !node.present() && !missing_;
  if (report) {
    const Node empty = node_.find(key);  // a key whose value is null
    missing_key_ = key;
    missing_ = Error{ErrorCode::invalid_config, empty.present() ? empty.where() : node_.where(key),
                     "missing; expected " + std::move(expected)};
  }
  return node;
}

bool MapReader::asked_for(std::string_view key) const {
  return std::find(asked_.begin(), asked_.end(), key) != asked_.end();
}

// Where others may add keys of their own, only one that stands for a missing key is a fault.
MaybeError MapReader::misspelt_key() const {
  if (!missing_) return std::nullopt;
  const std::string_view wanted = missing_key_;
  for (std::size_t i = 0; i < node_.size(); ++i) {
    const Node entry = node_[i];
    if (!asked_for(entry.key()) && !nearest_word(entry.key(), {&wanted, 1}).empty())
      return entry.error("unknown key; did you mean " + quoted(wanted) + "?");
  }
  return std::nullopt;
}

MaybeError MapReader::unknown_key() const {
  for (std::size_t i = 0; i < node_.size(); ++i) {
    const Node entry = node_[i];
    if (asked_for(entry.key())) continue;

    std::vector<std::string_view> all, absent;  // once each, however often they were asked for
    for (const std::string& asked : asked_) {
      if (std::find(all.begin(), all.end(), asked) != all.end()) continue;
      all.emplace_back(asked);
      // A key that is there already was not meant.
      if (!node_.find(asked).present()) absent.emplace_back(asked);
    }
    const std::string_view nearest = nearest_word(entry.key(), absent);
    if (!nearest.empty()) return entry.error("unknown key; did you mean " + quoted(nearest) + "?");
    return entry.error(all.empty() ? "unknown key" : "unknown key; expected one of " + joined(all));
  }
  return std::nullopt;
}

void MapReader::allow_unknown_keys() {
  unknown_allowed_ = true;
  if (log_ != nullptr) log_->open_ended.push_back(node_.path());
}

void MapReader::note(const Key& key, FieldSpec spec) const {
  if (log_ != nullptr) log_->ask(node_, key, std::move(spec));
}

FieldSpec MapReader::triple_spec(const NumberRange& range, bool required,
                                 const std::vector<double>& fallback) {
  return {.kind = FieldKind::numbers,
          .required = required,
          .range = range,
          .count = {.min = 3, .max = 3},
          .fallback = required ? "" : json_list(fallback)};
}

}  // namespace alula
