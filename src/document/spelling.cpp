#include "document/spelling.h"

#include <algorithm>
#include <vector>

namespace alula {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

bool is_continuation(unsigned char byte) { return (byte & 0xc0u) == 0x80u; }

// Length of the character that starts here; 0 when it is not well formed.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80u) return 1;
  if (first < 0xc2u || first > 0xf4u) return 0;
  if (!is_continuation(static_cast<unsigned char>(second))) return 0;
  if (first < 0xe0u) return 2;
  if (!is_continuation(static_cast<unsigned char>(byte(2)))) return 0;
  if (first < 0xf0u) {
    const bool overlong = first == 0xe0u && second < 0xa0u;
    const bool surrogate = first == 0xedu && second > 0x9fu;
    return overlong || surrogate ? 0 : 3;
  }
  if (!is_continuation(static_cast<unsigned char>(byte(3)))) return 0;
  const bool overlong = first == 0xf0u && second < 0x90u;
  const bool beyond = first == 0xf4u && second > 0x8fu;
  return overlong || beyond ? 0 : 4;
}

std::size_t min3(std::size_t a, std::size_t b, std::size_t c) {
  return std::min(std::min(a, b), c);
}

}  // namespace

std::string one_line(std::string_view text, std::size_t length_max) {
  std::string line;
  std::size_t i = 0;
  while (i < text.size() && line.size() < length_max) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text.substr(i));
    if (byte == '\n' || byte == '\r' || byte == '\t') {
      line += byte == '\n' ? "\\n" : byte == '\r' ? "\\r" : "\\t";
    } else if (byte < 0x20u || byte == 0x7fu || length == 0) {
      line += {'\\', 'x', kHexDigits[byte >> 4u], kHexDigits[byte & 15u]};
    } else {
      line += text.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  if (i < text.size()) line += "...";
  return line;
}

std::string quoted(std::string_view text) { return '"' + one_line(text) + '"'; }

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return std::string(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string name_in_message(std::string_view path) { return one_line(path, 500); }

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

std::string counted(std::size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u);
      row[j] = min3(last[j] + 1, row[j - 1] + 1, replaced);
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> words) {
  // Longer words are no slip of a key, and the table grows with their product.
  constexpr std::size_t kLongest = 100;
  if (word.size() > kLongest) return {};
  std::string_view nearest;
  std::size_t nearest_distance = 0;
  for (const std::string_view candidate : words) {
    if (candidate.size() > kLongest) continue;
    const std::size_t distance = edit_distance(word, candidate);
    const bool near =
        distance <= std::max<std::size_t>(1, std::min(word.size(), candidate.size()) / 3);
    // A key without its unit, or the other way round, is a slip as well: mass, mass_kg.
    const bool prefix =
        word.size() > 2 && (candidate.starts_with(word) || word.starts_with(candidate));
    if ((near || prefix) && (nearest.empty() || distance < nearest_distance)) {
      nearest = candidate;
      nearest_distance = distance;
    }
  }
  return nearest;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::size_t find_invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

}  // namespace alula
