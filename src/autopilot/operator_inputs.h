// autopilot/operator_inputs.h: the newest of what people and companion computers sent, and how old
// it is.
#pragma once

#include "autopilot/events.h"
#include "autopilot/mode_requirements.h"
#include "control/follow_task.h"
#include "signals/samples.h"

namespace alula {

struct OperatorState {
  ManualControl sticks{};
  OffboardSetpoint offboard{};  // in the local frame
  TimeNs sticks_time = -1;      // of the arrival; -1: none yet
  TimeNs offboard_time = -1;
  TimeNs ground_time = -1;             // of the ground station's last heartbeat
  std::uint64_t offboard_refused = 0;  // in a row
  FollowPoint follow{};                // in the local frame; its age does not count here
  TimeNs follow_time = -1;             // of the arrival
};
static_assert(ArenaState<OperatorState>);

// What cannot be used is left out, and said once.
void hear(OperatorState& state, const Samples& samples, const VehicleEstimate& estimate, TimeNs now,
          EventLog& events);
bool is_live(TimeNs arrival, double timeout_s, TimeNs now);
// The newest place of the target, as old as it is.
FollowPoint follow_point(const OperatorState& state, TimeNs now);
// What the newest offboard set-point needs of the estimate.
ModeNeeds needs_of(const OffboardSetpoint& setpoint);

}  // namespace alula
