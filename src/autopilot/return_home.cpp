#include "autopilot/return_home.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alula {
namespace {

// Where a leg of the way ends; without turns there is one.
Vec3 leg_end(const NavigatorInputs& in, const ReturnState& state, std::uint32_t leg) {
  const FenceRoute& route = state.place.route;
  Vec3 p_W = state.place.p_W;
  if (leg + 1 < route.count) {
    const FencePlace& turn = route.places[leg];
    p_W = local_place(in.estimate, turn.latitude_rad, turn.longitude_rad, in.home.altitude_m);
  }
  p_W.z = state.altitude_z;
  return p_W;
}

// At a turn beside a forbidden area the corner is hardly cut.
double leg_radius_m(const NavigatorConfig& config, const ReturnState& state) {
  constexpr double turn_radius_m = 2.0;
  const bool turns = state.leg + 1 < state.place.route.count;
  return turns ? std::min(config.acceptance_radius_m, turn_radius_m) : config.acceptance_radius_m;
}

// The target of each phase; what was reached last begins the leg.
void aim(const NavigatorConfig& config, const NavigatorInputs& in, const ReturnState& state,
         NavigationTriplet& triplet) {
  const Vec3& place = state.place.p_W;
  const bool close = norm_xy(place - in.estimate.p_WB) < config.return_distance_min_m;
  const NavigationTarget reached = triplet.current;
  TargetKind kind = TargetKind::position;
  Vec3 p_W{place.x, place.y, state.altitude_z};
  double yaw = state.place.yaw;
  switch (state.phase) {
    case ReturnPhase::climb:
      p_W = state.place.start_W;
      p_W.z = state.altitude_z;
      yaw = yaw_of(in.estimate.q_WB);
      break;
    case ReturnPhase::cruise:
      p_W = leg_end(in, state, state.leg);
      if (!close) yaw = kNotCommanded;  // nose first
      break;
    case ReturnPhase::descend:
    case ReturnPhase::wait:
      p_W.z = std::max(place.z - config.descend_height_m, state.altitude_z);
      break;
    case ReturnPhase::land:
    case ReturnPhase::landed:
    case ReturnPhase::mission:
      kind = TargetKind::land;
      p_W.z = place.z;
      break;
  }
  const bool cruises = state.phase == ReturnPhase::cruise;
  const double radius_m = cruises ? leg_radius_m(config, state) : config.acceptance_radius_m;
  aim_from_here(in, triplet, make_target(in.estimate, kind, p_W, yaw, radius_m));
  if (state.phase != ReturnPhase::climb) triplet.previous = reached;
  if (cruises && state.leg + 1 < state.place.route.count)
    triplet.next = make_target(in.estimate, kind, leg_end(in, state, state.leg + 1), kNotCommanded,
                               config.acceptance_radius_m);
}

bool phase_done(const NavigatorConfig& config, const NavigatorInputs& in, const ReturnState& state,
                const NavigationTarget& target) {
  switch (state.phase) {
    case ReturnPhase::climb:
      return in.estimate.p_WB.z - target.p_W.z <= config.altitude_acceptance_m;
    case ReturnPhase::cruise:
    case ReturnPhase::descend:
      return at_place(in.estimate, target, target.acceptance_radius_m,
                      config.altitude_acceptance_m);
    case ReturnPhase::wait:
      return config.land_delay_s >= 0.0 &&
             seconds(in.now - state.phase_time) >= config.land_delay_s;
    case ReturnPhase::land:
    case ReturnPhase::landed:
    case ReturnPhase::mission:
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
    case ReturnPhase::mission:
      break;
  }
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

void begin_return(const NavigatorConfig& config, const NavigatorInputs& in, std::int32_t flown,
                  ReturnState& state, NavigationTriplet& triplet, EventLog& events) {
  if (in.land.landed) {
    events.add(EventLevel::warning, "return_landed", "Return: already landed, staying");
    state.phase = ReturnPhase::landed;
    stand(in, triplet);
    return;
  }
  state.place = choose_return_place(config, in, flown, events);
  state.leg = 0;
  if (state.place.along_mission != 0) {
    state.phase = ReturnPhase::mission;
    return;
  }
  const double distance = norm_xy(state.place.p_W - in.estimate.p_WB);
  state.altitude_z =
      std::min(in.estimate.p_WB.z, state.place.p_W.z - return_height_m(config, distance));
  // The way home stays below the height that the fence allows.
  constexpr double share_of_limit = 0.95;
  if (in.fence.height_max_m > 0.0)
    state.altitude_z =
        std::max(state.altitude_z, in.home.p_W.z - share_of_limit * in.fence.height_max_m);
  enter(ReturnPhase::climb, config, in, state, triplet, events);
}

void update_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                   NavigationTriplet& triplet, EventLog& events) {
  if (in.land.landed || !phase_done(config, in, state, triplet.current)) return;
  if (state.phase == ReturnPhase::cruise && state.leg + 1 < state.place.route.count) {
    ++state.leg;
    aim(config, in, state, triplet);
    return;
  }
  if (state.phase == ReturnPhase::cruise && state.place.landing >= 0) {
    state.phase = ReturnPhase::mission;
    return;
  }
  const auto next = static_cast<ReturnPhase>(static_cast<std::uint32_t>(state.phase) + 1);
  enter(next, config, in, state, triplet, events);
}

}  // namespace alula
