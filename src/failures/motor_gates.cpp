#include "failures/motor_gates.h"

#include "propulsion/rotor.h"

namespace alula {
namespace {

// Until the first command comes out at the far end, the one of the beginning holds.
double delayed(const Failure& failure, TimeNs now, MotorGateState& state, double command) {
  const TimeNs delay = nanoseconds(failure.value[0]);
  constexpr auto kSlots = static_cast<TimeNs>(MotorGateState::capacity - 1);
  if (state.taken < 0 || (now - state.taken) * kSlots >= delay) {
    state.late.push({now + delay, command});
    state.taken = now;
  }
  while (!state.late.empty() && state.late.front().due <= now) {
    state.held = state.late.front().command;
    state.late.pop();
  }
  return state.held;
}

}  // namespace

double gated_command(const Failure& failure, const RandomStream& noise, TimeNs now,
                     MotorGateState& state, double command) {
  if (state.begun != failure.start || state.type != failure.type) {
    state = {};
    state.begun = failure.start;
    state.type = failure.type;
    state.held = command;
  }
  switch (failure.type) {
    case FailureType::off:
    case FailureType::jammed:
      return kRotorOff;
    case FailureType::stuck:
      return state.held;
    case FailureType::garbage:
      if (command < 0.0) return command;  // noise does not arm
      return 0.5 + 0.5 * failure.value[0] * (2.0 * noise.uniform(now) - 1.0);
    case FailureType::delayed:
      return delayed(failure, now, state, command);
    case FailureType::intermittent:
    case FailureType::desync:
      return is_away(failure, now) ? kRotorOff : command;
    default:
      return command;  // `wrong` and `slow` are the motor's own: plant_health.h
  }
}

}  // namespace alula
