// autopilot/attitude_watch.h: a vehicle that leans further than anybody would fly it has lost
// control. Source: PX4 v1.15, failure detector.
#pragma once

#include "control/hold_timer.h"
#include "core/error.h"
#include "math/frames.h"
#include "math/quaternion.h"

namespace alula {

struct AttitudeWatchConfig {
  double roll_max_rad = radians(60.0);   // FD_FAIL_R; 0: any
  double pitch_max_rad = radians(60.0);  // FD_FAIL_P; 0: any
  double roll_time_s = 0.3;              // FD_FAIL_R_TTRI
  double pitch_time_s = 0.3;             // FD_FAIL_P_TTRI
};
static_assert(ArenaState<AttitudeWatchConfig>);
MaybeError validate(const AttitudeWatchConfig& config);

struct AttitudeWatchState {
  HoldTimer roll{}, pitch{};
  std::uint64_t failed = 0;
};
static_assert(ArenaState<AttitudeWatchState>);

// `controlled`: the mode controls the attitude, and does not only damp its rates.
void watch(const AttitudeWatchConfig& config, const Quat& q_WB, bool controlled, double dt_s,
           AttitudeWatchState& state);

}  // namespace alula
