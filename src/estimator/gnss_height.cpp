#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {

bool fuse_gnss_height(EstimatorState& state, const GnssObservation& z,
                      const EstimatorConfig& config) {
  const bool reference = state.modes.height_source == ActiveHeight::gnss;
  HeightBias& bias = state.gnss_bias;
  if (!reference)
    predict_height_bias(bias, seconds(z.time - state.status.gnss_height.time_sample), config);

  // A bias counts upwards, W counts downwards.
  AidStatus<1>& aid = state.status.gnss_height;
  const double offset = reference ? 0.0 : bias.bias_m;
  const double variance = z.height_variance + (reference ? 0.0 : bias.variance);
  const double observed = z.p_W.z + offset;
  Filter& f = state.filter;
  aid.time_sample = z.time;
  aid.observation = {observed};
  aid.innovation = {f.x.p_W.z - observed};
  aid.innovation_variance = {f.P.variance(kPosition + 2) + variance};
  aid.test_ratio = {
      test_ratio(aid.innovation[0], aid.innovation_variance[0], config.gnss_position_gate)};
  aid.rejected = !(aid.test_ratio[0] <= 1.0) &&
                 !limit_innovation(state, aid.innovation[0], aid.innovation_variance[0],
                                   config.gnss_position_gate);

  const double measured_bias = f.x.p_W.z - z.p_W.z;
  const bool fused = !aid.rejected && fuse(f, Jacobian::of(kPosition + 2), aid.innovation[0],
                                           variance, state.learning.frozen);
  if (!reference)
    fuse_height_bias(bias, measured_bias, z.height_variance + f.P.variance(kPosition + 2));
  if (!fused) return false;
  aid.time_accepted = z.time;
  state.timers.height = state.timers.horizon;
  return true;
}

}  // namespace alula::ekf
