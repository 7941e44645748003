#include "autopilot/operator_inputs.h"

#include <cmath>
#include <optional>

#include "autopilot/targets.h"
#include "control/offboard_task.h"
#include "earth/geodesy.h"

namespace alula {
namespace {

constexpr double kFollowTimeout_s = 2.0;
constexpr double kFollowReach_m = 10'000.0;  // further away it is no target but a mistake

bool is_finite(const ManualControl& s) {
  return std::isfinite(s.roll) && std::isfinite(s.pitch) && std::isfinite(s.yaw) &&
         std::isfinite(s.throttle);
}

// Only where the vehicle knows its own place can it tell where the target's is.
std::optional<FollowPoint> place_of(const FollowTarget& target, const VehicleEstimate& estimate) {
  const Geodetic place{target.latitude_rad, target.longitude_rad, target.altitude_m};
  const Vec3& v = target.v_ned;
  const bool moves = std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
  if (!estimate.global_valid || !moves || validate(place).has_value()) return std::nullopt;
  const Vec3 p_W =
      local_place(estimate, target.latitude_rad, target.longitude_rad, target.altitude_m);
  if (!(norm(p_W - estimate.p_WB) < kFollowReach_m)) return std::nullopt;
  return FollowPoint{p_W, v, 0.0, 1};
}

}  // namespace

void hear(OperatorState& state, const Samples& samples, const VehicleEstimate& estimate, TimeNs now,
          EventLog& events) {
  for (const ManualControl& sticks : samples.manual) {
    if (!is_finite(sticks)) continue;  // as if it had not come: the link counts as lost in time
    state.sticks = sticks;
    state.sticks_time = now;
  }
  for (const OffboardSetpoint& setpoint : samples.offboard) {
    if (!is_usable(setpoint)) {
      if (state.offboard_refused++ == 0)
        events.add(EventLevel::warning, "offboard_invalid",
                   "Offboard set-point ignored: it commands nothing that can be flown");
      continue;
    }
    state.offboard_refused = 0;
    state.offboard = in_local_frame(setpoint, estimate);
    state.offboard_time = now;
  }
  if (!samples.ground.empty()) state.ground_time = now;
  for (const FollowTarget& target : samples.follow) {
    const std::optional<FollowPoint> point = place_of(target, estimate);
    if (!point) continue;
    state.follow = *point;
    state.follow_time = now;
  }
}

FollowPoint follow_point(const OperatorState& state, TimeNs now) {
  FollowPoint point = state.follow;
  point.age_s = seconds(now - state.follow_time);
  point.live = is_live(state.follow_time, kFollowTimeout_s, now) ? 1 : 0;
  return point;
}

bool is_live(TimeNs arrival, double timeout_s, TimeNs now) {
  return arrival >= 0 && seconds(now - arrival) <= timeout_s;
}

ModeNeeds needs_of(const OffboardSetpoint& setpoint) {
  using enum ModeNeed;
  if (setpoint.kind == OffboardKind::rates) return 0;
  if (setpoint.kind == OffboardKind::attitude) return static_cast<ModeNeeds>(attitude);
  const auto any_level = [](const Vec3& a) { return !std::isnan(a.x) || !std::isnan(a.y); };
  ModeNeeds needs = static_cast<ModeNeeds>(attitude);
  if (!std::isnan(setpoint.p_sp.z) || !std::isnan(setpoint.v_sp.z)) needs = needs | height;
  if (any_level(setpoint.v_sp)) needs = needs | velocity;
  if (any_level(setpoint.p_sp)) needs = needs | velocity | local_position;
  return needs;
}

}  // namespace alula
