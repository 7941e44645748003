#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/flags.h"

namespace alula::ekf {

namespace {

template <class Queue, class Aid> bool take(EstimatorState& state, Queue& queue, Aid& aid) {
  bool found = false;
  const bool running = state.modes.filter_running != 0;
  while (!queue.empty() && queue.front().time <= state.timers.horizon) {
    const bool before_start = running && queue.front().time <= state.timers.filter_started;
    const bool late = too_late(state, queue.front().time);
    if (late && running && !before_start) raise_fault(state, FilterFaultBit::late_aid);
    if (!late && !before_start) {
      aid = queue.front();
      found = true;
    }
    queue.pop();
  }
  return found;
}

}  // namespace

bool take_fix(EstimatorState& state, GnssFix& fix) { return take(state, state.gnss, fix); }
bool take_baro(EstimatorState& state, BaroAid& aid) { return take(state, state.baro, aid); }
bool take_mag(EstimatorState& state, MagAid& aid) { return take(state, state.mag, aid); }

bool take_range(EstimatorState& state, RangeSample& sample) {
  return take(state, state.aiding.range, sample);
}
bool take_flow(EstimatorState& state, FlowSample& sample) {
  return take(state, state.aiding.flow, sample);
}
bool take_vision(EstimatorState& state, VisionSample& sample) {
  return take(state, state.aiding.vision, sample);
}
bool take_airspeed(EstimatorState& state, AirspeedSample& sample) {
  return take(state, state.aiding.airspeed, sample);
}

void filter_field(EstimatorState& state, const Vec3& field_B) {
  constexpr double kShare = 0.1;
  const bool first = state.mag_filtered_count == 0.0;
  state.mag_filtered_B =
      first ? field_B : state.mag_filtered_B + kShare * (field_B - state.mag_filtered_B);
  state.mag_filtered_count += 1.0;
}

}  // namespace alula::ekf
