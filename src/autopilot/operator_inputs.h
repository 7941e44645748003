// autopilot/operator_inputs.h: the newest of what people and companion computers sent, and how old
// it is.
#pragma once

#include "autopilot/events.h"
#include "autopilot/mode_requirements.h"
#include "signals/samples.h"

namespace alula {

struct OperatorState {
  ManualControl sticks{};
  OffboardSetpoint offboard{};  // in the local frame
  TimeNs sticks_time = -1;      // of the arrival; -1: none yet
  TimeNs offboard_time = -1;
  std::uint64_t offboard_refused = 0;  // in a row
};
static_assert(ArenaState<OperatorState>);

// What cannot be used is left out, and said once.
void hear(OperatorState& state, const Samples& samples, const VehicleEstimate& estimate, TimeNs now,
          EventLog& events);
bool is_live(TimeNs arrival, double timeout_s, TimeNs now);
// What the newest offboard set-point needs of the estimate.
ModeNeeds needs_of(const OffboardSetpoint& setpoint);

}  // namespace alula
