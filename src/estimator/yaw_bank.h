// estimator/yaw_bank.h: the heading without a compass. Five small filters (velocity north and east,
// yaw) begin at headings spread over the circle and integrate the same IMU; GNSS velocity tells by
// likelihood which of them is right, once the vehicle accelerates. Known as EKF-GSF (Gaussian sum
// filter) from PX4.
//
// The five differ by a turn about the vertical only, so one attitude, levelled by the
// accelerometer, serves them all; it never sees the main filter, whose tilt a wrong yaw spoils.
#pragma once

#include "estimator/state.h"

namespace alula::ekf {

// One filter step. `gyro_bias_B` is what the main filter knows; it is taken over until velocities
// are used, and at rest.
void predict_yaw_bank(YawBank& bank, const ImuStep& step, const Vec3& gyro_bias_B, bool at_rest);

// One horizontal GNSS velocity in W with its standard deviation [m/s]. The first one that belongs
// to a moving vehicle begins the five filters.
void update_yaw_bank(YawBank& bank, TimeNs time, double v_north, double v_east, double deviation,
                     bool in_air);

// The combined yaw is good to `deviation_max_rad`.
bool yaw_bank_certain(const YawBank& bank, double deviation_max_rad);

}  // namespace alula::ekf
