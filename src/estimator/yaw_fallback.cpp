#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"
#include "estimator/resets.h"
#include "estimator/yaw_bank.h"

namespace alula::ekf {

namespace {

void reset_to_bank(EstimatorState& state) {
  reset_yaw(state, state.yaw_bank.yaw, state.yaw_bank.yaw_variance);
  state.timers.heading = state.timers.horizon;
}

constexpr double kStrainTau = 1.0;  // [s]
constexpr double kStrainMax = 3.0;  // [variances] 1 is what the filter expects, less is usual

void note_strain(EstimatorState& state, double dt_s) {
  const AidStatus<3>& aid = state.status.gnss_velocity;
  const double now = 0.5 * (square(aid.innovation[0]) / aid.innovation_variance[0] +
                            square(aid.innovation[1]) / aid.innovation_variance[1]);
  const double share = std::clamp(dt_s / kStrainTau, 0.0, 1.0);
  state.velocity_strain += share * (now - state.velocity_strain);
}

// A wrong yaw has taught tilt and biases wrong things as well: all may be learned anew.
void forget_what_a_wrong_yaw_taught(EstimatorState& state, const EstimatorConfig& config) {
  Filter& f = state.filter;
  const double tilt = square(config.tilt_error_init_rad);
  const double gyro = square(config.gyro_bias_init_rad_s);
  const double accel = square(config.accel_bias_init_m_s2);
  const double tilts[] = {tilt, tilt}, gyros[] = {gyro, gyro, gyro}, accels[] = {accel, accel};
  reset_variance(f.P, kTheta, 2, tilts);
  reset_variance(f.P, kGyroBias, 3, gyros);
  reset_variance(f.P, kAccelBias, 2, accels);
  f.x.accel_bias_B.x = f.x.accel_bias_B.y = 0.0;
}

// Rejected now, accepted since the take-off, but not for a while.
bool failing(const EstimatorState& state, bool rejected, TimeNs accepted, double delay_s) {
  return rejected && accepted > state.ground_time && older(state.timers.horizon, accepted, delay_s);
}

}  // namespace

void run_yaw_bank(EstimatorState& state, const ImuStep& step) {
  const bool at_rest = state.modes.at_rest != 0 && state.modes.in_air == 0;
  predict_yaw_bank(state.yaw_bank, step, state.filter.x.gyro_bias_B, at_rest);
}

void feed_yaw_bank(EstimatorState& state, const GnssObservation& z, const EstimatorConfig& config) {
  const double deviation = std::sqrt(z.velocity_variance);
  if (deviation >= config.required_speed_accuracy_m_s) return;
  Modes& modes = state.modes;
  note_strain(state, seconds(z.time - state.yaw_bank.velocity_time));
  update_yaw_bank(state.yaw_bank, z.time, z.v_W.x, z.v_W.y, deviation, modes.in_air != 0);
  const bool align = modes.yaw_aligned == 0 && modes.tilt_aligned != 0;
  if (!align || !yaw_bank_certain(state.yaw_bank, config.yaw_bank_error_max_rad)) return;
  reset_to_bank(state);
  modes.yaw_aligned = 1;
}

bool rescue_yaw(EstimatorState& state, const EstimatorConfig& config) {
  Modes& modes = state.modes;
  const Timers& t = state.timers;
  const YawBank& bank = state.yaw_bank;
  if (modes.in_air == 0 || !yaw_bank_certain(bank, config.yaw_bank_error_max_rad)) return false;
  const double disagreement = std::fabs(wrap_pi(yaw_of(state.filter.x.q_WB) - bank.yaw));
  const double delay = config.yaw_bank_reset_delay_s;
  const bool strained =
      state.velocity_strain > kStrainMax && older(t.horizon, state.ground_time, delay);
  const bool lost =
      strained ||
      failing(state, state.status.gnss_velocity.rejected, t.horizontal_velocity, delay) ||
      (!gnss_position_contradicted(state, config) &&
       failing(state, state.status.gnss_horizontal_position.rejected, t.horizontal_position,
               delay));
  if (!lost || disagreement < config.yaw_bank_disagreement_rad) return false;

  reset_to_bank(state);
  forget_what_a_wrong_yaw_taught(state, config);
  state.velocity_strain = 0.0;
  if (modes.mag_heading != 0 || modes.mag_3d != 0) {
    stop_three_axes(state);
    modes.mag_heading = 0;
    modes.mag_fault = modes.mag_condemned = 1;
  }
  ++state.status.yaw_rescues;
  raise_fault(state, FilterFaultBit::yaw_rescued);
  return true;
}

}  // namespace alula::ekf
