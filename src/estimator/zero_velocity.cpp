#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {

namespace {

constexpr double kInterval = 0.2;           // [s]
constexpr double kVelocityVariance = 1e-6;  // (1 mm/s)^2

void fuse_zero_velocity(EstimatorState& state) {
  Filter& f = state.filter;
  const std::uint32_t frozen = state.learning.frozen;
  fuse(f, Jacobian::of(kVelocity), f.x.v_W.x, kVelocityVariance, frozen);
  fuse(f, Jacobian::of(kVelocity + 1), f.x.v_W.y, kVelocityVariance, frozen);
  fuse(f, Jacobian::of(kVelocity + 2), f.x.v_W.z, kVelocityVariance, frozen);
  state.timers.zero_velocity = state.timers.horizon;
}

// The mean rate of a body at rest is the Earth's; what is left is bias.
void fuse_zero_rate(EstimatorState& state, const EstimatorConfig& config) {
  Filter& f = state.filter;
  const BiasLearning& l = state.learning;
  const Vec3 measured =
      (1.0 / l.rest_time_s) * l.rest_rotation - f.x.q_WB.conjugate() * state.earth.rotation_W;
  const double noise = square(config.gyro_noise_rad_s);
  fuse(f, Jacobian::of(kGyroBias), f.x.gyro_bias_B.x - measured.x, noise, l.frozen);
  fuse(f, Jacobian::of(kGyroBias + 1), f.x.gyro_bias_B.y - measured.y, noise, l.frozen);
  fuse(f, Jacobian::of(kGyroBias + 2), f.x.gyro_bias_B.z - measured.z, noise, l.frozen);
}

}  // namespace

void fuse_rest(EstimatorState& state, const ImuStep& step, const EstimatorConfig& config) {
  BiasLearning& l = state.learning;
  const bool at_rest = state.modes.at_rest != 0 && state.modes.in_air == 0;
  if (!at_rest || step.bridged != 0) {
    l.rest_rotation = {};
    l.rest_time_s = 0.0;
    return;
  }
  l.rest_rotation += step.rotation;
  l.rest_time_s += step.dt_s();
  if (l.rest_time_s < kInterval) return;
  fuse_zero_velocity(state);
  fuse_zero_rate(state, config);
  l.rest_rotation = {};
  l.rest_time_s = 0.0;
}

}  // namespace alula::ekf
