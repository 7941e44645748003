// document/yaml_indent.h: which line of a broken YAML text is indented wrongly, or is a key without
// its colon. The parser notices only that something else than it waited for comes, often a line
// later, and in its own words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace alula {

struct IndentFault {
  int line = 0;  // from 1
  std::string message;
};

// The first one up to `last_line` (from 1). Tabs are none of its business.
std::optional<IndentFault> indent_fault(std::string_view text, int last_line);

}  // namespace alula
