#include "estimator/estimator.h"

#include <algorithm>
#include <cmath>

#include "earth/atmosphere.h"
#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/horizon.h"
#include "estimator/imu_sampler.h"
#include "estimator/output_predictor.h"
#include "estimator/report.h"
#include "estimator/tilt_alignment.h"

namespace alula {

namespace {

using namespace ekf;

bool plausible(const GnssFix& f) {
  const bool place = std::fabs(f.latitude_rad) <= 1.5708 && std::fabs(f.longitude_rad) <= 6.2832 &&
                     std::fabs(f.altitude_msl_m) < 1e5 && std::fabs(f.altitude_ellipsoid_m) < 1e5;
  const bool claims = f.eph_m >= 0.0 && f.epv_m >= 0.0 && f.speed_accuracy_m_s >= 0.0 &&
                      std::isfinite(f.eph_m) && std::isfinite(f.epv_m) &&
                      std::isfinite(f.speed_accuracy_m_s) && std::isfinite(f.hdop) &&
                      std::isfinite(f.vdop);
  return place && claims && is_finite(f.v_ned) && norm(f.v_ned) < 1000.0;
}
bool plausible(const BaroSample& b) { return b.pressure_pa > 100.0 && b.pressure_pa < 2e5; }
bool plausible(const MagSample& m) {
  return is_finite(m.field_B) && norm(m.field_B) < 1e-2 && norm(m.field_B) > 0.0;
}

constexpr std::uint32_t kRepeatsMax = 10;
constexpr double kRepeatClimb = 1.0;  // [m], a dozen steps of a coarse barometer
constexpr double kRepeatTurn = 0.05;  // [rad], several steps of a coarse magnetometer

// Repeating alone proves nothing: ideal sensors at rest do so rightly. The vehicle must have moved
// meanwhile, and not by a reset of the filter.
bool stuck(EstimatorState&, const GnssFix&) { return false; }
bool stuck(EstimatorState& state, const BaroSample& baro) {
  Repeats& r = state.repeats;
  const double z_W = state.output.now.p_W.z;
  if (baro.pressure_pa != r.pressure_pa || state.status.reset_count != r.baro_resets) {
    r.baro_resets = state.status.reset_count;
    r.pressure_pa = baro.pressure_pa;
    r.z_W = z_W;
    r.pressures = 0;
    return false;
  }
  r.pressures = std::min(r.pressures + 1, kRepeatsMax);
  return r.pressures == kRepeatsMax && std::fabs(z_W - r.z_W) > kRepeatClimb;
}
bool stuck(EstimatorState& state, const MagSample& mag) {
  Repeats& r = state.repeats;
  const Quat& q_WB = state.output.now.q_WB;
  if (!(mag.field_B == r.field_B) || state.status.reset_count != r.mag_resets) {
    r.mag_resets = state.status.reset_count;
    r.field_B = mag.field_B;
    r.q_WB = q_WB;
    r.fields = 0;
    return false;
  }
  r.fields = std::min(r.fields + 1, kRepeatsMax);
  return r.fields == kRepeatsMax &&
         norm(to_rotation_vector(r.q_WB.conjugate() * q_WB)) > kRepeatTurn;
}

// Of one instrument only, with rising time. `newest` is the time of the last that was taken.
template <class Sample>
bool accept(EstimatorState& state, const Sample& sample, std::uint32_t instance, TimeNs& newest) {
  if (sample.instance != instance) return false;
  if (!plausible(sample) || sample.time <= newest || stuck(state, sample)) {
    raise_fault(state, FilterFaultBit::refused_aid);
    return false;
  }
  newest = sample.time;
  return true;
}

void take_aids(EstimatorState& state, const Samples& samples, const EstimatorConfig& c) {
  Timers& t = state.timers;
  for (const GnssFix& fix : samples.gnss) {
    if (accept(state, fix, c.gnss_instance, t.gnss_arrival)) state.gnss.push(fix);
  }
  for (const BaroSample& baro : samples.baro) {
    if (!accept(state, baro, c.baro_instance, t.baro_arrival)) continue;
    state.baro.push({baro.time, altitude_from_pressure(baro.pressure_pa)});
  }
  for (const MagSample& mag : samples.mag) {
    if (!accept(state, mag, c.mag_instance, t.mag_arrival)) continue;
    state.mag.push({mag.time, kGaussPerTesla * mag.field_B});
  }
}

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
  take_aids(state, samples, config_);
  for (const ImuSample& sample : samples.imu) {
    if (sample.instance == config_.imu_instance) take_imu(state, sample, inputs);
  }
  if (samples.imu.empty()) return;  // only IMU samples move the filter and its output
  report_estimate(state, config_);
  report_status(state, config_);
}

void Estimator::take_imu(EstimatorState& state, const ImuSample& sample,
                         const EstimatorInputs& inputs) const {
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
    run_horizon(state, config_, magnetic_, inputs.decimal_year, oldest);
  }
}

}  // namespace alula
