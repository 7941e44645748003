// document/read_value.h: one node to one typed value, or the Error that names the place, what
// stands there and what was expected. MapReader is the usual way in.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/node.h"

namespace alula {

// What a number must obey. Infinity and NaN (.inf and .nan in YAML) are refused unless asked for.
struct NumberRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double min_exclusive = -std::numeric_limits<double>::infinity();
  double max_exclusive = std::numeric_limits<double>::infinity();
  bool allow_infinite = false;
  bool allow_nan = false;
};

inline constexpr NumberRange kPositive{.min_exclusive = 0.0};
inline constexpr NumberRange kNotNegative{.min = 0.0};

struct IntegerRange {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
};

// How many entries a list must have.
struct CountRange {
  std::size_t min = 0;
  std::size_t max = std::numeric_limits<std::size_t>::max();
};

Result<double> read_number(Node node, const NumberRange& range = {});
// A number without fraction: 3, 3.0 and 3e0 are the same integer.
Result<std::int64_t> read_integer(Node node, const IntegerRange& range = {});
Result<bool> read_boolean(Node node);  // true or false; yes, on and 1 are refused
Result<std::string> read_string(Node node);
Result<std::vector<Node>> read_list(Node node, const CountRange& count = {});
Result<std::vector<double>> read_numbers(Node node, const CountRange& count = {},
                                         const NumberRange& range = {});
Result<std::array<double, 3>> read_triple(Node node, const NumberRange& range = {});
// Index of the node's string in `names`; the error lists them, the nearest first to mind.
Result<std::size_t> read_choice(Node node, std::span<const std::string_view> names);

// "a number above 0 and at most 5", for messages.
std::string describe(const NumberRange& range);
std::string describe(const IntegerRange& range);
std::string describe(std::span<const std::string_view> words);

}  // namespace alula
