// log/ulog_format.h: how the records of a ULog topic are laid out, worked out from the format
// messages of a file that may be damaged or hostile: sizes, counts and depth are bounded, and
// circles are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "log/numbers.h"

namespace alula {

enum class UlogNumber : std::uint8_t {
  i8,
  u8,
  i16,
  u16,
  i32,
  u32,
  i64,
  u64,
  f32,
  f64,
  boolean,
  character
};
std::optional<UlogNumber> ulog_number(std::string_view type);  // "uint8_t" and so on
std::size_t size_of(UlogNumber number);
// Of a value whose type is a number or an array of them, "char[12]"; nothing for other types.
std::optional<std::size_t> ulog_value_bytes(std::string_view type);
// Any of them as a double; integers above 2^53 lose their last bits. `at` must hold size_of(number)
// bytes.
double ulog_value(UlogNumber number, const std::byte* at);
// How many bytes hold any of them without loss, integers above 2^53 apart.
Numbers::Width width_of(UlogNumber number);

// A number of a record, with nested formats and arrays unrolled: "current.lat", "esc[0].esc_rpm",
// "q[3]".
struct UlogField {
  std::string name;
  UlogNumber number = UlogNumber::u8;
  std::size_t offset = 0;  // in the record
};

// How long a record may be: padding at its end need not be written.
struct UlogRecordSize {
  std::size_t min = 0, max = 0;  // both 0: there is no such record

  [[nodiscard]] bool known() const { return max > 0; }
  [[nodiscard]] bool fits(std::size_t bytes) const { return bytes >= min && bytes <= max; }
};

class UlogFormats {
 public:
  // The text of a format message, "name:type field;type[n] field;...". False when it cannot be
  // understood.
  bool add(std::string_view text);
  [[nodiscard]] std::size_t size() const { return formats_.size(); }
  [[nodiscard]] bool contains(const std::string& name) const { return formats_.contains(name); }

  // Unknown when the format is, refers to an unknown one or to itself, or is longer than a message
  // can be.
  [[nodiscard]] UlogRecordSize record_size(const std::string& name);
  // The fields of a topic, padding left out; empty when its record size is not known. Up to 65,535
  // of them: to be asked for when there is a record.
  [[nodiscard]] std::vector<UlogField> fields_of(const std::string& name);

 private:
  struct Member {
    std::string type, name;
    std::size_t count = 1;
    bool is_array = false;
  };
  struct Format {
    std::vector<Member> members;
    UlogRecordSize size;  // unknown: not worked out, or impossible
    int height = 0;       // formats below each other, this one included
    bool visited = false;
  };
  static bool is_padding(const Member& member);
  UlogRecordSize size_of_type(const std::string& type, int depth);
  [[nodiscard]] int height_of(const std::string& type) const;
  void unroll(const Format& format, const std::string& prefix, std::size_t& offset,
              std::vector<UlogField>& fields);

  std::map<std::string, Format> formats_;
};

}  // namespace alula
