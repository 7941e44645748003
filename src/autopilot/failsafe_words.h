// autopilot/failsafe_words.h: failsafes in words that a pilot understands: what happened, what the
// vehicle does now, what the pilot can do.
#pragma once

#include "autopilot/events.h"
#include "autopilot/failsafe_action.h"

namespace alula {

struct FailsafeNews {
  FailsafeCause cause = FailsafeCause::count;
  std::string_view what;  // "Position lost"
  FailsafeAction action = FailsafeAction::warn;
  FailsafeAction later = FailsafeAction::none;  // after the delay; none: the action is final
  double delay_s = 0.0;
  Takeover takeover = Takeover::by_sticks_or_mode;
  bool sticks_live = false;
};
void tell(const FailsafeNews& news, EventLog& events);
// The delay is over, or the mode of the action cannot be flown any more.
void tell_next_action(FailsafeAction action, EventLog& events);
// `stays`: the action goes on until the pilot chooses a mode.
void tell_end(FailsafeCause cause, bool stays, EventLog& events);
void tell_takeover(FlightMode mode, EventLog& events);

}  // namespace alula
