#include "signals/airspeed.h"

#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/fusion.h"

namespace alula::ekf {
namespace {

constexpr double kGapMax = 1.0;      // [s]
constexpr double kSpeedLeast = 1.0;  // [m/s] below it the direction of the air is nobody's guess

}  // namespace

// The length of the velocity relative to the air.
bool fuse_airspeed(EstimatorState& state, const AirspeedSample& s, const EstimatorConfig& config) {
  AidStatus<1>& aid = state.status.airspeed;
  Filter& f = state.filter;
  const double measured = true_airspeed_m_s(s);
  const Vec3 u_W = f.x.v_W - Vec3{f.x.wind_north, f.x.wind_east, 0.0};
  const double speed = norm(u_W);
  aid.time_sample = s.time;
  aid.observation = {measured};
  aid.rejected = true;
  if (speed < kSpeedLeast) return false;
  const Vec3 along_W = u_W / speed;
  Jacobian h;
  h.add(kVelocity, along_W);
  h.add(kWind, -along_W.x);
  h.add(kWind + 1, -along_W.y);
  const double true_over_equivalent = std::sqrt(kAirDensitySeaLevel / state.air_density_kg_m3);
  const double variance = square(config.aiding.airspeed.noise_m_s * true_over_equivalent);
  const double then = speed - age_s(state, s.time) * dot(along_W, state.a_W);
  aid.innovation = {then - measured};
  aid.innovation_variance = {innovation_variance(f.P, h, variance)};
  aid.test_ratio = {
      test_ratio(aid.innovation[0], aid.innovation_variance[0], config.aiding.airspeed.gate)};
  aid.rejected = !(aid.test_ratio[0] <= 1.0);
  if (aid.rejected || !fuse(f, h, aid.innovation[0], variance, state.learning.frozen)) return false;
  aid.time_accepted = s.time;
  return true;
}

void control_airspeed(EstimatorState& state, const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  if (a.airspeed_arrival == 0) return;
  AirspeedSample sample{};
  const double least = config.aiding.airspeed.speed_min_m_s;
  const bool arrived = take_airspeed(state, sample);
  const bool possible = least > 0.0 && state.modes.in_air != 0 && state.modes.fake_position == 0;
  if (!possible || older(state.timers.horizon, a.airspeed_arrival, kGapMax)) a.true_airspeed = 0;
  if (arrived && possible) {
    if (true_airspeed_m_s(sample) > least) a.true_airspeed = 1;
    // The wind states begin with the next call of control_wind().
    if (a.true_airspeed != 0 && state.modes.wind != 0) fuse_airspeed(state, sample, config);
  }
  state.status.airspeed.fusing = a.true_airspeed != 0;
}

}  // namespace alula::ekf
