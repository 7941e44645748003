#include "control/blind_descent.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "earth/standard_gravity.h"

namespace alula {
namespace {

constexpr double kForget_s = 10.0;          // an accelerometer's bias counts for no longer
constexpr double kGainP = 1.5;              // [1/s]
constexpr double kGainI = 0.5;              // [1/s^2]
constexpr double kAcceleration_m_s2 = 3.0;  // more than that is no flight but a blow
constexpr double kBlow_m_s2 = 8.0;
constexpr double kProbe_s = 0.4;
constexpr double kFilter_s = 0.1;
constexpr double kCarried_m_s2 = 1.0;
constexpr double kCarriedTime_s = 0.2;
constexpr double kDown_m_s2 = 7.0;  // far below hover: what still stands then, stands on something

// Thrust and weight alone would make the vehicle fall faster than it does.
bool is_carried(BlindDescentState& state, const BlindDescentInput& in, double dt_s) {
  const double free_m_s2 = kStandardGravity * (1.0 - in.thrust_share);
  const double held_m_s2 = free_m_s2 - in.a_z_m_s2;
  state.carried_m_s2 += dt_s / (kFilter_s + dt_s) * (held_m_s2 - state.carried_m_s2);
  state.carried_s = state.carried_m_s2 > kCarried_m_s2 ? state.carried_s + dt_s : 0.0;
  return state.carried_s >= kCarriedTime_s;
}

}  // namespace

double blind_descent_m_s2(BlindDescentState& state, const BlindDescentInput& in, double dt_s) {
  ALULA_ASSERT(dt_s > 0.0);
  if (state.active == 0) {
    state = {};
    state.active = 1;
    state.v_z = std::isfinite(in.v_z_m_s) ? in.v_z_m_s : 0.0;
  }
  if (is_carried(state, in, dt_s)) {
    state.v_z = 0.0;
    state.integral_m_s2 = kAcceleration_m_s2;
    return kDown_m_s2;
  }
  // What a blow adds to the speed lies beyond the sensor's range or within its noise: speed at
  // touch-down stands in the integral until it is forgotten. So it is asked at once whether less
  // thrust changes anything.
  if (in.blow_m_s2 > kBlow_m_s2) state.probe_s = kProbe_s;
  const double felt = std::clamp(in.a_z_m_s2, -kAcceleration_m_s2, kAcceleration_m_s2);
  state.v_z += dt_s * (felt - state.v_z / kForget_s);
  if (state.probe_s > 0.0) {
    state.probe_s -= dt_s;
    return kAcceleration_m_s2;
  }
  const double error = in.landing_speed_m_s - state.v_z;
  state.integral_m_s2 = std::clamp(state.integral_m_s2 + dt_s * kGainI * error, -kAcceleration_m_s2,
                                   kAcceleration_m_s2);
  return std::clamp(kGainP * error + state.integral_m_s2, -kAcceleration_m_s2, kAcceleration_m_s2);
}

}  // namespace alula
