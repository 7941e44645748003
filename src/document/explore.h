// document/explore.h: finds out what a reader of files accepts by having it read. The first probe
// is an empty map; wherever the reader asks for a map, a list, a word, a truth value, or whether a
// key is there, another probe holds that. Which keys a map has may depend on a word under one of
// kChoosers; no other key chooses between others in a Schema, which then holds all of them.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/reading_log.h"

namespace alula {

inline constexpr std::array<std::string_view, 3> kChoosers{"kind", "do", "type"};

struct SchemaField {
  std::string key;
  std::string about;
  std::string otherwise;
  FieldSpec spec;    // required: by every probe that has the map
  int required = 0;  // by how many probes
};

struct SchemaMap {
  std::vector<SchemaField> fields;  // in the order in which they were first asked for
  bool open_ended = true;           // no reader minds unknown keys
  bool shares = false;              // a missing key may stand in a map above
  int probes = 0;
};

struct Schema {
  // By path, "parts[]{rotor}.instances[]": entries of a list as one, a map's chooser in braces.
  std::map<std::string, SchemaMap> maps;
};

// `read` takes the root of a document and asks for all that it wants before it minds what is wrong.
Schema explore(const std::function<void(Node)>& read);

}  // namespace alula
