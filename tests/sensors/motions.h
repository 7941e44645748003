// Motions in closed form, and how a test runs sensors along them.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "earth/geodesy.h"
#include "math/frames.h"
#include "sensors/imu.h"

namespace alula {

inline constexpr TimeNs kStepNs = 1'000'000;
inline const Vec3 kGravity_W{0.0, 0.0, 9.80665};

using Motion = std::function<RigidBodyState<double>(double t_s)>;

inline Motion at_rest(const Quat& q_WB = Quat::identity()) {
  return [q_WB](double) { return RigidBodyState<double>{.q_WB = q_WB}; };
}

// No error of any kind, for the exactness of what is measured.
inline ImuConfig perfect_imu(double rate_hz = 250.0, double delay_s = 0.0) {
  ImuConfig config;
  config.common = {.rate_hz = rate_hz, .delay_s = delay_s, .ideal = true};
  return config;
}

struct ImuRun {
  std::vector<ImuSample> samples;
  std::vector<SensorError> errors;
  std::vector<TimeNs> arrivals;
};

// The order of a simulation: sense and deliver at t_k, then the step to t_k+1.
inline ImuRun run_imu(const Imu& imu, const Motion& motion, double duration_s,
                      const Vec3& gravity_W = kGravity_W, const Vec3& omega_W = {}) {
  ImuState state;
  ImuRun run;
  const auto steps = static_cast<StepIndex>(std::llround(duration_s * 1000.0));
  for (StepIndex k = 0; k <= steps; ++k) {
    const TimeNs now = k * kStepNs;
    SensorErrors errors;
    Samples samples;
    imu.sense(state, now, errors);
    imu.deliver(state, now, samples);
    for (const ImuSample& sample : samples.imu) {
      run.samples.push_back(sample);
      run.arrivals.push_back(now);
    }
    run.errors.insert(run.errors.end(), errors.begin(), errors.end());
    imu.accumulate(state, {.before = motion(seconds(now)),
                           .after = motion(seconds(now + kStepNs)),
                           .gravity_W = gravity_W,
                           .omega_W = omega_W,
                           .dt_s = 0.001});
  }
  return run;
}

// What a sensor at rest at the origin of a world near Zurich meets at time t.
inline Geodetic zurich() { return {radians(47.397742), radians(8.545594), 488.0}; }
inline TruthState truth_at_rest(TimeNs now) {
  TruthState truth;
  truth.time = now;
  truth.gravity_W = kGravity_W;
  return truth;
}

// Mean and standard deviation.
struct Statistics {
  double mean = 0.0, deviation = 0.0;
};
inline Statistics statistics(const std::vector<double>& values) {
  Statistics s;
  for (const double v : values) s.mean += v / static_cast<double>(values.size());
  double sum = 0.0;
  for (const double v : values) sum += (v - s.mean) * (v - s.mean);
  s.deviation = std::sqrt(sum / static_cast<double>(values.size()));
  return s;
}

// Overlapping Allan deviation of rate data over windows of m samples.
inline double allan_deviation(const std::vector<double>& rate, std::size_t m) {
  std::vector<double> sum(rate.size() + 1, 0.0);
  for (std::size_t i = 0; i < rate.size(); ++i) sum[i + 1] = sum[i] + rate[i];
  double total = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 * m < sum.size(); ++i, ++count) {
    const double difference = (sum[i + 2 * m] - 2.0 * sum[i + m] + sum[i]) / static_cast<double>(m);
    total += difference * difference;
  }
  return std::sqrt(0.5 * total / static_cast<double>(count));
}

}  // namespace alula
