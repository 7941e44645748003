#include "autopilot/return_home.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace alula {
namespace {

// The target of each phase; what was reached last begins the leg.
void aim(const NavigatorConfig& config, const NavigatorInputs& in, const ReturnState& state,
         NavigationTriplet& triplet) {
  const Vec3& place = state.place_W;
  const bool close = norm_xy(place - in.estimate.p_WB) < config.return_distance_min_m;
  const NavigationTarget reached = triplet.current;
  TargetKind kind = TargetKind::position;
  Vec3 p_W{place.x, place.y, state.altitude_z};
  double yaw = state.place_yaw;
  switch (state.phase) {
    case ReturnPhase::climb:
      p_W = stop_point(config, in.estimate);
      p_W.z = state.altitude_z;
      yaw = yaw_of(in.estimate.q_WB);
      break;
    case ReturnPhase::cruise:
      if (!close) yaw = kNotCommanded;  // nose first
      break;
    case ReturnPhase::descend:
    case ReturnPhase::wait:
      p_W.z = std::max(place.z - config.descend_height_m, state.altitude_z);
      break;
    case ReturnPhase::land:
    case ReturnPhase::landed:
      kind = TargetKind::land;
      p_W.z = place.z;
      break;
  }
  aim_from_here(in, triplet, make_target(in.estimate, kind, p_W, yaw, config.acceptance_radius_m));
  if (state.phase != ReturnPhase::climb) triplet.previous = reached;
}

bool phase_done(const NavigatorConfig& config, const NavigatorInputs& in, const ReturnState& state,
                const NavigationTarget& target) {
  switch (state.phase) {
    case ReturnPhase::climb:
      return in.estimate.p_WB.z - target.p_W.z <= config.altitude_acceptance_m;
    case ReturnPhase::cruise:
    case ReturnPhase::descend:
      return at_place(in.estimate, target, config.acceptance_radius_m,
                      config.altitude_acceptance_m);
    case ReturnPhase::wait:
      return config.land_delay_s >= 0.0 &&
             seconds(in.now - state.phase_time) >= config.land_delay_s;
    case ReturnPhase::land:
    case ReturnPhase::landed:
      return false;
  }
  return false;
}

void enter(ReturnPhase phase, const NavigatorConfig& config, const NavigatorInputs& in,
           ReturnState& state, NavigationTriplet& triplet, EventLog& events) {
  state.phase = phase;
  state.phase_time = in.now;
  aim(config, in, state, triplet);
  const double height = in.home.p_W.z - triplet.current.p_W.z;
  switch (phase) {
    case ReturnPhase::climb:
      events.add(EventLevel::info, "return_climb", "Return: to {:.1f} m above home", height);
      break;
    case ReturnPhase::cruise:
      events.add(EventLevel::info, "return_home", "Return: home at {:.1f} m", height);
      break;
    case ReturnPhase::descend:
      events.add(EventLevel::info, "return_descend", "Return: down to {:.1f} m", height);
      break;
    case ReturnPhase::wait:
      if (config.land_delay_s != 0.0)
        events.add(EventLevel::info, "return_wait", "Return: waiting");
      break;
    case ReturnPhase::land:
      events.add(EventLevel::info, "return_land", "Return: landing");
      break;
    case ReturnPhase::landed:
      break;
  }
}

// The nearest place to land.
void choose_place(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                  EventLog& events) {
  state.place_W = in.home.p_W;
  state.place_yaw = in.home.yaw;
  const bool home_counts = config.return_type == 0 || in.rally_points.empty();
  double nearest = home_counts ? norm_xy(in.home.p_W - in.estimate.p_WB)
                               : std::numeric_limits<double>::infinity();
  std::size_t chosen = 0;  // from 1; 0: home
  for (std::size_t i = 0; i < in.rally_points.size(); ++i) {
    const RallyPoint& point = in.rally_points[i];
    const Vec3 p_W = local_place(in.estimate, point.place.latitude_rad, point.place.longitude_rad,
                                 in.home.altitude_m + point.height_m);
    const double distance = norm_xy(p_W - in.estimate.p_WB);
    if (distance >= nearest) continue;
    nearest = distance;
    chosen = i + 1;
    state.place_W = p_W;
    state.place_yaw = kNotCommanded;
  }
  if (chosen > 0)
    events.add(EventLevel::info, "return_rally_point", "Return: rally point {}, {:.0f} m away",
               chosen, nearest);
}

}  // namespace

double return_height_m(const NavigatorConfig& config, double distance_m) {
  // Steep enough not to reach the ground beside home.
  constexpr double steepness = 2.0;
  if (distance_m <= config.acceptance_radius_m) return steepness * distance_m;
  double height = config.return_height_m;
  if (config.return_cone_rad > 0.0 && distance_m <= config.return_distance_min_m) {
    const double half_angle = std::clamp(config.return_cone_rad, radians(1.0), radians(89.0));
    height = std::min(height, distance_m / std::tan(half_angle));
  }
  return std::max(height, steepness * config.acceptance_radius_m);
}

void begin_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                  NavigationTriplet& triplet, EventLog& events) {
  if (in.land.landed) {
    events.add(EventLevel::warning, "return_landed", "Return: already landed, staying");
    state.phase = ReturnPhase::landed;
    stand(in, triplet);
    return;
  }
  choose_place(config, in, state, events);
  const double distance = norm_xy(state.place_W - in.estimate.p_WB);
  state.altitude_z =
      std::min(in.estimate.p_WB.z, state.place_W.z - return_height_m(config, distance));
  enter(ReturnPhase::climb, config, in, state, triplet, events);
}

void update_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                   NavigationTriplet& triplet, EventLog& events) {
  if (in.land.landed || !phase_done(config, in, state, triplet.current)) return;
  const auto next = static_cast<ReturnPhase>(static_cast<std::uint32_t>(state.phase) + 1);
  enter(next, config, in, state, triplet, events);
}

}  // namespace alula
