// control/takeoff.h: from standing still to flight, without a jump.
// Source: PX4 v1.15, TakeoffHandling.
#pragma once

#include "control/hold_timer.h"
#include "core/arena.h"
#include "core/error.h"
#include "signals/control.h"

namespace alula {

struct TakeoffConfig {
  double spool_up_time_s = 1.0;  // COM_SPOOLUP_TIME [s]
  double ramp_time_s = 3.0;      // MPC_TKO_RAMP_T [s]
  double velocity_gain_z = 4.0;  // MPC_Z_VEL_P_ACC [1/s]
};
static_assert(ArenaState<TakeoffConfig>);
MaybeError validate(const TakeoffConfig& config);

struct TakeoffState {
  HoldTimer spool_up{};        // since arming
  double ramp_progress = 0.0;  // 0..1
  TakeoffPhase phase = TakeoffPhase::disarmed;
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<TakeoffState>);

struct TakeoffInput {
  bool armed = false;
  bool landed = true;
  bool want_takeoff = false;  // the flight mode asks to leave the ground
  bool skip = false;          // modes without climb-rate control go to flight at once
  double speed_up_m_s = 3.0;  // what the ramp ends at, at most the climb limit of flight
};

// The state machine disarmed, spool-up, ready, ramp, flight; and the upward speed limit that makes
// the thrust rise from zero during the ramp: it moves linearly from -g/Kv_z (no thrust) to the
// wanted climb speed.
class Takeoff {
 public:
  explicit Takeoff(const TakeoffConfig& config) : config_(config) {}

  // The upward speed limit [m/s]; negative on the ground and early in the ramp. The phase stands in
  // the state.
  double update(TakeoffState& state, const TakeoffInput& in, double dt_s) const;

 private:
  static void step_phase(TakeoffState& state, const TakeoffInput& in, bool spooled_up);

  const TakeoffConfig& config_;
};

}  // namespace alula
