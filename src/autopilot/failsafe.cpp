#include "autopilot/failsafe.h"

#include <algorithm>

#include "autopilot/failsafe_words.h"

namespace alula {
namespace {

using enum FailsafeAction;

constexpr auto kModeLost = static_cast<std::size_t>(FailsafeCause::mode_lost);
// A position that comes and goes must not make the mode flutter.
constexpr TimeNs kModeBack = nanoseconds(1.0);
constexpr double kNoDelay_s = 0.1;  // a shorter COM_FAIL_ACT_T is none

bool may_be_taken_over(FailsafeAction action) {
  return action == hold || action == return_home || action == land || action == descend;
}

void end_with_mode_change(FailsafeState& state, TimeNs now) {
  for (FailsafeEntry& e : state.entry) {
    const bool over = e.held_time < now && e.rule.ends == FailsafeEnd::with_mode_change;
    if (over) e.active = 0;
  }
}

}  // namespace

void Failsafe::begin(FailsafeState& state, std::size_t cause, const FailsafeRule& rule) const {
  FailsafeEntry& e = state.entry[cause];
  e.rule = rule;
  e.active = e.untold = 1;
  if (rule.waits != 0 && rule.takeover == Takeover::by_sticks_or_mode) {
    if (config_.action_delay_s <= kNoDelay_s) {
      e.rule.takeover =
          Takeover::by_mode;  // no time to be surprised by sticks that are not centred
    } else if (rule.action != warn && state.delay_s <= 0.0) {
      state.delay_s = state.start_delay_s;
    }
  }
  if (rule.action >= hold) state.taken_over = false;
}

void Failsafe::note(FailsafeState& state, std::size_t cause, const FailsafeRule& rule, TimeNs now,
                    EventLog& events) const {
  FailsafeEntry& e = state.entry[cause];
  if (rule.action != none) {
    if (e.active == 0) begin(state, cause, rule);
    e.rule.action = rule.action;
    e.held_time = now;
    return;
  }
  if (e.active == 0) return;
  if (cause == kModeLost && now - e.held_time < kModeBack) return;
  const bool just_ended = e.held_time == state.time || cause == kModeLost;
  const bool stays = e.rule.ends != FailsafeEnd::with_cause;
  if (!stays) e.active = 0;
  // Asked for another mode, the pilot needs not hear what the old one has back.
  if (cause == kModeLost && state.taken_over) return;
  if (just_ended) tell_end(static_cast<FailsafeCause>(cause), stays && !state.taken_over, events);
}

// Sticks or a change of the mode mean that a pilot is there. A mode that was asked for in the same
// breath as the failsafe began was asked for before it.
void Failsafe::take_over(const FailsafeState& state, const FailsafeInputs& in, bool requested,
                         Choice& choice) const {
  const bool by_mode = requested && state.action == choice.action;
  const bool by_sticks = in.sticks_moved && choice.takeover == Takeover::by_sticks_or_mode;
  const bool wants = state.taken_over || by_mode || by_sticks;
  if (!wants || choice.takeover == Takeover::never || !may_be_taken_over(choice.action)) return;
  if (!state.taken_over && !by_mode) choice.wanted = FlightMode::position;
  choice.taken_over = true;
  choice.action = std::max(warn, mode_loss_action(config_, choice.wanted, in.facts));
  choice.later = none;
}

Failsafe::Choice Failsafe::choose(const FailsafeState& state, const FailsafeInputs& in,
                                  bool requested) const {
  Choice choice;
  choice.wanted = in.wanted;
  for (const FailsafeEntry& e : state.entry) {
    if (e.active == 0) continue;
    choice.takeover = std::max(choice.takeover, e.rule.takeover);
    choice.action = std::max(choice.action, e.rule.action);
  }
  const bool waits = state.delay_s > 0.0 && !state.taken_over &&
                     choice.takeover != Takeover::never && choice.action >= hold &&
                     choice.action < disarm;
  if (waits) {
    choice.later = choice.action == hold ? none : choice.action;
    choice.action = hold;
    choice.takeover = Takeover::by_mode;
  }
  take_over(state, in, requested, choice);
  choice.action = runnable(choice.action, in.facts);
  // A landing that the user has begun ends the flight sooner than a return.
  const bool lands = choice.wanted == FlightMode::land &&
                     missing_for(FlightMode::land, in.facts) == 0 &&
                     (choice.action == return_home || choice.later == return_home);
  if (lands) {
    choice.action = warn;
    choice.later = none;
  }
  return choice;
}

// A failsafe that comes and goes is acted upon at last: the delay shrinks faster than it grows.
void Failsafe::run_start_delay(FailsafeState& state, bool delays, double dt_s) const {
  const double step = delays ? -dt_s : 0.25 * dt_s;
  state.start_delay_s = std::clamp(state.start_delay_s + step, 0.0, config_.action_delay_s);
}

void Failsafe::tell(FailsafeState& state, const FailsafeInputs& in, const Choice& choice,
                    EventLog& events) {
  bool told = false;
  for (std::size_t i = 0; i < kFailsafeCauses; ++i) {
    FailsafeEntry& e = state.entry[i];
    if (e.active == 0 || e.untold == 0) continue;
    e.untold = 0;
    const bool own = is_engaged(e.rule.action);
    FailsafeNews news{static_cast<FailsafeCause>(i), in.words[i], warn};
    if (own) {
      news.action = choice.action;
      news.later = choice.later;
    }
    news.delay_s = state.delay_s;
    news.takeover = choice.takeover;
    news.sticks_live = in.facts.sticks_live;
    alula::tell(news, events);
    told = told || own;
  }
  if (!told && choice.action > state.action && is_engaged(choice.action) && !choice.taken_over)
    tell_next_action(choice.action, events);
  if (choice.taken_over && !state.taken_over)
    tell_takeover(mode_of(choice.action, choice.wanted), events);
}

FailsafeOutcome Failsafe::update(FailsafeState& state, const FailsafeInputs& in,
                                 const FailsafeRules& rules, EventLog& events) const {
  if (state.action == terminate) return {terminate, FlightMode::termination, in.wanted};
  const double dt_s = state.time < 0 ? 0.0 : seconds(in.now - state.time);
  if (state.start_delay_s < 0.0) state.start_delay_s = config_.action_delay_s;
  const bool requested = state.mode_requested;
  state.mode_requested = false;
  if (requested || state.taken_over) end_with_mode_change(state, state.time);
  state.delay_s = std::max(0.0, state.delay_s - dt_s);
  for (std::size_t i = 0; i < kFailsafeCauses; ++i) note(state, i, rules[i], in.now, events);
  const bool cannot_hold = missing_for(FlightMode::hold, in.facts) != 0;
  if (state.action > hold || cannot_hold || state.taken_over) state.delay_s = 0.0;

  const Choice choice = choose(state, in, requested);
  run_start_delay(state, choice.later != none, dt_s);
  tell(state, in, choice, events);
  FailsafeOutcome out{choice.action, mode_of(choice.action, choice.wanted), choice.wanted};
  // An orbit is not taken up again where a failsafe has left the vehicle.
  const bool engages = !is_engaged(state.action) && is_engaged(choice.action);
  if (engages && out.wanted == FlightMode::orbit) out.wanted = FlightMode::hold;
  state.action = choice.action;
  state.taken_over = choice.taken_over;
  state.forbids_takeover = is_engaged(choice.action) && choice.takeover == Takeover::never;
  state.time = in.now;
  return out;
}

}  // namespace alula
