// apps/alula/parameter_source.h: the options that say which parameters are meant: what `fly` would
// start with.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "autopilot/parameter_file.h"

namespace alula {

struct ParameterSource {
  std::string vehicle = "x500";
  std::string file;
  std::vector<std::string> assignments;  // "NAME=VALUE"
};
void add_source_options(CLI::App* command, ParameterSource& source);

// The vehicle's own values, then the file's, then the assignments.
Result<ParameterValues> values_of(const ParameterSource& source);
// `option` is what messages call the name.
Result<ParameterValues> values_of_vehicle(const std::string& option, const std::string& name);
Result<ParameterFile> read_parameter_file(const std::string& option, const std::string& path);

}  // namespace alula
