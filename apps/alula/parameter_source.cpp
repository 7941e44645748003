#include "parameter_source.h"

#include "command.h"
#include "file_kind.h"
#include "sim/vehicle_parameters.h"
#include "vehicle/vehicle_config.h"

namespace alula {

void add_source_options(CLI::App* command, ParameterSource& source) {
  command->add_option("--vehicle", source.vehicle, "Start with this vehicle's values")
      ->type_name("VEHICLE")
      ->capture_default_str();
  command->add_option("--params", source.file, "Then those of a .params file")->type_name("FILE");
  command->add_option("--param", source.assignments, "Then these; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

Result<ParameterValues> values_of_vehicle(const std::string& option, const std::string& name) {
  const Result<InputFile> file = read_model(option, name, "vehicles");
  if (!file.ok()) return file.error();
  const Result<VehicleConfig> vehicle = parse_vehicle(file->content, file->path);
  if (!vehicle.ok())
    return with_kind(vehicle.error(), file->path, file->content, FileKind::vehicle);
  return vehicle_parameters(*vehicle);
}

Result<ParameterFile> read_parameter_file(const std::string& option, const std::string& path) {
  const Result<InputFile> file = read_input(option, path);
  if (!file.ok()) return file.error();
  Result<ParameterFile> values = parse_parameter_file(file->content, file->path);
  if (values.ok()) return values;
  return with_kind(values.error(), file->path, file->content, FileKind::parameters);
}

Result<ParameterValues> values_of(const ParameterSource& source) {
  Result<ParameterValues> values = values_of_vehicle("--vehicle", source.vehicle);
  if (!values.ok()) return values;
  if (!source.file.empty()) {
    const Result<ParameterFile> file = read_parameter_file("--params", source.file);
    if (!file.ok()) return file.error();
    if (MaybeError error = apply_parameters(*file, *values)) return *error;
  }
  for (const std::string& assignment : source.assignments) {
    if (MaybeError error = set_parameter_text(*values, assignment)) return *error;
  }
  if (MaybeError error = check_together(*values)) {
    error->where = "parameter " + error->where;
    return *error;
  }
  return values;
}

}  // namespace alula
