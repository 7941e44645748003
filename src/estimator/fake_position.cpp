#include "estimator/aids.h"
#include "estimator/fusion.h"

namespace alula::ekf {

namespace {

constexpr double kInterval = 0.2;          // [s]
constexpr double kTiltVariance = 2.74e-3;  // (3 deg)^2
constexpr double kGate = 3.0;

}  // namespace

void fuse_fake_position(EstimatorState& state, const EstimatorConfig& config) {
  Modes& modes = state.modes;
  Filter& f = state.filter;
  const double tilt = f.P.variance(kTheta) + f.P.variance(kTheta + 1);
  const bool at_rest = modes.at_rest != 0 && modes.in_air == 0;
  const bool wanted = modes.gnss == 0 && !aids_horizontally(state.aiding) &&
                      (at_rest || tilt > kTiltVariance || modes.tilt_aligned == 0);
  if (!wanted) {
    modes.fake_position = 0;
    return;
  }
  Timers& timers = state.timers;
  if (modes.fake_position == 0) {
    modes.fake_position = 1;
    state.rest_p_W = f.x.p_W;
    timers.fake_position = timers.horizon;
  }
  if (!older(timers.horizon, timers.fake_position, kInterval)) return;
  timers.fake_position = timers.horizon;

  const double noise = square(modes.in_air != 0 ? config.no_aid_noise_m : at_rest ? 0.01 : 0.5);
  const Vec3 innovation = f.x.p_W - state.rest_p_W;
  const double limit = square(kGate);
  const bool near = square(innovation.x) < limit * (f.P.variance(kPosition) + noise) &&
                    square(innovation.y) < limit * (f.P.variance(kPosition + 1) + noise);
  if (!near) {
    state.rest_p_W = f.x.p_W;
    return;
  }
  fuse(f, Jacobian::of(kPosition), innovation.x, noise, state.learning.frozen);
  fuse(f, Jacobian::of(kPosition + 1), f.x.p_W.y - state.rest_p_W.y, noise, state.learning.frozen);
}

}  // namespace alula::ekf
