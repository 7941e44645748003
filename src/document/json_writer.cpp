#include "document/json_writer.h"

#include <cmath>

#include "core/assert.h"

namespace alula {

std::string json_quoted(std::string_view text) {
  constexpr char kHexDigits[] = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (c == '\n') {
      result += "\\n";
    } else if (byte < 0x20u || byte == 0x7fu) {
      result += {'\\', 'u', '0', '0', kHexDigits[byte >> 4u], kHexDigits[byte & 15u]};
    } else {
      result += c;
    }
  }
  return result + '"';
}

JsonWriter& JsonWriter::open_map() {
  begin_entry();
  open(true);
  return *this;
}
JsonWriter& JsonWriter::open_map(std::string_view key) {
  begin_field(key);
  open(true);
  return *this;
}
JsonWriter& JsonWriter::open_list() {
  begin_entry();
  open(false);
  return *this;
}
JsonWriter& JsonWriter::open_list(std::string_view key) {
  begin_field(key);
  open(false);
  return *this;
}

JsonWriter& JsonWriter::close() {
  ALULA_ASSERT(!levels_.empty());
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && !level.on_one_line) text_ += '\n' + std::string(2 * levels_.size(), ' ');
  text_ += level.is_map ? '}' : ']';
  return *this;
}

namespace {
std::string number_text(double value) {
  return std::isfinite(value) ? shortest_text(value) : "null";
}
}  // namespace

JsonWriter& JsonWriter::field(std::string_view key, double value) {
  begin_field(key);
  text_ += number_text(value);
  return *this;
}
JsonWriter& JsonWriter::field(std::string_view key, std::int64_t value) {
  begin_field(key);
  text_ += std::to_string(value);
  return *this;
}
JsonWriter& JsonWriter::field(std::string_view key, std::uint64_t value) {
  begin_field(key);
  text_ += std::to_string(value);
  return *this;
}
JsonWriter& JsonWriter::field(std::string_view key, bool value) {
  begin_field(key);
  text_ += value ? "true" : "false";
  return *this;
}
JsonWriter& JsonWriter::field(std::string_view key, std::string_view value) {
  begin_field(key);
  text_ += json_quoted(value);
  return *this;
}
JsonWriter& JsonWriter::null_field(std::string_view key) { return json_field(key, "null"); }

JsonWriter& JsonWriter::json_field(std::string_view key, std::string_view json) {
  begin_field(key);
  while (json.ends_with('\n')) json.remove_suffix(1);
  const std::string indent(2 * levels_.size(), ' ');
  for (const char c : json) {
    text_ += c;
    if (c == '\n') text_ += indent;
  }
  return *this;
}

JsonWriter& JsonWriter::value(double value) {
  scalar(number_text(value));
  return *this;
}
JsonWriter& JsonWriter::value(std::int64_t value) {
  scalar(std::to_string(value));
  return *this;
}
JsonWriter& JsonWriter::value(bool value) {
  scalar(value ? "true" : "false");
  return *this;
}
JsonWriter& JsonWriter::value(std::string_view value) {
  scalar(json_quoted(value));
  return *this;
}

JsonWriter& JsonWriter::null_value() {
  scalar("null");
  return *this;
}

std::string JsonWriter::text() const {
  ALULA_ASSERT(levels_.empty());
  return text_ + '\n';
}

// A map or list as an entry of a list goes on a line of its own.
void JsonWriter::begin_entry() {
  if (levels_.empty()) {
    ALULA_ASSERT(text_.empty());
    return;
  }
  Level& level = levels_.back();
  ALULA_ASSERT(!level.is_map);
  if (!level.empty) text_ += ',';
  text_ += '\n' + std::string(2 * levels_.size(), ' ');
  level.empty = false;
  level.on_one_line = false;
}

void JsonWriter::begin_field(std::string_view key) {
  ALULA_ASSERT(!levels_.empty());
  Level& level = levels_.back();
  ALULA_ASSERT(level.is_map);
  if (!level.empty) text_ += ',';
  text_ += '\n' + std::string(2 * levels_.size(), ' ') + json_quoted(key) + ": ";
  level.empty = false;
}

void JsonWriter::scalar(std::string_view text) {
  ALULA_ASSERT(!levels_.empty());
  Level& level = levels_.back();
  ALULA_ASSERT(!level.is_map);
  if (!level.empty) text_ += ", ";
  text_ += text;
  level.empty = false;
  level.on_one_line = true;
}

void JsonWriter::open(bool is_map) {
  text_ += is_map ? '{' : '[';
  levels_.push_back({.is_map = is_map, .empty = true, .on_one_line = false});
}

}  // namespace alula
