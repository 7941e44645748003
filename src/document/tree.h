// document/tree.h: what the two parsers build. Not for other folders.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "document/node.h"

namespace alula {

struct TreeNode {
  NodeKind kind = NodeKind::null;
  bool quoted = false;       // a string that stood in quotes
  int line = 1;              // of the key where there is one, else of the value
  std::uint32_t parent = 0;  // the root is its own parent
  std::uint32_t place = 0;   // index among the parent's entries
  std::string key;
  std::string text;
  std::vector<std::uint32_t> children;
};

struct DocumentTree {
  std::string name;
  std::vector<TreeNode> nodes;  // the root first, then in file order
  ReadingLog* log = nullptr;    // of a probe: what readers ask of it
};

// More values than this are refused: each costs some hundred bytes.
inline constexpr std::size_t kDocumentNodesMax = 1'000'000;

// Takes the events of a parser. Every call returns false once an error stands (depth, number of
// values, duplicate key); the parser then stops.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view name);

  bool begin(NodeKind list_or_map, int line);
  bool end();
  bool key(std::string_view key, int line);  // before each value of a map
  bool scalar(NodeKind kind, std::string_view text, int line, bool quoted = false);
  // False where a map wants its next key.
  [[nodiscard]] bool expects_value() const;
  // For messages: the innermost list or map that is not closed, with its key and line; empty when
  // there is none.
  [[nodiscard]] std::string unclosed() const;

  bool fail(int line, std::string message);
  [[nodiscard]] const MaybeError& error() const { return error_; }
  [[nodiscard]] bool empty() const { return tree_->nodes.empty(); }
  [[nodiscard]] Document finish();

 private:
  bool append(NodeKind kind, int line);
  bool check_duplicates(std::uint32_t map);

  std::unique_ptr<DocumentTree> tree_;
  std::vector<std::uint32_t> open_;  // lists and maps not yet closed
  std::string key_;
  int key_line_ = 0;
  bool has_key_ = false;
  MaybeError error_;
};

Result<Document> parse_json(std::string_view text, std::string_view name);
Result<Document> parse_yaml(std::string_view text, std::string_view name);

}  // namespace alula
