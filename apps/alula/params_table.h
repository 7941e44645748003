// apps/alula/params_table.h: parameters as text for people and as JSON for machines.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autopilot/parameter_file.h"

namespace alula {

std::string parameter_table_text(const ParameterValues& values, std::span<const Param> params);
std::string parameters_json(const ParameterValues& values, std::span<const Param> params);

std::string parameter_text(const ParameterValues& values, Param param);
std::string parameter_json(const ParameterValues& values, Param param);

// One name whose value differs, or that only one side has.
struct ParameterChange {
  std::string name;
  std::optional<double> first, second;
};
// In the order of the alphabet.
std::vector<ParameterChange> compare(const ParameterFile& first, const ParameterFile& second);
std::string changes_text(const std::vector<ParameterChange>& changes, const std::string& first,
                         const std::string& second);
std::string changes_json(const std::vector<ParameterChange>& changes, const std::string& first,
                         const std::string& second);

}  // namespace alula
