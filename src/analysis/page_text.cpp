#include "analysis/page_text.h"

#include <cstddef>

namespace alula {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Length of the character that `text` begins with; 0 when it is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80u) return 1;
  const std::size_t length = first >= 0xF0u ? 4 : first >= 0xE0u ? 3 : 2;
  if (first < 0xC2u || first > 0xF4u || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return 0;
  }
  // Longer than need be, surrogates, and beyond the last code point.
  const unsigned char second = byte(1);
  if (first == 0xE0u && second < 0xA0u) return 0;
  if (first == 0xEDu && second > 0x9Fu) return 0;
  if (first == 0xF0u && second < 0x90u) return 0;
  if (first == 0xF4u && second > 0x8Fu) return 0;
  return length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    valid += length > 0 ? text.substr(0, length) : kReplacement;
    text.remove_prefix(length > 0 ? length : 1);
  }
  return valid;
}

std::string escaped_markup(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string escaped_script(std::string_view json) {
  std::string escaped;
  escaped.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace alula
