#include "estimator/horizon.h"

#include <algorithm>
#include <cmath>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"
#include "estimator/output_predictor.h"
#include "estimator/prediction.h"
#include "estimator/resets.h"

namespace alula::ekf {

namespace {

constexpr double kTiltAlignedVariance = 2.74e-3;  // (3 deg)^2
constexpr double kAidRecent = 1.0;                // [s] without any aid: dead reckoning
constexpr double kUprightCosine = 0.966;          // 15 deg

// The accelerometer's bias is not learned in hard manoeuvres, in axes that clip, and at rest only
// along the vertical: there a horizontal bias cannot be told from a tilt.
std::uint32_t frozen_states(BiasLearning& l, const EstimatorState& state,
                            const EstimatorConfig& config, const ImuStep& step) {
  const double dt = step.dt_s();
  const double decay = 1.0 - std::min(dt / config.accel_bias_learn_tau_s, 1.0);
  l.accel_peak_m_s2 = std::max(norm(step.velocity_gain_B) / dt, decay * l.accel_peak_m_s2);
  l.rate_peak_rad_s = std::max(norm(step.rotation) / dt, decay * l.rate_peak_rad_s);
  const bool hard = l.accel_peak_m_s2 > config.accel_bias_learn_accel_m_s2 ||
                    l.rate_peak_rad_s > config.accel_bias_learn_rate_rad_s;
  const bool learn_accel = (config.imu_control & imu_use::accel_bias) != 0 && !hard &&
                           step.bridged == 0 && state.accel_health.bad_vertical == 0;

  const Modes& modes = state.modes;
  const bool vertical_only = (modes.at_rest != 0 && modes.in_air == 0) || modes.fake_position != 0;
  const Mat3 R = rotation_matrix(state.filter.x.q_WB);
  std::uint32_t frozen = 0;
  for (int i = 0; i < 3; ++i) {
    const bool clipped = (step.clipped >> (3 + i) & 1U) != 0;
    const bool observable = !vertical_only || std::fabs(R.m[2][i]) > kUprightCosine;
    if (!learn_accel || clipped || !observable) frozen |= state_bits(kAccelBias + i, 1);
  }
  if ((config.imu_control & imu_use::gyro_bias) == 0) frozen |= state_bits(kGyroBias, 3);
  return frozen;
}

void limit_biases(Nominal& x, const EstimatorConfig& config) {
  const double gyro = config.gyro_bias_limit_rad_s, accel = config.accel_bias_limit_m_s2;
  x.gyro_bias_B = clamp(x.gyro_bias_B, {gyro, gyro, gyro});
  x.accel_bias_B = clamp(x.accel_bias_B, {accel, accel, accel});
}

bool finite(const Nominal& x) {
  return std::isfinite(norm_squared(x.q_WB)) && is_finite(x.v_W) && is_finite(x.p_W) &&
         is_finite(x.gyro_bias_B) && is_finite(x.accel_bias_B) && is_finite(x.field_W) &&
         is_finite(x.field_bias_B) && std::isfinite(x.wind_north) && std::isfinite(x.wind_east) &&
         std::isfinite(x.terrain_z_W);
}

// A step that clips among steps that do not is a blow, of a landing for instance: what the
// accelerometer could not measure is about the speed that the body had. Of vibration, which clips
// again and again, it misses little each time.
void allow_for_blow(ProcessNoise& noise, const EstimatorState& state, const ImuStep& step) {
  const std::array<std::uint32_t, 3>& before = state.accel_health.clipped_steps;
  if (before[0] + before[1] + before[2] > 0) return;
  const auto missed = [&](int axis) {
    const bool clipped = (step.clipped >> (3 + axis) & 1U) != 0;
    return clipped ? norm_squared(state.filter.x.v_W) : 0.0;
  };
  noise.velocity_B += Vec3{missed(0), missed(1), missed(2)};
}

void predict(EstimatorState& state, const EstimatorConfig& config, const ImuStep& step) {
  Filter& f = state.filter;
  state.learning.frozen = frozen_states(state.learning, state, config, step);
  const Vec3 v_before = f.x.v_W;
  ProcessNoise noise =
      process_noise(config, f.P, step, state.learning.frozen, state.accel_health.bad_vertical != 0);
  allow_for_blow(noise, state, step);
  const StepMotion motion = predict_state(f.x, step, state.earth);
  predict_covariance(f.P, motion, noise);
  state.rate_B = (1.0 / motion.dt_s) * motion.rotation;
  state.a_W = (1.0 / motion.dt_s) * (f.x.v_W - v_before);
}

void judge_tilt(EstimatorState& state) {
  const Covariance& P = state.filter.P;
  if (state.modes.tilt_aligned != 0) return;
  state.modes.tilt_aligned =
      P.variance(kTheta) + P.variance(kTheta + 1) < kTiltAlignedVariance ? 1 : 0;
}

void note_ground(EstimatorState& state) {
  if (state.modes.in_air != 0) return;
  state.ground_z_W = state.filter.x.p_W.z;
  state.ground_time = state.timers.horizon;
}

// The drag says how the vehicle moves through the air, and the wind that was learned before how the
// air moves: a velocity that does not run away.
bool aided_by_air(const EstimatorState& state) {
  constexpr double kWindDeviation = 0.8;    // [m/s] of each component: it has been learned
  constexpr double kPlaceDeviation = 20.0;  // [m] a place that is less certain is none
  const Covariance& P = state.filter.P;
  const TimeNs accepted = state.status.drag.time_accepted;
  return state.modes.wind != 0 && accepted > 0 &&
         !older(state.timers.horizon, accepted, kAidRecent) &&
         std::max(P.variance(kWind), P.variance(kWind + 1)) < square(kWindDeviation) &&
         P.variance(kPosition) + P.variance(kPosition + 1) < square(kPlaceDeviation);
}

void judge_dead_reckoning(EstimatorState& state, const EstimatorConfig& config) {
  const Timers& t = state.timers;
  const TimeNs aided = std::max(t.horizontal_position, t.horizontal_velocity);
  const bool ever = aided > 0;
  const bool by_air = aided_by_air(state);
  const bool reckons = ever && older(t.horizon, aided, kAidRecent);
  state.modes.dead_reckoning = !reckons ? kAidedAtPlace
                               : by_air ? kReckonsByAir
                                        : kReckonsByInertia;
  state.modes.dead_reckoning_exceeded =
      !ever || (older(t.horizon, aided, config.no_aid_timeout_s) && !by_air) ? 1 : 0;
}

}  // namespace

void start_filter(EstimatorState& state, const EstimatorConfig& config, const ImuStep& step,
                  const Quat& q_WB) {
  Nominal& x = state.filter.x;
  const Vec3 gyro_bias = x.gyro_bias_B, accel_bias = x.accel_bias_B;
  x = Nominal{};
  x.q_WB = q_WB;
  x.gyro_bias_B = gyro_bias;
  x.accel_bias_B = accel_bias;
  initialize_covariance(state.filter.P, config);
  state.timers.horizon = state.timers.filter_started = step.time;
  state.timers.height = step.time;
  state.timers.heading = step.time;
  // With a field at hand the first yaw is right to some degrees, and its alignment later turns
  // little.
  if (state.mag_filtered_count >= kFieldSamplesNeeded) {
    x.q_WB = from_yaw(yaw_from_field(state, state.mag_filtered_B, config)) * x.q_WB;
  }
  start_height(state, config);
  state.modes.filter_running = 1;
  restart_output(state.output, x);
  ++state.status.reset_count;
}

void restart_filter(EstimatorState& state) {
  state.filter.x = Nominal{};
  state.filter.P = Covariance{};
  state.imu.clear();
  state.alignment = TiltAlignment{};
  state.output = OutputPredictor{};
  state.learning = BiasLearning{};
  const Modes before = state.modes;
  state.modes = Modes{};
  state.modes.in_air = before.in_air;
  state.modes.at_rest = before.at_rest;
  state.modes.mag_condemned = before.mag_condemned;
  state.yaw_bank = YawBank{};
  state.drag = DragGather{};
  forget_aiding(state.aiding);
  state.accel_health = AccelHealth{};
  state.timers.horizontal_position = state.timers.horizontal_velocity = 0;
  state.timers.vertical_velocity = state.timers.height = 0;
  state.baro_average_m = state.baro_average_count = 0.0;
  state.mag_filtered_count = 0.0;
  raise_fault(state, FilterFaultBit::restarted);
}

void run_horizon(EstimatorState& state, const EstimatorConfig& config,
                 const MagneticModel& magnetic, const ImuStep& step) {
  state.timers.horizon = step.time;
  predict(state, config, step);
  if (step.clipped >> 3 != 0) raise_fault(state, FilterFaultBit::accel_clipping);
  judge_tilt(state);
  note_ground(state);
  control_terrain(state, config, step.dt_s());
  run_yaw_bank(state, step);
  control_vision(state, config);
  control_magnetometer(state, config);
  control_gnss(state, config, magnetic);
  judge_accelerometer(state, step);
  control_range(state, config);
  control_height(state, config);
  control_flow(state, config);
  control_airspeed(state, config);
  control_wind(state, config, step);
  fuse_rest(state, step, config);
  fuse_fake_position(state, config);
  judge_dead_reckoning(state, config);
  limit_biases(state.filter.x, config);
  if (!constrain(state.filter.P) || !finite(state.filter.x)) {
    restart_filter(state);
    return;
  }
  state.status.output_tracking_error =
      correct_output(state.output, state.filter.x, config, step.dt_s(), delayed_horizon_s(config));
  state.status.updated = true;
}

}  // namespace alula::ekf
