#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/fusion.h"
#include "estimator/resets.h"

namespace alula::ekf {
namespace {

constexpr double kGapMax = 0.4;        // [s] twice EKF2's longest interval
constexpr double kCosineMin = 0.7071;  // of the camera's axis and the vertical
constexpr double kGyroShare = 0.01;    // of each sample in the bias, as in EKF2
// A bias of the IMU that is not yet known this well would only be handed on to the camera.
constexpr double kGyroKnown = 0.003;  // [rad/s]

bool usable(const EstimatorState& state, const FlowSample& s, const EstimatorConfig& config) {
  const FlowAidConfig& c = config.aiding.flow;
  const bool in_air = state.modes.in_air != 0;
  const double least = in_air ? c.quality_min : c.quality_min_on_ground;
  const double dt = seconds(s.interval);
  const bool followed = std::hypot(s.turn_x_rad, s.turn_y_rad) <= s.rate_max_rad_s * dt;
  const Vec3 axis_W = state.filter.x.q_WB * Vec3{0.0, 0.0, 1.0};
  const double height = state.filter.x.terrain_z_W - state.filter.x.p_W.z;
  const bool in_reach = !in_air || height <= s.height_max_m;
  return s.quality >= least && followed && axis_W.z > kCosineMin && in_reach;
}

void follow_gyro(EstimatorState& state, const FlowSample& s) {
  const Covariance& P = state.filter.P;
  const double worst =
      std::max({P.variance(kGyroBias), P.variance(kGyroBias + 1), P.variance(kGyroBias + 2)});
  if (worst > square(kGyroKnown)) return;
  const Vec3 difference = s.rotation_B / seconds(s.interval) - state.rate_B;
  Vec3& bias = state.aiding.flow_gyro_bias_B;
  bias += kGyroShare * (clamp(difference, {0.1, 0.1, 0.1}) - bias);
}

bool others_aid(const EstimatorState& state) {
  const Aiding& a = state.aiding;
  return state.modes.gnss != 0 || (a.vision_position | a.vision_velocity) != 0;
}

void reset_to_flow(EstimatorState& state, const FlowSample& s, const EstimatorConfig& config) {
  double variance = 0.0;
  const Vec3 v_W = velocity_from_flow(state, config, variance);
  reset_horizontal_velocity(state, v_W.x, v_W.y, variance);
  state.timers.horizontal_velocity = state.timers.horizon;
  state.status.optical_flow.time_accepted = s.time;
}

void use_flow(EstimatorState& state, const FlowSample& s, const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  const bool start = a.optical_flow == 0;
  if (start && !(state.modes.yaw_aligned != 0 && terrain_known(state))) return;
  a.optical_flow = 1;
  const bool lost = !others_aid(state) && state.modes.dead_reckoning_exceeded != 0;
  if (start && lost) {
    reset_to_flow(state, s, config);
    return;
  }
  if (fuse_flow(state, s, config) || others_aid(state)) return;
  const TimeNs accepted = state.status.optical_flow.time_accepted;
  if (older(s.time, accepted, config.reset_timeout_s)) reset_to_flow(state, s, config);
}

}  // namespace

void control_flow(EstimatorState& state, const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  if (a.flow_arrival == 0) return;
  FlowSample sample{};
  const bool arrived = take_flow(state, sample);
  const bool wanted = config.aiding.flow.control != 0 && state.modes.tilt_aligned != 0;
  if (arrived && wanted && a.terrain != 0) {
    follow_gyro(state, sample);
    look_flow(state, sample, config);
    if (usable(state, sample, config)) {
      a.flow_good = state.timers.horizon;
      use_flow(state, sample, config);
    }
  }
  if (!wanted || older(state.timers.horizon, a.flow_good, kGapMax)) a.optical_flow = 0;
  state.status.optical_flow.fusing = a.optical_flow != 0;
}

}  // namespace alula::ekf
