#include "analysis/test_stand_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "document/number_text.h"
#include "document/spelling.h"
#include "earth/standard_gravity.h"

namespace alula {
namespace {

enum Column : std::size_t { rpm, thrust_g, thrust_n, torque_n_m, voltage_v, power_w, current_a };
constexpr std::array<std::string_view, 7> kNames{"rpm",       "thrust_g", "thrust_n", "torque_n_m",
                                                 "voltage_v", "power_w",  "current_a"};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Up to the next separator, which is taken off the text.
std::string_view cut(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view piece = text.substr(0, end);
  text = end == text.npos ? std::string_view() : text.substr(end + 1);
  return trimmed(piece);
}

class Reader {
 public:
  explicit Reader(std::string_view name) : name_(name) {}

  MaybeError take(int line, std::string_view text) {
    return has_header_ ? take_row(line, text) : take_header(line, text);
  }
  Result<std::vector<TestStandRow>> result() && {
    if (!has_header_) return error(1, "has no header; expected " + joined(kNames));
    if (rows_.size() < 2) return error(1, "has fewer than 2 rows of numbers");
    return std::move(rows_);
  }

 private:
  [[nodiscard]] Error error(int line, std::string message) const {
    return {ErrorCode::bad_format, name_ + ":" + std::to_string(line), std::move(message)};
  }

  MaybeError take_header(int line, std::string_view text) {
    has_header_ = true;
    for (std::size_t place = 0; !text.empty(); ++place) {
      const std::string_view word = cut(text, ',');
      const auto found = std::find(kNames.begin(), kNames.end(), word);
      if (found != kNames.end()) place_[static_cast<std::size_t>(found - kNames.begin())] = place;
    }
    for (const auto& [column, other] : {std::pair{rpm, rpm},
                                        {thrust_g, thrust_n},
                                        {torque_n_m, torque_n_m},
                                        {voltage_v, voltage_v},
                                        {power_w, current_a}}) {
      if (place_[column] || place_[other]) continue;
      std::string wanted = quoted(kNames[column]);
      if (other != column) wanted += " or " + quoted(kNames[other]);
      return error(line, "the column " + wanted + " is missing");
    }
    return std::nullopt;
  }

  MaybeError take_row(int line, std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) words.push_back(cut(text, ','));
    std::array<double, kNames.size()> value{};
    for (std::size_t column = 0; column < kNames.size(); ++column) {
      if (!place_[column]) continue;
      const std::size_t place = *place_[column];
      const std::string_view word = place < words.size() ? words[place] : std::string_view();
      const std::optional<double> number =
          is_number_text(word) ? number_from_text(word) : std::nullopt;
      if (!number || !(*number > 0.0) || !std::isfinite(*number))
        return error(line, std::string(kNames[column]) + ": expected a number above 0, found " +
                               quoted(word));
      value[column] = *number;
    }
    TestStandRow row{.line = line};
    row.speed_rad_s = value[rpm] * 2.0 * std::numbers::pi / 60.0;
    row.thrust_n = place_[thrust_n] ? value[thrust_n] : 1e-3 * kStandardGravity * value[thrust_g];
    row.torque_n_m = value[torque_n_m];
    row.voltage_v = value[voltage_v];
    row.power_w = place_[power_w] ? value[power_w] : value[voltage_v] * value[current_a];
    rows_.push_back(row);
    return std::nullopt;
  }

  std::string name_;
  bool has_header_ = false;
  std::array<std::optional<std::size_t>, kNames.size()> place_{};
  std::vector<TestStandRow> rows_;
};

}  // namespace

Result<std::vector<TestStandRow>> parse_test_stand_table(std::string_view text,
                                                         std::string_view name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Reader reader(name);
  for (int line = 1; !text.empty(); ++line) {
    const std::string_view content = cut(text, '\n');
    if (content.empty() || content.front() == '#') continue;
    if (MaybeError error = reader.take(line, content)) return *error;
  }
  return std::move(reader).result();
}

}  // namespace alula
