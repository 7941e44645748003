#include "estimator/tilt_alignment.h"

#include <cmath>

namespace alula::ekf {

namespace {

constexpr TimeNs kWindow = 500'000'000;
constexpr TimeNs kPatience = 5 * kNsPerSecond;
constexpr double kGravity = 9.80665;
constexpr double kRateMax = 0.2618;    // 15 deg/s
constexpr double kVibrationMax = 1.0;  // [m/s^2]

}  // namespace

bool align_tilt(TiltAlignment& alignment, const ImuStep& step, Quat& q_WB) {
  TiltAlignment& a = alignment;
  const double dt = step.dt_s();
  const Vec3 force = (1.0 / dt) * step.velocity_gain_B;
  if (a.samples == 0) a.start = step.time - step.interval;
  if (a.first == 0) a.first = step.time;
  a.force_sum += force;
  a.force_square_sum += cwise_product(force, force);
  a.rate_sum += (1.0 / dt) * step.rotation;
  ++a.samples;
  if (step.time - a.start < kWindow) return false;

  const double n = static_cast<double>(a.samples);
  const Vec3 mean = (1.0 / n) * a.force_sum;
  const Vec3 variance = (1.0 / n) * a.force_square_sum - cwise_product(mean, mean);
  const double deviation = std::sqrt(std::fmax(variance.x + variance.y + variance.z, 0.0));
  const bool near_gravity = std::fabs(norm(mean) - kGravity) < 0.2 * kGravity;
  const bool turning = norm((1.0 / n) * a.rate_sum) > kRateMax;
  const bool patient = step.time - a.first < kPatience;
  const TimeNs first = a.first;
  a = TiltAlignment{};
  a.first = first;
  if (!near_gravity || turning || (patient && deviation > kVibrationMax)) return false;

  // At rest the force points up.
  const Vec3 down_B = (-1.0 / norm(mean)) * mean;
  q_WB = from_euler(
      {.roll = std::atan2(down_B.y, down_B.z), .pitch = std::asin(clamp_to(-down_B.x, -1.0, 1.0))});
  return true;
}

}  // namespace alula::ekf
