#include <cmath>

#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {

void look_gnss_velocity(EstimatorState& state, const GnssObservation& z,
                        const EstimatorConfig& config) {
  AidStatus<3>& aid = state.status.gnss_velocity;
  const Vec3 innovation = state.filter.x.v_W - z.v_W;
  aid.time_sample = z.time;
  aid.observation = {z.v_W.x, z.v_W.y, z.v_W.z};
  aid.innovation = {innovation.x, innovation.y, innovation.z};
  aid.rejected = false;
  for (std::size_t i = 0; i < 3; ++i) {
    const double noise = i < 2 ? z.velocity_variance : z.vertical_velocity_variance;
    aid.innovation_variance[i] = state.filter.P.variance(kVelocity + static_cast<int>(i)) + noise;
    aid.test_ratio[i] =
        test_ratio(aid.innovation[i], aid.innovation_variance[i], config.gnss_velocity_gate);
    if (!(aid.test_ratio[i] <= 1.0)) aid.rejected = true;
  }
  // With a bad vertical acceleration the climb is bound to disagree; then it is fused, cut to size.
  const bool only_vertical = aid.test_ratio[0] <= 1.0 && aid.test_ratio[1] <= 1.0;
  const bool accurate = z.velocity_variance < square(config.required_speed_accuracy_m_s);
  const bool limited = only_vertical && accurate &&
                       limit_innovation(state, aid.innovation[2], aid.innovation_variance[2],
                                        config.gnss_velocity_gate);
  if (limited) aid.rejected = false;
}

bool fuse_gnss_velocity(EstimatorState& state, const GnssObservation& z) {
  AidStatus<3>& aid = state.status.gnss_velocity;
  if (aid.rejected) return false;
  Filter& f = state.filter;
  const std::uint32_t frozen = state.learning.frozen;
  const bool x = fuse(f, Jacobian::of(kVelocity), f.x.v_W.x - z.v_W.x, z.velocity_variance, frozen);
  const bool y =
      fuse(f, Jacobian::of(kVelocity + 1), f.x.v_W.y - z.v_W.y, z.velocity_variance, frozen);
  const double down_limit = std::fabs(aid.innovation[2]);
  const double down_innovation = f.x.v_W.z - z.v_W.z;
  const bool limited = aid.test_ratio[2] > 1.0;
  const bool down =
      fuse(f, Jacobian::of(kVelocity + 2),
           limited ? clamp_to(down_innovation, -down_limit, down_limit) : down_innovation,
           z.vertical_velocity_variance, frozen);
  if (!x || !y || !down) return false;
  aid.time_accepted = z.time;
  state.timers.horizontal_velocity = state.timers.horizon;
  state.timers.vertical_velocity = state.timers.horizon;
  return true;
}

}  // namespace alula::ekf
