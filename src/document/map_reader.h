// document/map_reader.h: reads a map as a list of fields. The first error is kept, later reads go
// on, and finish() gives the verdict, so a loader needs no branch per field:
//
//   MapReader map(node);
//   config.mass_kg = map.number("mass_kg", {.min_exclusive = 0.0});
//   config.drag_area_m2 = map.vector3_or("drag_area_m2", config.drag_area_m2, {.min = 0.0});
//   for (const Node rotor : map.list("rotors", {.min = 1})) map.keep(load_rotor(rotor, config));
//   if (MaybeError error = map.finish()) return *error;
//
// A failed read returns a zero (or the fallback): do not act on values before finish().
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/read_value.h"

namespace alula {

// One allowed word of a choice, and what it stands for.
template <class Value> struct Choice {
  std::string_view name;
  Value value;
};

// A reader of an absent node reads zeros and fallbacks and finishes without error: whoever found
// the node absent has kept the error, or had none.
class MapReader {
 public:
  explicit MapReader(Node node);

  [[nodiscard]] Node node() const { return node_; }
  [[nodiscard]] bool has(std::string_view key) const { return node_.find(key).present(); }
  [[nodiscard]] bool ok() const { return node_.present() && !first_error_ && !missing_; }

  // A required key. A key whose value is null counts as missing.
  double number(std::string_view key, const NumberRange& range = {});
  std::int64_t integer(std::string_view key, const IntegerRange& range = {});
  bool boolean(std::string_view key);
  std::string string(std::string_view key);
  Node map(std::string_view key);
  std::vector<Node> list(std::string_view key, const CountRange& count = {});
  std::vector<double> numbers(std::string_view key, const CountRange& count = {},
                              const NumberRange& range = {});
  // Vector is any struct built from three numbers, such as Vec3; the range is each component's.
  template <class Vector> Vector vector3(std::string_view key, const NumberRange& range = {}) {
    return make_vector<Vector>(triple(require(key, "a list of three numbers"), range));
  }
  template <class Value>
  Value choice(std::string_view key, std::span<const Choice<Value>> choices) {
    return pick(require(key, "one of " + names_text(names_of(choices))), choices,
                choices.front().value);
  }
  template <class Value>
  Value choice(std::string_view key, std::initializer_list<Choice<Value>> choices) {
    return choice(key, std::span<const Choice<Value>>(choices.begin(), choices.size()));
  }

  // An optional key: the fallback when there is none. It is not checked against the range.
  double number_or(std::string_view key, double fallback, const NumberRange& range = {});
  std::int64_t integer_or(std::string_view key, std::int64_t fallback,
                          const IntegerRange& range = {});
  bool boolean_or(std::string_view key, bool fallback);
  std::string string_or(std::string_view key, std::string_view fallback);
  Node map_or_absent(std::string_view key);
  std::vector<Node> list_or_empty(std::string_view key, const CountRange& count = {});
  template <class Vector>
  Vector vector3_or(std::string_view key, const Vector& fallback, const NumberRange& range = {}) {
    const Node node = take(key);
    return node.present() ? make_vector<Vector>(triple(node, range)) : fallback;
  }
  template <class Value>
  Value choice_or(std::string_view key, Value fallback, std::span<const Choice<Value>> choices) {
    return pick(take(key), choices, fallback);
  }
  template <class Value>
  Value choice_or(std::string_view key, Value fallback,
                  std::initializer_list<Choice<Value>> choices) {
    return choice_or(key, fallback,
                     std::span<const Choice<Value>>(choices.begin(), choices.size()));
  }

  // Marks the key as known and gives its node, whatever it is; absent where there is none, or null.
  Node take(std::string_view key);
  // Marks every key as known, for a format that others may extend.
  void allow_unknown_keys() { unknown_allowed_ = true; }
  // Adds an error found elsewhere: a sub-map's finish(), a check across fields.
  void keep(MaybeError error);
  // Adds the verdict of a map inside that shares keys with this one. What is only missing in there
  // counts as missing here: a misspelt key of this map goes before, since it is the likely cause.
  void keep_shared(const MapReader& inner);
  // An error at this map's value of `key` (or at the map itself where it has none). Without effect
  // where the map itself is absent.
  void reject(std::string_view key, std::string message);
  template <class T> T keep(Result<T> result, T fallback = {}) {
    if (result.ok()) return std::move(result).value();
    keep(MaybeError(result.error()));
    return fallback;
  }

  // The first error found, else a key that nothing asked for (with the key that was probably
  // meant), else a missing key. Call once all keys have been asked for.
  [[nodiscard]] MaybeError finish() const;

 private:
  Node require(std::string_view key, std::string expected);
  [[nodiscard]] MaybeError unknown_key() const;
  static std::string names_text(std::span<const std::string_view> names);

  template <class Read, class... Args> auto value(Node node, Read read, const Args&... args) {
    using T = std::remove_cvref_t<decltype(read(node, args...).value())>;
    return node.present() ? keep(read(node, args...), T{}) : T{};
  }
  std::array<double, 3> triple(Node node, const NumberRange& range);
  template <class Vector> static Vector make_vector(const std::array<double, 3>& v) {
    return Vector{v[0], v[1], v[2]};
  }
  template <class Value>
  static std::vector<std::string_view> names_of(std::span<const Choice<Value>> choices) {
    std::vector<std::string_view> names;
    for (const Choice<Value>& choice : choices) names.push_back(choice.name);
    return names;
  }
  template <class Value>
  Value pick(Node node, std::span<const Choice<Value>> choices, Value fallback) {
    if (!node.present()) return fallback;
    const std::vector<std::string_view> names = names_of(choices);
    const Result<std::size_t> index = read_choice(node, names);
    if (index.ok()) return choices[index.value()].value;
    keep(MaybeError(index.error()));
    return fallback;
  }

  Node node_;
  std::vector<std::string> asked_;
  MaybeError first_error_;
  MaybeError missing_;
  bool unknown_allowed_ = false;
};

}  // namespace alula
