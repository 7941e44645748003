#include "sim/vehicle_parameters.h"

#include <algorithm>
#include <cmath>

#include "document/spelling.h"
#include "vehicle/airframe_of.h"

namespace alula {

Result<ParameterValues> vehicle_parameters(const VehicleConfig& vehicle) {
  ParameterValues values = default_parameters();
  const auto hover = static_cast<std::size_t>(Param::MPC_THR_HOVER);
  const ParameterInfo& info = parameter_table()[hover];
  // Two decimals, as a person would enter it.
  const double command = std::round(100.0 * airframe_of(vehicle).hover_command) / 100.0;
  values.value[hover] = std::clamp(command, info.min, info.max);
  for (const AutopilotParameter& p : vehicle.autopilot_parameters) {
    if (MaybeError error = set_parameter(values, p.name, p.value)) {
      return Error{error->code, vehicle.name + ": autopilot_parameters: " + one_line(p.name),
                   error->message};
    }
  }
  return values;
}

}  // namespace alula
