#include <cmath>

#include "estimator/aids.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"

namespace alula::ekf {

namespace {

// Azimuth of the field in W as the filter sees it, minus where it should point: the yaw error of
// the filter.
double heading_error(const EstimatorState& state, const Vec3& field_B,
                     const EstimatorConfig& config) {
  const Nominal& x = state.filter.x;
  const Vec3 field_W = x.q_WB * (field_B - x.field_bias_B);
  return wrap_pi(std::atan2(field_W.y, field_W.x) - declination(state, config));
}

}  // namespace

double declination(const EstimatorState& state, const EstimatorConfig& config) {
  return state.magnetic.known != 0 ? state.magnetic.declination_rad : config.declination_rad;
}

double yaw_from_field(const EstimatorState& state, const Vec3& field_B,
                      const EstimatorConfig& config) {
  return wrap_pi(yaw_of(state.filter.x.q_WB) - heading_error(state, field_B, config));
}

bool fuse_heading(EstimatorState& state, const MagAid& sample, const EstimatorConfig& config) {
  AidStatus<1>& aid = state.status.heading;
  Filter& f = state.filter;
  // The field turned with the body from the sample's time to the horizon's.
  const Vec3 field_B =
      sample.field_B - age_s(state, sample.time) * cross(state.rate_B, sample.field_B);
  const double innovation = heading_error(state, field_B, config);
  const double noise = square(config.heading_noise_rad);

  // What a tilt error does to the azimuth is left out on purpose: a disturbed field shall not tilt
  // the attitude.
  aid.time_sample = sample.time;
  aid.observation = {wrap_pi(yaw_of(f.x.q_WB) - innovation)};
  aid.innovation = {innovation};
  aid.innovation_variance = {f.P.variance(kTheta + 2) + noise};
  aid.test_ratio = {test_ratio(innovation, aid.innovation_variance[0], config.heading_gate)};
  aid.rejected = !(aid.test_ratio[0] <= 1.0);
  if (aid.rejected) return false;
  if (!fuse(f, Jacobian::of(kTheta + 2), innovation, noise, state.learning.frozen)) {
    raise_fault(state, FilterFaultBit::bad_heading);
    return false;
  }
  aid.time_accepted = sample.time;
  state.timers.heading = state.timers.horizon;
  return true;
}

}  // namespace alula::ekf
