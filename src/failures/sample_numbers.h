// failures/sample_numbers.h: what the samples of each unit consist of, for what repeats, garbles
// and distorts them. `time` is never touched, and neither are the numbers of another unit that
// travel in the same sample (gyroscope and accelerometer).
#pragma once

#include "failures/sample_gate.h"
#include "signals/samples.h"

namespace alula {

template <class Sample> std::uint32_t instance_of(const Sample& sample) { return sample.instance; }
// Messages of a radio: there is one.
inline std::uint32_t instance_of(const ManualControl&) { return 0; }
inline std::uint32_t instance_of(const OffboardSetpoint&) { return 0; }
inline std::uint32_t instance_of(const GroundHeartbeat&) { return 0; }
inline std::uint32_t instance_of(const FollowTarget&) { return 0; }

// One number of a sample.
struct SampleNumber {
  double* value = nullptr;
  double low = 0.0, high = 0.0;  // what it can read
  int offset = -1;               // which value of `wrong` is added; -1: none, nor the factor
};
using SampleNumbers = FixedList<SampleNumber, 8>;
inline constexpr int kFactorOnly = 4;  // for SampleNumber::offset

SampleNumbers numbers_of(const GateIdentity& gate, ImuSample& sample);
SampleNumbers numbers_of(const GateIdentity& gate, MagSample& sample);
SampleNumbers numbers_of(const GateIdentity& gate, BaroSample& sample);
SampleNumbers numbers_of(const GateIdentity& gate, GnssFix& sample);
SampleNumbers numbers_of(const GateIdentity& gate, RangeSample& sample);
SampleNumbers numbers_of(const GateIdentity& gate, FlowSample& sample);
SampleNumbers numbers_of(const GateIdentity& gate, VisionSample& sample);
SampleNumbers numbers_of(const GateIdentity& gate, AirspeedSample& sample);
SampleNumbers numbers_of(const GateIdentity& gate, BatterySample& sample);
SampleNumbers numbers_of(const GateIdentity& gate, ManualControl& sample);

void garble(const RandomStream& noise, double share, TimeNs now, const SampleNumbers& numbers);
void distort(const Failure& failure, const SampleNumbers& numbers);

// The content of `held` with the time of `sample`.
template <class Sample> void repeat(const GateIdentity&, const Sample& held, Sample& sample) {
  const TimeNs time = sample.time;
  sample = held;
  sample.time = time;
}
void repeat(const GateIdentity& gate, const ImuSample& held, ImuSample& sample);

// Always true: the sample arrives.
template <class Sample>
bool garble(const GateIdentity& gate, double share, TimeNs now, Sample& sample) {
  garble(gate.noise, share, now, numbers_of(gate, sample));
  return true;
}
// A message with a checksum arrives as it was sent, or not at all.
bool garble(const GateIdentity& gate, double share, TimeNs now, OffboardSetpoint& message);
bool garble(const GateIdentity& gate, double share, TimeNs now, GroundHeartbeat& message);
bool garble(const GateIdentity& gate, double share, TimeNs now, FollowTarget& message);

template <class Sample>
void distort(const GateIdentity& gate, const Failure& failure, Sample& sample) {
  distort(failure, numbers_of(gate, sample));
}
void distort(const GateIdentity& gate, const Failure& failure, ImuSample& sample);
void distort(const GateIdentity& gate, const Failure& failure, GnssFix& fix);  // gnss_faults.h
inline void distort(const GateIdentity&, const Failure&, OffboardSetpoint&) {}
inline void distort(const GateIdentity&, const Failure&, GroundHeartbeat&) {}
inline void distort(const GateIdentity&, const Failure&, FollowTarget&) {}

}  // namespace alula
