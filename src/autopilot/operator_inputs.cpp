#include "autopilot/operator_inputs.h"

#include <cmath>

#include "control/offboard_task.h"

namespace alula {
namespace {

bool is_finite(const ManualControl& s) {
  return std::isfinite(s.roll) && std::isfinite(s.pitch) && std::isfinite(s.yaw) &&
         std::isfinite(s.throttle);
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
