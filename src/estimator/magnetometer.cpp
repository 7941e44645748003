#include <cmath>

#include "estimator/aids.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"

namespace alula::ekf {

void start_field_states(EstimatorState& state, const Vec3& field_B, const EstimatorConfig& config) {
  Nominal& x = state.filter.x;
  const bool model = state.magnetic.known != 0;
  x.field_W = model ? state.magnetic.field_W : x.q_WB * field_B;
  x.field_bias_B = field_B - x.q_WB.conjugate() * x.field_W;
  const double earth = square(model ? config.mag_earth_init_gauss : config.mag_noise_gauss);
  const double body = square(config.mag_body_init_gauss);
  const double variances[] = {earth, earth, earth, body, body, body};
  reset_variance(state.filter.P, kFieldW, 6, variances);
}

// The fields keep their values: the heading on the ground goes on without the vehicle's own field.
void stop_field_states(EstimatorState& state) {
  const double none[6]{};
  reset_variance(state.filter.P, kFieldW, 6, none);
}

namespace {

// One axis of h(x) = R^T field_W + field_bias and its derivative. With q(true) = exp(theta) q,
// R^T (1 - [theta]) field_W gives R^T [field_W] theta: row i is (column i of R) x field_W, negated
// twice.
struct AxisModel {
  double predicted = 0.0;
  Jacobian h{};
};
AxisModel model_axis(const Nominal& x, int axis) {
  const Vec3 direction_W = rotation_matrix(x.q_WB).column(axis);
  const double bias[] = {x.field_bias_B.x, x.field_bias_B.y, x.field_bias_B.z};
  AxisModel model{};
  model.predicted = dot(direction_W, x.field_W) + bias[axis];
  model.h.add(kTheta, cross(direction_W, x.field_W));
  model.h.add(kFieldW, direction_W);
  model.h.add(kFieldB + axis, 1.0);
  return model;
}

}  // namespace

bool fuse_magnetometer(EstimatorState& state, const MagAid& sample, const EstimatorConfig& config) {
  AidStatus<3>& aid = state.status.magnetometer;
  Filter& f = state.filter;
  const Vec3 field_B =
      sample.field_B - age_s(state, sample.time) * cross(state.rate_B, sample.field_B);
  const double measured[] = {field_B.x, field_B.y, field_B.z};
  const double noise = square(config.mag_noise_gauss);

  aid.time_sample = sample.time;
  aid.rejected = false;
  for (int i = 0; i < 3; ++i) {
    const AxisModel model = model_axis(f.x, i);
    const auto at = static_cast<std::size_t>(i);
    aid.observation[at] = measured[i];
    aid.innovation[at] = model.predicted - measured[i];
    aid.innovation_variance[at] = innovation_variance(f.P, model.h, noise);
    aid.test_ratio[at] =
        test_ratio(aid.innovation[at], aid.innovation_variance[at], config.mag_gate);
    if (!(aid.test_ratio[at] <= 1.0)) aid.rejected = true;
  }
  if (aid.rejected) return false;
  for (int i = 0; i < 3; ++i) {
    const AxisModel model = model_axis(f.x, i);
    if (fuse(f, model.h, model.predicted - measured[i], noise, state.learning.frozen)) continue;
    raise_fault(state,
                static_cast<FilterFaultBit>(static_cast<std::uint32_t>(FilterFaultBit::bad_mag_x) +
                                            static_cast<std::uint32_t>(i)));
    return false;
  }
  aid.time_accepted = sample.time;
  state.timers.heading = state.timers.horizon;
  return true;
}

// Without it, and without horizontal aiding, Earth's field and heading could turn together.
void fuse_declination(EstimatorState& state, double deviation_rad, const EstimatorConfig& config) {
  Filter& f = state.filter;
  const Vec3& field = f.x.field_W;
  const double horizontal = square(field.x) + square(field.y);
  if (horizontal < 1e-4) return;  // [G^2] near the poles
  Jacobian h;
  h.add(kFieldW, -field.y / horizontal);
  h.add(kFieldW + 1, field.x / horizontal);
  const double innovation = wrap_pi(std::atan2(field.y, field.x) - declination(state, config));
  fuse(f, h, clamp_to(innovation, -0.5, 0.5), square(deviation_rad), state.learning.frozen);
}

}  // namespace alula::ekf
