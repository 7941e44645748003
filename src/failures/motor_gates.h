// failures/motor_gates.h: between the brain's commands and the speed controllers.
#pragma once

#include <span>

#include "core/fixed_queue.h"
#include "core/random.h"
#include "failures/failure_list.h"

namespace alula {

// What a controller remembers of the failure that it is in.
struct MotorGateState {
  static constexpr std::size_t capacity = 128;
  struct Late {
    TimeNs due = 0;
    double command = 0.0;
  };
  FixedQueue<Late, capacity> late{};
  double held = 0.0;
  TimeNs begun = -1;  // start of the failure
  TimeNs taken = -1;  // when `late` last took a command
  FailureType type = FailureType::ok;
  std::uint32_t holds = 0;  // 1: `held` counts
};
static_assert(ArenaState<MotorGateState>);

// What the controller is given instead of `command` (propulsion/rotor.h: 0..1 or kRotorOff). A
// delay is resolved to a 127th of itself, or to the step.
double gated_command(const Failure& failure, const RandomStream& noise, TimeNs now,
                     MotorGateState& state, double command);

}  // namespace alula
