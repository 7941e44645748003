#include "failures/breakable.h"

namespace alula {

Breakable breakable(const VehicleConfig& config) {
  const std::size_t ordinary = config.parts_of<RotorConfig>().size();
  const std::size_t airsim = config.parts_of<AirsimRotorConfig>().size();
  Breakable vehicle{.sensors = config.sensors,
                    .motors = ordinary + airsim,
                    .airsim_rotors = airsim > 0,
                    .battery_cells = {}};
  for (const BatteryConfig& battery : config.parts_of<BatteryConfig>())
    vehicle.battery_cells.push_back(static_cast<std::uint32_t>(battery.cells));
  return vehicle;
}

}  // namespace alula
