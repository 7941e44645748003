// document/load.h: text or file to Document. JSON is read strictly (RFC 8259); YAML as its 1.2 core
// schema, narrowed where a slip could pass as a value (README.md lists what is refused and why).
#pragma once

#include <string>
#include <string_view>

#include "document/node.h"

namespace alula {

enum class DocumentFormat : std::uint8_t { by_content, json, yaml };

// Longer documents and deeper ones are refused.
inline constexpr std::size_t kDocumentBytesMax = 10'000'000;
inline constexpr int kDocumentDepthMax = 64;

// A text as far as every format agrees: not too long, not empty, UTF-8 without stray control
// characters. Gives it without a byte order mark. `expected` is what messages ask for.
Result<std::string_view> plain_text(std::string_view text, std::string_view name,
                                    std::string_view expected);

// `name` is what messages call the text. by_content: a text that opens with { or [ is JSON.
// Errors: bad_format, with line, and with the key where one can be named.
Result<Document> parse_document(std::string_view text, std::string_view name,
                                DocumentFormat format = DocumentFormat::by_content,
                                std::string_view expected = "keys and values");

// Endings .json and .plan mean JSON, .yaml and .yml YAML, others go by content.
// Errors: not_found, io (folder, not readable), bad_format.
Result<Document> load_document(const std::string& path,
                               std::string_view expected = "keys and values");

}  // namespace alula
