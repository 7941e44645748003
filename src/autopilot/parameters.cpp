#include "autopilot/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "autopilot/parameter_names.h"
#include "document/spelling.h"

namespace alula {
namespace {

constexpr std::array<ParameterInfo, kParameterCount> kTable{{
#define ALULA_PARAMETER(name, type, default_value, min, max, unit, description) \
  {#name, ParameterType::type, default_value, min, max, unit, description},
#include "autopilot/parameter_list.inc"
#undef ALULA_PARAMETER
}};

}  // namespace

std::span<const ParameterInfo, kParameterCount> parameter_table() { return kTable; }

const ParameterInfo& info_of(Param p) { return kTable[static_cast<std::size_t>(p)]; }

bool allows(const ParameterInfo& info, double value) {
  const bool in_range = value >= info.min && value <= info.max;  // false for NaN as well
  return in_range && (info.type == ParameterType::real || value == std::floor(value));
}

std::optional<Param> find_parameter(std::string_view name) {
  const auto found = std::find_if(kTable.begin(), kTable.end(),
                                  [&](const ParameterInfo& p) { return p.name == name; });
  if (found == kTable.end()) return std::nullopt;
  return static_cast<Param>(found - kTable.begin());
}

double ParameterValues::radians(Param p) const { return (*this)[p] * std::numbers::pi / 180.0; }

ParameterValues default_parameters() {
  ParameterValues values;
  for (std::size_t i = 0; i < kParameterCount; ++i) values.value[i] = kTable[i].default_value;
  return values;
}

MaybeError set_parameter(ParameterValues& values, std::string_view name, double value) {
  const std::string where = "parameter " + one_line(name);
  const std::optional<Param> param = find_parameter(name);
  if (!param) return Error{ErrorCode::not_found, where, unknown_parameter(name)};
  const ParameterInfo& info = info_of(*param);
  if (!(value >= info.min && value <= info.max)) {
    return Error{ErrorCode::invalid_config, where,
                 fmt::format("{} is out of range; expected {} to {}{}{}", value, info.min, info.max,
                             info.unit.empty() ? "" : " ", info.unit)};
  }
  if (!allows(info, value)) {
    return Error{ErrorCode::invalid_config, where,
                 fmt::format("{} is no whole number; expected one", value)};
  }
  values.value[static_cast<std::size_t>(*param)] = value;
  return std::nullopt;
}

MaybeError set_parameter_text(ParameterValues& values, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string where = "parameter " + one_line(assignment);
  if (equals == std::string_view::npos || equals == 0) {
    return Error{ErrorCode::bad_format, where, "expected NAME=VALUE"};
  }
  const std::string_view text = assignment.substr(equals + 1);
  double value = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) {
    return Error{ErrorCode::bad_format, where,
                 fmt::format("{} is no number; expected one", quoted(text))};
  }
  return set_parameter(values, assignment.substr(0, equals), value);
}

}  // namespace alula
