#include "sim/imu_statistics.h"

#include "core/assert.h"

namespace alula {

namespace {

void smooth(double& average, double newest) {
  static constexpr double kWeight = 0.01;
  average += kWeight * (newest - average);
}

void accumulate(const Vec3& value, double count, Vec3& mean, Vec3& squares) {
  const Vec3 before = value - mean;
  mean += before / count;
  squares += cwise_product(before, value - mean);
}

}  // namespace

void ImuStatistics::add(const ImuSample& imu) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    running_.gyro_clipping[axis] += (imu.clipped >> axis) & 1u;
    running_.accel_clipping[axis] += (imu.clipped >> (3 + axis)) & 1u;
  }
  if (has_previous_) {
    const Vec3 angle = seconds(imu.interval) * imu.w_B,
               angle_before = seconds(previous_.interval) * previous_.w_B;
    smooth(running_.accel_vibration, norm(imu.specific_force_B - previous_.specific_force_B));
    smooth(running_.gyro_vibration, norm(imu.w_B - previous_.w_B));
    smooth(running_.coning, norm(cross(angle, angle_before)));
  }
  ++count_;
  accumulate(imu.specific_force_B, static_cast<double>(count_), accel_mean_, accel_squares_);
  accumulate(imu.w_B, static_cast<double>(count_), gyro_mean_, gyro_squares_);
  interval_sum_ += imu.interval;
  previous_ = imu;
  has_previous_ = true;
}

ImuSummary ImuStatistics::summarize() {
  ALULA_ASSERT(count_ > 0);
  const double count = static_cast<double>(count_);
  ImuSummary summary = running_;
  summary.rate_hz = count / seconds(interval_sum_);
  summary.accel_mean = accel_mean_;
  summary.gyro_mean = gyro_mean_;
  summary.accel_variance = accel_squares_ / count;
  summary.gyro_variance = gyro_squares_ / count;
  summary.temperature_k = previous_.temperature_k;
  summary.instance = previous_.instance;
  accel_mean_ = gyro_mean_ = accel_squares_ = gyro_squares_ = Vec3{};
  interval_sum_ = 0;
  count_ = 0;
  return summary;
}

}  // namespace alula
