#include <cmath>

#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"

namespace alula::ekf {
namespace {

bool plausible(const RangeSample& s) {
  return std::isfinite(s.distance_m) && s.distance_m >= 0.0 && s.variance_m2 >= 0.0;
}
bool plausible(const FlowSample& s) {
  const double dt = seconds(s.interval);
  return dt > 0.0005 && dt < 0.2 && is_finite(s.rotation_B) && std::isfinite(s.turn_x_rad) &&
         std::isfinite(s.turn_y_rad);
}
bool plausible(const VisionSample& s) {
  const bool claims = s.position_variance_m2 >= 0.0 && s.velocity_variance_m2_s2 >= 0.0 &&
                      s.angle_variance_rad2 >= 0.0;
  return claims && is_finite(s.p_VB) && is_finite(s.v_VB) &&
         std::fabs(norm_squared(s.q_VB) - 1.0) < 0.01;
}
bool plausible(const AirspeedSample& s) {
  return std::isfinite(s.pressure_difference_pa) && s.static_pressure_pa > 100.0 &&
         s.temperature_k > 100.0;
}

// A mean over an interval belongs to its middle.
template <class Sample> TimeNs belongs_to(const Sample& s) { return s.time; }
TimeNs belongs_to(const FlowSample& s) { return s.time - s.interval / 2; }

// The first instrument of a kind is used. `newest` is the time of the last that was taken.
template <class List, class Queue>
void take_in(EstimatorState& state, const List& samples, TimeNs& newest, Queue& queue) {
  for (const auto& sample : samples) {
    if (sample.instance != 0) continue;
    if (!plausible(sample) || sample.time <= newest) {
      raise_fault(state, FilterFaultBit::refused_aid);
      continue;
    }
    newest = sample.time;
    queue.push(sample);
    queue[queue.size() - 1].time = belongs_to(sample);
  }
}

}  // namespace

void take_aiding(EstimatorState& state, const Samples& samples) {
  Aiding& a = state.aiding;
  take_in(state, samples.range, a.range_arrival, a.range);
  take_in(state, samples.flow, a.flow_arrival, a.flow);
  take_in(state, samples.vision, a.vision_arrival, a.vision);
  take_in(state, samples.airspeed, a.airspeed_arrival, a.airspeed);
}

}  // namespace alula::ekf
