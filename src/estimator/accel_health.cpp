#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/flags.h"

namespace alula::ekf {

namespace {

constexpr double kProbation = 10.0;  // [s] the verdict holds after the last evidence
constexpr double kSustained = 0.1;   // [s] of evidence: white noise alone does not last
constexpr double kClipMemory = 1.0;  // [s] of clipped steps that are counted
constexpr double kFailLimit = 3.0;   // [standard deviations] far off
constexpr double kFailLeast = 1.0;   // ... and off in the same sense
constexpr double kStaleAid = 1.0;    // [s] an older innovation is no evidence

enum class Falling { no, perhaps, surely };

// An accelerometer that clips under vibration reads too little force: the filter believes that it
// falls, so that all heights and the climb disagree with it in one sense, by a positive innovation.
// Sure are two instruments that do not depend on each other.
Falling judge_falling(const EstimatorState& state) {
  const EstimatorStatus& s = state.status;
  const auto deviations = [&](bool used, TimeNs time, double innovation, double variance) {
    const bool fresh = used && time > 0 && !older(state.timers.horizon, time, kStaleAid);
    return fresh && variance > 0.0 ? innovation / std::sqrt(variance) : 0.0;
  };
  const auto of_height = [&](bool used, const AidStatus<1>& aid) {
    return deviations(used, aid.time_sample, aid.innovation[0], aid.innovation_variance[0]);
  };
  const double pressure = of_height(state.modes.baro_height != 0, s.baro_height);
  const double gnss =
      std::max(of_height(state.modes.gnss_height != 0, s.gnss_height),
               deviations(state.modes.gnss != 0, s.gnss_velocity.time_sample,
                          s.gnss_velocity.innovation[2], s.gnss_velocity.innovation_variance[2]));
  if (std::max(pressure, gnss) <= kFailLimit) return Falling::no;
  return std::min(pressure, gnss) > kFailLeast ? Falling::surely : Falling::perhaps;
}

// More than half of the last second's steps clipped along the vertical or along all axes, or all of
// them along any.
bool clips_often(AccelHealth& health, const ImuStep& step) {
  const auto full = static_cast<std::uint32_t>(std::lround(kClipMemory / step.dt_s()));
  int many = 0;
  bool all = false, vertical = false;
  for (std::size_t i = 0; i < 3; ++i) {
    std::uint32_t& count = health.clipped_steps[i];
    const bool clipped = (step.clipped >> (3 + i) & 1U) != 0;
    if (clipped) count = std::min(count + 1, full);
    if (!clipped && count > 0) --count;
    many += 2 * count >= full ? 1 : 0;
    all = all || count >= full;
    if (i == 2) vertical = 2 * count >= full;
  }
  return vertical || all || many == 3;
}

}  // namespace

void judge_accelerometer(EstimatorState& state, const ImuStep& step) {
  AccelHealth& health = state.accel_health;
  const TimeNs now = state.timers.horizon;
  const bool clipping = clips_often(health, step);
  const Falling falling = judge_falling(state);
  const bool evidence = falling == Falling::surely || (falling == Falling::perhaps && clipping);
  if (!evidence || health.good_time == 0) health.good_time = now;
  const bool sustained = older(now, health.good_time, kSustained);
  if (sustained) health.bad_time = now;
  const bool on_probation = health.bad_vertical != 0 && !older(now, health.bad_time, kProbation);
  health.bad_vertical = sustained || on_probation ? 1 : 0;
  if (health.bad_vertical != 0) raise_fault(state, FilterFaultBit::bad_vertical_accel);
}

bool accelerometer_misleads(const EstimatorState& state) {
  constexpr double kPatience = 0.5;  // [s]
  const AccelHealth& health = state.accel_health;
  return health.good_time > 0 && older(state.timers.horizon, health.good_time, kPatience);
}

bool limit_innovation(const EstimatorState& state, double& innovation, double variance,
                      double gate) {
  if (state.accel_health.bad_vertical == 0) return false;
  const double limit = gate * std::sqrt(variance);
  innovation = clamp_to(innovation, -limit, limit);
  return true;
}

}  // namespace alula::ekf
