// document/text_lines.h: the plain-text formats of ground stations: a record a line, its fields
// separated by tabs or blanks, # for remarks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace alula {

// Views into the text that was read.
struct TextRecord {
  int line = 0;  // from 1
  std::vector<std::string_view> fields;
};

// The records of a text, without blank lines and remarks. LF or CRLF ends a line; a byte order mark
// is passed over. `expected` ends the message for a text that holds no record. Errors: bad_format,
// also for what is no UTF-8 text.
Result<std::vector<TextRecord>> read_records(std::string_view text, std::string_view name,
                                             std::string_view expected);

// A field as a number as programs print them; "nan" and "inf" are numbers here. Nothing for all
// else.
std::optional<double> field_number(std::string_view field);
// A field as a whole number, however it is spelt.
std::optional<std::int64_t> field_integer(std::string_view field);

// "file:12: key: message"; no key when it is empty.
Error record_error(std::string_view name, int line, std::string_view key, std::string message);

}  // namespace alula
