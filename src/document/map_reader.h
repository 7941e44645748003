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
//
// {"mass_kg", "Of all that flies"} in place of a key alone says what it means. These words, and the
// ranges and fallbacks beside them, are the reference and the JSON Schemas (explore.h). So what is
// asked for must not depend on ok(): read first, then check across fields.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/field_spec.h"
#include "document/reading_log.h"

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
  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] bool ok() const { return node_.present() && !first_error_ && !missing_; }

  // A required key. A key whose value is null counts as missing.
  double number(const Key& key, const NumberRange& range = {});
  std::int64_t integer(const Key& key, const IntegerRange& range = {});
  bool boolean(const Key& key);
  std::string string(const Key& key);
  Node map(const Key& key);
  std::vector<Node> list(const Key& key, const CountRange& count = {});
  std::vector<double> numbers(const Key& key, const CountRange& count = {},
                              const NumberRange& range = {});
  // The same where null stands for a number that is not given: NaN.
  std::vector<double> numbers_or_nulls(const Key& key, const CountRange& count = {});
  // Vector is any struct built from three numbers, such as Vec3; the range is each component's.
  template <class Vector> Vector vector3(const Key& key, const NumberRange& range = {}) {
    note(key, triple_spec(range, true, {}));
    return make_vector<Vector>(triple(require(key.name, "a list of three numbers"), range));
  }
  template <class Value> Value choice(const Key& key, std::span<const Choice<Value>> choices) {
    const std::vector<std::string_view> names = names_of(choices);
    return choices[word(key, names)].value;
  }
  template <class Value>
  Value choice(const Key& key, std::initializer_list<Choice<Value>> choices) {
    return choice(key, std::span<const Choice<Value>>(choices.begin(), choices.size()));
  }
  // Index of the word in `names`.
  std::size_t word(const Key& key, std::span<const std::string_view> names);

  // An optional key: the fallback when there is none. It is not checked against the range.
  double number_or(const Key& key, double fallback, const NumberRange& range = {});
  // `derived`: what the rest of the file says; the key is required where it says nothing.
  double number_or_derived(const Key& key, std::optional<double> derived,
                           const NumberRange& range = {});
  std::int64_t integer_or(const Key& key, std::int64_t fallback, const IntegerRange& range = {});
  bool boolean_or(const Key& key, bool fallback);
  std::string string_or(const Key& key, std::string_view fallback);
  Node map_or_absent(const Key& key);
  std::vector<Node> list_or_empty(const Key& key, const CountRange& count = {});
  template <class Vector>
  Vector vector3_or(const Key& key, const Vector& fallback, const NumberRange& range = {}) {
    const auto& [x, y, z] = fallback;
    note(key, triple_spec(range, false, {x, y, z}));
    const Node node = take(key.name);
    return node.present() ? make_vector<Vector>(triple(node, range)) : fallback;
  }
  template <class Value>
  Value choice_or(const Key& key, Value fallback, std::span<const Choice<Value>> choices) {
    const std::vector<std::string_view> names = names_of(choices);
    const auto usual = std::ranges::find(choices, fallback, &Choice<Value>::value);
    const std::size_t index = word_or(key, names, std::size_t(usual - choices.begin()));
    return index < choices.size() ? choices[index].value : fallback;
  }
  template <class Value>
  Value choice_or(const Key& key, Value fallback, std::initializer_list<Choice<Value>> choices) {
    return choice_or(key, fallback,
                     std::span<const Choice<Value>>(choices.begin(), choices.size()));
  }
  std::vector<std::array<double, 3>> vectors_or_empty(const Key& key, const CountRange& count = {});
  // A map whose keys are names of the user's.
  std::vector<std::pair<std::string, double>> named_numbers_or_empty(const Key& key);
  // A map, or a string where that says the same in short: one of `words`, or any when there are
  // none; `phrase` is what messages call it ("the name of a world").
  Node map_or_string(const Key& key, std::string_view phrase,
                     std::span<const std::string_view> words = {});

  // Marks the key as known and gives its node, whatever it is; absent where there is none, or null.
  Node take(const Key& key);
  // Marks every key as known, for a format that others may extend.
  void allow_unknown_keys();
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
  Node take_map(std::string_view key);
  [[nodiscard]] bool asked_for(std::string_view key) const;
  [[nodiscard]] MaybeError unknown_key() const;
  [[nodiscard]] MaybeError misspelt_key() const;
  std::size_t word_or(const Key& key, std::span<const std::string_view> names,
                      std::size_t fallback);
  void note(const Key& key, FieldSpec spec) const;
  static FieldSpec triple_spec(const NumberRange& range, bool required,
                               const std::vector<double>& fallback);

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

  Node node_;
  ReadingLog* log_ = nullptr;  // of a probe
  std::vector<std::string> asked_;
  MaybeError first_error_;
  MaybeError missing_;
  std::string missing_key_;  // that missing_ speaks of
  bool unknown_allowed_ = false;
};

}  // namespace alula
