#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/fusion.h"
#include "estimator/resets.h"

namespace alula::ekf {
namespace {

constexpr double kGapMax = 0.4;                 // [s] twice EKF2's longest interval
constexpr double kCosineMin = 0.7071;           // of beam and vertical; EKF2's range_cos_max_tilt
constexpr double kConsistencyTau = 2.0;         // [s] figures of EKF2's consistency check
constexpr double kConsistencyClimb = 0.5;       // [m/s] a climb that can show that all is well
constexpr double kConsistencyHysteresis = 1.0;  // [s]
constexpr double kUnknownSpeedVariance = 9.0;   // [m^2/s^2]

// Good for long enough, and the beam not too far from the vertical.
bool usable(EstimatorState& state, const RangeSample& s, double cosine,
            const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  const TimeNs now = state.timers.horizon;
  const bool in_reach = s.distance_m >= s.min_m && s.distance_m <= s.max_m;
  const bool good = s.quality > 0.0 && in_reach && cosine > kCosineMin;
  if (!good) {
    a.range_bad = now;
    return false;
  }
  a.range_good = now;
  return a.range_bad == 0 || older(now, a.range_bad, config.aiding.range.quality_time_s);
}

// The rate of the distance against the climb. A step of the ground or a reading that is stuck
// contradicts it, and is not taken for a height until a climb has shown that both agree again.
void judge_consistency(EstimatorState& state, const RangeSample& s, double cosine,
                       const EstimatorConfig& config) {
  RangeConsistency& k = state.aiding.consistency;
  const double gate = config.aiding.range.consistency_gate;
  const double vertical = s.distance_m * cosine;
  const double dt = seconds(s.time - k.time);
  const double before = k.vertical_m;
  k.time = s.time;
  k.vertical_m = vertical;
  if (gate <= 0.0) k.inconsistent = 0;
  if (gate <= 0.0 || !(dt > 0.0) || dt > kGapMax) return;
  const double down = state.filter.x.v_W.z;
  const double innovation = -(vertical - before) / dt - down;
  const double variance = 2.0 * range_variance(s, config) * square(cosine) / square(dt) +
                          state.filter.P.variance(kVelocity + 2);
  const double ratio = test_ratio(innovation, variance, gate);
  k.ratio += std::min(dt / kConsistencyTau, 1.0) * (std::copysign(ratio, innovation) - k.ratio);
  if (std::fabs(k.ratio) >= 1.0) {
    k.inconsistent = 1;
    k.contradicted = state.timers.horizon;
    return;
  }
  const bool settled = older(state.timers.horizon, k.contradicted, kConsistencyHysteresis);
  if (std::fabs(down) > kConsistencyClimb && ratio < 1.0 && settled) k.inconsistent = 0;
}

// Low and slow, with some hysteresis, and close to what the filter expects: EKF2's conditions.
bool low_and_slow(const EstimatorState& state, const EstimatorConfig& config) {
  const RangeAidConfig& c = config.aiding.range;
  const Aiding& a = state.aiding;
  const bool already = a.range_height != 0;
  if (!terrain_known(state)) return false;
  const Nominal& x = state.filter.x;
  const double height = x.terrain_z_W - x.p_W.z;
  const double share = already ? 1.0 : 0.7;
  const bool slow = norm_xy(x.v_W) < share * c.speed_max_m_s;
  const bool expected = already || state.status.range_height.test_ratio[0] < 0.01;
  return height < share * c.height_max_m && slow && expected;
}

// The ground becomes the zero of all heights.
void make_ground_the_datum(EstimatorState& state, const RangeSample& s, double cosine,
                           const EstimatorConfig& config) {
  const RangeAidConfig& c = config.aiding.range;
  const Vec3 arm_W = state.filter.x.q_WB * (c.p_B_m - config.p_BImu_m);
  const double before = state.filter.x.p_W.z;
  const double z = -s.distance_m * cosine - arm_W.z;
  reset_height(state, z, range_variance(s, config));
  set_terrain(state, 0.0, 0.0);
  const double jump = z - before;  // a bias counts upwards, W downwards
  state.baro_bias.bias_m += jump;
  state.gnss_bias.bias_m += jump;
  state.aiding.height_bias_m += jump;
  state.timers.height = state.timers.horizon;
  state.status.range_height.time_accepted = s.time;
}

void stop_range(EstimatorState& state, const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  const bool was_datum = state.modes.height_source == ActiveHeight::range;
  a.range_terrain = a.range_height = 0;
  if (was_datum) {
    choose_height_reference(state, config);
    // From now on the ground may move.
    const bool held = state.modes.height_source == ActiveHeight::range;
    if (!held) set_terrain(state, state.filter.x.terrain_z_W, square(config.aiding.range.noise_m));
  }
}

RangeFusion fusion_of(const EstimatorState& state) {
  if (state.modes.height_source == ActiveHeight::range) return RangeFusion::height;
  return state.aiding.range_height != 0 ? RangeFusion::both : RangeFusion::terrain;
}

// Whether the range finder carries the height now; begins and ends that.
void choose_height_aid(EstimatorState& state, const RangeSample& s, double cosine,
                       const EstimatorConfig& config) {
  const RangeAidConfig& c = config.aiding.range;
  Aiding& a = state.aiding;
  const bool consistent = a.consistency.inconsistent == 0;
  const bool always = c.control == RangeControl::always;
  const bool wanted = consistent && (always || low_and_slow(state, config));
  if (wanted && a.range_height == 0) {
    a.range_height = 1;
    const ActiveHeight before = state.modes.height_source;
    choose_height_reference(state, config);
    const bool datum = state.modes.height_source == ActiveHeight::range;
    if (datum && before != ActiveHeight::range) make_ground_the_datum(state, s, cosine, config);
  } else if (!wanted && a.range_height != 0) {
    stop_range(state, config);
    a.range_terrain = 1;
  }
}

void recover(EstimatorState& state, const RangeSample& s, double cosine,
             const EstimatorConfig& config) {
  const TimeNs accepted = state.status.range_height.time_accepted;
  const bool failing = accepted == 0 || older(s.time, accepted, config.height_timeout_s);
  if (!failing) return;
  if (state.modes.height_source == ActiveHeight::range) {
    make_ground_the_datum(state, s, cosine, config);
    reset_vertical_velocity(state, state.filter.x.v_W.z, kUnknownSpeedVariance);
    return;
  }
  const Vec3 arm_W = state.filter.x.q_WB * (config.aiding.range.p_B_m - config.p_BImu_m);
  set_terrain(state, state.filter.x.p_W.z + arm_W.z + s.distance_m * cosine,
              range_variance(s, config) + state.filter.P.variance(kPosition + 2));
  state.status.range_height.time_accepted = s.time;
  state.aiding.terrain_fused = state.timers.horizon;
}

}  // namespace

void control_range(EstimatorState& state, const EstimatorConfig& config) {
  Aiding& a = state.aiding;
  if (a.range_arrival == 0) return;
  RangeSample sample{};
  const RangeAidConfig& c = config.aiding.range;
  if (!take_range(state, sample) || c.control == RangeControl::off) {
    const bool gone = older(state.timers.horizon, a.range_good, kGapMax);
    if ((gone || c.control == RangeControl::off) && a.range_terrain != 0) stop_range(state, config);
    state.status.range_height.fusing = a.range_terrain != 0;
    return;
  }
  const double cosine = (state.filter.x.q_WB * beam_axis_B(c)).z;
  const bool aligned = state.modes.tilt_aligned != 0 && a.terrain != 0;
  if (!usable(state, sample, cosine, config) || !aligned) {
    if (older(state.timers.horizon, a.range_good, kGapMax) && a.range_terrain != 0)
      stop_range(state, config);
    state.status.range_height.fusing = a.range_terrain != 0;
    return;
  }
  a.range_terrain = 1;
  look_range(state, sample, config);
  judge_consistency(state, sample, cosine, config);
  choose_height_aid(state, sample, cosine, config);
  look_range(state, sample, config);
  if (!fuse_range(state, sample, fusion_of(state), config)) recover(state, sample, cosine, config);
  state.status.range_height.fusing = true;
}

}  // namespace alula::ekf
