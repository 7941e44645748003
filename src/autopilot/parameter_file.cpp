#include "autopilot/parameter_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "autopilot/parameter_names.h"
#include "document/number_text.h"
#include "document/spelling.h"
#include "document/text_lines.h"

namespace alula {
namespace {

constexpr std::string_view kExpected =
    "vehicle id, component id, name, value and type, a parameter a line";
constexpr std::size_t kFieldCount = 5;
constexpr std::size_t kNameLengthMax = 16;  // MAVLink's
constexpr std::int64_t kAutopilot = 1;
// MAV_PARAM_TYPE; PX4 has no others.
constexpr std::int64_t kTypeInteger = 6, kTypeReal = 9;

double shortest_of_float(double value) {
  const auto single = static_cast<float>(value);
  if (static_cast<double>(single) != value) return value;
  std::array<char, 32> text;
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), single).ptr;
  double shortest = value;
  std::from_chars(text.data(), end, shortest);
  return shortest;
}

// Reads one line; the first thing wrong is kept.
class Line {
 public:
  Line(std::string_view file, const TextRecord& record) : file_(file), record_(record) {}

  std::int64_t id(std::size_t field, const char* what) {
    const auto value = field_integer(record_.fields[field]);
    const bool valid = value && *value >= 1 && *value <= 255;
    if (!valid) reject(fmt::format("has {} {}; expected 1 to 255", what, text(field)));
    return value.value_or(0);
  }
  std::string name() {
    const std::string_view name = record_.fields[2];
    const auto fits = [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (name.size() > kNameLengthMax || !std::ranges::all_of(name, fits)) {
      reject("is no name of a parameter; expected at most 16 capitals, digits and _" + hint(name));
    }
    return std::string(name);
  }
  double value() {
    const std::string_view field = record_.fields[3];
    const std::optional<double> value = field_number(field);
    if (!value) {
      const bool comma = std::ranges::count(field, ',') == 1;
      reject(fmt::format("{} is no number; expected one{}", text(3),
                         comma ? " with a decimal point" : ""));
    } else if (!std::isfinite(*value)) {
      reject(fmt::format("is {}; expected a finite number", field));
    }
    return shortest_of_float(value.value_or(0.0));
  }
  ParameterType type() {
    const auto type = field_integer(record_.fields[4]);
    if (type != kTypeInteger && type != kTypeReal) {
      reject(fmt::format("is of type {}; expected 6 (whole number) or 9 (real number)", text(4)));
    }
    return type == kTypeInteger ? ParameterType::integer : ParameterType::real;
  }
  void reject(std::string message) {
    if (!error_) error_ = record_error(file_, record_.line, record_.fields[2], std::move(message));
  }
  [[nodiscard]] const MaybeError& error() const { return error_; }

 private:
  [[nodiscard]] std::string text(std::size_t field) const { return quoted(record_.fields[field]); }
  static std::string hint(std::string_view name) {
    const bool lower = std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    return lower ? "; small letters are none" : "";
  }

  std::string_view file_;
  const TextRecord& record_;
  MaybeError error_;
};

Error wrong_field_count(std::string_view file, const TextRecord& record) {
  return record_error(
      file, record.line, {},
      fmt::format("has {} {}; expected {}: {}", record.fields.size(),
                  record.fields.size() == 1 ? "field" : "fields", kFieldCount, kExpected));
}

MaybeError find_twin(const ParameterFile& file) {
  std::vector<const ParameterEntry*> sorted;
  for (const ParameterEntry& entry : file.entries) sorted.push_back(&entry);
  std::ranges::sort(sorted, {}, &ParameterEntry::name);
  const auto twin = std::ranges::adjacent_find(sorted, {}, &ParameterEntry::name);
  if (twin == sorted.end()) return std::nullopt;
  const ParameterEntry& again = **(twin + 1);
  return record_error(file.name, again.line, again.name,
                      fmt::format("stands there twice; the first is on line {}", (*twin)->line));
}

// A vehicle's export holds hundreds of parameters that are not of this autopilot.
std::string import_advice(std::string_view file) {
  return fmt::format("; `alula params import {} --out FILE` takes what this autopilot has",
                     name_in_message(file));
}

}  // namespace

Result<ParameterFile> parse_parameter_file(std::string_view text, std::string_view name) {
  const Result<std::vector<TextRecord>> records = read_records(text, name, kExpected);
  if (!records.ok()) return records.error();
  ParameterFile file{std::string(name), {}, 0};
  std::int64_t vehicle = 0;
  for (const TextRecord& record : *records) {
    if (record.fields.size() != kFieldCount) return wrong_field_count(name, record);
    Line line(name, record);
    const std::int64_t vehicle_id = line.id(0, "vehicle id");
    const std::int64_t component = line.id(1, "component id");
    if (vehicle == 0) vehicle = vehicle_id;
    if (vehicle_id != vehicle) {
      line.reject(fmt::format("is of vehicle {}; expected vehicle {}, as on the lines before",
                              vehicle_id, vehicle));
    }
    ParameterEntry entry{line.name(), 0.0, ParameterType::real, record.line};
    if (component == kAutopilot) {
      entry.value = line.value();
      entry.type = line.type();
    }
    if (line.error()) return *line.error();
    if (component == kAutopilot) {
      file.entries.push_back(std::move(entry));
    } else {
      ++file.others;
    }
  }
  if (MaybeError error = find_twin(file)) return *error;
  return file;
}

MaybeError check_entry(const ParameterFile& file, const ParameterEntry& entry) {
  ParameterValues scratch;
  if (MaybeError error = set_parameter(scratch, entry.name, entry.value)) {
    error->where = fmt::format("{}:{}: {}", file.name, entry.line, entry.name);
    if (error->message == kUnlikeAnyParameter)
      error->message = std::string("unknown parameter") + import_advice(file.name);
    return error;
  }
  const ParameterInfo& info = info_of(*find_parameter(entry.name));
  if (info.type == entry.type) return std::nullopt;
  const bool whole = info.type == ParameterType::integer;
  Error error = record_error(
      file.name, entry.line, entry.name,
      fmt::format("is of type {}; expected {}", whole ? "9 (real number)" : "6 (whole number)",
                  whole ? "6 (whole number)" : "9 (real number)"));
  error.code = ErrorCode::invalid_config;
  return error;
}

MaybeError apply_parameters(const ParameterFile& file, ParameterValues& values) {
  ParameterValues changed = values;
  for (const ParameterEntry& entry : file.entries) {
    if (MaybeError error = check_entry(file, entry)) return error;
    changed.value[static_cast<std::size_t>(*find_parameter(entry.name))] = entry.value;
  }
  values = changed;
  return std::nullopt;
}

std::string parameter_file_text(const ParameterValues& values, std::span<const Param> params) {
  std::string text =
      "# Onboard parameters for Vehicle 1\n#\n# Vehicle-Id Component-Id Name Value Type\n";
  for (const Param param : params) {
    const ParameterInfo& info = info_of(param);
    const bool whole = info.type == ParameterType::integer;
    text += fmt::format("1\t{}\t{}\t{}\t{}\n", kAutopilot, info.name, shortest_text(values[param]),
                        whole ? kTypeInteger : kTypeReal);
  }
  return text;
}

}  // namespace alula
