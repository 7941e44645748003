#include <cmath>

#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {
namespace {

constexpr Vec3 kDown{0.0, 0.0, 1.0};

}  // namespace

// The beam meets a ground that is level: the height of the sensor over it, over the cosine of the
// beam with the vertical. An attitude error theta (W axes) changes the component of a body vector u
// along down by (u x down) theta.
BeamModel model_beam(const Nominal& x, const Vec3& arm_B, const Vec3& axis_B) {
  const Vec3 arm_W = x.q_WB * arm_B, axis_W = x.q_WB * axis_B;
  const double cosine = axis_W.z;
  BeamModel model{};
  model.cosine = cosine;
  model.distance_m = (x.terrain_z_W - x.p_W.z - arm_W.z) / cosine;
  const Vec3 by_attitude = cross(arm_W, kDown) + model.distance_m * cross(axis_W, kDown);
  model.by_theta = (-1.0 / cosine) * by_attitude;
  model.by_terrain = 1.0 / cosine;
  return model;
}

Vec3 beam_axis_B(const RangeAidConfig& config) {
  return {std::cos(config.pitch_rad), 0.0, std::sin(config.pitch_rad)};
}

void look_range(EstimatorState& state, const RangeSample& sample, const EstimatorConfig& config) {
  const RangeAidConfig& c = config.aiding.range;
  const BeamModel model = model_beam(state.filter.x, c.p_B_m - config.p_BImu_m, beam_axis_B(c));
  Jacobian h;
  h.add(kTheta, model.by_theta);
  h.add(kPosition + 2, -model.by_terrain);
  h.add(kTerrain, model.by_terrain);
  // At the sample's time the vehicle was higher by what it has sunk since.
  const double then =
      model.distance_m + age_s(state, sample.time) * state.filter.x.v_W.z / model.cosine;
  AidStatus<1>& aid = state.status.range_height;
  aid.time_sample = sample.time;
  aid.observation = {sample.distance_m};
  aid.innovation = {then - sample.distance_m};
  aid.innovation_variance = {
      innovation_variance(state.filter.P, h, range_variance(sample, config))};
  aid.test_ratio = {test_ratio(aid.innovation[0], aid.innovation_variance[0], c.gate)};
  aid.rejected = !(aid.test_ratio[0] <= 1.0);
}

double range_variance(const RangeSample& sample, const EstimatorConfig& config) {
  const RangeAidConfig& c = config.aiding.range;
  const double own = sample.variance_m2 > 0.0 ? sample.variance_m2 : square(c.noise_m);
  return own + square(c.noise_per_m * sample.distance_m);
}

bool fuse_range(EstimatorState& state, const RangeSample& sample, RangeFusion what,
                const EstimatorConfig& config) {
  AidStatus<1>& aid = state.status.range_height;
  if (aid.rejected) return false;
  const RangeAidConfig& c = config.aiding.range;
  Filter& f = state.filter;
  const BeamModel model = model_beam(f.x, c.p_B_m - config.p_BImu_m, beam_axis_B(c));
  Jacobian h;
  h.add(kTheta, model.by_theta);
  h.add(kPosition + 2, -model.by_terrain);
  h.add(kTerrain, model.by_terrain);
  // What is frozen is considered: its uncertainty counts, but it is not corrected.
  std::uint32_t frozen = state.learning.frozen;
  if (what == RangeFusion::terrain) frozen |= state_bits(0, kTerrain);
  if (what == RangeFusion::height) frozen |= state_bits(kTerrain, 1);
  if (!fuse(f, h, aid.innovation[0], range_variance(sample, config), frozen)) return false;
  aid.time_accepted = sample.time;
  if (what != RangeFusion::height) state.aiding.terrain_fused = state.timers.horizon;
  if (what != RangeFusion::terrain) state.timers.height = state.timers.horizon;
  return true;
}

}  // namespace alula::ekf
