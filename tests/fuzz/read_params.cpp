#include <algorithm>

#include "autopilot/parameter_file.h"
#include "tests/fuzz/laws.h"

namespace alula::fuzz {
namespace {

// What was taken is written and read again: the same values.
Breach check_way_back(const ParameterFile& file, const ParameterValues& values) {
  std::vector<Param> params;
  for (const ParameterEntry& entry : file.entries) params.push_back(*find_parameter(entry.name));
  if (params.empty()) return std::nullopt;
  const Result<ParameterFile> again =
      parse_parameter_file(parameter_file_text(values, params), kFileName);
  if (!again.ok()) return "refuses what it wrote: " + again.error().text();
  ParameterValues second = default_parameters();
  if (MaybeError error = apply_parameters(*again, second))
    return "refuses the values that it wrote: " + error->text();
  return std::ranges::equal(second.value, values.value) ? Breach{} : "reads other values back";
}

}  // namespace

Breach read_params(std::string_view bytes) {
  const Result<ParameterFile> file = parse_parameter_file(bytes, kFileName);
  if (!file.ok()) return check_message(file.error());
  ParameterValues values = default_parameters();
  if (MaybeError error = apply_parameters(*file, values)) return check_message(*error);
  return check_way_back(*file, values);
}

}  // namespace alula::fuzz
