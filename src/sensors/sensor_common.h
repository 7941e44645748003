// sensors/sensor_common.h: what all sensors share: place, rate, delay, death, and the way of a
// sample to the brain.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "core/assert.h"
#include "core/config_check.h"
#include "core/fixed_queue.h"
#include "core/random.h"
#include "core/step_time.h"
#include "math/vector.h"

namespace alula {

// The keys that every sensor in a vehicle file may have.
struct SensorCommonConfig {
  double rate_hz = 100.0;  // samples per second; above 1/dt one sample a step
  double delay_s = 0.0;    // from the instant of the measurement to its arrival
  Vec3 position_m{};       // in B, from the centre of mass
  bool ideal = false;      // no random error, no rounding, no range; the set faults below stay
  double dead_after_s = std::numeric_limits<double>::infinity();  // no more samples from then on
};

// `queue_capacity`: how many samples may be under way.
MaybeError validate(const SensorCommonConfig& config, std::size_t queue_capacity);

// Which sensor this is, and in which run.
struct SensorIdentity {
  std::string vehicle = "vehicle";
  std::uint64_t seed = 0;
  std::uint32_t instance = 0;  // among those of its kind
  StepClock clock{};
  bool ideal = false;  // all sensors of this run are

  // The stream "<vehicle>/<sensor><instance>/<component>".
  [[nodiscard]] RandomStream stream(const char* sensor, const char* component) const;
};

// When samples fall and when they arrive.
class SampleTiming {
 public:
  SampleTiming(const SensorCommonConfig& config, const StepClock& clock);

  // `now` is the time of a step.
  [[nodiscard]] bool due(TimeNs now) const {
    if (now >= dead_after_) return false;
    return period_ > 0 ? now % period_ == 0 : schedule_.due(now / clock_.dt_ns, clock_.dt_ns);
  }
  [[nodiscard]] std::int64_t sample_index(TimeNs now) const {
    return schedule_.count_until(now) - 1;
  }
  [[nodiscard]] bool arrived(TimeNs sampled, TimeNs now) const { return now >= sampled + delay_; }
  // Mean time between samples [s].
  [[nodiscard]] double interval_s() const {
    return std::fmax(1.0 / schedule_.rate_hz(), clock_.dt_s());
  }

 private:
  SampleSchedule schedule_;
  StepClock clock_;
  // Between samples when that is a whole number of steps, else 0: saves wide divisions.
  TimeNs period_ = 0;
  TimeNs delay_;
  TimeNs dead_after_;
};

// Hands on every sample whose delay has passed.
template <class Sample, std::size_t Capacity, class List>
void deliver_due(FixedQueue<Sample, Capacity>& under_way, const SampleTiming& timing, TimeNs now,
                 List& arrived) {
  while (!under_way.empty() && timing.arrived(under_way.front().time, now)) {
    arrived.push_back(under_way.front());
    under_way.pop();
  }
}

template <class Sample, std::size_t Capacity>
void send(FixedQueue<Sample, Capacity>& under_way, const Sample& sample) {
  const bool room = under_way.push(sample);
  ALULA_ASSERT(room);  // validate() has checked rate and delay against the capacity
}

}  // namespace alula
