#include "document/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "core/assert.h"

namespace alula {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_one_of(std::string_view text, const std::array<std::string_view, 3>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}
bool is_infinity(std::string_view text) { return is_one_of(text, {".inf", ".Inf", ".INF"}); }
bool is_nan(std::string_view text) { return is_one_of(text, {".nan", ".NaN", ".NAN"}); }

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

std::string_view without_sign(std::string_view text) {
  const bool sign = !text.empty() && (text.front() == '+' || text.front() == '-');
  return text.substr(sign ? 1 : 0);
}

}  // namespace

bool is_number_text(std::string_view text) {
  if (is_nan(text)) return true;
  std::string_view rest = without_sign(text);
  if (is_infinity(rest)) return true;
  const std::size_t whole = count_digits(rest);
  const bool leading_zero = whole > 1 && rest.front() == '0';
  if (leading_zero) return false;
  rest.remove_prefix(whole);
  std::size_t fraction = 0;
  if (!rest.empty() && rest.front() == '.') {
    fraction = count_digits(rest.substr(1));
    rest.remove_prefix(1 + fraction);
  }
  if (whole + fraction == 0) return false;
  if (rest.empty()) return true;
  if (rest.front() != 'e' && rest.front() != 'E') return false;
  rest = without_sign(rest.substr(1));
  return !rest.empty() && count_digits(rest) == rest.size();
}

std::optional<double> number_from_text(std::string_view text) {
  if (is_nan(text)) return std::numeric_limits<double>::quiet_NaN();
  if (is_infinity(without_sign(text))) {
    const double infinity = std::numeric_limits<double>::infinity();
    return text.front() == '-' ? -infinity : infinity;
  }
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> integer_from_text(std::string_view text) {
  const std::string_view digits = !text.empty() && text.front() == '+' ? text.substr(1) : text;
  std::int64_t integer = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), integer);
  if (error == std::errc() && end == digits.data() + digits.size()) return integer;
  constexpr double kExact = 9007199254740992.0;  // 2^53
  const std::optional<double> value = number_from_text(text);
  const bool whole = value && std::fabs(*value) < kExact && std::trunc(*value) == *value;
  return whole ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

std::string shortest_text(double value) {
  std::array<char, 32> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  ALULA_ASSERT(error == std::errc());
  return {text.data(), end};
}

std::string_view number_advice(std::string_view text) {
  const std::string_view rest = without_sign(text);
  if (rest.empty()) return {};
  if (is_number_text(text)) return "leave out the quotes";
  if (!is_digit(rest.front()) && rest.front() != '.') {
    return rest == "inf" || rest == "nan" || rest == "NaN" ? "write .inf or .nan" : "";
  }
  if (rest.front() == '0' && rest.size() > 1 && rest[1] != '.' && rest[1] != ',') {
    return "only decimal numbers without leading zeros";
  }
  if (rest.find(',') != rest.npos) return "the decimal sign is a point";
  if (rest.find('_') != rest.npos || rest.find('\'') != rest.npos)
    return "digits stand without separators";
  if (rest.find(':') != rest.npos) return "only decimal numbers";
  return "the unit stands in the key, not behind the number";
}

}  // namespace alula
