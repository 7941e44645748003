#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/resets.h"

namespace alula::ekf {

namespace {

constexpr double kGapMax = 1.0;                // [s] twice EKF2's longest interval
constexpr double kDeclinationDeviation = 0.5;  // [rad]

void align_yaw(EstimatorState& state, const EstimatorConfig& config) {
  const double yaw = yaw_from_field(state, state.mag_filtered_B, config);
  reset_yaw(state, yaw, square(config.heading_noise_rad));
  state.timers.heading = state.timers.horizon;
}

// Strength and inclination of the filtered field against the world model.
bool field_disturbed(const EstimatorState& state, const EstimatorConfig& config) {
  if (state.magnetic.known == 0) return false;
  const Nominal& x = state.filter.x;
  const Vec3 field_W = x.q_WB * (state.mag_filtered_B - x.field_bias_B);
  const Vec3& model_W = state.magnetic.field_W;
  const auto dip = [](const Vec3& f) { return std::atan2(f.z, norm_xy(f)); };
  const bool strength = (config.mag_checks & mag_check::strength) != 0 &&
                        std::fabs(norm(field_W) - norm(model_W)) > config.mag_check_strength_gauss;
  const bool inclination =
      (config.mag_checks & mag_check::inclination) != 0 &&
      std::fabs(dip(field_W) - dip(model_W)) > config.mag_check_inclination_rad;
  return strength || inclination;
}

// Once clear of the ground and its disturbances the yaw is set anew; then all three axes are fused.
void control_flight_alignment(EstimatorState& state, const EstimatorConfig& config) {
  Modes& modes = state.modes;
  if (modes.in_air == 0) {
    modes.mag_aligned_in_flight = 0;
    modes.mag_resets_left = 2;
    modes.mag_fault = 0;
    stop_three_axes(state);
    return;
  }
  const bool clear = state.ground_z_W - state.filter.x.p_W.z > config.mag_realign_height_m;
  if (modes.mag_aligned_in_flight != 0 || modes.mag_disturbed != 0 || !clear) return;
  align_yaw(state, config);
  modes.mag_aligned_in_flight = 1;
  state.timers.mag_aligned_in_flight = state.timers.horizon;
  if (config.mag_type != MagFusionType::automatic) return;
  modes.mag_3d = 1;
  start_field_states(state, state.mag_filtered_B, config);
}

// The compass has disagreed for long. On the ground, and twice in the air, it is believed; then it
// is at fault.
void handle_rejection(EstimatorState& state, const EstimatorConfig& config) {
  Modes& modes = state.modes;
  if (!older(state.timers.horizon, state.timers.heading, config.reset_timeout_s)) return;
  if (modes.in_air != 0 && modes.mag_resets_left == 0) {
    modes.mag_fault = 1;
    stop_three_axes(state);
    return;
  }
  if (modes.in_air != 0) --modes.mag_resets_left;
  if (modes.mag_3d != 0) {
    start_field_states(state, state.mag_filtered_B, config);
    state.timers.heading = state.timers.horizon;
  } else {
    align_yaw(state, config);
  }
}

void fuse_field(EstimatorState& state, const MagAid& sample, const EstimatorConfig& config) {
  Modes& modes = state.modes;
  modes.mag_heading = modes.mag_3d == 0 ? 1 : 0;
  modes.mag_declination = modes.mag_3d != 0 && modes.gnss == 0 ? 1 : 0;
  const bool fused = modes.mag_3d != 0 ? fuse_magnetometer(state, sample, config)
                                       : fuse_heading(state, sample, config);
  if (fused && modes.mag_declination != 0) fuse_declination(state, kDeclinationDeviation, config);
  if (!fused) handle_rejection(state, config);
}

// Another compass has other disturbances: the fields begin anew at the heading that is known.
void take_over_compass(EstimatorState& state, const EstimatorConfig& config) {
  state.modes.mag_changed = 0;
  if (state.modes.mag_3d != 0) start_field_states(state, state.mag_filtered_B, config);
}

}  // namespace

void stop_three_axes(EstimatorState& state) {
  if (state.modes.mag_3d != 0) stop_field_states(state);
  state.modes.mag_3d = 0;
  state.modes.mag_declination = 0;
}

void control_magnetometer(EstimatorState& state, const EstimatorConfig& config) {
  Modes& modes = state.modes;
  const std::uint32_t place_known_before = modes.mag_place_used;
  MagAid sample{};
  const bool arrived = take_mag(state, sample);
  modes.mag_heading = arrived ? 0 : modes.mag_heading;
  if (!arrived) {
    if (older(state.timers.horizon, state.timers.mag_arrival, kGapMax)) {
      modes.mag_heading = 0;
      stop_three_axes(state);
    }
    return;
  }
  filter_field(state, sample.field_B);
  const bool settled = state.mag_filtered_count >= kFieldSamplesNeeded;
  if (config.mag_type == MagFusionType::none || modes.tilt_aligned == 0 || !settled) return;
  if (modes.mag_condemned != 0 || state.aiding.vision_yaw != 0) {
    modes.mag_heading = 0;
    return;
  }
  if (modes.mag_changed != 0) take_over_compass(state, config);
  modes.mag_disturbed = field_disturbed(state, config) ? 1 : 0;

  const bool first = modes.yaw_aligned == 0;
  const bool place_new = state.magnetic.known != 0 && place_known_before == 0;
  const bool may_align = first || (place_new && modes.in_air == 0);
  if (may_align && modes.mag_disturbed == 0) {
    align_yaw(state, config);
    modes.yaw_aligned = 1;
    modes.mag_place_used = state.magnetic.known != 0 ? 1 : 0;
    return;
  }
  if (modes.yaw_aligned == 0 || config.mag_type == MagFusionType::init) return;
  control_flight_alignment(state, config);
  if (modes.mag_disturbed != 0 || modes.mag_fault != 0) {
    stop_three_axes(state);
    return;
  }
  fuse_field(state, sample, config);
}

}  // namespace alula::ekf
