// What a user may ask of the commander, and when it says no.
#include <cmath>

#include "autopilot/commander.h"
#include "autopilot/targets.h"
#include "earth/geodesy.h"

namespace alula {
namespace {

constexpr double kSpeedMax_m_s = 100.0;
constexpr double kReach_m = 1e6;  // from the origin of the local frame, along each axis

double or_else(double wanted, double fallback) { return std::isnan(wanted) ? fallback : wanted; }

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
  if (place_known(in.estimate) && !state.home_by_user) set_home(state, in);
  status.arming = ArmingState::armed;
  status.arm_reason = reason;
  status.armed_time = in.now;
  status.failsafe = false;
  state.failsafe = {};
  state.attitude = {};
  state.attitude_time = -1;
  state.imu_lost = false;
  state.sticks_were_lost = !in.sticks_live;
  state.battery_at_arming = state.battery.warning;
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
  if (!is_for_users(mode)) return refuse("not one that this autopilot flies");
  if (armed && state.failsafe.forbids_takeover && mode != FlightMode::termination)
    return refuse("a failsafe allows no other");
  const bool terminated = state.status.mode == FlightMode::termination;
  if (armed && terminated && mode != FlightMode::termination) return refuse("flight terminated");
  if (begins_in_air(mode) && (!armed || in.land.landed)) return refuse("not in the air");
  // On the ground what is missing may still come; plans and set-points must be there.
  ModeNeeds missing = missing_for(mode, facts(state, in));
  if (!armed) missing &= ModeNeed::mission | ModeNeed::offboard;
  if (missing != 0) return refuse(first_missing(missing));
  if (mode == FlightMode::follow && in.follow_breach != FenceBreach::none)
    return refuse(place_fault(in.follow_breach));
  state.mission_when_ready = false;
  state.status.mode_wanted = mode;
  state.failsafe.mode_requested = true;
  // While it acts, the failsafe decides whether the pilot may take over.
  if (!armed || !is_engaged(state.failsafe.action)) set_mode(state, mode, in.now, events);
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
  if (mode == FlightMode::orbit) {
    std::array<double, kCommandValues> open{};
    open.fill(kNotCommanded);
    return begin_orbit(state, open, in, events);
  }
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

// Whoever lets a fence do nothing may also fly out of it.
FenceBreach Commander::breach_at(const CommanderState& state, const Vec3& p_W,
                                 const CommanderInputs& in) const {
  const MissionFence no_areas;
  if (config_.failsafe.fence_action == 0 || !in.estimate.global_valid) return FenceBreach::none;
  const MissionFence& areas = in.fence == nullptr ? no_areas : *in.fence;
  return find_breach(config_.fence, areas, on_globe(in.estimate, p_W), p_W, state.home);
}

FenceBreach Commander::breach_around(const CommanderState& state, const OrbitRequest& orbit,
                                     const CommanderInputs& in) const {
  constexpr int points = 36;
  const double z = or_else(orbit.centre_W.z, in.estimate.p_WB.z);
  for (int i = 0; i < points; ++i) {
    const double angle = i * radians(360.0 / points);
    const Vec3 p_W{orbit.centre_W.x + orbit.radius_m * std::cos(angle),
                   orbit.centre_W.y + orbit.radius_m * std::sin(angle), z};
    const FenceBreach breach = breach_at(state, p_W, in);
    if (breach != FenceBreach::none) return breach;
  }
  return FenceBreach::none;
}

void Commander::go_to(CommanderState& state, const std::array<double, kCommandValues>& target,
                      const CommanderInputs& in, EventLog& events) const {
  if (in.land.landed) {
    events.add(EventLevel::warning, "go_to_refused", "Go-to refused: not in the air");
    return;
  }
  const FenceBreach breach = breach_at(state, {target[0], target[1], target[2]}, in);
  if (breach != FenceBreach::none) {
    events.add(EventLevel::warning, "go_to_refused", "Go-to refused: {}", place_fault(breach));
    return;
  }
  if (!take_mode(state, FlightMode::hold, in, events)) return;
  state.target = {{target[0], target[1], target[2]}, target[3], state.target.count + 1};
}

// What is left open stays as it is on an orbit, and else is PX4's default about where the vehicle
// is.
void Commander::begin_orbit(CommanderState& state, const std::array<double, kCommandValues>& value,
                            const CommanderInputs& in, EventLog& events) const {
  const auto refuse = [&](std::string_view reason) {
    events.add(EventLevel::warning, "orbit_refused", "Orbit refused: {}", reason);
  };
  const bool orbits = state.status.mode == FlightMode::orbit;
  OrbitRequest kept;
  kept.centre_W = {in.estimate.p_WB.x, in.estimate.p_WB.y, kNotCommanded};
  kept.yaw = static_cast<OrbitYaw>(config_.orbit_yaw);
  if (orbits) kept = state.orbit;
  const double turn = or_else(value[0], kept.speed_m_s) < 0.0 ? -1.0 : 1.0;
  const double yaw = or_else(value[2], static_cast<double>(kept.yaw));
  OrbitRequest wanted = kept;
  wanted.radius_m = std::fabs(or_else(value[0], kept.radius_m));
  wanted.speed_m_s = turn * std::fabs(or_else(value[1], kept.speed_m_s));
  wanted.centre_W = {or_else(value[3], kept.centre_W.x), or_else(value[4], kept.centre_W.y),
                     or_else(value[5], kept.centre_W.z)};
  const Vec3& c = wanted.centre_W;
  const bool near = std::fabs(c.x) < kReach_m && std::fabs(c.y) < kReach_m &&
                    (std::isnan(c.z) || std::fabs(c.z) < kReach_m);
  const double speed = std::fabs(wanted.speed_m_s), radius = wanted.radius_m;
  if (!near) return refuse("no place to fly around");
  if (!(radius >= kOrbitRadiusMin && radius <= config_.orbit_radius_max_m))
    return refuse("radius below 1 m or above MC_ORBIT_RAD_MAX");
  if (!(speed <= config_.orbit_speed_max_m_s)) return refuse("faster than MPC_XY_VEL_MAX");
  if (speed * speed > config_.orbit_acceleration_max_m_s2 * radius)
    return refuse("the circle is too tight for the speed: MPC_ACC_HOR");
  if (!(yaw >= 0.0 && yaw <= 4.0) || yaw != std::floor(yaw)) return refuse("unknown heading");
  const FenceBreach breach = breach_around(state, wanted, in);
  if (breach != FenceBreach::none) return refuse(place_fault(breach));
  wanted.yaw = static_cast<OrbitYaw>(yaw);
  wanted.count = state.orbit.count + 1;
  if (take_mode(state, FlightMode::orbit, in, events)) state.orbit = wanted;
}

void Commander::change_speed(CommanderState& state, double speed_m_s, EventLog& events) {
  const bool usable = std::isnan(speed_m_s) || (speed_m_s > 0.0 && speed_m_s <= kSpeedMax_m_s);
  if (!usable) {
    events.add(EventLevel::warning, "speed_refused", "Speed refused: {} m/s", speed_m_s);
    return;
  }
  state.cruise_speed_m_s = speed_m_s;
  if (std::isnan(speed_m_s)) {
    events.add(EventLevel::info, "speed_changed", "Cruise speed back to its default");
  } else {
    events.add(EventLevel::info, "speed_changed", "Cruise speed {:.1f} m/s", speed_m_s);
  }
}

void Commander::move_home(CommanderState& state, const std::array<double, kCommandValues>& place,
                          const CommanderInputs& in, EventLog& events) {
  const VehicleEstimate& e = in.estimate;
  const auto refuse = [&](std::string_view reason) {
    events.add(EventLevel::warning, "home_refused", "Home refused: {}", reason);
  };
  if (!e.global_valid) return refuse("no valid position");
  const Geodetic wanted{or_else(place[0], e.latitude_rad), or_else(place[1], e.longitude_rad),
                        or_else(place[2], e.altitude_m)};
  if (validate(wanted).has_value()) return refuse("no place on the Earth");
  const Vec3 p_W = local_place(e, wanted.latitude_rad, wanted.longitude_rad, wanted.height_m);
  if (!(norm(p_W - e.p_WB) < kReach_m)) return refuse("too far away");
  state.home = {in.now, wanted.latitude_rad, wanted.longitude_rad,    wanted.height_m,
                p_W,    yaw_of(e.q_WB),      state.home.set_count + 1};
  state.home_by_user = true;
  events.add(EventLevel::info, "home_moved", "Home moved by the user");
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
    case CommandKind::orbit:
      begin_orbit(state, command.value, in, events);
      break;
    case CommandKind::set_speed:
      change_speed(state, command.value[0], events);
      break;
    case CommandKind::set_home:
      move_home(state, command.value, in, events);
      break;
    case CommandKind::go_to:          // has been made go_to_local
    case CommandKind::set_parameter:  // are the autopilot's own
    case CommandKind::set_mission_item:
      break;
  }
}

}  // namespace alula
