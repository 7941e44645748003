#include "control/takeoff.h"

#include <algorithm>

#include "core/config_check.h"
#include "earth/standard_gravity.h"

namespace alula {

MaybeError validate(const TakeoffConfig& config) {
  return ConfigCheck()
      .zero_or_more("spool_up_time_s", config.spool_up_time_s)
      .zero_or_more("ramp_time_s", config.ramp_time_s)
      .above_zero("velocity_gain_z", config.velocity_gain_z)
      .result();
}

double Takeoff::update(TakeoffState& state, const TakeoffInput& in, double dt_s) const {
  ALULA_ASSERT(dt_s > 0.0);
  const bool spooled_up = state.spool_up.update(in.armed, config_.spool_up_time_s, dt_s);
  step_phase(state, in, spooled_up);

  const double no_thrust_m_s = -kStandardGravity / std::max(config_.velocity_gain_z, 0.01);
  if (state.phase < TakeoffPhase::ramp) return no_thrust_m_s;
  if (state.phase == TakeoffPhase::flight) return in.speed_up_m_s;
  const double step = config_.ramp_time_s > dt_s ? dt_s / config_.ramp_time_s : 1.0;
  state.ramp_progress = std::min(1.0, state.ramp_progress + step);
  return no_thrust_m_s + state.ramp_progress * (in.speed_up_m_s - no_thrust_m_s);
}

// Falls through as many phases as are due.
void Takeoff::step_phase(TakeoffState& state, const TakeoffInput& in, bool spooled_up) {
  TakeoffPhase& phase = state.phase;
  if (!in.armed) {
    phase = TakeoffPhase::disarmed;
    return;
  }
  if (in.skip) {
    phase = TakeoffPhase::flight;
    return;
  }
  if (phase == TakeoffPhase::disarmed) phase = TakeoffPhase::spool_up;
  if (phase == TakeoffPhase::spool_up && spooled_up) phase = TakeoffPhase::ready;
  if (phase == TakeoffPhase::ready && in.want_takeoff) {
    phase = TakeoffPhase::ramp;
    state.ramp_progress = 0.0;
  }
  if (phase == TakeoffPhase::ramp && state.ramp_progress >= 1.0) phase = TakeoffPhase::flight;
  if (phase == TakeoffPhase::flight && in.landed) phase = TakeoffPhase::ready;
}

}  // namespace alula
