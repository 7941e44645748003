// failures/sample_gate.h: one unit and instance between a driver and the brain: what of its samples
// comes through, when, and with which content. Generic over the sample; what a sample consists of
// is told by functions on it: instance_of, repeat, garble, distort.
#pragma once

#include "core/fixed_queue.h"
#include "core/random.h"
#include "earth/geodesy.h"
#include "failures/failure_list.h"

namespace alula {

// What a gate remembers of the failure that it is in.
template <class Sample, std::size_t Capacity> struct GateState {
  static constexpr std::size_t capacity = Capacity;
  struct Late {
    TimeNs due = 0;
    Sample sample{};
  };
  FixedQueue<Late, Capacity> late{};
  Sample held{};
  TimeNs begun = -1;         // start of the failure
  std::int64_t period = -1;  // slow: the last one that had its sample
  FailureType type = FailureType::ok;
  std::uint32_t holds = 0;  // 1: `held` counts
};

// Which unit a gate stands for, and its random numbers.
struct GateIdentity {
  FailureUnit unit = FailureUnit::gyro;
  std::uint32_t instance = 0;
  double range = 0.0;  // of an inertial sensor, in its unit
  RandomStream noise{};
  LocalFrame frame{Geodetic{}};  // in which a receiver's place is moved
};

// False: the sample does not come through now. Changes its content when that is what fails.
template <class State, class Sample>
bool comes_through(const GateIdentity& gate, const Failure& failure, TimeNs now, State& state,
                   Sample& sample) {
  switch (failure.type) {
    case FailureType::stuck:
      if (state.holds == 0) state.held = sample;
      state.holds = 1;
      repeat(gate, state.held, sample);
      return true;
    case FailureType::slow: {
      const auto period =
          static_cast<std::int64_t>(seconds(now - failure.start) * failure.value[0]);
      const bool first = period > state.period;
      state.period = period;
      return first;
    }
    case FailureType::delayed:
      state.late.push({now + nanoseconds(failure.value[0]), sample});
      return false;
    case FailureType::intermittent:
      return !is_away(failure, now);
    case FailureType::garbage:
      return garble(gate, failure.value[0], now, sample);
    case FailureType::off:
      return false;
    default:
      distort(gate, failure, sample);
      return true;
  }
}

// `samples`: what has arrived in this step, of every instance. What comes late does not overtake.
template <class State, class List>
void run_gate(const GateIdentity& gate, const Failure& failure, TimeNs now, State& state,
              List& samples) {
  if (state.begun != failure.start || state.type != failure.type) {
    state = {};
    state.begun = failure.start;
    state.type = failure.type;
  }
  List through;
  for (auto& sample : samples) {
    if (instance_of(sample) != gate.instance || comes_through(gate, failure, now, state, sample))
      through.push_back(sample);
  }
  while (!state.late.empty() && state.late.front().due <= now && !through.full()) {
    through.push_back(state.late.front().sample);
    state.late.pop();
  }
  samples = through;
}

}  // namespace alula
