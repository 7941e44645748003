#include "autopilot/failsafe_words.h"

namespace alula {
namespace {

// What the vehicle does.
std::string_view doing(FailsafeAction action) {
  switch (action) {
    case FailsafeAction::none:
    case FailsafeAction::warn:
      return "flying on";
    case FailsafeAction::fall_back_position:
      return "flying on in Position";
    case FailsafeAction::fall_back_altitude:
      return "flying on in Altitude";
    case FailsafeAction::fall_back_stabilized:
      return "flying on in Stabilized";
    case FailsafeAction::hold:
      return "holding";
    case FailsafeAction::return_home:
      return "returning home";
    case FailsafeAction::land:
      return "landing here";
    case FailsafeAction::descend:
      return "descending";
    case FailsafeAction::disarm:
      return "disarming";
    case FailsafeAction::terminate:
      return "terminating the flight";
  }
  return {};
}

// What the pilot can do.
std::string_view way_out(const FailsafeNews& news) {
  if (news.takeover == Takeover::never || news.action >= FailsafeAction::disarm) return {};
  const bool by_stick = news.action <= FailsafeAction::fall_back_stabilized;
  if (by_stick) return news.action > FailsafeAction::warn ? "; the sticks are yours" : "";
  // Whoever does not know where it is can only be flown by stick.
  if (news.action == FailsafeAction::descend) return news.sticks_live ? "; sticks take over" : "";
  if (news.takeover == Takeover::by_mode || !news.sticks_live)
    return "; choose a mode to take over";
  return "; sticks or a mode take over";
}

std::string_view advice(FailsafeCause cause) {
  switch (cause) {
    case FailsafeCause::battery_low:
    case FailsafeCause::flight_time_short:
      return "fly home soon";
    case FailsafeCause::battery_critical:
    case FailsafeCause::motor:
      return "land soon";
    case FailsafeCause::battery_emergency:
    case FailsafeCause::attitude:
      return "land now";
    case FailsafeCause::wind:
      return "fly lower or land";
    case FailsafeCause::geofence:
      return "fly back";
    default:
      return "flying on";
  }
}

std::string_view name_of(FailsafeCause cause) {
  switch (cause) {
    case FailsafeCause::sticks_lost:
      return "failsafe_sticks_lost";
    case FailsafeCause::ground_station_lost:
      return "failsafe_ground_station_lost";
    case FailsafeCause::battery_low:
      return "failsafe_battery_low";
    case FailsafeCause::battery_critical:
      return "failsafe_battery_critical";
    case FailsafeCause::battery_emergency:
      return "failsafe_battery_emergency";
    case FailsafeCause::flight_time_short:
      return "failsafe_flight_time_short";
    case FailsafeCause::wind:
      return "failsafe_wind";
    case FailsafeCause::geofence:
      return "failsafe_geofence";
    case FailsafeCause::attitude:
      return "failsafe_attitude";
    case FailsafeCause::motor:
      return "failsafe_motor";
    case FailsafeCause::mode_lost:
      return "failsafe_mode_lost";
    case FailsafeCause::count:
      break;
  }
  return "failsafe";
}

std::string_view end_of(FailsafeCause cause) {
  switch (cause) {
    case FailsafeCause::sticks_lost:
      return "Sticks are back";
    case FailsafeCause::ground_station_lost:
      return "Ground station is back";
    case FailsafeCause::wind:
      return "The wind has dropped";
    case FailsafeCause::geofence:
      return "Within the geofence again";
    case FailsafeCause::attitude:
      return "Attitude is under control again";
    case FailsafeCause::mode_lost:
      return "All that the mode needs is found again";
    default:
      return {};
  }
}

}  // namespace

void tell(const FailsafeNews& news, EventLog& events) {
  const std::string_view name = name_of(news.cause);
  if (!is_engaged(news.action)) {
    const bool worst = news.cause == FailsafeCause::battery_emergency;
    events.add(worst ? EventLevel::critical : EventLevel::warning, name, "{}: {}", news.what,
               advice(news.cause));
    return;
  }
  const bool final = news.action >= FailsafeAction::disarm;
  const EventLevel level = final ? EventLevel::emergency : EventLevel::critical;
  if (is_engaged(news.later)) {
    events.add(level, name, "{}: {}, in {:.0f} s {}{}", news.what, doing(news.action), news.delay_s,
               doing(news.later), way_out(news));
  } else {
    events.add(level, name, "{}: {}{}", news.what, doing(news.action), way_out(news));
  }
}

void tell_next_action(FailsafeAction action, EventLog& events) {
  events.add(EventLevel::critical, "failsafe_next_action", "Failsafe: now {}", doing(action));
}

void tell_end(FailsafeCause cause, bool stays, EventLog& events) {
  const std::string_view what = end_of(cause);
  if (what.empty()) return;
  events.add(EventLevel::notice, "failsafe_cause_ended", "{}{}", what,
             stays ? "; choose a mode to take over" : "");
}

void tell_takeover(FlightMode mode, EventLog& events) {
  events.add(EventLevel::notice, "failsafe_taken_over", "You have taken over: {}", to_string(mode));
}

}  // namespace alula
