// estimator/instances.h: of several sensors of one kind, one is listened to; when it dies, another
// steps in.
#pragma once

#include "estimator/state.h"

namespace alula::ekf {

// How long an instrument may be silent while another of its kind speaks [s].
namespace silence {
inline constexpr double imu = 0.05, gnss = 1.0, baro = 0.3, mag = 0.3;
}

// Takes up the configured instance when it is another one than before.
void prefer_instance(InstanceChoice& choice, std::uint32_t configured);

// A good sample of `instance` was measured at `time`. True: it is the one to use. When the one in
// use has been silent for `silence_s`, the next live number takes over, and is kept until it dies
// itself or another one is configured. One that was left because it is stuck still speaks: it comes
// last. Numbers from kInstancesMax on are never used.
bool choose_instance(InstanceChoice& choice, std::uint32_t instance, TimeNs time, double silence_s);

}  // namespace alula::ekf
