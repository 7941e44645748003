#include "params_table.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "document/json_writer.h"
#include "document/spelling.h"

namespace alula {
namespace {

bool changed(const ParameterValues& values, Param param) {
  return values[param] != info_of(param).default_value;
}

std::string range_text(const ParameterInfo& info) {
  return shortest_text(info.min) + " to " + shortest_text(info.max);
}

void write_fields(JsonWriter& json, const ParameterValues& values, Param param) {
  const ParameterInfo& info = info_of(param);
  json.field("name", info.name);
  json.field("value", values[param]);
  json.field("default", info.default_value);
  json.field("min", info.min);
  json.field("max", info.max);
  json.field("unit", info.unit);
  json.field("type", info.type == ParameterType::integer ? "integer" : "real");
  json.field("description", info.description);
}

void write_number(JsonWriter& json, std::string_view key, const std::optional<double>& value) {
  if (value) {
    json.field(key, *value);
  } else {
    json.null_field(key);
  }
}

std::string text_of(const std::optional<double>& value) {
  return value ? shortest_text(*value) : "-";
}

}  // namespace

std::string parameter_table_text(const ParameterValues& values, std::span<const Param> params) {
  constexpr const char* kRow = "{:<16} {:>9}{} {:>9}  {:<18} {:<{}}  {}\n";
  if (params.empty()) return "no parameter is like that\n";
  std::size_t unit_width = 4;
  for (const Param param : params) unit_width = std::max(unit_width, info_of(param).unit.size());
  std::string text =
      fmt::format(kRow, "name", "value", " ", "default", "range", "unit", unit_width, "meaning");
  for (const Param param : params) {
    const ParameterInfo& info = info_of(param);
    text += fmt::format(kRow, info.name, shortest_text(values[param]),
                        changed(values, param) ? "*" : " ", shortest_text(info.default_value),
                        range_text(info), info.unit, unit_width, info.description);
  }
  return text;
}

std::string parameters_json(const ParameterValues& values, std::span<const Param> params) {
  JsonWriter json;
  json.open_list();
  for (const Param param : params) {
    json.open_map();
    write_fields(json, values, param);
    json.close();
  }
  json.close();
  return json.text();
}

std::string parameter_text(const ParameterValues& values, Param param) {
  const ParameterInfo& info = info_of(param);
  const std::string unit = info.unit.empty() ? "" : " " + std::string(info.unit);
  return fmt::format(
      "{}: {}\n"
      "  value    {}{}{}\n"
      "  default  {}{}\n"
      "  range    {}{}{}\n",
      info.name, info.description, shortest_text(values[param]), unit,
      changed(values, param) ? ", changed" : "", shortest_text(info.default_value), unit,
      range_text(info), unit, info.type == ParameterType::integer ? ", whole numbers" : "");
}

std::string parameter_json(const ParameterValues& values, Param param) {
  JsonWriter json;
  json.open_map();
  write_fields(json, values, param);
  json.close();
  return json.text();
}

std::vector<ParameterChange> compare(const ParameterFile& first, const ParameterFile& second) {
  std::map<std::string, ParameterChange> all;
  for (const ParameterEntry& entry : first.entries) {
    all[entry.name] = {entry.name, entry.value, std::nullopt};
  }
  for (const ParameterEntry& entry : second.entries) {
    ParameterChange& change = all[entry.name];
    change.name = entry.name;
    change.second = entry.value;
  }
  std::vector<ParameterChange> changes;
  for (const auto& [name, change] : all) {
    if (change.first != change.second) changes.push_back(change);
  }
  return changes;
}

std::string changes_text(const std::vector<ParameterChange>& changes, const std::string& first,
                         const std::string& second) {
  if (changes.empty()) return fmt::format("{} and {} hold the same parameters\n", first, second);
  constexpr const char* kRow = "{:<16} {:>12} {:>12}  {}\n";
  std::string text = fmt::format("first {}, second {}\n", first, second);
  text += fmt::format(kRow, "name", "first", "second", "unit");
  for (const ParameterChange& change : changes) {
    const std::optional<Param> param = find_parameter(change.name);
    text += fmt::format(kRow, change.name, text_of(change.first), text_of(change.second),
                        param ? info_of(*param).unit : "not known here");
  }
  return text;
}

std::string changes_json(const std::vector<ParameterChange>& changes, const std::string& first,
                         const std::string& second) {
  JsonWriter json;
  json.open_map();
  json.field("first", first);
  json.field("second", second);
  json.open_list("changes");
  for (const ParameterChange& change : changes) {
    json.open_map();
    json.field("name", change.name);
    write_number(json, "first", change.first);
    write_number(json, "second", change.second);
    json.close();
  }
  json.close();
  json.close();
  return json.text();
}

}  // namespace alula
