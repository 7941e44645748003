// vehicle/build_plant.h: the plant of a vehicle file for any number type: double, float, a pack, a
// derivative.
#pragma once

#include <algorithm>

#include "dynamics/plant_model.h"
#include "vehicle/vehicle_config.h"

namespace alula {

template <class Real> PartList<Real> build_parts(const VehicleConfig& config) {
  PartList<Real> list;
  for (const PartGroupConfig& group : config.parts)
    PartKinds::add(list, group.configs, group.names);
  return list;
}

// Without a battery the bus holds the highest voltage that any rotor asks for.
template <class Real>
PlantModel<Real> build_plant(const VehicleConfig& config, const Environment<Real>& environment) {
  double ideal_supply_v = 0.0;
  for (const RotorConfig& rotor : config.parts_of<RotorConfig>())
    ideal_supply_v = std::max(ideal_supply_v, rotor.voltage_full_v);
  return PlantModel<Real>(mass_properties<Real>(config.body), environment,
                          build_parts<Real>(config), Real(ideal_supply_v));
}

}  // namespace alula
