#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/resets.h"

namespace alula::ekf {
namespace {

constexpr double kGapMax = 0.4;      // [s] twice EKF2's longest interval
constexpr double kFailingMax = 1.0;  // [s] rejected for longer: set to the measurement
constexpr double kTurnShare = 0.02;  // of each sample in the turn between V and W

struct Uses {
  bool position, height, velocity, yaw;
};

// A heading of V's own cannot stand beside one that knows north.
Uses wanted_uses(const EstimatorState& state, const VisionSample& s,
                 const EstimatorConfig& config) {
  const std::uint32_t control = config.aiding.vision.control;
  const bool aligned = state.modes.tilt_aligned != 0;
  const bool yaw_fits = s.to_north != 0 || state.modes.gnss == 0;
  Uses uses{};
  uses.yaw = (control & vision_use::yaw) != 0 && aligned && yaw_fits;
  const bool heading = aligned && (uses.yaw || state.modes.yaw_aligned != 0);
  uses.position = (control & vision_use::position) != 0 && heading;
  uses.velocity = (control & vision_use::velocity) != 0 && heading;
  uses.height = (control & vision_use::height) != 0 && aligned;
  return uses;
}

bool failing(TimeNs now, TimeNs accepted) { return older(now, accepted, kFailingMax); }

// W takes V's heading when yaw is fused; else V is turned into W.
void follow_turn(EstimatorState& state, const VisionSample& s, bool yaw) {
  Aiding& a = state.aiding;
  if (s.to_north != 0 || yaw) {
    a.vision_turn = 0.0;
    a.vision_turn_known = 1;
    return;
  }
  const double turn = wrap_pi(yaw_of(state.filter.x.q_WB) - yaw_of(s.q_VB));
  const double share = a.vision_turn_known != 0 ? kTurnShare : 1.0;
  a.vision_turn = wrap_pi(a.vision_turn + share * wrap_pi(turn - a.vision_turn));
  a.vision_turn_known = 1;
}

void use_yaw(EstimatorState& state, const VisionObservation& z) {
  Aiding& a = state.aiding;
  const bool start = a.vision_yaw == 0;
  a.vision_yaw = 1;
  const bool fused = !(start && state.modes.yaw_aligned == 0) && fuse_vision_yaw(state, z);
  if (fused) return;
  const bool reset = start || failing(z.time, state.status.vision_yaw.time_accepted);
  if (!reset) return;
  stop_three_axes(state);
  reset_yaw(state, z.yaw, z.yaw_variance);
  state.modes.yaw_aligned = 1;
  state.timers.heading = state.timers.horizon;
  state.status.vision_yaw.time_accepted = z.time;
}

void use_velocity(EstimatorState& state, const VisionObservation& z) {
  Aiding& a = state.aiding;
  const bool start = a.vision_velocity == 0;
  a.vision_velocity = 1;
  if (fuse_vision_velocity(state, z)) return;
  if (!start && !failing(z.time, state.status.vision_velocity.time_accepted)) return;
  reset_horizontal_velocity(state, z.v_W.x, z.v_W.y, z.velocity_variance);
  reset_vertical_velocity(state, z.v_W.z, z.velocity_variance);
  state.timers.horizontal_velocity = state.timers.vertical_velocity = state.timers.horizon;
  state.status.vision_velocity.time_accepted = z.time;
}

// Beside GNSS vision is measured against it; alone it says where W's origin lies.
void use_position(EstimatorState& state, const VisionObservation& z, bool jumped) {
  Aiding& a = state.aiding;
  const bool start = a.vision_position == 0;
  a.vision_position = 1;
  // After a gap without a reset where the filter still agrees.
  const bool known = !start || state.modes.dead_reckoning_exceeded == 0;
  if (known && !jumped && fuse_vision_position(state, z)) return;
  if (!start && !jumped && !failing(z.time, state.status.vision_position.time_accepted)) return;
  if (state.modes.gnss != 0) {
    a.north = {a.north.value + state.filter.x.p_W.x - z.p_W.x, z.position_variance};
    a.east = {a.east.value + state.filter.x.p_W.y - z.p_W.y, z.position_variance};
  } else {
    reset_horizontal_position(state, z.p_W.x, z.p_W.y, z.position_variance);
    state.timers.horizontal_position = state.timers.horizon;
  }
  state.status.vision_position.time_accepted = z.time;
}

void use_height(EstimatorState& state, const VisionObservation& z, bool jumped,
                const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  const bool start = a.vision_height == 0;
  a.vision_height = 1;
  const ActiveHeight before = state.modes.height_source;
  choose_height_reference(state, config);
  const bool reference = state.modes.height_source == ActiveHeight::vision;
  if (!reference && (start || jumped)) {
    a.height_bias_m = state.filter.x.p_W.z - z.p_W.z;
    a.height_bias_variance = z.position_variance;
  }
  const bool taken_over = reference && before != ActiveHeight::vision;
  const bool known = !taken_over || state.status.vision_height.time_accepted > 0;
  const bool fused = known && !jumped && fuse_vision_height(state, z, config);
  if (fused || !reference) return;
  if (!taken_over && !jumped &&
      !older(z.time, state.status.vision_height.time_accepted, kFailingMax))
    return;
  const double jump = z.p_W.z - state.filter.x.p_W.z;
  reset_height(state, z.p_W.z, z.position_variance);
  state.baro_bias.bias_m += jump;
  state.gnss_bias.bias_m += jump;
  state.timers.height = state.timers.horizon;
  state.status.vision_height.time_accepted = z.time;
}

void stop_vision(EstimatorState& state, const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  a.vision_position = a.vision_velocity = a.vision_yaw = a.vision_height = 0;
  if (state.modes.height_source == ActiveHeight::vision) choose_height_reference(state, config);
}

void report_uses(EstimatorState& state) {
  const Aiding& a = state.aiding;
  state.status.vision_position.fusing = a.vision_position != 0;
  state.status.vision_height.fusing = a.vision_height != 0;
  state.status.vision_velocity.fusing = a.vision_velocity != 0;
  state.status.vision_yaw.fusing = a.vision_yaw != 0;
}

}  // namespace

void control_vision(EstimatorState& state, const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  if (a.vision_arrival == 0) return;
  const VisionAidConfig& c = config.aiding.vision;
  VisionSample sample{};
  if (!take_vision(state, sample) || sample.quality < c.quality_min) {
    if (older(state.timers.horizon, a.vision_arrival, kGapMax)) stop_vision(state, config);
    report_uses(state);
    return;
  }
  const Uses uses = wanted_uses(state, sample, config);
  const bool jumped = sample.reset_count != a.vision_resets;
  a.vision_resets = sample.reset_count;
  follow_turn(state, sample, uses.yaw);
  VisionObservation z = observe(state, sample, config);
  look_vision(state, z, config);
  a.vision_yaw = uses.yaw ? a.vision_yaw : 0;
  a.vision_velocity = uses.velocity ? a.vision_velocity : 0;
  a.vision_position = uses.position ? a.vision_position : 0;
  if (uses.yaw) use_yaw(state, z);
  if (uses.velocity) use_velocity(state, z);
  if (uses.position) use_position(state, z, jumped);
  if (uses.height) use_height(state, z, jumped, config);
  report_uses(state);
}

}  // namespace alula::ekf
