#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/fusion.h"
#include "estimator/instances.h"
#include "estimator/vote.h"

namespace alula::ekf {

namespace {

constexpr double kPersist = 3.0;  // [s] off the filter's way: a jump may come back
constexpr std::uint64_t kRepeats = 10;
constexpr double kRejected = 1.0;  // [s] the filter has not accepted the one in use

// Whether a fix lies where the filter believes to be, and moves likewise.
bool agrees(const EstimatorState& state, const GnssObservation& z, const EstimatorConfig& config) {
  const Nominal& x = state.filter.x;
  const Covariance& P = state.filter.P;
  const double place =
      P.variance(kPosition) + P.variance(kPosition + 1) + 2.0 * z.position_variance;
  const double speed =
      P.variance(kVelocity) + P.variance(kVelocity + 1) + 2.0 * z.velocity_variance;
  return norm_xy(z.p_W - x.p_W) < config.gnss_position_gate * std::sqrt(place) &&
         norm_xy(z.v_W - x.v_W) < config.gnss_velocity_gate * std::sqrt(speed);
}

// The filter has refused the one in use for a while, or its position contradicts its velocity.
bool in_doubt(const EstimatorState& state, const EstimatorConfig& config) {
  const EstimatorStatus& s = state.status;
  const Timers& t = state.timers;
  const auto refused = [&](bool rejected, TimeNs accepted) {
    return rejected && accepted > 0 && older(t.horizon, accepted, kRejected);
  };
  return gnss_position_contradicted(state, config) ||
         refused(s.gnss_horizontal_position.rejected, t.horizontal_position) ||
         refused(s.gnss_velocity.rejected, t.horizontal_velocity);
}

}  // namespace

void hear_fix(EstimatorState& state, const GnssFix& fix, const EstimatorConfig& config) {
  InstanceChoice& choice = state.gnss_choice;
  const std::uint32_t i = fix.instance;
  if (!hear_instance(choice, i) || i >= kInstancesMax || i == choice.in_use) return;
  if (state.earth.known == 0 || state.modes.filter_running == 0) return;
  ReceiverWitness& w = state.receivers[i];
  const bool repeats = fix.latitude_rad == w.latitude_rad && fix.longitude_rad == w.longitude_rad;
  const double dt = w.time > 0 ? seconds(fix.time - w.time) : 0.0;
  w.repeats = repeats ? w.repeats + 1 : 0;
  w.time = fix.time;
  w.latitude_rad = fix.latitude_rad;
  w.longitude_rad = fix.longitude_rad;

  const GnssObservation z = observe(state, fix, config);
  follow_track(w.track, z, state.timers.horizon, true, config);
  const bool good = fix.fix_type >= 3 && !track_contradicted(w.track, state.timers.horizon, config);
  const bool fits = good && agrees(state, z, config);
  w.off_s = std::clamp(w.off_s + (fits ? -dt : dt), 0.0, kPersist);
  note_well(choice, i, fix.time, fits && w.repeats < kRepeats);
  if (w.off_s >= kPersist && !in_doubt(state, config)) condemn(choice, i);
  if (fits && !condemned(choice, i) && in_doubt(state, config)) condemn(choice, choice.in_use);
}

}  // namespace alula::ekf
