#include "log/ulog_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

namespace alula {

namespace {

constexpr std::size_t kRecordBytesLimit = 0xffff;  // a message cannot be longer
constexpr int kDepthLimit = 8;
// Every element of an array repeats the name in its own.
constexpr std::size_t kNameBytesLimit = 100;

struct NumberType {
  std::string_view name;
  UlogNumber number;
  std::size_t bytes;
};
constexpr std::array<NumberType, 12> kNumberTypes{{{"int8_t", UlogNumber::i8, 1},
                                                   {"uint8_t", UlogNumber::u8, 1},
                                                   {"int16_t", UlogNumber::i16, 2},
                                                   {"uint16_t", UlogNumber::u16, 2},
                                                   {"int32_t", UlogNumber::i32, 4},
                                                   {"uint32_t", UlogNumber::u32, 4},
                                                   {"int64_t", UlogNumber::i64, 8},
                                                   {"uint64_t", UlogNumber::u64, 8},
                                                   {"float", UlogNumber::f32, 4},
                                                   {"double", UlogNumber::f64, 8},
                                                   {"bool", UlogNumber::boolean, 1},
                                                   {"char", UlogNumber::character, 1}}};

template <class T> double number_at(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}

// "float[3]" to "float" and 3. False when the brackets hold no sensible count.
bool split_array(std::string_view type, std::string& base, std::size_t& count, bool& is_array) {
  const std::size_t open = type.find('[');
  base = std::string(type.substr(0, open));
  is_array = open != std::string_view::npos;
  if (!is_array) return !base.empty();
  const std::string_view digits = type.substr(open + 1, type.size() - open - 2);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  const bool complete =
      error == std::errc() && end == digits.data() + digits.size() && type.back() == ']';
  return complete && count > 0 && count <= kRecordBytesLimit && !base.empty();
}

}  // namespace

std::optional<UlogNumber> ulog_number(std::string_view type) {
  for (const NumberType& known : kNumberTypes)
    if (known.name == type) return known.number;
  return std::nullopt;
}

std::size_t size_of(UlogNumber number) {
  return kNumberTypes[static_cast<std::size_t>(number)].bytes;
}

std::optional<std::size_t> ulog_value_bytes(std::string_view type) {
  std::string base;
  std::size_t count = 1;
  bool is_array = false;
  if (!split_array(type, base, count, is_array)) return std::nullopt;
  const auto number = ulog_number(base);
  return number ? std::optional(count * size_of(*number)) : std::nullopt;
}

double ulog_value(UlogNumber number, const std::byte* at) {
  switch (number) {
    case UlogNumber::i8:
      return number_at<std::int8_t>(at);
    case UlogNumber::u8:
    case UlogNumber::boolean:
    case UlogNumber::character:
      return number_at<std::uint8_t>(at);
    case UlogNumber::i16:
      return number_at<std::int16_t>(at);
    case UlogNumber::u16:
      return number_at<std::uint16_t>(at);
    case UlogNumber::i32:
      return number_at<std::int32_t>(at);
    case UlogNumber::u32:
      return number_at<std::uint32_t>(at);
    case UlogNumber::i64:
      return number_at<std::int64_t>(at);
    case UlogNumber::u64:
      return number_at<std::uint64_t>(at);
    case UlogNumber::f32:
      return number_at<float>(at);
    case UlogNumber::f64:
      return number_at<double>(at);
  }
  return 0.0;
}

Numbers::Width width_of(UlogNumber number) {
  const bool is_narrow = number == UlogNumber::f32 || size_of(number) < 4;
  return is_narrow ? Numbers::Width::four_bytes : Numbers::Width::eight_bytes;
}

// Only numbers: a nested record of that name holds something.
bool UlogFormats::is_padding(const Member& member) {
  return member.name.starts_with("_padding") && ulog_number(member.type);
}

bool UlogFormats::add(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  Format format;
  std::string_view rest = text.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t semicolon = rest.find(';');
    const std::string_view field = rest.substr(0, semicolon);
    rest = semicolon == std::string_view::npos ? std::string_view() : rest.substr(semicolon + 1);
    if (field.empty()) continue;
    const std::size_t space = field.find(' ');
    if (space == std::string_view::npos) return false;
    Member member;
    member.name = std::string(field.substr(space + 1));
    if (member.name.empty() || member.name.size() > kNameBytesLimit) return false;
    if (!split_array(field.substr(0, space), member.type, member.count, member.is_array))
      return false;
    format.members.push_back(std::move(member));
  }
  if (format.members.empty()) return false;
  return formats_.emplace(std::string(text.substr(0, colon)), std::move(format)).second;
}

UlogRecordSize UlogFormats::size_of_type(const std::string& type, int depth) {
  if (const auto number = ulog_number(type)) return {size_of(*number), size_of(*number)};
  const auto found = formats_.find(type);
  if (found == formats_.end() || depth > kDepthLimit) return {};
  Format& format = found->second;
  if (format.visited)
    return format.size;  // while it is being worked out: unknown, which refuses a circle
  format.visited = true;
  UlogRecordSize sum;
  for (const Member& member : format.members) {
    const UlogRecordSize size = size_of_type(member.type, depth + 1);
    if (!size.known()) return {};
    format.height = std::max(format.height, height_of(member.type) + 1);
    if (format.height > kDepthLimit) return {};
    if (!is_padding(member) && size.min > 0)
      sum.min = sum.max + size.max * (member.count - 1) + size.min;
    sum.max += size.max * member.count;
    if (sum.max > kRecordBytesLimit) return {};
  }
  format.size = sum;
  return sum;
}

// Of a type whose size is known.
int UlogFormats::height_of(const std::string& type) const {
  return ulog_number(type) ? 0 : formats_.find(type)->second.height;
}

UlogRecordSize UlogFormats::record_size(const std::string& name) {
  return contains(name) ? size_of_type(name, 0) : UlogRecordSize{};
}

void UlogFormats::unroll(const Format& format, const std::string& prefix, std::size_t& offset,
                         std::vector<UlogField>& fields) {
  for (const Member& member : format.members) {
    const auto number = ulog_number(member.type);
    if (is_padding(member)) {
      offset += member.count * size_of_type(member.type, 0).max;
      continue;
    }
    for (std::size_t i = 0; i < member.count; ++i) {
      const std::string name =
          prefix + member.name + (member.is_array ? "[" + std::to_string(i) + "]" : "");
      if (!number) {
        unroll(formats_.find(member.type)->second, name + ".", offset, fields);
        continue;
      }
      fields.push_back({name, *number, offset});
      offset += size_of(*number);
    }
  }
}

std::vector<UlogField> UlogFormats::fields_of(const std::string& name) {
  std::vector<UlogField> fields;
  if (!record_size(name).known()) return fields;
  std::size_t offset = 0;
  unroll(formats_.find(name)->second, "", offset, fields);
  return fields;
}

}  // namespace alula
