#include "document/yaml_indent.h"

#include <algorithm>
#include <vector>

namespace alula {
namespace {

// What is open at one depth of indentation: the last line there.
struct Level {
  std::size_t indent = 0;
  int line = 0;
  bool takes_more = false;  // it ends with a colon or a dash: what is deeper belongs to it
  bool entry = false;
  bool key = false;
};

bool is_entry(std::string_view content) { return content == "-" || content.starts_with("- "); }

bool is_key(std::string_view content) {
  return content.ends_with(':') || content.find(": ") != std::string_view::npos;
}

// Without a remark and the blanks before it. A # inside of quotes is taken for one: then the line
// is cut short, and its end says less.
std::string_view without_remark(std::string_view line) {
  const std::size_t remark = line.find(" #");
  line = line.substr(0, remark);
  return line.substr(0, line.find_last_not_of(" \r") + 1);
}

int brackets(std::string_view content) {
  int open = 0;
  for (const char c : content) open += (c == '[' || c == '{') - (c == ']' || c == '}');
  return open;
}

bool begins_block_text(std::string_view content) {
  const std::size_t last = content.find_last_of(' ');
  const std::string_view word = last == content.npos ? content : content.substr(last + 1);
  return word.starts_with('|') || word.starts_with('>');
}

class IndentReader {
 public:
  std::optional<IndentFault> read(int line, std::string_view whole) {
    const std::size_t indent = whole.find_first_not_of(' ');
    if (indent == whole.npos || whole[indent] == '#' || whole[indent] == '\r') return std::nullopt;
    const std::string_view content = without_remark(whole.substr(indent));
    // A text over several lines has an indentation of its own.
    if (std::ranges::count(content, '"') % 2 != 0) lost_ = true;
    if (lost_) return std::nullopt;
    if (open_brackets_ > 0) {
      open_brackets_ += brackets(content);
      return std::nullopt;
    }
    if (block_text_) {
      if (indent > levels_.back().indent) return std::nullopt;
      block_text_ = false;
    }
    if (content == "---") {
      levels_.clear();
      return std::nullopt;
    }
    if (auto fault = place(line, indent, content)) return fault;
    open_brackets_ = brackets(content);
    block_text_ = begins_block_text(content);
    return std::nullopt;
  }

 private:
  std::optional<IndentFault> place(int line, std::size_t indent, std::string_view content) {
    std::optional<Level> left;
    while (!levels_.empty() && levels_.back().indent > indent) {
      left = levels_.back();
      levels_.pop_back();
    }
    const bool deeper = levels_.empty() || levels_.back().indent < indent;
    if (deeper && left) return between(line, indent, *left);
    if (deeper && !levels_.empty() && !levels_.back().takes_more &&
        (is_key(content) || is_entry(content)))
      return too_deep(line, indent);
    if (auto fault = without_colon(line, indent, content)) return fault;
    open(line, indent, content);
    return std::nullopt;
  }

  // Words beside keys of the same depth: the parser finds fault with the key that follows.
  [[nodiscard]] std::optional<IndentFault> without_colon(int line, std::size_t indent,
                                                         std::string_view content) const {
    const bool beside = !levels_.empty() && levels_.back().indent == indent;
    if (!beside || levels_.back().entry || is_entry(content)) return std::nullopt;
    if (levels_.back().key == is_key(content)) return std::nullopt;
    return IndentFault{levels_.back().key ? line : levels_.back().line,
                       "a key without a colon and a blank behind it; expected `key: value`"};
  }

  // An entry of a list opens a second depth, behind its dash.
  void open(int line, std::size_t indent, std::string_view content) {
    if (!levels_.empty() && levels_.back().indent == indent) levels_.pop_back();
    if (!is_entry(content)) {
      levels_.push_back({indent, line, content.ends_with(':'), false, is_key(content)});
      return;
    }
    levels_.push_back({indent, line, true, true, false});
    const std::size_t next = content.find_first_not_of(' ', 1);
    if (next == content.npos) return;
    open(line, indent + next, content.substr(next));
  }

  [[nodiscard]] std::optional<IndentFault> between(int line, std::size_t indent,
                                                   const Level& left) const {
    std::string message = "indented by " + std::to_string(indent) + "; expected " +
                          std::to_string(left.indent) + " as line " + std::to_string(left.line);
    if (!levels_.empty())
      message += ", or " + std::to_string(levels_.back().indent) + " as line " +
                 std::to_string(levels_.back().line);
    return IndentFault{line, std::move(message)};
  }
  [[nodiscard]] std::optional<IndentFault> too_deep(int line, std::size_t indent) const {
    const Level& above = levels_.back();
    return IndentFault{line, "indented by " + std::to_string(indent) + "; expected " +
                                 std::to_string(above.indent) + " as line " +
                                 std::to_string(above.line) + ", which has its value"};
  }

  std::vector<Level> levels_;
  int open_brackets_ = 0;
  bool block_text_ = false, lost_ = false;
};

}  // namespace

std::optional<IndentFault> indent_fault(std::string_view text, int last_line) {
  IndentReader reader;
  for (int line = 1; line <= last_line && !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    if (auto fault = reader.read(line, text.substr(0, end))) return fault;
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return std::nullopt;
}

}  // namespace alula
