#include "estimator/instances.h"

#include <bit>

namespace alula::ekf {

namespace {

bool live(const InstanceChoice& choice, std::uint32_t instance, TimeNs now, double silence_s) {
  return choice.arrival[instance] > 0 && !silent(choice, instance, now, silence_s);
}

// The next live number after the one in use; kInstancesMax: there is none.
std::uint32_t successor(const InstanceChoice& choice, TimeNs now, double silence_s,
                        bool even_condemned) {
  for (std::uint32_t k = 1; k <= kInstancesMax; ++k) {
    const auto i = static_cast<std::uint32_t>((choice.in_use + k) % kInstancesMax);
    if (i == choice.in_use || !live(choice, i, now, silence_s)) continue;
    if (even_condemned || !condemned(choice, i)) return i;
  }
  return kInstancesMax;
}

void take_over(InstanceChoice& choice, std::uint32_t instance, SwitchReason reason) {
  if (instance >= kInstancesMax) return;
  choice.in_use = instance;
  choice.reason = reason;
  choice.well_since = {};
  ++choice.switches;
}

}  // namespace

bool silent(const InstanceChoice& choice, std::uint32_t instance, TimeNs now, double silence_s) {
  const TimeNs heard = choice.arrival[instance];
  return seconds(now - (heard > 0 ? heard : choice.first)) > silence_s;
}

void prefer_instance(InstanceChoice& choice, std::uint32_t configured) {
  if (choice.preferred == configured) return;
  choice.preferred = choice.in_use = configured;
}

bool hear_instance(InstanceChoice& choice, std::uint32_t instance) {
  if (instance < kInstancesMax) choice.heard |= 1U << instance;
  return std::popcount(choice.heard) > 1;
}

void condemn(InstanceChoice& choice, std::uint32_t instance) {
  choice.condemned |= 1U << instance;
  choice.well_since[instance] = 0;
}

void note_well(InstanceChoice& choice, std::uint32_t instance, TimeNs time, bool well) {
  TimeNs& since = choice.well_since[instance];
  if (!well) since = 0;
  if (well && since == 0) since = time;
  if (since > 0 && seconds(time - since) > kProbation) choice.condemned &= ~(1U << instance);
}

bool choose_instance(InstanceChoice& choice, std::uint32_t instance, TimeNs time,
                     double silence_s) {
  if (instance >= kInstancesMax) return false;
  if (choice.first == 0) choice.first = time;
  if (time > choice.arrival[instance]) choice.arrival[instance] = time;
  const std::uint32_t preferred = choice.preferred;
  if (silent(choice, choice.in_use, time, silence_s)) {
    std::uint32_t next = successor(choice, time, silence_s, false);
    if (next >= kInstancesMax) next = successor(choice, time, silence_s, true);
    take_over(choice, next, SwitchReason::silent_or_stuck);
  } else if (condemned(choice, choice.in_use)) {
    take_over(choice, successor(choice, time, silence_s, false), SwitchReason::outvoted);
  } else if (preferred != choice.in_use && preferred < kInstancesMax &&
             choice.well_since[preferred] > 0 && live(choice, preferred, time, silence_s) &&
             seconds(time - choice.well_since[preferred]) > kProbation) {
    take_over(choice, preferred, SwitchReason::well_again);
  }
  return instance == choice.in_use;
}

}  // namespace alula::ekf
