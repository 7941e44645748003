#include "autopilot/navigator.h"

#include <algorithm>
#include <cmath>

namespace alula {

NavigationTarget Navigator::kept_target(const VehicleEstimate& estimate,
                                        const NavigatorState& state) const {
  const NavigationTarget& held = state.triplet.current;
  const bool holds = held.kind == TargetKind::loiter || held.kind == TargetKind::position;
  if (state.armed && state.mode == FlightMode::hold && held.valid != 0 && holds) return held;
  return make_target(estimate, TargetKind::loiter, stop_point(config_, estimate),
                     yaw_of(estimate.q_WB), config_.acceptance_radius_m);
}

// A target that was just reached is kept; else hold where a stop ends.
void Navigator::enter_hold(const NavigatorInputs& in, NavigatorState& state) const {
  if (in.land.landed) return stand(in, state.triplet);
  const NavigationTarget& old = state.triplet.current;
  const double radius = std::max(old.acceptance_radius_m, config_.acceptance_radius_m);
  const bool keep = old.valid != 0 && old.kind != TargetKind::land &&
                    old.kind != TargetKind::idle &&
                    at_place(in.estimate, old, radius, config_.altitude_acceptance_m);
  const Vec3 p_W = keep ? old.p_W : stop_point(config_, in.estimate);
  const double yaw = keep && std::isfinite(old.yaw) ? old.yaw : yaw_of(in.estimate.q_WB);
  aim_from_here(
      in, state.triplet,
      make_target(in.estimate, TargetKind::loiter, p_W, yaw, config_.acceptance_radius_m));
}

// Straight up from the ground; in the air a climb to that height, never a descent.
void Navigator::enter_takeoff(const NavigatorInputs& in, NavigatorState& state,
                              EventLog& events) const {
  const VehicleEstimate& e = in.estimate;
  const bool grounded = in.land.landed;
  Vec3 p_W = grounded ? e.p_WB : stop_point(config_, e);
  p_W.z = in.home.p_W.z - in.takeoff_height_m;
  if (grounded) p_W.z = std::min(p_W.z, e.p_WB.z - in.takeoff_height_m);
  if (p_W.z > e.p_WB.z) {
    events.add(EventLevel::warning, "takeoff_already_higher",
               "Already above the take-off height, not descending");
    p_W.z = e.p_WB.z;
  }
  const TargetKind kind = grounded ? TargetKind::takeoff : TargetKind::position;
  aim_from_here(in, state.triplet,
                make_target(e, kind, p_W, yaw_of(e.q_WB), config_.acceptance_radius_m));
}

void Navigator::enter_land(const NavigatorInputs& in, NavigatorState& state) const {
  const VehicleEstimate& e = in.estimate;
  Vec3 p_W = stop_point(config_, e);
  p_W.z = in.home.p_W.z;
  aim_from_here(in, state.triplet,
                make_target(e, TargetKind::land, p_W, yaw_of(e.q_WB), config_.acceptance_radius_m));
}

void Navigator::enter_return(const NavigatorInputs& in, NavigatorState& state,
                             EventLog& events) const {
  const MissionState& mission = state.mission;
  const bool under_way = mission.begun != 0 && !mission.result.finished;
  const std::int32_t flown = under_way ? mission.result.current : -1;
  begin_return(config_, in, flown, state.return_home, state.triplet, events);
  if (state.return_home.phase == ReturnPhase::mission) land_by_mission(in, state, events);
}

// The mission's items from where its landing begins; the mode stays Return.
void Navigator::land_by_mission(const NavigatorInputs& in, NavigatorState& state,
                                EventLog& events) const {
  mission_.go_on_with(state.return_home.place.landing, state.mission);
  mission_.begin(in, state.mission, state.triplet, events);
}

void Navigator::go_on_returning(const NavigatorInputs& in, NavigatorState& state,
                                EventLog& events) const {
  if (state.return_home.phase == ReturnPhase::mission) {
    mission_.update(in, state.mission, state.triplet, events);
    return;
  }
  update_return(config_, in, state.return_home, state.triplet, events);
  if (state.return_home.phase == ReturnPhase::mission) land_by_mission(in, state, events);
}

void Navigator::fly_to_user_target(const NavigatorInputs& in, NavigatorState& state) const {
  aim_from_here(in, state.triplet,
                make_target(in.estimate, TargetKind::position, in.user_target_W, in.user_yaw,
                            config_.acceptance_radius_m));
}

void Navigator::enter_mode(const NavigatorInputs& in, NavigatorState& state,
                           EventLog& events) const {
  switch (in.mode) {
    case FlightMode::mission:
      mission_.begin(in, state.mission, state.triplet, events);
      break;
    case FlightMode::return_home:
      enter_return(in, state, events);
      break;
    case FlightMode::takeoff:
      enter_takeoff(in, state, events);
      break;
    case FlightMode::land:
      enter_land(in, state);
      break;
    default:
      enter_hold(in, state);
      break;
  }
}

NavigatorRequest Navigator::go_on(const NavigatorInputs& in, NavigatorState& state,
                                  EventLog& events) const {
  switch (in.mode) {
    case FlightMode::mission:
      return mission_.update(in, state.mission, state.triplet, events);
    case FlightMode::return_home:
      go_on_returning(in, state, events);
      return NavigatorRequest::none;
    case FlightMode::takeoff:
      return at_height(config_, in, state.triplet.current) ? NavigatorRequest::hold
                                                           : NavigatorRequest::none;
    case FlightMode::hold:
      // A take-off that was broken off may leave the ground after all.
      if (state.triplet.current.kind == TargetKind::idle && !in.land.landed) enter_hold(in, state);
      return NavigatorRequest::none;
    default:
      return NavigatorRequest::none;
  }
}

void Navigator::go_on_with(std::int32_t item, NavigatorState& state) const {
  mission_.go_on_with(item, state.mission);
  if (state.mode == FlightMode::mission) state.mode_time = -1;  // is entered anew
}

NavigatorRequest Navigator::update(const NavigatorInputs& in, NavigatorState& state,
                                   EventLog& events) const {
  const bool entered =
      state.mode_time != in.mode_time || state.mode != in.mode || state.armed != in.armed;
  const bool new_target =
      in.mode == FlightMode::hold && in.user_target_count != state.user_target_count;
  state.user_target_count = in.user_target_count;
  state.mode_time = in.mode_time;
  state.mode = in.mode;
  state.armed = in.armed;
  if (!in.armed) {
    if (entered) stand(in, state.triplet);
    return NavigatorRequest::none;
  }
  if (!new_target && !entered) return go_on(in, state, events);
  if (new_target) {
    fly_to_user_target(in, state);
  } else {
    enter_mode(in, state, events);
  }
  return NavigatorRequest::none;
}

}  // namespace alula
