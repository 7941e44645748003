#include "autopilot/mission_runner.h"

#include <algorithm>
#include <cmath>

namespace alula {

// The index that follows, jumps taken and counted. Longer than one pass of the list at once is a loop of jumps.
std::int32_t MissionRunner::after(std::int32_t index, MissionState& state) const {
  std::int32_t next = index + 1;
  for (std::size_t i = 0; i <= items_.size() && !past_end(next); ++i) {
    const MissionItem& candidate = item(next);
    if (candidate.command != MissionCommand::jump) return next;
    std::int32_t& taken = state.jumps_taken[static_cast<std::size_t>(next)];
    const std::int32_t repeats = jump_repeats(candidate);
    const bool again = repeats < 0 || taken < repeats;
    if (again) ++taken;
    next = again ? candidate.jump_target : next + 1;
  }
  return past_end(next) ? static_cast<std::int32_t>(items_.size()) : next;
}

// The position item that follows without a stop between, for the speed at the corner; -1 when there is none.
std::int32_t MissionRunner::next_place(std::int32_t index, const MissionState& state) const {
  MissionState foresight = state;  // jumps counted here do not count
  for (std::size_t i = 0; i < items_.size(); ++i) {
    index = after(index, foresight);
    if (past_end(index)) return -1;
    const MissionCommandKind kind = kind_of(item(index).command);
    if (kind == MissionCommandKind::position) return index;
    if (kind == MissionCommandKind::wait || kind == MissionCommandKind::mode) return -1;
  }
  return -1;
}

Vec3 MissionRunner::place_of(const MissionItem& item, const NavigatorInputs& in) const {
  const VehicleEstimate& e = in.estimate;
  Vec3 p_W = e.p_WB;
  const double altitude = altitude_amsl_m(item, in.home.altitude_m);
  if (has_place(item)) p_W = local_place(e, item.latitude_rad, item.longitude_rad,
                                         std::isfinite(altitude) ? altitude : e.altitude_m);
  else if (std::isfinite(altitude)) p_W.z = e.p_WB.z - (altitude - e.altitude_m);
  return p_W;
}

NavigationTarget MissionRunner::target_of(const MissionItem& item, const NavigatorInputs& in,
                                          const MissionState& state) const {
  Vec3 p_W = place_of(item, in);
  double yaw = yaw_rad(item);
  TargetKind kind = TargetKind::position;
  switch (item.command) {
    case MissionCommand::takeoff:
      // Straight up from where it stands; in the air it is a climb.
      p_W.x = in.estimate.p_WB.x;
      p_W.y = in.estimate.p_WB.y;
      kind = in.land.landed ? TargetKind::takeoff : TargetKind::position;
      if (std::isnan(yaw)) yaw = yaw_of(in.estimate.q_WB);
      break;
    case MissionCommand::land:
      kind = state.approaching_land ? TargetKind::position : TargetKind::land;
      if (state.approaching_land) p_W.z = in.estimate.p_WB.z;
      break;
    case MissionCommand::loiter_time:
    case MissionCommand::loiter_unlimited:
      kind = TargetKind::loiter;
      break;
    default: break;
  }
  const double own_radius = acceptance_radius_m(item);
  NavigationTarget target =
      make_target(in.estimate, kind, p_W, yaw, own_radius > 0.0 ? own_radius : config_.acceptance_radius_m);
  target.cruise_speed_m_s = state.cruise_speed_m_s;
  return target;
}

void MissionRunner::begin(const NavigatorInputs& in, MissionState& state, NavigationTriplet& triplet,
                          EventLog& events) const {
  if (state.result.finished || !state.result.valid) {
    const std::uint32_t instances = state.result.instance_count;
    state = {};
    state.result.valid = true;
    state.result.total = static_cast<std::uint32_t>(items_.size());
    state.result.instance_count = instances + 1;
    state.result.reached = -1;
  }
  triplet.current = make_target(in.estimate, TargetKind::position, in.estimate.p_WB, kNotCommanded, 0.0);
  state.place_W = in.estimate.p_WB;
  enter(state.result.current, in, state, triplet, events);
}

void MissionRunner::do_at_once(const MissionItem& item, MissionState& state, EventLog& events) const {
  if (item.command == MissionCommand::change_speed) {
    // Types 2 and 3 are climb and descent speed, which the trajectory takes from the parameters.
    const bool horizontal = item.params[0] < 2.0 || std::isnan(item.params[0]);
    if (horizontal && speed_m_s(item) != -1.0) {
      state.cruise_speed_m_s = speed_m_s(item) > 0.0 ? speed_m_s(item) : kNotCommanded;
    }
    events.add(EventLevel::info, "mission_speed", "Mission item {}: speed {:.1f} m/s", item.number, speed_m_s(item));
  } else {
    events.add(EventLevel::info, "mission_payload", "Mission item {}: {} ({}), not acted on", item.number,
               name_of(item.command), static_cast<int>(item.command));
  }
}

void MissionRunner::enter(std::int32_t index, const NavigatorInputs& in, MissionState& state,
                          NavigationTriplet& triplet, EventLog& events) const {
  // Items done at once are passed in one go; a loop of jumps over nothing else is cut after one pass.
  for (std::size_t i = 0; i < items_.size() && !past_end(index); ++i) {
    const MissionCommandKind kind = kind_of(item(index).command);
    if (item(index).command == MissionCommand::jump) { index = after(index - 1, state); continue; }
    if (kind != MissionCommandKind::setting && kind != MissionCommandKind::payload) break;
    do_at_once(item(index), state, events);
    state.result.reached = index;
    index = after(index, state);
  }
  state.inside_since = -1;
  state.result.time = in.now;
  if (past_end(index)) return finish(in, state, events);
  state.result.current = index;
  const MissionItem& entered = item(index);
  state.approaching_land = entered.command == MissionCommand::land && has_place(entered) ? 1 : 0;
  events.add(EventLevel::info, "mission_item", "Mission item {}: {}", entered.number, name_of(entered.command));
  aim(entered, in, state, triplet);
}

void MissionRunner::aim(const MissionItem& item, const NavigatorInputs& in, MissionState& state,
                        NavigationTriplet& triplet) const {
  const MissionCommandKind kind = kind_of(item.command);
  if (kind == MissionCommandKind::mode) return;
  triplet.time = in.now;
  triplet.next = {};
  if (kind == MissionCommandKind::wait) {
    state.inside_since = in.now;
    if (triplet.current.kind == TargetKind::takeoff) triplet.current.kind = TargetKind::position;
    return;
  }
  triplet.previous = triplet.current;
  triplet.current = target_of(item, in, state);
  state.place_W = triplet.current.p_W;
  // Flown through only where nothing holds the vehicle at the place.
  const bool through = item.command == MissionCommand::waypoint && hold_s(item) <= 0.0 && item.autocontinue != 0 &&
                       std::isnan(yaw_rad(item));
  const std::int32_t next = through ? next_place(state.result.current, state) : -1;
  if (next >= 0) {
    MissionState ahead = state;
    ahead.approaching_land = 1;  // a landing begins with the flight to its place
    triplet.next = target_of(this->item(next), in, ahead);
    // A landing's approach keeps the height of the leg before.
    if (this->item(next).command == MissionCommand::land) triplet.next.p_W.z = triplet.current.p_W.z;
  }
}

bool MissionRunner::arrived(const MissionItem& item, const NavigatorInputs& in, const NavigationTarget& target) const {
  if (item.command == MissionCommand::takeoff) {
    const double height = std::fabs(in.home.p_W.z - target.p_W.z);
    const double tolerance = std::min(config_.altitude_acceptance_m, 0.5 * height);
    return !in.land.landed && std::fabs(target.p_W.z - in.estimate.p_WB.z) <= tolerance;
  }
  return at_place(in.estimate, target, target.acceptance_radius_m, config_.altitude_acceptance_m);
}

// True once the item is done; a landing is when the vehicle has landed.
bool MissionRunner::reached(const MissionItem& item, const NavigatorInputs& in, MissionState& state,
                            const NavigationTriplet& triplet) const {
  if (item.command == MissionCommand::land) return state.approaching_land == 0 && in.land.landed;
  if (state.inside_since < 0) {
    const bool there = arrived(item, in, triplet.current) &&
                       at_yaw(in.estimate, yaw_rad(item), config_.yaw_acceptance);
    if (!there) return false;
    state.inside_since = in.now;
  }
  if (item.command == MissionCommand::loiter_unlimited || item.autocontinue == 0) return false;
  return seconds(in.now - state.inside_since) >= hold_s(item);
}

void MissionRunner::finish(const NavigatorInputs& in, MissionState& state, EventLog& events) const {
  if (!state.result.finished) events.add(EventLevel::info, "mission_finished", "Mission finished");
  state.result.finished = true;
  state.result.time = in.now;
}

NavigatorRequest MissionRunner::update(const NavigatorInputs& in, MissionState& state, NavigationTriplet& triplet,
                                       EventLog& events) const {
  if (state.result.finished || !in.armed) return NavigatorRequest::none;
  const MissionItem& current = item(state.result.current);

  if (state.approaching_land != 0 && arrived(current, in, triplet.current)) {
    state.approaching_land = 0;
    aim(current, in, state, triplet);
    return NavigatorRequest::none;
  }
  const bool hand_over = kind_of(current.command) == MissionCommandKind::mode;
  if (!hand_over && !reached(current, in, state, triplet)) return NavigatorRequest::none;

  state.result.reached = state.result.current;
  const std::int32_t following = after(state.result.current, state);
  if (hand_over) {
    // Whatever follows a return is not flown: it ends on the ground.
    finish(in, state, events);
    return NavigatorRequest::return_home;
  }
  enter(following, in, state, triplet, events);
  return NavigatorRequest::none;
}

}  // namespace alula
