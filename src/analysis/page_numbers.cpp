#include "analysis/page_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace alula {
namespace {

constexpr double kSteps = 1e5;           // in the range of a column
constexpr double kMultipleMax = 1e14;    // below 2^53: exact as a double in every browser
constexpr double kExponentMin = -290.0;  // powers of ten beyond lose digits, or overflow
constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

struct Range {
  double min = 0.0, max = 0.0;
};
Range range_of(std::span<const double> values) {
  Range range;
  bool first = true;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    range.min = first ? value : std::min(range.min, value);
    range.max = first ? value : std::max(range.max, value);
    first = false;
  }
  return range;
}

int exponent_of(const Range& range) {
  const double size = std::max(std::abs(range.min), std::abs(range.max));
  if (size == 0.0) return 0;
  double step = range.max / kSteps - range.min / kSteps;  // the difference itself might overflow
  if (step == 0.0) step = size / kSteps;
  step = std::max(step, size / kMultipleMax);
  return static_cast<int>(std::max(std::floor(std::log10(step)), kExponentMin));
}

void append(std::string& text, std::int64_t difference) {
  auto rest = static_cast<std::uint64_t>(difference) << 1u;
  if (difference < 0) rest = ~rest;
  for (; rest >= 32u; rest >>= 5u) text += kDigits[32u + (rest & 31u)];
  text += kDigits[rest];
}

}  // namespace

PageNumbers encode_numbers(std::span<const double> values) {
  PageNumbers numbers;
  numbers.exponent = exponent_of(range_of(values));
  // Dividing by 1000 is exact where multiplying by 0.001 is not.
  const double power = std::pow(10.0, std::abs(numbers.exponent));
  std::int64_t last = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      numbers.text += '.';
      continue;
    }
    const std::int64_t multiple =
        std::llround(numbers.exponent < 0 ? value * power : value / power);
    append(numbers.text, multiple - last);
    last = multiple;
  }
  return numbers;
}

}  // namespace alula
