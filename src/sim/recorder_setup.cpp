#include "sim/recorder_setup.h"

#include "core/version.h"

namespace alula {
namespace {

LogParameter log_parameter(const ParameterInfo& info, double value) {
  if (info.type == ParameterType::integer) {
    return {std::string(info.name), static_cast<std::int32_t>(value),
            static_cast<std::int32_t>(info.default_value)};
  }
  return {std::string(info.name), static_cast<float>(value),
          static_cast<float>(info.default_value)};
}

}  // namespace

RecorderConfig recorder_setup(const Simulation& simulation, std::size_t index,
                              const ParameterValues& parameters) {
  RecorderConfig config;
  const VehicleInstance& vehicle = simulation.vehicle(index);
  config.vehicle = vehicle.vehicle().name();
  config.part_names = vehicle.vehicle().plant().parts().names();
  config.rotor_count = static_cast<std::uint32_t>(vehicle.vehicle().airframe().rotors.size());
  const SensorSuite& sensors = vehicle.vehicle().sensors();
  config.sensors.range = static_cast<std::uint32_t>(sensors.range_finder_count());
  config.sensors.flow = static_cast<std::uint32_t>(sensors.optical_flow_count());
  config.sensors.vision = static_cast<std::uint32_t>(sensors.external_vision_count());
  config.sensors.airspeed = static_cast<std::uint32_t>(sensors.airspeed_count());
  config.frame = simulation.frame();
  config.software = kVersion;
  config.software_release = kVersionRelease;
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const ParameterInfo& info = parameter_table()[i];
    config.parameters.push_back(log_parameter(info, parameters.value[i]));
  }
  return config;
}

}  // namespace alula
