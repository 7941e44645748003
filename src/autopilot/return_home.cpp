#include "autopilot/return_home.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alula {
namespace {

void aim(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state, NavigationTriplet& triplet) {
  const Vec3& home = in.home.p_W;
  const double wait_z = home.z - config.descend_height_m;
  const NavigationTarget reached = triplet.current;
  TargetKind kind = TargetKind::position;
  Vec3 p_W{home.x, home.y, state.altitude_z};
  double yaw = kNotCommanded;
  switch (state.phase) {
    case ReturnPhase::climb:
      p_W = stop_point(config, in.estimate);
      p_W.z = state.altitude_z;
      yaw = yaw_of(in.estimate.q_WB);
      break;
    case ReturnPhase::cruise: break;
    case ReturnPhase::descend:
    case ReturnPhase::wait:
      p_W.z = std::max(wait_z, state.altitude_z);
      yaw = in.home.yaw;
      break;
    case ReturnPhase::land:
      kind = TargetKind::land;
      p_W.z = home.z;
      yaw = in.home.yaw;
      break;
  }
  triplet.previous = state.phase == ReturnPhase::climb
                         ? make_target(in.estimate, TargetKind::position, in.estimate.p_WB, kNotCommanded, 0.0)
                         : reached;
  triplet.current = make_target(in.estimate, kind, p_W, yaw, config.acceptance_radius_m);
  triplet.next = {};
  triplet.time = in.now;
}

bool phase_done(const NavigatorConfig& config, const NavigatorInputs& in, const ReturnState& state,
                const NavigationTarget& target) {
  switch (state.phase) {
    case ReturnPhase::climb: return std::fabs(target.p_W.z - in.estimate.p_WB.z) <= config.altitude_acceptance_m;
    case ReturnPhase::cruise:
    case ReturnPhase::descend:
      return at_place(in.estimate, target, config.acceptance_radius_m, config.altitude_acceptance_m);
    case ReturnPhase::wait:
      return config.land_delay_s >= 0.0 && seconds(in.now - state.phase_time) >= config.land_delay_s;
    case ReturnPhase::land: return false;
  }
  return false;
}

}  // namespace

double return_height_m(const NavigatorConfig& config, double distance_m) {
  if (distance_m <= config.return_distance_min_m) return config.descend_height_m;
  const double half_turn = 0.5 * std::numbers::pi;
  if (config.return_cone <= 0.0) return std::max(config.return_height_m, config.descend_height_m);
  if (config.return_cone >= half_turn - 1e-6) return config.descend_height_m;
  const double cone = distance_m / std::tan(config.return_cone);
  return std::max(std::min(cone, config.return_height_m), config.descend_height_m);
}

void begin_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                  NavigationTriplet& triplet) {
  const double distance = norm_xy(in.home.p_W - in.estimate.p_WB);
  state.altitude_z = std::min(in.estimate.p_WB.z, in.home.p_W.z - return_height_m(config, distance));
  state.phase = ReturnPhase::climb;
  state.phase_time = in.now;
  aim(config, in, state, triplet);
}

void update_return(const NavigatorConfig& config, const NavigatorInputs& in, ReturnState& state,
                   NavigationTriplet& triplet) {
  if (!phase_done(config, in, state, triplet.current)) return;
  state.phase = static_cast<ReturnPhase>(static_cast<std::uint32_t>(state.phase) + 1);
  state.phase_time = in.now;
  aim(config, in, state, triplet);
}

}  // namespace alula
