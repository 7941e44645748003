#include "document/node.h"

#include <algorithm>
#include <utility>

#include "document/spelling.h"
#include "document/tree.h"

namespace alula {

Document::Document(std::unique_ptr<DocumentTree> tree) : tree_(std::move(tree)) {
  ALULA_ASSERT(tree_ != nullptr);
  ALULA_ASSERT(!tree_->nodes.empty());
}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

const std::string& Document::name() const { return tree_->name; }
void Document::listen(ReadingLog* log) { tree_->log = log; }

NodeKind Node::kind() const { return present() ? tree_->nodes[index_].kind : NodeKind::absent; }

std::string_view Node::text() const {
  return present() ? std::string_view(tree_->nodes[index_].text) : "";
}

std::size_t Node::size() const { return present() ? tree_->nodes[index_].children.size() : 0; }

Node Node::operator[](std::size_t i) const {
  ALULA_ASSERT(i < size());
  return {tree_, tree_->nodes[index_].children[i]};
}

Node Node::find(std::string_view key) const {
  if (kind() != NodeKind::map) return {};
  for (const std::uint32_t child : tree_->nodes[index_].children) {
    if (tree_->nodes[child].key == key) return {tree_, child};
  }
  return {};
}

std::string_view Node::key() const {
  return present() ? std::string_view(tree_->nodes[index_].key) : "";
}

int Node::line() const { return present() ? tree_->nodes[index_].line : 0; }

ReadingLog* Node::log() const { return present() ? tree_->log : nullptr; }

std::string Node::path() const {
  if (!present() || index_ == 0) return {};
  const TreeNode& node = tree_->nodes[index_];
  const std::string above = Node(tree_, node.parent).path();
  if (tree_->nodes[node.parent].kind == NodeKind::list)
    return above + "[" + std::to_string(node.place) + "]";
  return above.empty() ? one_line(node.key) : above + "." + one_line(node.key);
}

std::string Node::where() const {
  if (!present()) return {};
  const std::string place = tree_->name + ":" + std::to_string(line());
  return index_ == 0 ? place : place + ": " + path();
}

std::string Node::where(std::string_view missing_key) const {
  return where() + (index_ == 0 ? ": " : ".") + one_line(missing_key);
}

std::string Node::description() const {
  switch (kind()) {
    case NodeKind::absent:
    case NodeKind::null:
      return "nothing";
    case NodeKind::boolean:
    case NodeKind::number:
      return one_line(text());
    case NodeKind::string:
      return "the string " + quoted(text());
    case NodeKind::list:
      return "a list of " + std::to_string(size());
    case NodeKind::map:
      return "a map";
  }
  return {};
}

Error Node::error(std::string message, ErrorCode code) const {
  return {code, where(), std::move(message)};
}

}  // namespace alula
