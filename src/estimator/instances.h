// estimator/instances.h: of several sensors of one kind, one is listened to; when it dies or is
// outvoted, another steps in, until it is well again.
#pragma once

#include "estimator/vote_state.h"

namespace alula::ekf {

// How long an instrument may be silent while another of its kind speaks [s].
namespace silence {
inline constexpr double imu = 0.05, gnss = 1.0, baro = 0.3, mag = 0.3;
}
// How long one that was left must have been well before it is listened to again [s].
inline constexpr double kProbation = 10.0;

// Takes up the configured instance when it is another one than before.
void prefer_instance(InstanceChoice& choice, std::uint32_t configured);

// Notes who speaks at all. True: there are several.
bool hear_instance(InstanceChoice& choice, std::uint32_t instance);

// A good sample of `instance` was measured at `time`. True: it is the one to use. When the one in
// use has been silent for `silence_s` or is condemned, the next live number takes over that is not
// condemned; of those that are, one speaks only when all others are silent. One that was left
// because it is stuck still speaks: it comes last. The configured one returns when it has been well
// for long enough. Numbers from kInstancesMax on are never used.
bool choose_instance(InstanceChoice& choice, std::uint32_t instance, TimeNs time, double silence_s);

// Whether one that is not in use, or that is condemned, does well now.
void note_well(InstanceChoice& choice, std::uint32_t instance, TimeNs time, bool well);

inline bool condemned(const InstanceChoice& choice, std::uint32_t instance) {
  return (choice.condemned >> instance & 1U) != 0;
}
void condemn(InstanceChoice& choice, std::uint32_t instance);
bool silent(const InstanceChoice& choice, std::uint32_t instance, TimeNs now, double silence_s);

}  // namespace alula::ekf
