#include "document/json_schema.h"

#include <algorithm>

#include "core/assert.h"
#include "document/json_writer.h"
#include "document/key_unit.h"

namespace alula {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string description_of(const SchemaField& field) {
  std::string text = field.about;
  const std::string_view unit = unit_of_key(field.key);
  if (!unit.empty()) text += " [" + std::string(unit) + "]";
  if (!field.otherwise.empty()) text += "; without it: " + field.otherwise;
  return text;
}

class SchemaWriter {
 public:
  explicit SchemaWriter(const Schema& schema) : schema_(schema) {}

  std::string text(std::string_view title, std::string_view about) {
    json_.open_map();
    json_.field("$schema", "https://json-schema.org/draft/2020-12/schema");
    json_.field("title", title);
    json_.field("description", about);
    json_.field("type", "object");
    write_keys("");
    return json_.close().text();
  }

 private:
  // A map whose keys depend on a word has a branch for each.
  void write_keys(const std::string& path) {
    const SchemaMap& map = schema_.maps.at(path);
    const auto chooses = [](const SchemaField& field) {
      return field.spec.kind == FieldKind::word &&
             std::ranges::find(kChoosers, field.key) != kChoosers.end();
    };
    const auto chooser = std::ranges::find_if(map.fields, chooses);
    if (chooser == map.fields.end()) return write_fields(path, map);
    json_.open_map("properties");
    write_field(path, *chooser);
    json_.close();
    json_.open_list("required").value(chooser->key).close();
    json_.open_list("allOf");
    for (const std::string& word : chooser->spec.words) write_branch(path, chooser->key, word);
    json_.close();
  }

  void write_branch(const std::string& path, const std::string& key, const std::string& word) {
    json_.open_map();
    json_.open_map("if").open_map("properties").open_map(key).field("const", word);
    json_.close().close();
    json_.open_list("required").value(key).close().close();
    json_.open_map("then");
    const std::string branch = path + "{" + word + "}";
    write_fields(branch, schema_.maps.at(branch));
    json_.close().close();
  }

  void write_fields(const std::string& path, const SchemaMap& map) {
    json_.open_map("properties");
    for (const SchemaField& field : map.fields) write_field(path, field);
    json_.close();
    const auto is_required = [](const SchemaField& field) { return field.spec.required; };
    if (std::ranges::any_of(map.fields, is_required)) {
      json_.open_list("required");
      for (const SchemaField& field : map.fields)
        if (is_required(field)) json_.value(field.key);
      json_.close();
    }
    if (!map.open_ended) json_.field("additionalProperties", false);
  }

  void write_field(const std::string& above, const SchemaField& field) {
    const std::string path = above.empty() ? field.key : above + "." + field.key;
    json_.open_map(field.key);
    const std::string description = description_of(field);
    if (!description.empty()) json_.field("description", description);
    const std::string_view unit = unit_of_key(field.key);
    if (!unit.empty()) json_.field("x-unit", unit);
    write_type(path, field.spec);
    if (field.required > 0 && !field.spec.required) json_.field("x-needed", true);
    if (!field.otherwise.empty())
      json_.field("x-otherwise", field.otherwise);
    else if (!field.spec.fallback.empty())
      json_.json_field("default", field.spec.fallback);
    json_.close();
  }

  void type(const char* name, bool required) {
    if (required) return static_cast<void>(json_.field("type", name));
    json_.open_list("type").value(name).value("null").close();
  }

  void write_type(const std::string& path, const FieldSpec& spec) {
    switch (spec.kind) {
      case FieldKind::unknown:
      case FieldKind::any:
        return;
      case FieldKind::number:
        type("number", spec.required);
        return bounds(spec.range);
      case FieldKind::integer:
        if (spec.range.min == spec.range.max)
          return static_cast<void>(json_.field("const", spec.range.min));
        type("integer", spec.required);
        return bounds(spec.range);
      case FieldKind::boolean:
        return type("boolean", spec.required);
      case FieldKind::string:
        return type("string", spec.required);
      case FieldKind::word:
        return words(spec.words, spec.required);
      case FieldKind::named_numbers:
        type("object", spec.required);
        json_.open_map("additionalProperties").field("type", "number").close();
        return;
      case FieldKind::map:
        type("object", spec.required);
        return write_keys(path);
      case FieldKind::map_or_string:
        return write_map_or_string(path, spec);
      case FieldKind::numbers:
      case FieldKind::vectors:
      case FieldKind::list:
        return write_list(path, spec);
    }
  }

  void write_list(const std::string& path, const FieldSpec& spec) {
    type("array", spec.required);
    counts(spec.count);
    if (spec.kind == FieldKind::numbers) {
      json_.open_map("items");
      type("number", !spec.nulls);
      bounds(spec.range);
      json_.close();
    } else if (spec.kind == FieldKind::vectors) {
      json_.open_map("items").field("type", "array");
      counts({.min = 3, .max = 3});
      json_.open_map("items").field("type", "number").close().close();
    } else if (schema_.maps.contains(path + "[]")) {
      json_.open_map("items").field("type", "object");
      write_keys(path + "[]");
      json_.close();
    }
  }

  void write_map_or_string(const std::string& path, const FieldSpec& spec) {
    json_.open_list("anyOf");
    json_.open_map();
    type("object", spec.required);
    write_keys(path);
    json_.close();
    json_.open_map();
    spec.words.empty() ? type("string", true) : words(spec.words, true);
    json_.close().close();
  }

  void words(const std::vector<std::string>& allowed, bool required) {
    json_.open_list("enum");
    for (const std::string& word : allowed) json_.value(word);
    if (!required) json_.null_value();
    json_.close();
  }

  void bounds(const NumberRange& range) {
    const auto bound = [this](const char* key, double limit) {
      if (limit > -kInfinity && limit < kInfinity) json_.field(key, limit);
    };
    bound("minimum", range.min);
    bound("maximum", range.max);
    bound("exclusiveMinimum", range.min_exclusive);
    bound("exclusiveMaximum", range.max_exclusive);
  }

  void counts(const CountRange& count) {
    if (count.min > 0) json_.field("minItems", static_cast<std::uint64_t>(count.min));
    if (count.max < CountRange{}.max)
      json_.field("maxItems", static_cast<std::uint64_t>(count.max));
  }

  const Schema& schema_;
  JsonWriter json_;
};

}  // namespace

std::string json_schema(const Schema& schema, std::string_view title, std::string_view about) {
  return SchemaWriter(schema).text(title, about);
}

}  // namespace alula
