// A vehicle as an onlooker sees it, filled in by hand.
#pragma once

#include "scenario/quantities.h"

namespace alula {

struct SeenVehicle {
  TimeNs time = 0;
  TruthState truth{};
  Samples samples{};
  SensorErrors errors{};
  VehicleEstimate estimate{};
  EstimatorStatus estimator{};
  ControlStatus control{};
  CommanderStatus commander{};
  ActuatorCommand command{};
  FlightStatistics flown{};
  BatterySample battery{};
  Vec3 start_W{};

  [[nodiscard]] Observation seen() const {
    const StepView view{.step = time / 1'000'000,
                        .time = time,
                        .truth = truth,
                        .samples = samples,
                        .sensor_errors = errors,
                        .estimate = estimate,
                        .estimator = estimator,
                        .control = control,
                        .commander = commander,
                        .command = command,
                        .part_wrenches = {},
                        .events = {}};
    return {view, flown, battery, start_W};
  }
};

}  // namespace alula
