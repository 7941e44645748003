#include "document/explore.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "core/assert.h"
#include "document/json_writer.h"
#include "document/load.h"

namespace alula {
namespace {

// A small document under construction. A list holds one entry, without a key.
struct Probe {
  NodeKind kind = NodeKind::map;
  std::string text;
  std::vector<Probe> entries;
  std::string name{};  // its key in the map that holds it

  [[nodiscard]] const Probe* find(std::string_view key) const {
    const auto has_key = [key](const auto& entry) { return entry.name == key; };
    const auto found = std::ranges::find_if(entries, has_key);
    return found == entries.end() ? nullptr : &*found;
  }
  Probe& at(std::string_view key) {
    if (find(key) == nullptr) entries.emplace_back().name = key;
    const auto has_key = [key](const auto& entry) { return entry.name == key; };
    return *std::ranges::find_if(entries, has_key);
  }
  void set(std::string_view key, const Probe& value) {
    Probe& entry = at(key);
    entry = value;
    entry.name = key;
  }
};

const Probe kNothing{NodeKind::null, "", {}};
const Probe kEmptyMap{NodeKind::map, "", {}};
const Probe kListOfOne{NodeKind::list, "", {kEmptyMap}};

void write(JsonWriter& json, const Probe& probe, std::string_view key, bool in_map) {
  switch (probe.kind) {
    case NodeKind::map:
      in_map ? json.open_map(key) : json.open_map();
      for (const Probe& entry : probe.entries) write(json, entry, entry.name, true);
      json.close();
      return;
    case NodeKind::list:
      json.open_list(key);
      for (const Probe& entry : probe.entries) write(json, entry, entry.name, false);
      json.close();
      return;
    case NodeKind::boolean:
      json.field(key, probe.text == "true");
      return;
    case NodeKind::string:
      json.field(key, probe.text);
      return;
    default:
      json.null_field(key);
  }
}

// The steps of a path: keys, and "" into the entry of a list, which is number 0.
std::vector<std::string> steps_of(std::string_view path) {
  constexpr std::string_view entry = "[0]";
  std::vector<std::string> steps;
  std::string key;
  const auto end_key = [&] {
    if (!key.empty()) steps.push_back(std::exchange(key, {}));
  };
  while (!path.empty()) {
    const bool in_list = path.starts_with(entry);
    if (in_list || path.front() == '.') {
      end_key();
      if (in_list) steps.emplace_back();
    } else {
      key += path.front();
    }
    path.remove_prefix(in_list ? entry.size() : 1);
  }
  end_key();
  return steps;
}

std::string kind_of(const Probe& probe) {
  for (const std::string_view key : kChoosers) {
    const Probe* word = probe.kind == NodeKind::map ? probe.find(key) : nullptr;
    if (word != nullptr && word->kind == NodeKind::string) return "{" + word->text + "}";
  }
  return {};
}

// The path as a Schema has it.
std::string schema_path(const Probe& root, const std::string& path) {
  const Probe* probe = &root;
  std::string result = kind_of(root);
  for (const std::string& step : steps_of(path)) {
    probe = probe->find(step);
    ALULA_ASSERT(probe != nullptr);
    if (step.empty())
      result += "[]";
    else
      result += result.empty() ? step : "." + step;
    result += kind_of(*probe);
  }
  return result;
}

class Explorer {
 public:
  explicit Explorer(const std::function<void(Node)>& read) : read_(read) {}

  Schema run() {
    waiting_.push_back(kEmptyMap);
    while (!waiting_.empty()) {
      const Probe probe = std::move(waiting_.front());
      waiting_.pop_front();
      const ReadingLog log = readings_of(probe);
      absorb(probe, log);
      for (const Reading& reading : log.readings) follow(probe, reading);
    }
    for (auto& [path, map] : schema_.maps)
      for (SchemaField& field : map.fields)
        field.spec.required = field.required == map.probes && !map.shares;
    return std::move(schema_);
  }

 private:
  ReadingLog readings_of(const Probe& probe) {
    JsonWriter json;
    write(json, probe, "", false);
    Result<Document> document = parse_document(json.text(), "probe", DocumentFormat::json);
    ALULA_ASSERT(document.ok());
    ReadingLog log;
    document->listen(&log);
    read_(document->root());
    return log;
  }

  void absorb(const Probe& probe, const ReadingLog& log) {
    const std::set<std::string> maps(log.maps.begin(), log.maps.end());
    for (const std::string& path : maps) {
      SchemaMap& map = schema_.maps[schema_path(probe, path)];
      ++map.probes;
      map.open_ended = map.open_ended && std::ranges::count(log.maps, path) ==
                                             std::ranges::count(log.open_ended, path);
    }
    for (const std::string& path : log.sharing)
      schema_.maps[schema_path(probe, path)].shares = true;
    std::set<std::pair<std::string, std::string>> required;
    for (const Reading& reading : log.readings) {
      const std::string path = schema_path(probe, reading.path);
      SchemaField& field = field_of(schema_.maps[path], reading);
      const bool counts = reading.spec.required && required.emplace(path, reading.key).second;
      if (counts) ++field.required;
    }
  }

  static SchemaField& field_of(SchemaMap& map, const Reading& reading) {
    const auto same_key = [&reading](const SchemaField& f) { return f.key == reading.key; };
    auto field = std::ranges::find_if(map.fields, same_key);
    if (field == map.fields.end()) {
      map.fields.push_back({.key = reading.key, .about = {}, .otherwise = {}, .spec = {}});
      field = map.fields.end() - 1;
    }
    if (field->about.empty()) field->about = reading.about;
    if (field->otherwise.empty()) field->otherwise = reading.otherwise;
    widen(field->spec, reading.spec);
    return *field;
  }

  // Further probes that this answer calls for.
  void follow(const Probe& probe, const Reading& reading) {
    switch (reading.spec.kind) {
      case FieldKind::map:
      case FieldKind::map_or_string:
        return attempt(probe, reading, kEmptyMap);
      case FieldKind::list:
        return attempt(probe, reading, kListOfOne);
      case FieldKind::boolean:
        for (const char* text : {"true", "false"})
          attempt(probe, reading, {NodeKind::boolean, text, {}});
        return;
      case FieldKind::word:
        for (const std::string& word : reading.spec.words)
          attempt(probe, reading, {NodeKind::string, word, {}});
        return;
      default:
        if (reading.spec.branches) attempt(probe, reading, kNothing);
    }
  }

  // The same probe with another value, unless that has been tried in a map of the same kind.
  void attempt(const Probe& probe, const Reading& reading, const Probe& value) {
    const std::string name = schema_path(probe, reading.path) + '.' + reading.key + '=' +
                             value.text + static_cast<char>('0' + static_cast<int>(value.kind));
    Probe next = probe;
    Probe* map = &next;
    for (const std::string& step : steps_of(reading.path)) map = &map->at(step);
    const Probe* present = map->find(reading.key);
    const bool taken = present != nullptr && present->kind != NodeKind::null;
    if (taken || !tried_.insert(name).second) return;
    map->set(reading.key, value);
    waiting_.push_back(std::move(next));
  }

  const std::function<void(Node)>& read_;
  Schema schema_;
  std::deque<Probe> waiting_;
  std::set<std::string> tried_;
};

}  // namespace

Schema explore(const std::function<void(Node)>& read) { return Explorer(read).run(); }

}  // namespace alula
