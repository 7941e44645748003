// What a user may ask of the commander, and when it says no.
#include <cmath>

#include "autopilot/commander.h"

namespace alula {
namespace {

// Modes of a user. Descend is the failsafe's own.
bool is_flown(FlightMode mode) {
  switch (mode) {
    case FlightMode::mission:
    case FlightMode::hold:
    case FlightMode::return_home:
    case FlightMode::takeoff:
    case FlightMode::land:
    case FlightMode::manual:
    case FlightMode::stabilized:
    case FlightMode::acro:
    case FlightMode::altitude:
    case FlightMode::position:
    case FlightMode::offboard:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool Commander::arm(CommanderState& state, ArmDisarmReason reason, const CommanderInputs& in,
                    EventLog& events) const {
  VehicleStatus& status = state.status;
  if (status.arming == ArmingState::armed) return true;
  const std::uint32_t failing = failing_checks(state, in, status.mode == FlightMode::mission);
  if (failing != 0) {
    events.add(EventLevel::warning, "arming_refused", "Arming refused: {}", first_reason(failing));
    return false;
  }
  // The place of take-off is home, where it is known.
  if (in.estimate.global_valid) set_home(state, in);
  status.arming = ArmingState::armed;
  status.arm_reason = reason;
  status.armed_time = in.now;
  status.failsafe = false;
  state.failsafe_causes = 0;
  state.mission_when_ready = false;
  begin_from_ground(state, in);
  events.add(EventLevel::info, "armed", "Armed");
  return true;
}

// The vehicle stands and is about to fly: after arming, or told to fly again after a landing.
void Commander::begin_from_ground(CommanderState& state, const CommanderInputs& in) {
  state.flown = false;
  state.ready_since = in.now;
}

void Commander::request_disarm(CommanderState& state, bool forced, const CommanderInputs& in,
                               EventLog& events) {
  state.mission_when_ready = false;
  if (!in.land.landed && !forced) {
    events.add(EventLevel::warning, "disarm_refused", "Disarming refused: not landed");
    return;
  }
  disarm(state, ArmDisarmReason::command, in.now, events);
}

bool Commander::take_mode(CommanderState& state, FlightMode mode, const CommanderInputs& in,
                          EventLog& events) {
  const auto refuse = [&](std::string_view reason) {
    events.add(EventLevel::warning, "mode_refused", "Mode {} refused: {}", to_string(mode), reason);
    return false;
  };
  const bool armed = state.status.arming == ArmingState::armed;
  if (!is_flown(mode)) return refuse("not one that this autopilot flies");
  // On the ground what is missing may still come; plans and set-points must be there.
  ModeNeeds missing = missing_for(mode, facts(state, in));
  if (!armed) missing &= ModeNeed::mission | ModeNeed::offboard;
  if (missing != 0) return refuse(first_missing(missing));
  state.mission_when_ready = false;
  state.status.mode_wanted = mode;
  set_mode(state, mode, in.now, events);
  return true;
}

void Commander::take_numbered_mode(CommanderState& state, double number, const CommanderInputs& in,
                                   EventLog& events) const {
  const bool is_number = number >= 0.0 && number < 32.0 && number == std::floor(number);
  if (!is_number) {
    events.add(EventLevel::warning, "mode_refused", "Mode {} refused: not a mode's number", number);
    return;
  }
  const auto mode = static_cast<FlightMode>(number);
  if (mode == FlightMode::takeoff) return take_off(state, kNotCommanded, in, events);
  const bool taken = take_mode(state, mode, in, events);
  // Also on the way to a user's target: stop here.
  if (taken && mode == FlightMode::hold) state.status.mode_time = in.now;
}

void Commander::take_off(CommanderState& state, double height_m, const CommanderInputs& in,
                         EventLog& events) const {
  constexpr double height_max_m = 86000.0;  // the end of the standard atmosphere
  if (std::isnan(height_m)) height_m = config_.takeoff_height_m;
  if (!(height_m > 0.0 && height_m <= height_max_m)) {
    events.add(EventLevel::warning, "takeoff_refused", "Take-off refused: height {} m", height_m);
    return;
  }
  if (!take_mode(state, FlightMode::takeoff, in, events)) return;
  state.takeoff_height_m = height_m;
  state.status.mode_time = in.now;  // anew also when it was under way, to another height
  if (in.land.landed) begin_from_ground(state, in);
}

void Commander::go_to(CommanderState& state, const std::array<double, kCommandValues>& target,
                      const CommanderInputs& in, EventLog& events) {
  if (in.land.landed) {
    events.add(EventLevel::warning, "go_to_refused", "Go-to refused: not in the air");
    return;
  }
  if (!take_mode(state, FlightMode::hold, in, events)) return;
  state.target = {{target[0], target[1], target[2]}, target[3], state.target.count + 1};
}

void Commander::start_mission(CommanderState& state, const CommanderInputs& in,
                              EventLog& events) const {
  const bool waiting = state.mission_when_ready;
  if (!take_mode(state, FlightMode::mission, in, events)) return;
  if (state.status.arming == ArmingState::armed) {
    if (!in.land.landed) return;
    state.status.mode_time = in.now;  // anew after a landing
    begin_from_ground(state, in);
    return;
  }
  const bool armed = arm(state, ArmDisarmReason::mission_start, in, events);
  state.mission_when_ready = waiting && !armed;
}

void Commander::handle(CommanderState& state, const AutopilotCommand& command,
                       const CommanderInputs& in, EventLog& events) const {
  switch (command.kind) {
    case CommandKind::arm:
      arm(state, ArmDisarmReason::command, in, events);
      break;
    case CommandKind::disarm:
      request_disarm(state, command.value[0] == 1.0, in, events);
      break;
    case CommandKind::set_mode:
      take_numbered_mode(state, command.value[0], in, events);
      break;
    case CommandKind::takeoff:
      take_off(state, command.value[0], in, events);
      break;
    case CommandKind::go_to_local:
      go_to(state, command.value, in, events);
      break;
    case CommandKind::start_mission:
      start_mission(state, in, events);
      break;
    case CommandKind::start_mission_when_ready:
      state.mission_when_ready = true;
      if (state.status.arming == ArmingState::armed || !in.mission_valid) {
        start_mission(state, in, events);
        state.mission_when_ready = false;
      }
      break;
    case CommandKind::set_mission_item:
    case CommandKind::set_speed:
    case CommandKind::set_home:
    case CommandKind::orbit:
      events.add(EventLevel::warning, "command_refused",
                 "Command refused: not one that this autopilot follows");
      break;
    case CommandKind::go_to:          // has been made go_to_local
    case CommandKind::set_parameter:  // is the autopilot's own
      break;
  }
}

}  // namespace alula
