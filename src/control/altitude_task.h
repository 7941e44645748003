// control/altitude_task.h: mode Altitude: sticks are tilt, yaw rate and climb rate; the height is
// held when the throttle stick is centred.
#pragma once

#include "control/sticks.h"

namespace alula {

struct AltitudeTaskState {
  StickYawState yaw{};
  StickClimbState climb{};
};
static_assert(ArenaState<AltitudeTaskState>);

class AltitudeTask {
 public:
  explicit AltitudeTask(const ManualConfig& config) : config_(config) {}

  void activate(AltitudeTaskState& state, const VehicleEstimate& estimate,
                const PreviousSetpoint& previous) const;
  FlightTaskOutput update(AltitudeTaskState& state, const FlightTaskInput& in, double dt_s) const;

 private:
  const ManualConfig& config_;
};

}  // namespace alula
