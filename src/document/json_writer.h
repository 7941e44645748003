// document/json_writer.h: JSON text in the order of the calls, the same bytes for the same values
// everywhere. Numbers are the shortest text that reads back as the same double; what is not finite
// becomes null.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/number_text.h"

namespace alula {

// Two blanks a level, one field a line, lists of scalars on one line. Fields inside maps, values
// inside lists.
class JsonWriter {
 public:
  JsonWriter() = default;

  JsonWriter& open_map();  // the root, or an entry of a list
  JsonWriter& open_map(std::string_view key);
  JsonWriter& open_list();
  JsonWriter& open_list(std::string_view key);
  JsonWriter& close();

  JsonWriter& field(std::string_view key, double value);
  JsonWriter& field(std::string_view key, std::int64_t value);
  JsonWriter& field(std::string_view key, std::uint64_t value);
  JsonWriter& field(std::string_view key, int value) {
    return field(key, static_cast<std::int64_t>(value));
  }
  JsonWriter& field(std::string_view key, bool value);
  JsonWriter& field(std::string_view key, std::string_view value);
  JsonWriter& field(std::string_view key, const char* value) {
    return field(key, std::string_view(value));
  }
  JsonWriter& null_field(std::string_view key);
  // `json`: the text of one value, as text() gives it.
  JsonWriter& json_field(std::string_view key, std::string_view json);

  JsonWriter& value(double value);
  JsonWriter& value(std::int64_t value);
  JsonWriter& value(bool value);
  JsonWriter& value(std::string_view value);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& null_value();

  // The whole text, with a line end. Every map and list must be closed.
  [[nodiscard]] std::string text() const;

 private:
  struct Level {
    bool is_map = false;
    bool empty = true;
    bool on_one_line = false;
  };
  void begin_entry();
  void begin_field(std::string_view key);
  void scalar(std::string_view text);
  void open(bool is_map);

  std::string text_;
  std::vector<Level> levels_;
};

// The JSON string of a UTF-8 text, with its quotes.
std::string json_quoted(std::string_view text);

}  // namespace alula
