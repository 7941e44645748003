// autopilot/return_time.h: how long a return would take, to know when the charge only just
// suffices. Source: PX4 v1.15, RtlTimeEstimator.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "signals/estimate.h"
#include "signals/vehicle_status.h"

namespace alula {

struct ReturnTimeConfig {
  double climb_m_s = 3.0;         // MPC_Z_V_AUTO_UP
  double cruise_m_s = 5.0;        // MPC_XY_CRUISE
  double descent_m_s = 1.5;       // MPC_Z_V_AUTO_DN
  double landing_m_s = 0.7;       // MPC_LAND_SPEED
  double landing_height_m = 5.0;  // MPC_LAND_ALT2
  double land_delay_s = 0.0;      // RTL_LAND_DELAY; negative: for ever
  double factor = 1.1;            // RTL_TIME_FACTOR
  double margin_s = 100.0;        // RTL_TIME_MARGIN
};
static_assert(ArenaState<ReturnTimeConfig>);
MaybeError validate(const ReturnTimeConfig& config);

// `height_m`: of the way home, over home. The wind counts where it is known and blows against the
// way.
double return_time_s(const ReturnTimeConfig& config, const VehicleEstimate& estimate,
                     const HomePosition& home, const WindEstimate& wind, double height_m);

}  // namespace alula
