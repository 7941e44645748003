// A document with one value changed.
#include <algorithm>
#include <charconv>
#include <vector>

#include "document/node.h"
#include "document/spelling.h"
#include "document/tree.h"

namespace alula {
namespace {

constexpr std::uint32_t kNowhere = 0xffffffffU;

// A step of a path: into a map by `key`, or into a list, or behind its end.
struct PathStep {
  std::string_view text;  // as written
  std::string_view key;   // empty: of a list
  std::size_t index = 0;
  bool appends = false;
};

// Nothing where the text is no path.
std::vector<PathStep> steps_of(std::string_view path) {
  std::vector<PathStep> steps;
  while (!path.empty()) {
    PathStep step;
    if (path.front() == '[') {
      const std::size_t close = path.find(']');
      if (close == std::string_view::npos || close == 1) return {};
      const std::string_view inside = path.substr(1, close - 1);
      step.appends = inside == "+";
      const char* const end = inside.data() + inside.size();
      const auto [stop, fault] = std::from_chars(inside.data(), end, step.index);
      if (!step.appends && (fault != std::errc{} || stop != end)) return {};
      step.text = path.substr(0, close + 1);
    } else {
      if (!steps.empty() && path.front() == '.') path.remove_prefix(1);
      step.text = step.key = path.substr(0, std::min(path.find_first_of(".["), path.size()));
      if (step.key.empty()) return {};
    }
    path.remove_prefix(step.text.size());
    steps.push_back(step);
  }
  return steps;
}

class TreeEditor {
 public:
  explicit TreeEditor(const DocumentTree& tree) : tree_(std::make_unique<DocumentTree>(tree)) {}

  // The child of `above` that a step leads to; made, as null, where a map or list lacks it.
  // kNowhere: there can be none.
  std::uint32_t enter(std::uint32_t above, const PathStep& step) {
    TreeNode& node = tree_->nodes[above];
    const NodeKind wanted = step.key.empty() ? NodeKind::list : NodeKind::map;
    if (node.kind == NodeKind::null) node.kind = wanted;
    if (node.kind != wanted) return kNowhere;
    if (wanted == NodeKind::map) {
      for (const std::uint32_t child : node.children) {
        if (tree_->nodes[child].key == step.key) return child;
      }
      return append(above, step.key);
    }
    if (step.appends) return append(above, {});
    return step.index < node.children.size() ? node.children[step.index] : kNowhere;
  }

  // `from` and all below it take the place of `place`, which keeps its key.
  void replace(std::uint32_t place, const DocumentTree& source, std::uint32_t from) {
    const TreeNode value = source.nodes[from];
    TreeNode& node = tree_->nodes[place];
    node.kind = value.kind;
    node.quoted = value.quoted;
    node.line = value.line;
    node.text = value.text;
    node.children.clear();
    for (const std::uint32_t child : value.children) {
      const std::uint32_t copy = append(place, source.nodes[child].key);
      replace(copy, source, child);
    }
  }

  [[nodiscard]] Document finish() { return Document(std::move(tree_)); }

 private:
  std::uint32_t append(std::uint32_t above, std::string_view key) {
    const auto index = static_cast<std::uint32_t>(tree_->nodes.size());
    TreeNode& parent = tree_->nodes[above];
    TreeNode node{.kind = NodeKind::null,
                  .line = parent.line,
                  .parent = above,
                  .place = static_cast<std::uint32_t>(parent.children.size()),
                  .key = std::string(key),
                  .text = {},
                  .children = {}};
    parent.children.push_back(index);
    tree_->nodes.push_back(std::move(node));
    return index;
  }

  std::unique_ptr<DocumentTree> tree_;
};

}  // namespace

Result<Document> Document::with_value(std::string_view path, Node value) const {
  ALULA_ASSERT(value.present());
  const auto refuse = [&](const std::string& why) {
    return Error{ErrorCode::invalid_config, value.where(), quoted(path) + " " + why};
  };
  const std::vector<PathStep> steps = steps_of(path);
  if (steps.empty()) return refuse("is no key; expected one as in vehicles[0].parameters.MPC_XY_P");
  TreeEditor editor(*tree_);
  std::uint32_t place = 0;
  std::string so_far;
  for (const PathStep& step : steps) {
    const std::uint32_t next = editor.enter(place, step);
    if (next == kNowhere) {
      return refuse("leads nowhere: there is no " + std::string(step.text) + " in " +
                    (so_far.empty() ? "the file" : so_far));
    }
    place = next;
    so_far += (so_far.empty() || step.key.empty() ? "" : ".") + std::string(step.text);
  }
  editor.replace(place, *value.tree_, value.index_);
  return editor.finish();
}

}  // namespace alula
