#include "estimator/imu_sampler.h"

#include <cmath>

namespace alula::ekf {

namespace {

constexpr double kRateMax = 100.0;    // [rad/s] three times the range of common gyroscopes
constexpr double kForceMax = 1000.0;  // [m/s^2]
constexpr TimeNs kIntervalMax = 100'000'000;
constexpr TimeNs kGapMax = 500'000'000;

constexpr double kVibrationTau = 0.5;  // [s]

// Variance of one sample, an axis: white noise differs from sample to sample by twice its variance.
// Motion hardly counts: a jerk of 50 m/s^3 looks like 0.1 m/s^2 at 250 Hz.
void watch_vibration(ImuSampler& sampler, const ImuSample& sample) {
  const double share = std::fmin(seconds(sample.interval) / kVibrationTau, 1.0);
  const double now = norm_squared(sample.specific_force_B - sampler.last_force_B) / 6.0;
  if (sampler.samples > 0) sampler.vibration_m2_s4 += share * (now - sampler.vibration_m2_s4);
  sampler.last_force_B = sample.specific_force_B;
}

}  // namespace

bool plausible_imu(const ImuSample& s) {
  return is_finite(s.w_B) && is_finite(s.specific_force_B) && norm(s.w_B) < kRateMax &&
         norm(s.specific_force_B) < kForceMax && s.interval > 0 && s.interval <= kIntervalMax &&
         s.time > 0;
}

ImuVerdict take_imu_sample(ImuSampler& sampler, const ImuSample& sample, ImuStep& increment) {
  const bool first = sampler.samples == 0;
  if (!plausible_imu(sample) || (!first && sample.time <= sampler.last_time))
    return ImuVerdict::refused;

  TimeNs interval = first ? sample.interval : sample.time - sampler.last_time;
  const bool bridged = interval > sample.interval + sample.interval / 2;
  if (interval > kGapMax) {
    sampler = ImuSampler{};
    sampler.last_time = sample.time;
    sampler.samples = 1;
    return ImuVerdict::paused;
  }
  const double dt = seconds(interval);
  const Vec3 angle = dt * sample.w_B, gain = dt * sample.specific_force_B;
  increment = ImuStep{};
  increment.time = sample.time;
  increment.interval = interval;
  increment.rotation = angle + (1.0 / 12.0) * cross(sampler.last_rotation, angle);
  // In axes at the end of the interval, where the mean has turned back by half.
  increment.velocity_gain_B = gain - 0.5 * cross(angle, gain) +
                              (1.0 / 12.0) * (cross(sampler.last_rotation, gain) +
                                              cross(sampler.last_velocity_gain, angle));
  increment.clipped = sample.clipped;
  increment.bridged = bridged ? 1 : 0;

  watch_vibration(sampler, sample);
  sampler.last_rotation = bridged ? Vec3{} : angle;
  sampler.last_velocity_gain = bridged ? Vec3{} : gain;
  sampler.last_time = sample.time;
  ++sampler.samples;
  return ImuVerdict::good;
}

bool gather_imu_step(ImuSampler& sampler, const ImuStep& increment, double predict_interval_s,
                     ImuStep& step) {
  ImuStep& sum = sampler.step;
  const Quat turn = from_rotation_vector(increment.rotation);
  sampler.q_start_now = sampler.q_start_now * turn;
  sum.velocity_gain_B = turn.conjugate() * sum.velocity_gain_B + increment.velocity_gain_B;
  sum.time = increment.time;
  sum.interval += increment.interval;
  sum.clipped |= increment.clipped;
  sum.bridged |= increment.bridged;
  ++sampler.step_samples;

  const TimeNs wanted = nanoseconds(predict_interval_s);
  if (sum.interval + increment.interval / 2 < wanted) return false;
  sum.rotation = to_rotation_vector(sampler.q_start_now);
  sum.vibration_m2_s4 = sampler.vibration_m2_s4 / static_cast<double>(sampler.step_samples);
  sampler.step_samples = 0;
  step = sum;
  sampler.step = ImuStep{};
  sampler.q_start_now = Quat::identity();
  return true;
}

}  // namespace alula::ekf
