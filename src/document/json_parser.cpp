// Strict JSON by nlohmann's event parser. It tells no places, so the source iterator counts lines
// as the parser reads: at every event the last character taken either ends the value's token or is
// the one just after a number.
#include <cstddef>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "document/spelling.h"
#include "document/tree.h"

namespace alula {

namespace {

struct ReadPosition {
  std::size_t taken = 0;  // characters
  int line = 1;           // of the last character taken
};

// Single pass over the text; all copies report to one ReadPosition.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char* begin, ReadPosition* position)
      : at_(at), begin_(begin), position_(position) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    const bool after_break = at_ != begin_ && at_[-1] == '\n';
    if (after_break) ++position_->line;
    ++position_->taken;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }

 private:
  const char* at_;
  const char* begin_;
  ReadPosition* position_;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_number_character(char c) {
  return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

class JsonEvents {
 public:
  JsonEvents(std::string_view source, const ReadPosition& position, TreeBuilder& builder)
      : source_(source), position_(position), builder_(builder) {}

  bool null() { return builder_.scalar(NodeKind::null, {}, position_.line); }
  bool boolean(bool value) {
    return builder_.scalar(NodeKind::boolean, value ? "true" : "false", position_.line);
  }
  bool number_integer(std::int64_t) { return number(); }
  bool number_unsigned(std::uint64_t) { return number(); }
  bool number_float(double, const std::string&) { return number(); }
  bool string(const std::string& text) {
    return builder_.scalar(NodeKind::string, text, position_.line, true);
  }
  bool binary(const nlohmann::json::binary_t&) { return false; }  // never in text
  bool start_object(std::size_t) { return builder_.begin(NodeKind::map, position_.line); }
  bool key(const std::string& text) { return builder_.key(text, position_.line); }
  bool end_object() { return builder_.end(); }
  bool start_array(std::size_t) { return builder_.begin(NodeKind::list, position_.line); }
  bool end_array() { return builder_.end(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& exception) {
    return builder_.fail(position_.line, "not valid JSON at column " + std::to_string(column()) +
                                             ": " + reason(exception.what()));
  }

 private:
  // The number as it is spelt. The parser's own copy would carry the locale's decimal point.
  bool number() {
    std::size_t end = position_.taken;
    if (end > 0 && !is_number_character(source_[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_number_character(source_[begin - 1])) --begin;
    return builder_.scalar(NodeKind::number, source_.substr(begin, end - begin), position_.line);
  }

  [[nodiscard]] std::size_t column() const {
    if (position_.taken == 0) return 1;
    const std::size_t last = position_.taken - 1;
    const std::size_t line_break =
        last == 0 ? std::string_view::npos : source_.rfind('\n', last - 1);
    return line_break == std::string_view::npos ? last + 1 : last - line_break;
  }

  [[nodiscard]] std::string reason(std::string_view what) const {
    const std::string_view read = source_.substr(0, position_.taken);
    const char last = read.empty() ? '\0' : read.back();
    std::size_t before = read.empty() ? 0 : read.size() - 1;
    while (before > 0 && is_blank(read[before - 1])) --before;
    const char previous = before > 0 ? read[before - 1] : '\0';
    if ((last == ']' || last == '}') && previous == ',')
      return "a comma before the closing bracket";
    if (last == '\'') return "text stands in double quotes, not single ones";
    if (last == '/' || last == '#') return "comments are not part of JSON";
    if (last == 'N' || last == 'I') return "NaN and Infinity are no JSON numbers";
    if (what.find("missing closing quote") != what.npos) return "a string without closing quote";
    if (what.find("number overflow") != what.npos) return "a number beyond the largest, 1.8e308";
    if (what.find("unexpected end of input") != what.npos) return "the text ends too early";
    const std::size_t colon = what.find(": ");
    return one_line(colon == what.npos ? what : what.substr(colon + 2), 200);
  }

  std::string_view source_;
  const ReadPosition& position_;
  TreeBuilder& builder_;
};

}  // namespace

Result<Document> parse_json(std::string_view text, std::string_view name) {
  TreeBuilder builder(name);
  ReadPosition position;
  JsonEvents events(text, position, builder);
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const bool good = nlohmann::json::sax_parse(CountingIterator(begin, begin, &position),
                                              CountingIterator(end, begin, &position), &events);
  ALULA_ASSERT(good != builder.error().has_value());
  if (!good) return *builder.error();
  return builder.finish();
}

}  // namespace alula
