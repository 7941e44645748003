// When the commander acts by itself: what it makes of causes, and of a pilot who takes over.
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "autopilot/commander.h"

namespace alula {
namespace {

constexpr double kThrottleTime_s = 0.5;
constexpr double kSlowInterval_s = 0.020;

bool is_automatic(FlightMode mode) {
  return mode == FlightMode::mission || mode == FlightMode::hold || mode == FlightMode::land ||
         mode == FlightMode::return_home || mode == FlightMode::takeoff;
}

double wind_speed(const WindEstimate& wind) {
  return wind.valid ? std::hypot(wind.north_m_s, wind.east_m_s) : 0.0;
}

// What the mode has lost.
std::string_view lost_in_words(ModeNeeds missing) {
  if (has(missing, ModeNeed::offboard)) return "Offboard set-points lost";
  if (has(missing, ModeNeed::attitude)) return "Attitude lost";
  if (has(missing, ModeNeed::height)) return "Height lost";
  if (has(missing, ModeNeed::local_position) || has(missing, ModeNeed::global_position))
    return "Position lost";
  if (has(missing, ModeNeed::velocity)) return "Velocity lost";
  if (has(missing, ModeNeed::mission)) return "No mission that can be flown";
  return "Home lost";
}

// How the vehicle flies without a motor.
std::string_view left_in_words(ControlLeft left) {
  switch (left) {
    case ControlLeft::all:
      return {};
    case ControlLeft::level:
      return ", the heading is not held";
    case ControlLeft::spinning:
      return ", the vehicle spins";
    case ControlLeft::none:
      return ", the vehicle cannot be controlled";
  }
  return {};
}

// Room for what holds numbers.
struct CauseTexts {
  std::array<char, 64> wind{}, motor{};
};

std::array<std::string_view, kFailsafeCauses> cause_words(const CommanderInputs& in,
                                                          ModeNeeds missing, CauseTexts& texts) {
  using enum FailsafeCause;
  std::array<std::string_view, kFailsafeCauses> words;
  const auto say = [&words](FailsafeCause cause, std::string_view what) {
    words[static_cast<std::size_t>(cause)] = what;
  };
  const auto written = [](const std::array<char, 64>& text, char* end) {
    return std::string_view(text.data(), static_cast<std::size_t>(end - text.data()));
  };
  say(sticks_lost, "Sticks lost");
  say(ground_station_lost, "Ground station lost");
  say(battery_low, "Battery low");
  say(battery_critical, "Battery critical");
  say(battery_emergency, "Battery nearly empty");
  say(flight_time_short, "Just enough charge to come home");
  say(wind, written(texts.wind, fmt::format_to_n(texts.wind.data(), texts.wind.size(),
                                                 "Wind of {:.0f} m/s", wind_speed(in.filter.wind))
                                    .out));
  say(geofence, to_string(in.breach));
  say(attitude, "Leans too far");
  say(motor, written(texts.motor,
                     fmt::format_to_n(texts.motor.data(), texts.motor.size(), "Motor {} failed{}",
                                      std::countr_zero(in.motors.failed) + 1,
                                      left_in_words(in.motors.left))
                         .out));
  say(mode_lost, lost_in_words(missing & ~static_cast<ModeNeeds>(ModeNeed::sticks)));
  return words;
}

}  // namespace

// Sticks that move mean that a pilot wants to fly. A throttle that rests anywhere does not.
void Commander::watch_sticks(CommanderState& state, const CommanderInputs& in,
                             EventLog& events) const {
  state.sticks_moved = false;
  if (in.sticks_live) state.sticks_were_lost = false;
  if (!in.sticks_live) {
    state.throttle_slow = kNotCommanded;
    return;
  }
  const ManualControl& s = in.sticks;
  if (std::isnan(state.throttle_slow)) state.throttle_slow = s.throttle;
  state.throttle_slow += kSlowInterval_s / kThrottleTime_s * (s.throttle - state.throttle_slow);
  const auto moved = [this](double x) { return std::fabs(x) > config_.stick_override; };
  const bool moves =
      moved(s.roll) || moved(s.pitch) || moved(s.yaw) || moved(s.throttle - state.throttle_slow);
  const FlightMode wanted = state.status.mode_wanted;
  const bool allowed = ((config_.override_modes & 1) != 0 && is_automatic(state.status.mode)) ||
                       ((config_.override_modes & 2) != 0 && wanted == FlightMode::offboard);
  const bool descends = state.status.mode == FlightMode::descend;
  const bool flies = state.status.arming == ArmingState::armed && !in.land.landed;
  state.sticks_moved = moves && flies && (allowed || descends);
  if (!state.sticks_moved || is_engaged(state.failsafe.action)) return;
  const ModeFacts now = facts(state, in);
  for (const FlightMode mode : {FlightMode::position, FlightMode::altitude}) {
    if (missing_for(mode, now) != 0) continue;
    events.add(EventLevel::notice, "sticks_take_over", "The sticks have taken over: {}",
               to_string(mode));
    follow_mode(state, mode, in.now, events);
    state.failsafe.mode_requested = true;
    return;
  }
}

bool Commander::ground_station_live(const CommanderInputs& in) const {
  return in.ground_age_s >= 0.0 && in.ground_age_s <= config_.failsafe.ground_station_timeout_s;
}

FailsafeFacts Commander::failsafe_facts(const CommanderState& state, const CommanderInputs& in,
                                        const ModeFacts& mode) const {
  FailsafeFacts now{mode};
  now.wanted = state.status.mode_wanted;
  now.battery = state.battery.warning;
  now.battery_at_arming = state.battery_at_arming;
  now.armed_s = seconds(in.now - state.status.armed_time);
  now.wind_m_s = wind_speed(in.filter.wind);
  now.sticks_were_lost = state.sticks_were_lost;
  now.ground_station_live = ground_station_live(in);
  now.flight_time_short =
      state.battery.time_left_s >= 0.0 && state.battery.time_left_s < in.return_time_s;
  now.fence_broken = in.breach != FenceBreach::none;
  now.attitude_failed = state.attitude.failed != 0;
  now.motor_failed = in.motors.failed != 0;
  now.spins = in.motors.left == ControlLeft::spinning;
  return now;
}

void Commander::run_failsafe(CommanderState& state, const CommanderInputs& in,
                             EventLog& events) const {
  VehicleStatus& status = state.status;
  const bool done = in.land.landed && state.flown;
  if (status.arming == ArmingState::disarmed || done) return;
  const double dt_s = state.attitude_time < 0 ? 0.0 : seconds(in.now - state.attitude_time);
  state.attitude_time = in.now;
  const bool controlled = status.mode != FlightMode::acro && status.mode != FlightMode::termination;
  watch(config_.attitude, in.estimate.q_WB, controlled && in.estimate.attitude_valid, dt_s,
        state.attitude);

  const ModeFacts mode = facts(state, in);
  CauseTexts texts;
  FailsafeInputs inputs{in.now, status.mode_wanted, state.sticks_moved, mode, {}};
  inputs.words = cause_words(in, missing_for(inputs.wanted, mode), texts);
  const FailsafeRules rules = failsafe_rules(config_.failsafe, failsafe_facts(state, in, mode));
  const FailsafeOutcome out =
      Failsafe(config_.failsafe).update(state.failsafe, inputs, rules, events);
  status.failsafe = state.imu_lost || is_engaged(out.action);
  status.failsafe_taken_over = state.failsafe.taken_over;
  status.mode_wanted = out.wanted;
  if (out.action == FailsafeAction::disarm) {
    disarm(state, ArmDisarmReason::failsafe, in.now, events);
  } else {
    set_mode(state, out.mode, in.now, events);
  }
}

}  // namespace alula
