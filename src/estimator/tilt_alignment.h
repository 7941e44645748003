// estimator/tilt_alignment.h: which way is down, before the filter runs.
#pragma once

#include "estimator/state.h"

namespace alula::ekf {

// Averages specific force over windows of half a second. Complete when a window was quiet: mean
// rate below 15 deg/s, mean force within 20 % of gravity, its standard deviation below 1 m/s^2. In
// strong vibration (five seconds without a quiet window) the last of these is dropped. True: `q_WB`
// holds roll and pitch, its yaw is zero.
bool align_tilt(TiltAlignment& alignment, const ImuStep& step, Quat& q_WB);

}  // namespace alula::ekf
