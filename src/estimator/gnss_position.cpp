#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {

void look_gnss_position(EstimatorState& state, const GnssObservation& z,
                        const EstimatorConfig& config) {
  AidStatus<2>& aid = state.status.gnss_horizontal_position;
  const Vec3 innovation = state.filter.x.p_W - z.p_W;
  const std::array<double, 2> values{innovation.x, innovation.y};
  aid.time_sample = z.time;
  aid.observation = {z.p_W.x, z.p_W.y};
  aid.innovation = values;
  for (std::size_t i = 0; i < 2; ++i) {
    aid.innovation_variance[i] =
        state.filter.P.variance(kPosition + static_cast<int>(i)) + z.position_variance;
    aid.test_ratio[i] =
        test_ratio(values[i], aid.innovation_variance[i], config.gnss_position_gate);
  }
  aid.rejected = !(aid.test_ratio[0] <= 1.0 && aid.test_ratio[1] <= 1.0);
}

bool fuse_gnss_position(EstimatorState& state, const GnssObservation& z) {
  AidStatus<2>& aid = state.status.gnss_horizontal_position;
  if (aid.rejected) return false;
  Filter& f = state.filter;
  const std::uint32_t frozen = state.learning.frozen;
  const bool x = fuse(f, Jacobian::of(kPosition), f.x.p_W.x - z.p_W.x, z.position_variance, frozen);
  const bool y =
      fuse(f, Jacobian::of(kPosition + 1), f.x.p_W.y - z.p_W.y, z.position_variance, frozen);
  if (!x || !y) return false;
  aid.time_accepted = z.time;
  state.timers.horizontal_position = state.timers.horizon;
  return true;
}

}  // namespace alula::ekf
