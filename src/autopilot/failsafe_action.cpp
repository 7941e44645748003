#include "autopilot/failsafe_action.h"

namespace alula {

FlightMode mode_of(FailsafeAction action, FlightMode wanted) {
  switch (action) {
    case FailsafeAction::none:
    case FailsafeAction::warn:
    case FailsafeAction::disarm:
      return wanted;
    case FailsafeAction::fall_back_position:
      return FlightMode::position;
    case FailsafeAction::fall_back_altitude:
      return FlightMode::altitude;
    case FailsafeAction::fall_back_stabilized:
      return FlightMode::stabilized;
    case FailsafeAction::hold:
      return FlightMode::hold;
    case FailsafeAction::return_home:
      return FlightMode::return_home;
    case FailsafeAction::land:
      return FlightMode::land;
    case FailsafeAction::descend:
      return FlightMode::descend;
    case FailsafeAction::terminate:
      return FlightMode::termination;
  }
  return wanted;
}

FailsafeAction runnable(FailsafeAction action, const ModeFacts& facts) {
  using enum FailsafeAction;
  if (action <= warn || action >= disarm) return action;
  // Descend needs nothing.
  while (missing_for(mode_of(action, FlightMode::hold), facts) != 0)
    action = static_cast<FailsafeAction>(static_cast<std::uint32_t>(action) + 1);
  return action;
}

}  // namespace alula
