#include "estimator/instances.h"

namespace alula::ekf {

namespace {

bool silent(const InstanceChoice& choice, std::uint32_t instance, TimeNs now, double silence_s) {
  const TimeNs heard = choice.arrival[instance];
  return seconds(now - (heard > 0 ? heard : choice.first)) > silence_s;
}

}  // namespace

void prefer_instance(InstanceChoice& choice, std::uint32_t configured) {
  if (choice.preferred == configured) return;
  choice.preferred = choice.in_use = configured;
}

bool choose_instance(InstanceChoice& choice, std::uint32_t instance, TimeNs time,
                     double silence_s) {
  if (instance >= kInstancesMax) return false;
  if (choice.first == 0) choice.first = time;
  if (time > choice.arrival[instance]) choice.arrival[instance] = time;
  if (silent(choice, choice.in_use, time, silence_s)) {
    for (std::uint32_t k = 1; k <= kInstancesMax; ++k) {
      const auto i = static_cast<std::uint32_t>((choice.in_use + k) % kInstancesMax);
      const bool live = choice.arrival[i] > 0 && !silent(choice, i, time, silence_s);
      if (!live) continue;
      choice.in_use = i;
      ++choice.switches;
      break;
    }
  }
  return instance == choice.in_use;
}

}  // namespace alula::ekf
