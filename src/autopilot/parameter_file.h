// autopilot/parameter_file.h: parameters as QGroundControl saves them (.params): vehicle id,
// component id, name, value and type, a parameter a line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "autopilot/parameters.h"

namespace alula {

struct ParameterEntry {
  std::string name;
  double value = 0.0;
  ParameterType type = ParameterType::real;
  int line = 0;
};

// What a file says of the autopilot (MAVLink's component 1), known here or not.
struct ParameterFile {
  std::string name;  // for messages
  std::vector<ParameterEntry> entries;
  std::size_t others = 0;  // lines about other components: a camera, a gimbal
};

// A value that is a float, as vehicles keep them, becomes the shortest decimal that is the same
// float: 0.95 and not 0.949999988. Errors: bad_format, with line and name.
Result<ParameterFile> parse_parameter_file(std::string_view text, std::string_view name);

// Against the table: is it known, of its type, in its range. Errors: not_found for an unknown name,
// invalid_config; with file, line and name.
MaybeError check_entry(const ParameterFile& file, const ParameterEntry& entry);
// All of the file or nothing.
MaybeError apply_parameters(const ParameterFile& file, ParameterValues& values);

// The file that holds these parameters with these values.
std::string parameter_file_text(const ParameterValues& values, std::span<const Param> params);

}  // namespace alula
