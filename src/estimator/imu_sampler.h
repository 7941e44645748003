// estimator/imu_sampler.h: IMU samples become increments, and increments become filter steps of
// about 10 ms.
#pragma once

#include <cstdint>

#include "estimator/config.h"
#include "estimator/state.h"

namespace alula::ekf {

enum class ImuVerdict : std::uint8_t { good, refused, paused };

// Finite, and not beyond any sensor's range.
bool plausible_imu(const ImuSample& sample);

// Turns one sample into an increment, with coning and sculling corrections from the previous one
// (Savage, "Strapdown inertial navigation integration algorithm design", 1998: the two-interval
// forms). Refused: not finite, beyond any sensor's range, interval not positive, time not rising. A
// gap of missing samples is bridged with the sample's mean; `paused`: the gap is too long for that
// (0.5 s), the caller starts anew.
ImuVerdict take_imu_sample(ImuSampler& sampler, const ImuSample& sample, ImuStep& increment);

// Gathers increments; true when a filter step is complete. Steps end on the sample that comes
// nearest to the wanted interval from below or above: 8 ms at 250 Hz, 10 ms at 100, 200, 400 Hz and
// 1 kHz for 10 ms.
bool gather_imu_step(ImuSampler& sampler, const ImuStep& increment, double predict_interval_s,
                     ImuStep& step);

}  // namespace alula::ekf
