#include "autopilot/navigator.h"

#include <algorithm>
#include <cmath>

namespace alula {
namespace {

void aim_at(const NavigatorInputs& in, NavigationTriplet& triplet, const NavigationTarget& target) {
  triplet.previous = make_target(in.estimate, TargetKind::position, in.estimate.p_WB, kNotCommanded, 0.0);
  triplet.current = target;
  triplet.next = {};
  triplet.time = in.now;
}

}  // namespace

void Navigator::enter_hold(const NavigatorInputs& in, NavigatorState& state) const {
  const NavigationTarget& old = state.triplet.current;
  // A target that was just reached is kept; else hold where a stop ends.
  const bool keep = in.armed && old.valid != 0 && old.kind != TargetKind::land && old.kind != TargetKind::idle &&
                    at_place(in.estimate, old, std::max(old.acceptance_radius_m, config_.acceptance_radius_m),
                             config_.altitude_acceptance_m);
  const Vec3 p_W = keep ? old.p_W : stop_point(config_, in.estimate);
  const double yaw = keep && std::isfinite(old.yaw) ? old.yaw : yaw_of(in.estimate.q_WB);
  const TargetKind kind = in.land.landed ? TargetKind::idle : TargetKind::loiter;
  aim_at(in, state.triplet, make_target(in.estimate, kind, p_W, yaw, config_.acceptance_radius_m));
}

void Navigator::follow_user_target(const NavigatorInputs& in, NavigatorState& state) const {
  const auto or_else = [](double wanted, double fallback) { return std::isfinite(wanted) ? wanted : fallback; };
  const NavigationTarget& old = state.triplet.current;
  const Vec3 from = old.valid != 0 ? old.p_W : in.estimate.p_WB;
  const Vec3 p_W{or_else(in.user_target_W.x, from.x), or_else(in.user_target_W.y, from.y),
                 or_else(in.user_target_W.z, from.z)};
  const double yaw = or_else(in.user_yaw, yaw_of(in.estimate.q_WB));
  aim_at(in, state.triplet, make_target(in.estimate, TargetKind::position, p_W, yaw, config_.acceptance_radius_m));
}

void Navigator::enter_mode(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const {
  const VehicleEstimate& e = in.estimate;
  switch (in.mode) {
    case FlightMode::mission:
      mission_.begin(in, state.mission, state.triplet, events);
      break;
    case FlightMode::return_home:
      begin_return(config_, in, state.return_home, state.triplet);
      break;
    case FlightMode::takeoff: {
      const Vec3 p_W{e.p_WB.x, e.p_WB.y, in.home.p_W.z - in.takeoff_height_m};
      aim_at(in, state.triplet,
             make_target(e, TargetKind::takeoff, p_W, yaw_of(e.q_WB), config_.acceptance_radius_m));
      break;
    }
    case FlightMode::land: {
      Vec3 p_W = stop_point(config_, e);
      p_W.z = in.home.p_W.z;
      aim_at(in, state.triplet, make_target(e, TargetKind::land, p_W, yaw_of(e.q_WB), config_.acceptance_radius_m));
      break;
    }
    default:
      enter_hold(in, state);
      break;
  }
}

bool Navigator::takeoff_done(const NavigatorInputs& in, const NavigatorState& state) const {
  const double tolerance = std::min(config_.altitude_acceptance_m, 0.5 * in.takeoff_height_m);
  return !in.land.landed && std::fabs(state.triplet.current.p_W.z - in.estimate.p_WB.z) <= tolerance;
}

NavigatorRequest Navigator::update(const NavigatorInputs& in, NavigatorState& state, EventLog& events) const {
  // Arming begins the mode anew: home has just been set, and the place may have changed since.
  const bool entered = state.mode_time != in.mode_time || state.mode != in.mode || (in.armed && !state.armed);
  const bool new_target = in.mode == FlightMode::hold && in.user_target_count != state.user_target_count;
  state.user_target_count = in.user_target_count;
  state.mode_time = in.mode_time;
  state.mode = in.mode;
  state.armed = in.armed;
  if (new_target) {
    follow_user_target(in, state);
    return NavigatorRequest::none;
  }
  if (entered) {
    enter_mode(in, state, events);
    return NavigatorRequest::none;
  }
  switch (in.mode) {
    case FlightMode::mission: return mission_.update(in, state.mission, state.triplet, events);
    case FlightMode::return_home:
      if (!in.land.landed) update_return(config_, in, state.return_home, state.triplet);
      return NavigatorRequest::none;
    case FlightMode::takeoff: return takeoff_done(in, state) ? NavigatorRequest::hold : NavigatorRequest::none;
    default: return NavigatorRequest::none;
  }
}

}  // namespace alula
