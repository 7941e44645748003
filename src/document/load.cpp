#include "document/load.h"

#include <algorithm>

#include "document/spelling.h"
#include "document/text_file.h"
#include "document/tree.h"

namespace alula {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

int line_of(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(),
                                         text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

// Control characters other than tab and line ends have no place in a text file and upset terminals.
bool is_stray_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20u && c != '\t' && c != '\n' && c != '\r') || byte == 0x7fu;
}

MaybeError check_characters(std::string_view text, const std::string& name) {
  const std::size_t invalid = find_invalid_utf8(text);
  if (invalid != text.npos) {
    return Error{ErrorCode::bad_format, name + ":" + std::to_string(line_of(text, invalid)),
                 "is not UTF-8 text"};
  }
  const auto control = std::find_if(text.begin(), text.end(), is_stray_control);
  if (control != text.end()) {
    const auto offset = static_cast<std::size_t>(control - text.begin());
    return Error{ErrorCode::bad_format, name + ":" + std::to_string(line_of(text, offset)),
                 "holds a control character; expected text"};
  }
  return std::nullopt;
}

DocumentFormat format_by_content(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool json = first != text.npos && (text[first] == '{' || text[first] == '[');
  return json ? DocumentFormat::json : DocumentFormat::yaml;
}

DocumentFormat format_by_ending(std::string_view path) {
  if (path.ends_with(".json") || path.ends_with(".plan")) return DocumentFormat::json;
  if (path.ends_with(".yaml") || path.ends_with(".yml")) return DocumentFormat::yaml;
  return DocumentFormat::by_content;
}

}  // namespace

Result<std::string_view> plain_text(std::string_view text, std::string_view name,
                                    std::string_view expected) {
  const std::string where = name_in_message(name);
  if (text.size() > kDocumentBytesMax) {
    return Error{ErrorCode::bad_format, where,
                 "is longer than " + std::to_string(kDocumentBytesMax) + " bytes"};
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.empty()) {
    return Error{ErrorCode::bad_format, where, "is empty; expected " + std::string(expected)};
  }
  if (const MaybeError error = check_characters(text, where)) return *error;
  return text;
}

Result<Document> parse_document(std::string_view text, std::string_view name, DocumentFormat format,
                                std::string_view expected) {
  const Result<std::string_view> plain = plain_text(text, name, expected);
  if (!plain.ok()) return plain.error();
  if (format == DocumentFormat::by_content) format = format_by_content(*plain);
  return format == DocumentFormat::json ? parse_json(*plain, name) : parse_yaml(*plain, name);
}

Result<Document> load_document(const std::string& path, std::string_view expected) {
  const Result<std::string> text = read_file(path, kDocumentBytesMax);
  if (!text.ok()) return text.error();
  return parse_document(text.value(), path, format_by_ending(path), expected);
}

}  // namespace alula
