// sim/imu_statistics.h: what PX4 calls the status of an IMU: clipping, rate, vibration, mean and
// variance. Kept by the recorder for the log alone.
#pragma once

#include "signals/samples.h"
#include "topics/sensors.h"

namespace alula {

// Mean and variance are over the samples since the last summary (Welford's recurrence); the
// vibration figures are first-order averages of the change from sample to sample with PX4's weight
// of one hundredth for the newest.
class ImuStatistics {
 public:
  void add(const ImuSample& imu);
  // Needs at least one sample since the last call.
  ImuSummary summarize();
  [[nodiscard]] bool empty() const { return count_ == 0; }

 private:
  ImuSummary running_;  // clipping and vibration, carried on
  ImuSample previous_;
  Vec3 accel_mean_{}, gyro_mean_{}, accel_squares_{}, gyro_squares_{};
  TimeNs interval_sum_ = 0;
  std::int64_t count_ = 0;
  bool has_previous_ = false;
};

}  // namespace alula
