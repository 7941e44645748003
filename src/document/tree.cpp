#include "document/tree.h"

#include <algorithm>
#include <utility>

#include "document/load.h"
#include "document/spelling.h"

namespace alula {

TreeBuilder::TreeBuilder(std::string_view name) : tree_(std::make_unique<DocumentTree>()) {
  tree_->name = name_in_message(name);
}

bool TreeBuilder::expects_value() const {
  return open_.empty() || has_key_ || tree_->nodes[open_.back()].kind == NodeKind::list;
}

std::string TreeBuilder::unclosed() const {
  if (open_.empty()) return {};
  const TreeNode& node = tree_->nodes[open_.back()];
  return std::string(node.kind == NodeKind::list ? "list" : "map") +
         (node.key.empty() ? "" : " " + quoted(node.key)) + " of line " + std::to_string(node.line);
}

bool TreeBuilder::begin(NodeKind list_or_map, int line) {
  if (open_.size() >= static_cast<std::size_t>(kDocumentDepthMax)) {
    return fail(line, "nested more than " + std::to_string(kDocumentDepthMax) + " levels deep");
  }
  if (!append(list_or_map, line)) return false;
  open_.push_back(static_cast<std::uint32_t>(tree_->nodes.size() - 1));
  return true;
}

bool TreeBuilder::end() {
  ALULA_ASSERT(!open_.empty());
  const std::uint32_t closed = open_.back();
  open_.pop_back();
  return tree_->nodes[closed].kind != NodeKind::map || check_duplicates(closed);
}

bool TreeBuilder::key(std::string_view key, int line) {
  key_ = key;
  key_line_ = line;
  has_key_ = true;
  return !error_;
}

bool TreeBuilder::scalar(NodeKind kind, std::string_view text, int line, bool quoted) {
  if (!append(kind, line)) return false;
  tree_->nodes.back().text = text;
  tree_->nodes.back().quoted = quoted;
  return true;
}

bool TreeBuilder::fail(int line, std::string message) {
  if (!error_) {
    error_ =
        Error{ErrorCode::bad_format, tree_->name + ":" + std::to_string(line), std::move(message)};
  }
  return false;
}

Document TreeBuilder::finish() {
  ALULA_ASSERT(open_.empty());
  ALULA_ASSERT(!empty());
  return Document(std::move(tree_));
}

bool TreeBuilder::append(NodeKind kind, int line) {
  if (error_) return false;
  if (tree_->nodes.size() >= kDocumentNodesMax) {
    return fail(line, "holds more than " + std::to_string(kDocumentNodesMax) + " values");
  }
  const auto index = static_cast<std::uint32_t>(tree_->nodes.size());
  TreeNode node{.kind = kind, .line = line, .key = {}, .text = {}, .children = {}};
  if (!open_.empty()) {
    TreeNode& parent = tree_->nodes[open_.back()];
    node.parent = open_.back();
    node.place = static_cast<std::uint32_t>(parent.children.size());
    parent.children.push_back(index);
  }
  if (has_key_) {
    node.key = std::exchange(key_, {});
    node.line = key_line_;
    has_key_ = false;
  }
  tree_->nodes.push_back(std::move(node));
  return true;
}

bool TreeBuilder::check_duplicates(std::uint32_t map) {
  const auto& nodes = tree_->nodes;
  std::vector<std::uint32_t> sorted = nodes[map].children;
  std::stable_sort(sorted.begin(), sorted.end(), [&nodes](std::uint32_t a, std::uint32_t b) {
    return nodes[a].key < nodes[b].key;
  });
  const auto twin = std::adjacent_find(
      sorted.begin(), sorted.end(),
      [&nodes](std::uint32_t a, std::uint32_t b) { return nodes[a].key == nodes[b].key; });
  if (twin == sorted.end()) return true;
  const TreeNode& again = nodes[*(twin + 1)];
  return fail(again.line, "key " + quoted(again.key) +
                              " appears twice in one map; the first is on line " +
                              std::to_string(nodes[*twin].line));
}

}  // namespace alula
