// document/reading_log.h: takes down what readers ask of a document that is listened to: a probe.
#pragma once

#include <string>
#include <vector>

#include "document/field_spec.h"
#include "document/node.h"

namespace alula {

struct Reading {
  std::string path;  // of the map, "parts[0].instances[0]"
  std::string key;
  std::string about;
  std::string otherwise;
  FieldSpec spec;
};

struct ReadingLog {
  // Paths: of the map of each reader; of those readers that allow unknown keys; of maps whose
  // missing keys may stand in a map above.
  std::vector<std::string> maps, open_ended, sharing;
  std::vector<Reading> readings;

  void ask(Node map, const Key& key, FieldSpec spec) {
    readings.push_back({map.path(), std::string(key.name), std::string(key.about),
                        std::string(key.otherwise), std::move(spec)});
  }
};

}  // namespace alula
