#include "autopilot/commander.h"

#include <cmath>

#include "core/config_check.h"

namespace alula {
namespace {

constexpr double kHomeMove = 0.5;  // home follows a vehicle that is carried about [m]
}  // namespace

MaybeError validate(const CommanderConfig& config) {
  return ConfigCheck()
      .finite("disarm_after_landing_s", config.disarm_after_landing_s)
      .finite("disarm_before_takeoff_s", config.disarm_before_takeoff_s)
      .zero_or_more("takeoff_height_m", config.takeoff_height_m)
      .zero_or_more("sticks_timeout_s", config.sticks_timeout_s)
      .zero_or_more("offboard_timeout_s", config.offboard_timeout_s)
      .above_zero("orbit_radius_max_m", config.orbit_radius_max_m)
      .above_zero("orbit_speed_max_m_s", config.orbit_speed_max_m_s)
      .above_zero("orbit_acceleration_max_m_s2", config.orbit_acceleration_max_m_s2)
      .from_to("stick_override", config.stick_override, 0.0, 1.0)
      .keep(validate(config.failsafe))
      .keep(validate(config.battery))
      .keep(validate(config.attitude))
      .keep(validate(config.fence))
      .result();
}

void Commander::set_mode(CommanderState& state, FlightMode mode, TimeNs now, EventLog& events) {
  if (state.status.mode == mode) return;
  events.add(EventLevel::info, "mode_changed", "Mode {} -> {}", to_string(state.status.mode),
             to_string(mode));
  if (mode == FlightMode::termination)
    events.add(EventLevel::emergency, "terminated", "Flight terminated: motors stopped");
  state.status.mode = mode;
  state.cruise_speed_m_s = kNotCommanded;
  state.status.mode_time = now;
}

void Commander::follow_mode(CommanderState& state, FlightMode mode, TimeNs now, EventLog& events) {
  state.status.mode_wanted = mode;
  set_mode(state, mode, now, events);
}

void Commander::note_imu(CommanderState& state, bool lost) {
  state.imu_lost = lost;
  state.status.failsafe = lost || is_engaged(state.failsafe.action);
}

// The failsafe stays in the status until the next arming: how the flight ended is worth knowing.
void Commander::disarm(CommanderState& state, ArmDisarmReason reason, TimeNs now,
                       EventLog& events) {
  VehicleStatus& status = state.status;
  if (status.arming == ArmingState::disarmed) return;
  status.arming = ArmingState::disarmed;
  status.disarm_reason = reason;
  status.armed_time = 0;
  status.takeoff_time = 0;
  status.time = now;
  state.flown = false;
  state.was_landed = true;
  events.add(EventLevel::info, "disarmed", "Disarmed");
  // Descend is no mode to wait in, nor is one that only flight knows.
  if (begins_in_air(status.mode_wanted)) status.mode_wanted = FlightMode::hold;
  set_mode(state, status.mode_wanted, now, events);
}

// Before arming, home is where the vehicle stands, unless the user has said otherwise.
void Commander::watch_home(CommanderState& state, const CommanderInputs& in, EventLog& events) {
  const VehicleEstimate& e = in.estimate;
  const bool known = place_known(e);
  if (state.status.arming == ArmingState::armed || state.home_by_user || !known) return;
  const bool moved = norm(e.p_WB - state.home.p_W) > kHomeMove;
  const bool on_the_globe_since = e.global_valid && e.ref_time > state.home.time;
  if (state.home.set_count > 0 && !moved && !on_the_globe_since) return;
  set_home(state, in);
  if (state.home.set_count == 1) events.add(EventLevel::info, "home_set", "Home set");
}

void Commander::set_home(CommanderState& state, const CommanderInputs& in) {
  const VehicleEstimate& e = in.estimate;
  state.home = {in.now, e.latitude_rad, e.longitude_rad,         e.altitude_m,
                e.p_WB, yaw_of(e.q_WB), state.home.set_count + 1};
}

ModeFacts Commander::facts(const CommanderState& state, const CommanderInputs& in) {
  return {in.estimate,    state.home.set_count > 0, in.mission_valid,
          in.sticks_live, in.offboard_live,         in.offboard_needs};
}

void Commander::watch_ground(CommanderState& state, const CommanderInputs& in, EventLog& events) {
  if (!in.land.landed) {
    if (!state.flown) {
      state.status.takeoff_time = in.now;
      events.add(EventLevel::info, "takeoff_detected", "Take-off detected");
    }
    state.flown = true;
    state.was_landed = false;
  } else if (!state.was_landed) {
    state.was_landed = true;
    state.landed_since = in.now;
    events.add(EventLevel::info, "landing_detected", "Landing detected");
  }
}

void Commander::disarm_when_due(CommanderState& state, const CommanderInputs& in,
                                EventLog& events) const {
  if (!in.land.landed) return;
  const double landed_s = seconds(in.now - state.landed_since);
  const double waiting_s = seconds(in.now - state.ready_since);
  if (state.flown && config_.disarm_after_landing_s >= 0.0 &&
      landed_s >= config_.disarm_after_landing_s) {
    disarm(state, ArmDisarmReason::auto_disarm_land, in.now, events);
  } else if (!state.flown && config_.disarm_before_takeoff_s >= 0.0 &&
             waiting_s >= config_.disarm_before_takeoff_s) {
    disarm(state, ArmDisarmReason::auto_disarm_preflight, in.now, events);
  }
}

void Commander::update(CommanderState& state, const CommanderInputs& in, EventLog& events) const {
  VehicleStatus& status = state.status;
  status.time = in.now;
  tell_estimator_news(state.estimator_news, in.filter, events);
  watch_home(state, in, events);
  const bool for_mission = status.mode == FlightMode::mission || state.mission_when_ready;
  status.failing_checks = failing_checks(state, in, for_mission);
  status.checks_pass = status.failing_checks == 0;
  status.ground_station_lost = !ground_station_live(in);
  if (state.mission_when_ready && status.checks_pass) start_mission(state, in, events);

  watch_sticks(state, in, events);
  run_failsafe(state, in, events);
  if (status.arming == ArmingState::disarmed) return;
  watch_ground(state, in, events);
  disarm_when_due(state, in, events);
}

}  // namespace alula
