#include "estimator/estimator.h"

#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/horizon.h"
#include "estimator/imu_sampler.h"
#include "estimator/intake.h"
#include "estimator/output_predictor.h"
#include "estimator/report.h"
#include "estimator/tilt_alignment.h"
#include "estimator/vote.h"

namespace alula {

namespace {

using namespace ekf;

// Before the filter runs: tilt, and averages of what it begins with.
void align(EstimatorState& state, const EstimatorConfig& config, const ImuStep& step) {
  state.timers.horizon = step.time;
  MagAid mag{};
  if (take_mag(state, mag)) filter_field(state, mag.field_B);
  BaroAid baro{};
  if (take_baro(state, baro)) {
    state.baro_average_count += 1.0;
    state.baro_average_m += (baro.altitude_m - state.baro_average_m) / state.baro_average_count;
  }
  GnssFix fix{};
  take_fix(state, fix);
  Quat q_WB{};
  if (align_tilt(state.alignment, step, q_WB)) start_filter(state, config, step, q_WB);
}

}  // namespace

void Estimator::update(EstimatorState& state, const Samples& samples,
                       const EstimatorInputs& inputs) const {
  state.status.updated = false;
  if (state.timers.newest - state.timers.fault > kNsPerSecond) state.status.filter_fault_flags = 0;
  state.modes.in_air = inputs.in_air ? 1 : 0;
  state.modes.at_rest = inputs.at_rest ? 1 : 0;
  state.modes.ground_effect_input = inputs.ground_effect ? 1 : 0;
  take_aids(state, samples, config_);
  hear_imus(state, samples, config_);
  take_aiding(state, samples);
  for (const ImuSample& sample : samples.imu) {
    if (accept_imu(state, sample, config_)) take_imu(state, sample);
  }
  weigh_imu_dispute(state, config_);
  if (samples.imu.empty()) return;  // only IMU samples move the filter and its output
  report_estimate(state, config_);
  report_status(state, config_);
}

void Estimator::take_imu(EstimatorState& state, const ImuSample& sample) const {
  ImuStep increment{};
  const ImuVerdict verdict = take_imu_sample(state.sampler, sample, increment);
  if (verdict == ImuVerdict::refused) raise_fault(state, FilterFaultBit::refused_imu);
  if (verdict == ImuVerdict::paused && state.modes.filter_running != 0) restart_filter(state);
  if (verdict != ImuVerdict::good) return;
  state.timers.newest = sample.time;
  if (increment.bridged != 0) raise_fault(state, FilterFaultBit::bridged_imu);

  const bool running = state.modes.filter_running != 0;
  if (running) predict_output(state.output, increment, state.filter.x, state.earth);
  ImuStep step{};
  if (!gather_imu_step(state.sampler, increment, config_.predict_interval_s, step)) return;
  if (!running) {
    align(state, config_, step);
    return;
  }
  state.imu.push(step);
  mark_output(state.output);
  const TimeNs delayed = step.time - nanoseconds(delayed_horizon_s(config_));
  while (!state.imu.empty() &&
         (state.imu.front().time <= delayed || state.imu.size() == kImuQueue)) {
    const ImuStep oldest = state.imu.front();
    state.imu.pop();
    run_horizon(state, config_, magnetic_, oldest);
  }
}

}  // namespace alula
