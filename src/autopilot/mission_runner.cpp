#include "autopilot/mission_runner.h"

#include <algorithm>
#include <cmath>

namespace alula {
namespace {

ItemStage first_stage(const MissionItem& item, bool landed) {
  const bool landing = item.command == MissionCommand::land;
  if (landing) return has_place(item) ? ItemStage::approach : ItemStage::fly;
  const bool placed = kind_of(item.command) == MissionCommandKind::position;
  return placed && landed ? ItemStage::climb : ItemStage::fly;
}

// A take-off that names neither place nor heading is over at its height.
bool ends_with_climb(const MissionItem& item) {
  return item.command == MissionCommand::takeoff && !has_place(item) && std::isnan(yaw_rad(item));
}

bool loiters(const MissionItem& item) {
  return item.command == MissionCommand::loiter_time ||
         item.command == MissionCommand::loiter_unlimited;
}

// Nothing holds the vehicle at the place.
bool is_flown_through(const MissionItem& item) {
  const bool passed =
      item.command == MissionCommand::waypoint || item.command == MissionCommand::takeoff;
  return passed && hold_s(item) <= 0.0 && item.autocontinue != 0 && std::isnan(yaw_rad(item));
}

}  // namespace

// The index that follows, jumps taken and counted. Longer than one pass of the list at once is a
// loop of jumps.
std::int32_t MissionRunner::after(std::int32_t index, MissionState& state) const {
  std::int32_t next = index + 1;
  for (std::size_t i = 0; i <= items_.size() && !past_end(next); ++i) {
    const MissionItem& candidate = item(next);
    if (candidate.command != MissionCommand::jump) return next;
    std::int32_t& taken = state.jumps_taken[static_cast<std::size_t>(next)];
    const std::int32_t repeats = jump_repeats(candidate);
    const bool again = taken < repeats;
    if (again) ++taken;
    state.result.jump_repeats_left = static_cast<std::uint32_t>(std::max(repeats - taken, 0));
    next = again ? candidate.jump_target : next + 1;
  }
  return static_cast<std::int32_t>(items_.size());
}

// The position item that follows without a stop between, for the speed at the corner; -1 when
// there is none.
std::int32_t MissionRunner::next_place(std::int32_t index, const MissionState& state) const {
  MissionState foresight = state;  // jumps counted here do not count
  for (std::size_t i = 0; i < items_.size(); ++i) {
    index = after(index, foresight);
    if (past_end(index)) return -1;
    const MissionCommandKind kind = kind_of(item(index).command);
    if (kind == MissionCommandKind::position) return index;
    const bool stops = kind == MissionCommandKind::wait || kind == MissionCommandKind::mode;
    if (stops || item(index).autocontinue == 0) return -1;
  }
  return -1;
}

// What the item leaves open stays as it is.
Vec3 MissionRunner::place_of(const MissionItem& item, const NavigatorInputs& in) const {
  const VehicleEstimate& e = in.estimate;
  const double wanted = altitude_amsl_m(item, in.home.altitude_m);
  const double altitude = std::isfinite(wanted) ? wanted : e.altitude_m;
  if (has_place(item)) return local_place(e, item.latitude_rad, item.longitude_rad, altitude);
  Vec3 p_W = in.land.landed ? e.p_WB : stop_point(config_, e);
  p_W.z -= altitude - e.altitude_m;
  return p_W;
}

// Up to the item's height. Of other items than a take-off it may be too low for the way there.
Vec3 MissionRunner::climb_place(const MissionItem& item, const NavigatorInputs& in) const {
  Vec3 p_W = in.estimate.p_WB;
  const double item_z = place_of(item, in).z;
  const bool takeoff = item.command == MissionCommand::takeoff;
  p_W.z = takeoff ? item_z : std::min(item_z, p_W.z - config_.takeoff_height_m);
  return p_W;
}

NavigationTarget MissionRunner::target_of(const MissionItem& item, ItemStage stage,
                                          const NavigatorInputs& in,
                                          const MissionState& state) const {
  const VehicleEstimate& e = in.estimate;
  Vec3 p_W = place_of(item, in);
  double yaw = yaw_rad(item);
  TargetKind kind = TargetKind::position;
  switch (stage) {
    case ItemStage::climb:
      // The heading stays until nothing touches the ground.
      p_W = climb_place(item, in);
      yaw = yaw_of(e.q_WB);
      kind = TargetKind::takeoff;
      break;
    case ItemStage::approach:
      p_W.z = e.p_WB.z;
      break;
    case ItemStage::fly:
      if (item.command == MissionCommand::land) kind = TargetKind::land;
      if (loiters(item)) kind = TargetKind::loiter;
      break;
  }
  const double own_radius = acceptance_radius_m(item);
  const double radius = own_radius > 0.0 ? own_radius : config_.acceptance_radius_m;
  NavigationTarget target = make_target(e, kind, p_W, yaw, radius);
  target.cruise_speed_m_s = state.cruise_speed_m_s;
  return target;
}

void MissionRunner::restart(MissionState& state) const {
  const std::uint32_t instances = state.result.instance_count;
  state = {};
  state.begun = 1;
  state.result.valid = !items_.empty();
  state.result.total = static_cast<std::uint32_t>(items_.size());
  state.result.instance_count = instances + 1;
}

void MissionRunner::go_on_with(std::int32_t index, MissionState& state) const {
  if (state.result.finished || state.begun == 0) restart(state);
  state.result.current = index;
}

void MissionRunner::begin(const NavigatorInputs& in, MissionState& state,
                          NavigationTriplet& triplet, EventLog& events) const {
  if (state.result.finished || state.begun == 0) restart(state);
  // What comes first may have no place of its own.
  if (in.land.landed) {
    stand(in, triplet);
  } else {
    aim_from_here(in, triplet,
                  make_target(in.estimate, TargetKind::position, stop_point(config_, in.estimate),
                              yaw_of(in.estimate.q_WB), config_.acceptance_radius_m));
  }
  enter(state.result.current, in, state, triplet, events);
}

void MissionRunner::do_at_once(const MissionItem& item, MissionState& state, EventLog& events) {
  if (item.command != MissionCommand::change_speed) {
    events.add(EventLevel::info, "mission_payload", "Mission item {}: {} ({}), not acted on",
               item.number, name_of(item.command), static_cast<int>(item.command));
    return;
  }
  constexpr double unchanged = -1.0;
  const double speed = speed_m_s(item);
  if (speed == unchanged) return;
  state.cruise_speed_m_s = speed > 0.0 ? speed : kNotCommanded;
  if (speed > 0.0) {
    events.add(EventLevel::info, "mission_speed", "Mission item {}: speed {:.1f} m/s", item.number,
               speed);
  } else {
    events.add(EventLevel::info, "mission_speed", "Mission item {}: default speed", item.number);
  }
}

void MissionRunner::enter(std::int32_t index, const NavigatorInputs& in, MissionState& state,
                          NavigationTriplet& triplet, EventLog& events) const {
  // Items done at once are passed in one go; a loop of jumps over nothing else is cut after one
  // pass.
  for (std::size_t i = 0; i < items_.size() && !past_end(index); ++i) {
    const MissionCommandKind kind = kind_of(item(index).command);
    if (kind == MissionCommandKind::flow) {
      index = after(index - 1, state);
      continue;
    }
    if (kind != MissionCommandKind::setting && kind != MissionCommandKind::payload) break;
    do_at_once(item(index), state, events);
    state.result.reached = index;
    if (item(index).autocontinue == 0) return wait_at(index, in, state, triplet, events);
    index = after(index, state);
  }
  state.inside_since = -1;
  state.result.time = in.now;
  if (past_end(index)) return finish(in, state, events);
  state.result.current = index;
  const MissionItem& entered = item(index);
  state.stage = first_stage(entered, in.land.landed);
  events.add(EventLevel::info, "mission_item", "Mission item {}: {}", entered.number,
             name_of(entered.command));
  aim(entered, in, state, triplet);
}

// At what is done at once there is no place to go to: the vehicle stays at the one before.
void MissionRunner::wait_at(std::int32_t index, const NavigatorInputs& in, MissionState& state,
                            NavigationTriplet& triplet, EventLog& events) const {
  state.result.current = state.result.reached = index;
  state.result.time = in.now;
  state.stage = ItemStage::fly;
  triplet.next = {};
  events.add(EventLevel::info, "mission_waits", "Mission item {}: waits to be told to go on",
             item(index).number);
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
  triplet.current = target_of(item, state.stage, in, state);
  look_ahead(item, in, state, triplet);
}

// The target that follows an item that is flown through.
void MissionRunner::look_ahead(const MissionItem& item, const NavigatorInputs& in,
                               const MissionState& state, NavigationTriplet& triplet) const {
  if (state.stage != ItemStage::fly || !is_flown_through(item)) return;
  const std::int32_t next = next_place(state.result.current, state);
  if (next < 0) return;
  const MissionItem& following = this->item(next);
  const ItemStage stage = first_stage(following, false);
  triplet.next = target_of(following, stage, in, state);
  if (stage == ItemStage::approach) triplet.next.p_W.z = triplet.current.p_W.z;
}

bool MissionRunner::stage_done(const MissionItem& item, const NavigatorInputs& in,
                               MissionState& state, const NavigationTriplet& triplet) const {
  const NavigationTarget& target = triplet.current;
  const bool there =
      at_place(in.estimate, target, target.acceptance_radius_m, config_.altitude_acceptance_m);
  if (state.stage == ItemStage::climb) return at_height(config_, in, target);
  if (state.stage == ItemStage::approach) return there || in.land.landed;
  if (item.command == MissionCommand::land) return in.land.landed;
  if (state.inside_since < 0) {
    const bool turned = at_yaw(in.estimate, yaw_rad(item), config_.yaw_acceptance_rad);
    if (!there || !turned) return false;
    state.inside_since = in.now;
  }
  if (item.command == MissionCommand::loiter_unlimited) return false;
  return seconds(in.now - state.inside_since) >= hold_s(item);
}

void MissionRunner::finish(const NavigatorInputs& in, MissionState& state, EventLog& events) {
  events.add(EventLevel::info, "mission_finished", "Mission finished");
  state.result.finished = true;
  state.result.time = in.now;
}

NavigatorRequest MissionRunner::update(const NavigatorInputs& in, MissionState& state,
                                       NavigationTriplet& triplet, EventLog& events) const {
  const NavigatorRequest at_end = in.land.landed ? NavigatorRequest::none : NavigatorRequest::hold;
  if (state.result.finished) return at_end;
  const MissionItem& current = item(state.result.current);
  const bool hands_over = kind_of(current.command) == MissionCommandKind::mode;
  if (!hands_over && !stage_done(current, in, state, triplet)) return NavigatorRequest::none;

  const bool goes_on = state.stage != ItemStage::fly && !ends_with_climb(current);
  if (goes_on) {
    state.stage = ItemStage::fly;
    aim(current, in, state, triplet);
    return NavigatorRequest::none;
  }
  if (current.autocontinue == 0 && !hands_over) {
    const bool waits = state.result.reached == state.result.current;
    if (!waits) wait_at(state.result.current, in, state, triplet, events);
    return NavigatorRequest::none;
  }
  state.result.reached = state.result.current;
  state.result.time = in.now;
  if (hands_over) {
    // Whatever follows a return is not flown: it ends on the ground.
    finish(in, state, events);
    return NavigatorRequest::return_home;
  }
  enter(after(state.result.current, state), in, state, triplet, events);
  return state.result.finished ? at_end : NavigatorRequest::none;
}

}  // namespace alula
