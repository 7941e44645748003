// document/node.h: one tree over YAML and JSON. Every value knows its file, its line and the keys
// that lead to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.h"

namespace alula {

struct DocumentTree;  // document/tree.h, for the parsers only
struct ReadingLog;    // document/reading_log.h

enum class NodeKind : std::uint8_t { absent, null, boolean, number, string, list, map };

// A view of one value of a Document, which must outlive it. A default Node is absent: it has no
// place, no children, and finds nothing, so that optional parts need no special case.
class Node {
 public:
  Node() = default;

  [[nodiscard]] bool present() const { return tree_ != nullptr; }
  [[nodiscard]] NodeKind kind() const;
  // A string's content, a number as the file spells it, "true" or "false"; empty for all else.
  [[nodiscard]] std::string_view text() const;
  // Entries of a list or map, in file order; 0 for all else.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] Node operator[](std::size_t i) const;
  // The map's value under `key`; absent when there is none or this is no map.
  [[nodiscard]] Node find(std::string_view key) const;

  // The own key in the map above; empty in a list and at the root.
  [[nodiscard]] std::string_view key() const;
  [[nodiscard]] int line() const;           // counts from 1
  [[nodiscard]] std::string path() const;   // "rotors[2].position_m"; empty at the root
  [[nodiscard]] std::string where() const;  // "x500.yaml:12: rotors[2].position_m"
  // As where(), for a key that this map does not have: names this map's line.
  [[nodiscard]] std::string where(std::string_view missing_key) const;
  // For messages: `the string "abc"`, "a list of 3", "true", "12.5", "nothing".
  [[nodiscard]] std::string description() const;
  // An Error at this place.
  [[nodiscard]] Error error(std::string message, ErrorCode code = ErrorCode::invalid_config) const;
  // Where a probe's readers put what they ask; null for a file.
  [[nodiscard]] ReadingLog* log() const;

 private:
  friend class Document;
  Node(const DocumentTree* tree, std::uint32_t index) : tree_(tree), index_(index) {}

  const DocumentTree* tree_ = nullptr;
  std::uint32_t index_ = 0;
};

// Owns the tree of one file. Nodes stay valid when the Document moves.
class Document {
 public:
  explicit Document(std::unique_ptr<DocumentTree> tree);
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  ~Document();

  [[nodiscard]] Node root() const { return {tree_.get(), 0}; }
  [[nodiscard]] const std::string& name() const;  // of the file, as messages give it
  // Makes a probe of it. The log must outlive all reading.
  void listen(ReadingLog* log);
  // The same document with `value` (of any document) at a path written as messages name it,
  // "rotors[2].mass_kg". Maps on the way that are missing are made; "[+]" appends to a list, and
  // makes it. Errors: a path that leads into a value that is no map or list, or nowhere.
  [[nodiscard]] Result<Document> with_value(std::string_view path, Node value) const;

 private:
  std::unique_ptr<DocumentTree> tree_;
};

}  // namespace alula
