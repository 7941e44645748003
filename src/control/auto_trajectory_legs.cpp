// Which leg is flown and which way the nose points; the motion itself is in auto_trajectory.cpp.
#include <algorithm>
#include <cmath>

#include "control/auto_trajectory.h"
#include "control/finite.h"

namespace alula {
namespace {

bool usable(const NavigationTarget& target) {
  return target.valid != 0 && target.kind != TargetKind::none && std::isfinite(target.p_W.z);
}
bool near(const Vec3& a, const Vec3& b) { return norm(a - b) < 1e-3; }

}  // namespace

void AutoTrajectory::follow_triplet(AutoTrajectoryState& state,
                                    const AutoTrajectoryInput& in) const {
  const NavigationTarget& current = in.triplet.current;
  const Vec3& p_WB = in.estimate.p_WB;
  if (!usable(current)) {
    // No target: stop and stay.
    if (!is_finite(state.stop_point)) {
      state.stop_point = stop_point(position_of(state.smoothing), velocity_of(state.smoothing));
    }
    state.kind = TargetKind::loiter;
    state.leg = state.flown = {p_WB, state.stop_point, state.stop_point};
    state.leg_flags = 0;
    return;
  }
  state.stop_point = kVectorNotCommanded;
  state.kind = current.kind;
  const bool own_speed = std::isfinite(current.cruise_speed_m_s) && current.cruise_speed_m_s > 0.0;
  const double planned = own_speed ? current.cruise_speed_m_s : config_.cruise_speed_m_s;
  const double cruise = finite_or(in.cruise_speed_m_s, planned);
  state.cruise_speed = std::min(cruise, config_.speed_xy_max_m_s);

  const Vec3 target = finite_or(current.p_W, p_WB);
  const std::uint32_t flags =
      (in.triplet.previous.valid != 0 ? 1U : 0U) | 2U | (usable(in.triplet.next) ? 4U : 0U);
  const bool next_moved = usable(in.triplet.next) && state.kind != TargetKind::loiter &&
                          !near(finite_or(in.triplet.next.p_W, target), state.leg.next);
  const bool changed = flags != state.leg_flags || !near(target, state.leg.target) || next_moved;
  if (changed) {
    state.leg_flags = flags;
    take_over_leg(state, in.triplet, p_WB);
  }
  choose_flown_leg(state, p_WB, changed);
}

void AutoTrajectory::take_over_leg(AutoTrajectoryState& state, const NavigationTriplet& triplet,
                                   const Vec3& p_WB) const {
  const double radius = triplet.current.acceptance_radius_m;
  state.acceptance_radius =
      std::isfinite(radius) && radius > 0.0 ? radius : config_.acceptance_radius_m;
  state.leg.target = finite_or(triplet.current.p_W, p_WB);
  const bool from = triplet.previous.valid != 0 && is_finite(triplet.previous.p_W);
  state.leg.previous = from ? triplet.previous.p_W : p_WB;
  const bool goes_on =
      usable(triplet.next) && is_finite(triplet.next.p_W) && state.kind != TargetKind::loiter;
  state.leg.next = goes_on ? triplet.next.p_W : state.leg.target;
  state.yaw_locked = 0;
}

void AutoTrajectory::choose_flown_leg(AutoTrajectoryState& state, const Vec3& p_WB,
                                      bool leg_changed) const {
  const SmoothingWaypoints& leg = state.leg;
  const Vec3 along = unit_or(level(leg.target - leg.previous), Vec3::zero());
  const Vec3 from_previous = level(p_WB - leg.previous);
  const Vec3 closest = level(leg.previous) + dot(from_previous, along) * along;
  state.closest = {closest.x, closest.y, leg.target.z};

  const LegPhase before = state.phase;
  state.phase = LegPhase::on_track;
  if (norm(along) < 0.5) {
    // Previous and target lie above each other: no line to follow.
  } else if (dot(along, level(leg.target - p_WB)) < 0.0) {
    state.phase = LegPhase::target_behind;
  } else if (dot(along, from_previous) < 0.0 && norm(from_previous) > state.acceptance_radius) {
    state.phase = LegPhase::previous_in_front;
  } else if (norm_xy(p_WB - state.closest) > state.acceptance_radius) {
    state.phase = LegPhase::off_track;
  }
  if (!leg_changed && state.phase == before && state.phase != LegPhase::off_track) return;
  switch (state.phase) {
    case LegPhase::on_track:
      state.flown = leg;
      break;
    case LegPhase::target_behind:
      state.flown = {p_WB, leg.target, leg.next};
      break;
    case LegPhase::previous_in_front:
      state.flown = {p_WB, leg.previous, leg.target};
      break;
    case LegPhase::off_track:
      state.flown = {p_WB, state.closest, leg.target};
      break;
  }
}

// The heading wanted now; NaN: along the path. Close to the point that it is taken from, the
// heading stays.
void AutoTrajectory::choose_heading(AutoTrajectoryState& state,
                                    const AutoTrajectoryInput& in) const {
  if (state.kind == TargetKind::land && state.kind_before == TargetKind::land) return;
  if (state.kind == TargetKind::land) {
    state.yaw_wanted = finite_or(in.triplet.current.yaw, state.heading.now.v);
    return;
  }
  if (usable(in.triplet.current) && std::isfinite(in.triplet.current.yaw)) {
    state.yaw_wanted = in.triplet.current.yaw;
    return;
  }
  const bool home_known = in.home.set_count > 0;
  Vec3 way = kVectorNotCommanded;
  switch (static_cast<YawMode>(config_.yaw_mode)) {
    case YawMode::to_waypoint:
    case YawMode::to_waypoint_first:
      way = level(state.flown.target - in.estimate.p_WB);
      break;
    case YawMode::to_home:
      if (home_known) way = level(in.home.p_W - in.estimate.p_WB);
      break;
    case YawMode::from_home:
      if (home_known) way = level(in.estimate.p_WB - in.home.p_W);
      break;
    case YawMode::along_path:
      break;
  }
  if (!is_finite(way)) {
    state.yaw_wanted = kNotCommanded;
  } else if (norm(way) > state.acceptance_radius) {
    state.yaw_wanted = std::atan2(way.y, way.x);
    state.yaw_locked = 1;
  } else if (state.yaw_locked == 0) {
    state.yaw_wanted = state.heading.now.v;
    state.yaw_locked = 1;
  }
}

void AutoTrajectory::smooth_heading(AutoTrajectoryState& state, const Vec3& p_WB,
                                    double dt_s) const {
  AxisState& heading = state.heading;
  double wanted = state.yaw_wanted;
  if (!std::isfinite(wanted)) {
    const Vec3 v = velocity_of(state.smoothing);
    const bool moves = norm_xy(v) > 0.1 && norm_xy(state.flown.target - p_WB) > 2.0;
    wanted = moves ? std::atan2(v.y, v.x) : heading.now.v;
  }
  const AxisLimits limits{config_.yaw_acceleration_max_rad_s2, config_.yaw_rate_max_rad_s, 1e9};
  const double unwrapped = heading.now.v + wrap_pi(wanted - heading.now.v);
  heading.plan = plan_fastest(heading.now, unwrapped, limits);
  advance(heading, dt_s);
  heading.now.v = wrap_pi(heading.now.v);
  heading.now.x = 0.0;
  state.yaw_aligned =
      std::fabs(wrap_pi(wanted - heading.now.v)) < config_.yaw_tolerance_rad ? 1 : 0;
}

}  // namespace alula
