#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"

namespace alula::ekf {

namespace {

constexpr double kForgetTau = 20.0;  // [s] a slower drift than the gate over this is no news
constexpr double kGapMax = 1.5;  // [s] of the track, a little over the slowest receiver's period

// Once in doubt the position is believed only when it keeps closer than what brought the doubt.
constexpr double kDoubtShare = 0.7;

// What the claimed noise alone puts between the two: white in the position, and that of the
// velocity gathered for as long as it is remembered.
double gate_m(const GnssObservation& z, double dt, bool doubted, const EstimatorConfig& config) {
  const double variance = z.position_variance + 0.5 * kForgetTau * dt * z.velocity_variance;
  return (doubted ? kDoubtShare : 1.0) * config.gnss_position_gate * std::sqrt(variance);
}

}  // namespace

void follow_track(GnssTrack& t, const GnssObservation& z, TimeNs horizon, bool comparable,
                  const EstimatorConfig& config) {
  const double dt = seconds(horizon - t.time);
  comparable = comparable && t.time > 0 && dt <= kGapMax;
  if (comparable) {
    const Vec3 unexplained = z.p_W - t.p_W - (0.5 * dt) * (z.v_W + t.v_W);
    t.apart += unexplained - std::min(dt / kForgetTau, 1.0) * t.apart;
  } else {
    t.apart = {};
  }
  t.time = horizon;
  t.p_W = z.p_W;
  t.v_W = z.v_W;
  const bool doubted = track_contradicted(t, horizon, config);
  if (comparable && norm_xy(t.apart) > gate_m(z, dt, doubted, config)) {
    t.apart = {};
    t.contradicted = t.time;
  }
}

bool track_contradicted(const GnssTrack& track, TimeNs horizon, const EstimatorConfig& config) {
  return track.contradicted > 0 && !older(horizon, track.contradicted, config.reset_timeout_s);
}

void follow_gnss_track(EstimatorState& state, const GnssObservation& z,
                       const EstimatorConfig& config) {
  follow_track(state.gnss_track, z, state.timers.horizon, !state.status.gnss_velocity.rejected,
               config);
  if (!gnss_position_contradicted(state, config)) return;
  state.status.gnss_horizontal_position.rejected = true;
  raise_fault(state, FilterFaultBit::gnss_contradicted);
}

bool gnss_position_contradicted(const EstimatorState& state, const EstimatorConfig& config) {
  return track_contradicted(state.gnss_track, state.timers.horizon, config);
}

}  // namespace alula::ekf
