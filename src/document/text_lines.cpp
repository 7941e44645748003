#include "document/text_lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "document/load.h"
#include "document/number_text.h"
#include "document/spelling.h"

namespace alula {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::vector<std::string_view> split_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  std::size_t begin = line.find_first_not_of(kBlank);
  while (begin != line.npos) {
    const std::size_t end = std::min(line.find_first_of(kBlank, begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(kBlank, end);
  }
  return fields;
}

}  // namespace

Result<std::vector<TextRecord>> read_records(std::string_view text, std::string_view name,
                                             std::string_view expected) {
  const Result<std::string_view> plain = plain_text(text, name, expected);
  if (!plain.ok()) return plain.error();
  std::string_view rest = *plain;
  std::vector<TextRecord> records;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    TextRecord record{number, split_fields(rest.substr(0, end))};
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool remark = record.fields.empty() || record.fields.front().starts_with('#');
    if (!remark) records.push_back(std::move(record));
  }
  if (records.empty()) {
    return record_error(name, 1, {},
                        "holds nothing but blanks and remarks; expected " + std::string(expected));
  }
  return records;
}

std::optional<double> field_number(std::string_view field) {
  if (field.size() > 1 && field.front() == '+' && field[1] != '-') field.remove_prefix(1);
  double value = 0.0;
  const auto [end, fault] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (fault != std::errc() || end != field.data() + field.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> field_integer(std::string_view field) {
  return is_number_text(field) ? integer_from_text(field) : std::nullopt;
}

Error record_error(std::string_view name, int line, std::string_view key, std::string message) {
  std::string where = name_in_message(name) + ":" + std::to_string(line);
  if (!key.empty()) where += ": " + one_line(key);
  return {ErrorCode::bad_format, std::move(where), std::move(message)};
}

}  // namespace alula
