#include "estimator/intake.h"

#include <cmath>

#include "earth/atmosphere.h"
#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"
#include "estimator/imu_sampler.h"
#include "estimator/instances.h"
#include "estimator/vote.h"

namespace alula::ekf {

namespace {

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

constexpr std::uint32_t kRepeats = 10;
constexpr std::uint32_t kFixRepeats = 5;   // a receiver may be slow
constexpr std::uint32_t kImuRepeats = 25;  // 0.1 s at 250 Hz
constexpr double kRepeatClimb = 1.0;       // [m], a dozen steps of a coarse barometer
constexpr double kRepeatTurn = 0.05;       // [rad], several steps of a coarse magnetometer
constexpr double kRepeatWay = 3.0;         // [m], far more than the last digit of a fix

// One more repeat. True from the moment on at which enough repeats and `moved` come together, until
// the count begins anew.
bool repeats_wrongly(std::uint32_t& count, std::uint32_t enough, bool moved) {
  if (count < enough) ++count;
  if (count == enough && moved) ++count;
  return count > enough;
}

// Repeating alone proves nothing: ideal sensors at rest do so rightly. The vehicle must have moved
// meanwhile, and not by a reset of the filter.
bool stuck(EstimatorState& state, const GnssFix& fix) {
  Repeats& r = state.repeats;
  const Vec3& p_W = state.output.now.p_W;
  const bool same = fix.latitude_rad == r.latitude_rad && fix.longitude_rad == r.longitude_rad &&
                    fix.v_ned == r.v_ned;
  if (!same || state.status.reset_count != r.gnss_resets) {
    r.gnss_resets = state.status.reset_count;
    r.latitude_rad = fix.latitude_rad;
    r.longitude_rad = fix.longitude_rad;
    r.v_ned = fix.v_ned;
    r.p_W = p_W;
    r.fixes = 0;
    return false;
  }
  return repeats_wrongly(r.fixes, kFixRepeats, norm_xy(p_W - r.p_W) > kRepeatWay);
}
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
  return repeats_wrongly(r.pressures, kRepeats, std::fabs(z_W - r.z_W) > kRepeatClimb);
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
  const double turn = norm(to_rotation_vector(r.q_WB.conjugate() * q_WB));
  return repeats_wrongly(r.fields, kRepeats, turn > kRepeatTurn);
}
// An IMU is the filter's own measure of motion: only another IMU can show that it is stuck. Its
// gyroscope may stick without its accelerometer, and the other way round.
bool stuck(EstimatorState& state, const ImuSample& imu) {
  Repeats& r = state.repeats;
  if (!(imu.w_B == r.w_B)) r.rates = 0;
  if (!(imu.specific_force_B == r.specific_force_B)) r.forces = 0;
  const bool rates =
      imu.w_B == r.w_B && repeats_wrongly(r.rates, kImuRepeats, r.other_rates_moved != 0);
  const bool forces = imu.specific_force_B == r.specific_force_B &&
                      repeats_wrongly(r.forces, kImuRepeats, r.other_forces_moved != 0);
  r.w_B = imu.w_B;
  r.specific_force_B = imu.specific_force_B;
  return rates || forces;
}
void note_other(EstimatorState& state, const ImuSample& other) {
  Repeats& r = state.repeats;
  r.other_rates_moved = other.w_B == r.other_w_B ? 0 : 1;
  r.other_forces_moved = other.specific_force_B == r.other_force_B ? 0 : 1;
  r.other_w_B = other.w_B;
  r.other_force_B = other.specific_force_B;
}

constexpr double kUsualLeast = 1.0;  // [s] a usual difference that is younger is none

// The state that belongs to the instrument of before, not to the vehicle.
void change_instrument(EstimatorState& state, const ImuSample&, std::uint32_t from,
                       const EstimatorConfig& config) {
  if (take_over_imu(state, from, state.imu_choice.in_use, config)) return;
  Filter& f = state.filter;
  f.x.gyro_bias_B = f.x.accel_bias_B = {};
  const double gyro = square(config.gyro_bias_init_rad_s);
  const double accel = square(config.accel_bias_init_m_s2);
  const double variances[] = {gyro, gyro, gyro, accel, accel, accel};
  if (state.modes.filter_running != 0) reset_variance(f.P, kGyroBias, 6, variances);
  state.yaw_bank = YawBank{};
}
void change_instrument(EstimatorState& state, const GnssFix&, std::uint32_t,
                       const EstimatorConfig&) {
  state.gnss_checks.fixes = 0;
  state.gnss_track = state.receivers[state.gnss_choice.in_use].track;
}
void change_instrument(EstimatorState& state, const BaroSample&, std::uint32_t from,
                       const EstimatorConfig&) {
  const Witness& next = state.baro_panel[state.baro_choice.in_use];
  const bool known = next.learned_s > kUsualLeast;
  state.baro_bias.bias_m -= known ? next.usual.z : 0.0;
  state.modes.baro_changed = known ? 0 : 1;
  state.baro.clear();  // the queue holds what the other one said
  rebase(state.baro_panel, from, state.baro_choice.in_use);
}
void change_instrument(EstimatorState& state, const MagSample&, std::uint32_t from,
                       const EstimatorConfig&) {
  const Witness& next = state.mag_panel[state.mag_choice.in_use];
  state.modes.mag_condemned = state.modes.mag_fault = 0;
  if (next.learned_s > kUsualLeast && state.modes.mag_3d != 0) {
    state.filter.x.field_bias_B += next.usual;
    state.mag_filtered_B += next.usual;
  } else {
    state.modes.mag_changed = 1;
    state.mag_filtered_count = 0.0;
  }
  state.mag.clear();
  rebase(state.mag_panel, from, state.mag_choice.in_use);
}

template <class Sample>
bool of_chosen_instance(EstimatorState& state, InstanceChoice& choice, const Sample& sample,
                        double silence_s, const EstimatorConfig& config) {
  const std::uint32_t before = choice.switches, from = choice.in_use;
  const bool chosen = choose_instance(choice, sample.instance, sample.time, silence_s);
  if (choice.switches == before) return chosen;
  change_instrument(state, sample, from, config);
  raise_fault(state, FilterFaultBit::instance_switched);
  return chosen;
}

// `newest` is the time of the last that was taken.
template <class Sample>
bool accept(EstimatorState& state, InstanceChoice& choice, const Sample& sample, double silence_s,
            TimeNs& newest, const EstimatorConfig& config) {
  const bool in_use = sample.instance == choice.in_use;
  if (!plausible(sample) || (in_use && stuck(state, sample))) {
    if (in_use) raise_fault(state, FilterFaultBit::refused_aid);
    return false;
  }
  // One that comes after the horizon has long passed it is as good as silent.
  if (too_late(state, sample.time)) {
    if (in_use) raise_fault(state, FilterFaultBit::late_aid);
    return false;
  }
  if (!of_chosen_instance(state, choice, sample, silence_s, config)) return false;
  if (sample.time <= newest) {
    raise_fault(state, FilterFaultBit::refused_aid);
    return false;
  }
  newest = sample.time;
  return true;
}

// All are heard before any is used.
void hear_aids(EstimatorState& state, const Samples& samples, const EstimatorConfig& c) {
  for (const GnssFix& fix : samples.gnss)
    if (plausible(fix)) hear_fix(state, fix, c);
  for (const BaroSample& baro : samples.baro)
    if (plausible(baro)) hear_baro(state, baro, c);
  for (const MagSample& mag : samples.mag)
    if (plausible(mag)) hear_mag(state, mag, c);
}

}  // namespace

