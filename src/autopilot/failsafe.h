// autopilot/failsafe.h: what the vehicle does by itself when something is lost or runs out: a state
// machine over causes. Each one that holds brings a rule (failsafe_rules.h), and the strongest
// action of all counts. Source: PX4 v1.15, the failsafe framework of its commander.
#pragma once

#include "autopilot/events.h"
#include "autopilot/failsafe_rules.h"

namespace alula {

struct FailsafeEntry {
  TimeNs held_time = 0;  // when the cause held last
  FailsafeRule rule{};
  std::uint32_t active = 0;
  std::uint32_t untold = 0;  // 1: nobody has heard of it yet
};

struct FailsafeState {
  std::array<FailsafeEntry, kFailsafeCauses> entry{};
  TimeNs time = -1;
  double start_delay_s = -1.0;  // what is left of COM_FAIL_ACT_T for the next one; below zero: all
  double delay_s = 0.0;         // so long Hold comes before the action
  FailsafeAction action = FailsafeAction::none;
  bool mode_requested = false;  // by the user, since the last update
  bool taken_over = false;
  bool forbids_takeover = false;
  bool reserved = false;
};
static_assert(ArenaState<FailsafeState>);

struct FailsafeInputs {
  TimeNs now = 0;
  FlightMode wanted = FlightMode::hold;
  bool sticks_moved = false;  // a pilot wants to fly
  const ModeFacts& facts;
  std::array<std::string_view, kFailsafeCauses> words{};  // what happened: "Position lost"
};

struct FailsafeOutcome {
  FailsafeAction action = FailsafeAction::none;
  FlightMode mode = FlightMode::hold;    // to be flown
  FlightMode wanted = FlightMode::hold;  // by the user, who may have taken over
};

class Failsafe {
 public:
  explicit Failsafe(const FailsafeConfig& config) : config_(config) {}

  // While armed. `rules` as failsafe_rules() makes them.
  FailsafeOutcome update(FailsafeState& state, const FailsafeInputs& in, const FailsafeRules& rules,
                         EventLog& events) const;

 private:
  struct Choice {
    FailsafeAction action = FailsafeAction::none;
    FailsafeAction later = FailsafeAction::none;  // after the delay
    Takeover takeover = Takeover::by_sticks_or_mode;
    FlightMode wanted = FlightMode::hold;
    bool taken_over = false;
  };
  void note(FailsafeState& state, std::size_t cause, const FailsafeRule& rule, TimeNs now,
            EventLog& events) const;
  void begin(FailsafeState& state, std::size_t cause, const FailsafeRule& rule) const;
  [[nodiscard]] Choice choose(const FailsafeState& state, const FailsafeInputs& in,
                              bool requested) const;
  void take_over(const FailsafeState& state, const FailsafeInputs& in, bool requested,
                 Choice& choice) const;
  void run_start_delay(FailsafeState& state, bool delays, double dt_s) const;
  static void tell(FailsafeState& state, const FailsafeInputs& in, const Choice& choice,
                   EventLog& events);

  const FailsafeConfig& config_;
};

}  // namespace alula
