#include "document/map_reader.h"

#include "document/spelling.h"

namespace alula {

MapReader::MapReader(Node node) : node_(node) {
  const bool good = !node.present() || node.kind() == NodeKind::map;
  if (!good)
    first_error_ = node.error("expected a map of keys and values, found " + node.description());
}

double MapReader::number(std::string_view key, const NumberRange& range) {
  return value(require(key, describe(range)), read_number, range);
}
std::int64_t MapReader::integer(std::string_view key, const IntegerRange& range) {
  return value(require(key, describe(range)), read_integer, range);
}
bool MapReader::boolean(std::string_view key) {
  return value(require(key, "true or false"), read_boolean);
}
std::string MapReader::string(std::string_view key) {
  return value(require(key, "a string"), read_string);
}
std::vector<Node> MapReader::list(std::string_view key, const CountRange& count) {
  return value(require(key, "a list"), read_list, count);
}
std::vector<double> MapReader::numbers(std::string_view key, const CountRange& count,
                                       const NumberRange& range) {
  return value(require(key, "a list of numbers"), read_numbers, count, range);
}
Node MapReader::map(std::string_view key) {
  require(key, "a map");
  return map_or_absent(key);
}

double MapReader::number_or(std::string_view key, double fallback, const NumberRange& range) {
  const Node node = take(key);
  return node.present() ? value(node, read_number, range) : fallback;
}
std::int64_t MapReader::integer_or(std::string_view key, std::int64_t fallback,
                                   const IntegerRange& range) {
  const Node node = take(key);
  return node.present() ? value(node, read_integer, range) : fallback;
}
bool MapReader::boolean_or(std::string_view key, bool fallback) {
  const Node node = take(key);
  return node.present() ? value(node, read_boolean) : fallback;
}
std::string MapReader::string_or(std::string_view key, std::string_view fallback) {
  const Node node = take(key);
  return node.present() ? value(node, read_string) : std::string(fallback);
}
std::vector<Node> MapReader::list_or_empty(std::string_view key, const CountRange& count) {
  return value(take(key), read_list, count);
}
Node MapReader::map_or_absent(std::string_view key) {
  const Node node = take(key);
  if (!node.present() || node.kind() == NodeKind::map) return node;
  keep(node.error("expected a map of keys and values, found " + node.description()));
  return {};
}

std::array<double, 3> MapReader::triple(Node node, const NumberRange& range) {
  return value(node, read_triple, range);
}

Node MapReader::take(std::string_view key) {
  asked_.emplace_back(key);
  const Node node = node_.find(key);
  return node.kind() == NodeKind::null ? Node{} : node;
}

void MapReader::keep(MaybeError error) {
  if (error && !first_error_) first_error_ = std::move(error);
}

void MapReader::keep_shared(const MapReader& inner) {
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
  if (!unknown_allowed_) {
    if (MaybeError unknown = unknown_key()) return unknown;
  }
  return missing_;
}

Node MapReader::require(std::string_view key, std::string expected) {
  const Node node = take(key);
  const bool report = node_.kind() == NodeKind::map && !node.present() && !missing_;
  if (report) {
    const Node empty = node_.find(key);  // a key whose value is null
    missing_ = Error{ErrorCode::invalid_config, empty.present() ? empty.where() : node_.where(key),
                     "missing; expected " + std::move(expected)};
  }
  return node;
}

MaybeError MapReader::unknown_key() const {
  for (std::size_t i = 0; i < node_.size(); ++i) {
    const Node entry = node_[i];
    if (std::find(asked_.begin(), asked_.end(), entry.key()) != asked_.end()) continue;

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

std::string MapReader::names_text(std::span<const std::string_view> names) { return joined(names); }

}  // namespace alula