void take_aids(EstimatorState& state, const Samples& samples, const EstimatorConfig& c) {
  Timers& t = state.timers;
  prefer_instance(state.gnss_choice, c.gnss_instance);
  prefer_instance(state.baro_choice, c.baro_instance);
  prefer_instance(state.mag_choice, c.mag_instance);
  hear_aids(state, samples, c);
  for (const GnssFix& fix : samples.gnss) {
    if (accept(state, state.gnss_choice, fix, silence::gnss, t.gnss_arrival, c)) {
      state.gnss.push(fix);
    }
  }
  for (const BaroSample& baro : samples.baro) {
    if (!accept(state, state.baro_choice, baro, silence::baro, t.baro_arrival, c)) continue;
    if (in_dispute(state.baro_panel, state.baro_choice)) {
      state.status.baro_height.innovation = {};  // nor is its last one evidence
      continue;
    }
    state.baro.push({baro.time, altitude_from_pressure(baro.pressure_pa)});
  }
  for (const MagSample& mag : samples.mag) {
    if (!accept(state, state.mag_choice, mag, silence::mag, t.mag_arrival, c)) continue;
    if (in_dispute(state.mag_panel, state.mag_choice)) continue;
    state.mag.push({mag.time, kGaussPerTesla * mag.field_B});
  }
}

bool accept_imu(EstimatorState& state, const ImuSample& sample, const EstimatorConfig& config) {
  InstanceChoice& choice = state.imu_choice;
  prefer_instance(choice, config.imu_instance);
  const bool in_use = sample.instance == choice.in_use;
  if (!in_use) note_other(state, sample);
  if (!plausible_imu(sample) || (in_use && stuck(state, sample))) {
    if (in_use) raise_fault(state, FilterFaultBit::refused_imu);
    return false;
  }
  return of_chosen_instance(state, choice, sample, silence::imu, config);
}

}  // namespace alula::ekf
