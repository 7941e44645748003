#include <algorithm>

#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {

namespace {

// Rotor wash raises the pressure near the ground: a barometer that reads too low is believed only
// in what exceeds the dead zone.
double outside_dead_zone(double innovation, double width_m) {
  return innovation < 0.0 ? std::min(innovation + width_m, 0.0) : innovation;
}

}  // namespace

bool fuse_baro_height(EstimatorState& state, const BaroAid& sample, const EstimatorConfig& config) {
  const bool reference = state.modes.height_source == ActiveHeight::barometer;
  AidStatus<1>& aid = state.status.baro_height;
  HeightBias& bias = state.baro_bias;
  if (!reference) predict_height_bias(bias, seconds(sample.time - aid.time_sample), config);

  const double noise = square(config.baro_noise_m);
  const double variance = noise + (reference ? 0.0 : bias.variance);
  Filter& f = state.filter;
  // At the horizon's time; a bias counts upwards, W counts downwards.
  const double down = -sample.altitude_m + age_s(state, sample.time) * f.x.v_W.z;
  const double observed = down + bias.bias_m;
  aid.time_sample = sample.time;
  aid.observation = {observed};
  aid.innovation = {f.x.p_W.z - observed};
  if (state.modes.ground_effect != 0) {
    aid.innovation[0] = outside_dead_zone(aid.innovation[0], config.ground_effect_dead_zone_m);
  }
  aid.innovation_variance = {f.P.variance(kPosition + 2) + variance};
  aid.test_ratio = {test_ratio(aid.innovation[0], aid.innovation_variance[0], config.baro_gate)};
  aid.rejected =
      !(aid.test_ratio[0] <= 1.0) &&
      !limit_innovation(state, aid.innovation[0], aid.innovation_variance[0], config.baro_gate);

  const double measured_bias = f.x.p_W.z - down;
  const bool fused = !aid.rejected && fuse(f, Jacobian::of(kPosition + 2), aid.innovation[0],
                                           variance, state.learning.frozen);
  if (!reference) fuse_height_bias(bias, measured_bias, noise + f.P.variance(kPosition + 2));
  if (!fused) return false;
  aid.time_accepted = sample.time;
  state.timers.height = state.timers.horizon;
  return true;
}

}  // namespace alula::ekf
