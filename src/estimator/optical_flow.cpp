#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {
namespace {

// What a camera along body z sees of the ground that passes below: turn rates of the line of sight
// about body x and y in EKF2's sense, v_y over the distance and -v_x over it.
struct FlowModel {
  Vec3 v_B{};  // of the camera relative to the ground
  BeamModel beam{};
  bool near = false;  // so near that the distance is taken as the clearance
};

FlowModel model_flow(const EstimatorState& state, const EstimatorConfig& config) {
  const Nominal& x = state.filter.x;
  const Vec3 arm_B = config.aiding.flow.p_B_m - config.p_BImu_m;
  FlowModel model{};
  model.v_B = x.q_WB.conjugate() * x.v_W + cross(state.rate_B, arm_B);
  model.beam = model_beam(x, arm_B, {0.0, 0.0, 1.0});
  model.near = model.beam.distance_m < config.aiding.range.clearance_m;
  if (model.near) model.beam.distance_m = config.aiding.range.clearance_m;
  return model;
}

// An attitude error turns the velocity seen along a body axis c by (c x v) theta.
Jacobian jacobian(const Nominal& x, const FlowModel& model, int axis) {
  const Mat3 R = rotation_matrix(x.q_WB);
  const double sign = axis == 0 ? 1.0 : -1.0;
  const Vec3 along_W = R.column(axis == 0 ? 1 : 0);
  const double along = axis == 0 ? model.v_B.y : model.v_B.x;
  const double inverse = sign / model.beam.distance_m;
  const double by_distance = model.near ? 0.0 : -inverse * along / model.beam.distance_m;
  Jacobian h;
  h.add(kTheta, inverse * cross(along_W, x.v_W) + by_distance * model.beam.by_theta);
  h.add(kVelocity, inverse * along_W);
  h.add(kPosition + 2, -by_distance * model.beam.by_terrain);
  h.add(kTerrain, by_distance * model.beam.by_terrain);
  return h;
}

double predicted(const FlowModel& model, int axis) {
  return (axis == 0 ? model.v_B.y : -model.v_B.x) / model.beam.distance_m;
}

double flow_variance(const EstimatorState& state, const FlowSample& s,
                     const EstimatorConfig& config) {
  const FlowAidConfig& c = config.aiding.flow;
  const double least = state.modes.in_air != 0 ? c.quality_min : c.quality_min_on_ground;
  const double share = std::clamp((s.quality - least) / std::max(1.0 - least, 1e-3), 0.0, 1.0);
  return square(share * c.noise_min_rad_s + (1.0 - share) * c.noise_max_rad_s);
}

}  // namespace

void look_flow(EstimatorState& state, const FlowSample& s, const EstimatorConfig& config) {
  const double dt = seconds(s.interval);
  const Vec3 body_rate = s.rotation_B / dt - state.aiding.flow_gyro_bias_B;
  const double measured[] = {-(s.turn_x_rad / dt - body_rate.x),
                             -(s.turn_y_rad / dt - body_rate.y)};
  const FlowModel model = model_flow(state, config);
  const double variance = flow_variance(state, s, config);
  // Back to the sample's time by the acceleration since.
  const Vec3 since_B = age_s(state, s.time) * (state.filter.x.q_WB.conjugate() * state.a_W);
  const double change[] = {since_B.y / model.beam.distance_m, -since_B.x / model.beam.distance_m};

  AidStatus<2>& aid = state.status.optical_flow;
  aid.time_sample = s.time;
  for (int i = 0; i < 2; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Jacobian h = jacobian(state.filter.x, model, i);
    aid.observation[at] = measured[i];
    aid.innovation[at] = predicted(model, i) - change[i] - measured[i];
    aid.innovation_variance[at] = innovation_variance(state.filter.P, h, variance);
    aid.test_ratio[at] =
        test_ratio(aid.innovation[at], aid.innovation_variance[at], config.aiding.flow.gate);
  }
  aid.rejected = !(aid.test_ratio[0] <= 1.0 && aid.test_ratio[1] <= 1.0);
}

bool fuse_flow(EstimatorState& state, const FlowSample& s, const EstimatorConfig& config) {
  AidStatus<2>& aid = state.status.optical_flow;
  if (aid.rejected) return false;
  Filter& f = state.filter;
  const double variance = flow_variance(state, s, config);
  // While a range finder sees the ground, flow need not guess its distance.
  std::uint32_t frozen = state.learning.frozen;
  if (state.aiding.range_terrain != 0) frozen |= state_bits(kTerrain, 1);
  const FlowModel before = model_flow(state, config);
  for (int i = 0; i < 2; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const FlowModel now = i == 0 ? before : model_flow(state, config);
    const double innovation = aid.innovation[at] + predicted(now, i) - predicted(before, i);
    if (!fuse(f, jacobian(f.x, now, i), innovation, variance, frozen)) return false;
  }
  aid.time_accepted = s.time;
  state.timers.horizontal_velocity = state.timers.horizon;
  if (state.aiding.range_terrain == 0) state.aiding.terrain_fused = state.timers.horizon;
  return true;
}

Vec3 velocity_from_flow(const EstimatorState& state, const EstimatorConfig& config,
                        double& variance) {
  const AidStatus<2>& aid = state.status.optical_flow;
  const FlowModel model = model_flow(state, config);
  const double distance = model.beam.distance_m;
  const Vec3 arm_B = config.aiding.flow.p_B_m - config.p_BImu_m;
  const Vec3 by_arm = cross(state.rate_B, arm_B);
  const Vec3 v_B{-aid.observation[1] * distance - by_arm.x,
                 aid.observation[0] * distance - by_arm.y, 0.0};
  variance = square(config.aiding.flow.noise_max_rad_s * distance);
  return state.filter.x.q_WB * v_B;
}

}  // namespace alula::ekf
