// document/field_spec.h: what a reader asks of one key, as data. MapReader hands it to a
// ReadingLog, and from there it becomes the reference and the JSON Schemas: what a file may hold is
// stated once, where it is read.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/read_value.h"

namespace alula {

// A key and its meaning in a phrase. `otherwise` says what holds without the key where no constant
// of the code does ("the centre of mass").
struct Key {
  // Implicit by design: a name alone is a key.
  template <class Name>
    requires std::convertible_to<const Name&, std::string_view>
  Key(const Name& key, std::string_view meaning = {}, std::string_view without = {})  // NOLINT
      : name(key), about(meaning), otherwise(without) {}

  std::string_view name;
  std::string_view about;
  std::string_view otherwise;
};

enum class FieldKind : std::uint8_t {
  unknown,  // asked for, not yet read
  any,      // read as one thing here and another there
  number,
  integer,
  boolean,
  string,
  word,           // one of `words`
  numbers,        // a list of numbers
  vectors,        // a list of lists of three numbers
  named_numbers,  // a map from any name to a number
  map,
  list,
  map_or_string  // a string of `words` where there are any
};

struct FieldSpec {
  FieldKind kind = FieldKind::unknown;
  bool required = false;
  bool branches = false;  // the reader asks whether the key is there
  bool nulls = false;     // numbers: null stands for one that is not given
  NumberRange range{};    // of each number
  CountRange count{};     // of a list
  std::vector<std::string> words{};
  std::string fallback{};  // as JSON; empty where there is none
};

NumberRange number_range(const IntegerRange& range);
// Takes what a second reader of the same key allows besides.
void widen(FieldSpec& spec, const FieldSpec& other);

}  // namespace alula
