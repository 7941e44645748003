#include <algorithm>
#include <cmath>

#include "estimator/control.h"
#include "estimator/fusion.h"

namespace alula::ekf {
namespace {

constexpr double kSensorGone = 5.0;         // [s] without a sample: there is no such sensor
constexpr double kUnknownVariance = 100.0;  // [m^2]

bool looks_down(const EstimatorState& state, const EstimatorConfig& config) {
  const Aiding& a = state.aiding;
  const TimeNs now = state.timers.newest;
  const bool range = config.aiding.range.control != RangeControl::off && a.range_arrival > 0 &&
                     !older(now, a.range_arrival, kSensorGone);
  const bool flow = config.aiding.flow.control != 0 && a.flow_arrival > 0 &&
                    !older(now, a.flow_arrival, kSensorGone);
  return range || flow;
}

void stop_terrain(EstimatorState& state) {
  const double none = 0.0;
  reset_variance(state.filter.P, kTerrain, 1, &none);
  state.filter.x.terrain_z_W = 0.0;
  state.aiding.terrain = 0;
}

}  // namespace

void set_terrain(EstimatorState& state, double z_W, double variance) {
  state.filter.x.terrain_z_W = z_W;
  reset_variance(state.filter.P, kTerrain, 1, &variance);
  state.aiding.terrain = 1;
}

bool terrain_known(const EstimatorState& state) {
  if (state.aiding.terrain == 0) return false;
  const Filter& f = state.filter;
  const double height = f.x.terrain_z_W - f.x.p_W.z;
  const double variance =
      f.P.variance(kTerrain) + f.P.variance(kPosition + 2) - 2.0 * f.P[kTerrain][kPosition + 2];
  return std::sqrt(std::max(variance, 0.0)) < std::max(0.5, 0.1 * height);
}

// The ground changes as the vehicle moves on, and a little by itself. While nothing measures it on
// the ground, it lies under the legs. Where the ground is the height's own zero it stands still.
void control_terrain(EstimatorState& state, const EstimatorConfig& config, double dt_s) {
  Aiding& a = state.aiding;
  if (a.range_arrival == 0 && a.flow_arrival == 0) return;
  if (!looks_down(state, config)) {
    if (a.terrain != 0) stop_terrain(state);
    return;
  }
  const RangeAidConfig& c = config.aiding.range;
  const Filter& f = state.filter;
  const bool datum = state.modes.height_source == ActiveHeight::range;
  if (a.terrain == 0) {
    const bool standing = state.modes.in_air == 0;
    set_terrain(state, f.x.p_W.z + c.clearance_m,
                standing ? square(c.clearance_m) : kUnknownVariance);
    return;
  }
  if (datum) return;
  if (state.modes.in_air == 0 && a.range_terrain == 0) {
    set_terrain(state, f.x.p_W.z + c.clearance_m, square(c.clearance_m));
    return;
  }
  const double speed = norm_xy(f.x.v_W);
  state.filter.P[kTerrain][kTerrain] +=
      square(c.terrain_noise_m_s * dt_s) + square(c.terrain_gradient * dt_s * speed);
}

}  // namespace alula::ekf
