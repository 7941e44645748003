#include "document/read_value.h"

#include <cmath>

#include "document/number_text.h"
#include "document/spelling.h"

namespace alula {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kIntegerMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kIntegerMax = std::numeric_limits<std::int64_t>::max();

Error unexpected(Node node, const std::string& expected, std::string_view advice = {}) {
  std::string message = "expected " + expected + ", found " + node.description();
  if (!advice.empty()) message += "; " + std::string(advice);
  return node.error(std::move(message));
}

bool in_range(double value, const NumberRange& range) {
  if (std::isnan(value)) return range.allow_nan;
  if (std::isinf(value) && !range.allow_infinite) return false;
  return value >= range.min && value <= range.max &&
         (value > range.min_exclusive || range.min_exclusive == -kInfinity) &&
         (value < range.max_exclusive || range.max_exclusive == kInfinity);
}

std::string describe(const CountRange& count) {
  const bool bounded = count.max != std::numeric_limits<std::size_t>::max();
  if (bounded && count.min == count.max) return "a list of " + std::to_string(count.min);
  std::string text = "a list";
  if (count.min > 0) text += " of at least " + std::to_string(count.min);
  if (bounded)
    text += (count.min > 0 ? " and at most " : " of at most ") + std::to_string(count.max);
  return text;
}

}  // namespace

std::string describe(const NumberRange& range) {
  const bool closed = range.min > -kInfinity && range.max < kInfinity;
  if (closed)
    return "a number from " + shortest_text(range.min) + " to " + shortest_text(range.max);
  std::string low, high;
  if (range.min > -kInfinity) low = " of at least " + shortest_text(range.min);
  if (range.min_exclusive > -kInfinity) low = " above " + shortest_text(range.min_exclusive);
  if (range.max < kInfinity)
    high = (low.empty() ? " of at most " : " and at most ") + shortest_text(range.max);
  if (range.max_exclusive < kInfinity)
    high = (low.empty() ? " below " : " and below ") + shortest_text(range.max_exclusive);
  const bool finite_only = !range.allow_infinite && !range.allow_nan && low.empty() && high.empty();
  return (finite_only ? "a finite number" : "a number") + low + high;
}

std::string describe(const IntegerRange& range) {
  if (range.min == range.max) return std::to_string(range.min);
  const bool closed = range.min > kIntegerMin && range.max < kIntegerMax;
  if (closed)
    return "a whole number from " + std::to_string(range.min) + " to " + std::to_string(range.max);
  std::string low, high;
  if (range.min > kIntegerMin) low = " of at least " + std::to_string(range.min);
  if (range.max < kIntegerMax)
    high = (low.empty() ? " of at most " : " and at most ") + std::to_string(range.max);
  return "a whole number" + low + high;
}

std::string describe(std::span<const std::string_view> words) {
  return words.size() == 1 ? quoted(words.front()) : "one of " + joined(words);
}

Result<double> read_number(Node node, const NumberRange& range) {
  if (node.kind() != NodeKind::number) {
    const bool text = node.kind() == NodeKind::string;
    return unexpected(node, describe(range), text ? number_advice(node.text()) : "");
  }
  const std::optional<double> value = number_from_text(node.text());
  if (!value) return unexpected(node, describe(range), "it does not fit a double");
  if (!in_range(*value, range)) return unexpected(node, describe(range));
  return *value;
}

Result<std::int64_t> read_integer(Node node, const IntegerRange& range) {
  if (node.kind() != NodeKind::number) {
    const bool text = node.kind() == NodeKind::string;
    return unexpected(node, describe(range), text ? number_advice(node.text()) : "");
  }
  const std::optional<std::int64_t> integer = integer_from_text(node.text());
  if (!integer || *integer < range.min || *integer > range.max)
    return unexpected(node, describe(range));
  return *integer;
}

Result<bool> read_boolean(Node node) {
  if (node.kind() != NodeKind::boolean) return unexpected(node, "true or false");
  return node.text() == "true";
}

Result<std::string> read_string(Node node) {
  if (node.kind() == NodeKind::string) return std::string(node.text());
  const bool scalar = node.kind() == NodeKind::number || node.kind() == NodeKind::boolean;
  return unexpected(node, "a string", scalar ? "put it in quotes" : "");
}

Result<std::vector<Node>> read_list(Node node, const CountRange& count) {
  const bool good =
      node.kind() == NodeKind::list && node.size() >= count.min && node.size() <= count.max;
  if (!good) return unexpected(node, describe(count));
  std::vector<Node> entries;
  for (std::size_t i = 0; i < node.size(); ++i) entries.push_back(node[i]);
  return entries;
}

Result<std::vector<double>> read_numbers(Node node, const CountRange& count,
                                         const NumberRange& range) {
  const Result<std::vector<Node>> entries = read_list(node, count);
  if (!entries.ok()) {
    return unexpected(node,
                      describe(count) + (describe(count) == "a list" ? " of numbers" : " numbers"));
  }
  std::vector<double> numbers;
  for (const Node entry : entries.value()) {
    const Result<double> number = read_number(entry, range);
    if (!number.ok()) return number.error();
    numbers.push_back(number.value());
  }
  return numbers;
}

Result<std::array<double, 3>> read_triple(Node node, const NumberRange& range) {
  const Result<std::vector<double>> numbers = read_numbers(node, {.min = 3, .max = 3}, range);
  if (!numbers.ok()) return numbers.error();
  const std::vector<double>& v = numbers.value();
  return std::array<double, 3>{v[0], v[1], v[2]};
}

Result<std::size_t> read_choice(Node node, std::span<const std::string_view> names) {
  const std::string expected = describe(names);
  if (node.kind() != NodeKind::string) return unexpected(node, expected);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == node.text()) return i;
  }
  const std::string_view nearest = nearest_word(node.text(), names);
  return unexpected(node, expected, nearest.empty() ? "" : "did you mean " + quoted(nearest) + "?");
}

}  // namespace alula
