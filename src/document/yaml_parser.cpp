// YAML by yaml-cpp's event parser. The events carry the place of every token, aliases included,
// which its node tree would lose.
#include <sstream>
#include <string>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "document/number_text.h"
#include "document/spelling.h"
#include "document/tree.h"
#include "document/yaml_indent.h"

namespace alula {

namespace {

struct StopParsing {};  // the builder holds the error

class YamlEvents final : public YAML::EventHandler {
 public:
  YamlEvents(std::string_view text, TreeBuilder& builder) : text_(text), builder_(builder) {}

  // What is indented less than the first line is a document of its own to the parser.
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (builder_.empty()) return;
    const auto fault = indent_fault(text_, line(mark));
    fail(mark, fault ? "not valid YAML: " + fault->message
                     : "a second document starts here; expected one document per file");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    if (!builder_.expects_value()) fail(mark, "a key is empty; expected a word before the colon");
    require(builder_.scalar(NodeKind::null, {}, line(mark)));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    fail(mark, "aliases (*name) are not accepted; write the value out");
  }
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    if (!name.empty())
      fail(mark, "anchors (&name) are not accepted; write the value out where it is used");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& text) override {
    refuse_tag(mark, tag);
    const bool quoted = tag == "!";
    if (!builder_.expects_value()) {
      require(builder_.key(text, line(mark)));
    } else if (quoted) {
      require(builder_.scalar(NodeKind::string, text, line(mark), true));
    } else {
      require(builder_.scalar(plain_kind(text), text, line(mark)));
    }
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    begin(NodeKind::list, mark, tag);
  }
  void OnSequenceEnd() override { require(builder_.end()); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    begin(NodeKind::map, mark, tag);
  }
  void OnMapEnd() override { require(builder_.end()); }

 private:
  static int line(const YAML::Mark& mark) { return mark.line + 1; }
  static NodeKind plain_kind(std::string_view text) {
    if (text == "true" || text == "false") return NodeKind::boolean;
    return is_number_text(text) ? NodeKind::number : NodeKind::string;
  }
  void begin(NodeKind kind, const YAML::Mark& mark, const std::string& tag) {
    refuse_tag(mark, tag);
    if (!builder_.expects_value())
      fail(mark, "a key is a list or a map; expected a word, or a bracket is not closed");
    require(builder_.begin(kind, line(mark)));
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    const bool explicit_tag = !tag.empty() && tag != "!" && tag != "?";
    if (explicit_tag) fail(mark, "tags (!name) are not accepted; write the plain value");
  }
  void require(bool good) {
    if (!good) throw StopParsing{};
  }
  void fail(const YAML::Mark& mark, std::string message) {
    require(builder_.fail(line(mark), std::move(message)));
  }

  std::string_view text_;
  TreeBuilder& builder_;
};

void parse_events(std::string_view text, TreeBuilder& builder) {
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  YamlEvents events(text, builder);
  while (parser.HandleNextDocument(events)) {
  }
}

// Of a line, counted from 0; npos where no tab stands before its first word.
std::size_t tab_in_indent(std::string_view text, int line) {
  for (; line > 0; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return end;
    text.remove_prefix(end + 1);
  }
  const std::size_t first = text.find_first_not_of(' ');
  return first != std::string_view::npos && text[first] == '\t' ? first : std::string_view::npos;
}

// The library says only what it did not find.
std::string reason(const YAML::Exception& exception, const TreeBuilder& builder) {
  const bool unclosed = exception.msg == YAML::ErrorMsg::END_OF_MAP_FLOW ||
                        exception.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW;
  if (!unclosed || builder.unclosed().empty()) return one_line(exception.msg, 200);
  return "the " + builder.unclosed() + " is not closed";
}

void refuse(const YAML::Exception& exception, std::string_view text, TreeBuilder& builder) {
  if (exception.mark.is_null()) {
    builder.fail(1, "not valid YAML: " + reason(exception, builder));
    return;
  }
  const int line = exception.mark.line + 1;
  const std::size_t tab = tab_in_indent(text, exception.mark.line);
  if (tab != std::string_view::npos) {
    const std::string column = std::to_string(tab + 1);
    builder.fail(line, "not valid YAML at column " + column + ": a tab; indent with spaces");
  } else if (const auto fault = indent_fault(text, line)) {
    builder.fail(fault->line, "not valid YAML: " + fault->message);
  } else {
    const std::string column = std::to_string(exception.mark.column + 1);
    builder.fail(line, "not valid YAML at column " + column + ": " + reason(exception, builder));
  }
}

}  // namespace

Result<Document> parse_yaml(std::string_view text, std::string_view name) {
  TreeBuilder builder(name);
  try {
    parse_events(text, builder);
  } catch (const StopParsing&) {
  } catch (const YAML::Exception& exception) {
    refuse(exception, text, builder);
  }
  if (builder.error()) return *builder.error();
  if (builder.empty())
    return Error{ErrorCode::bad_format, name_in_message(name),
                 "holds no value, only blanks or comments"};
  return builder.finish();
}

}  // namespace alula
