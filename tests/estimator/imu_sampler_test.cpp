#include "estimator/imu_sampler.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace alula {
namespace {

using namespace ekf;

ImuSample sample_at(TimeNs time, TimeNs interval) {
  ImuSample s{};
  s.time = time;
  s.interval = interval;
  s.specific_force_B = {0.0, 0.0, -9.8};
  return s;
}

std::vector<ImuStep> steps_at_rate(int rate_hz, double predict_interval_s) {
  ImuSampler sampler{};
  std::vector<ImuStep> steps;
  const TimeNs interval = kNsPerSecond / rate_hz;
  for (int k = 1; k <= rate_hz; ++k) {
    ImuStep increment{}, step{};
    EXPECT_EQ(take_imu_sample(sampler, sample_at(k * interval, interval), increment),
              ImuVerdict::good);
    if (gather_imu_step(sampler, increment, predict_interval_s, step)) steps.push_back(step);
  }
  return steps;
}

// px4.md 1.7: nominal 10 ms; 8 ms at 250 Hz.
TEST(ImuSampler, GathersToAboutTheWantedInterval) {
  const struct {
    int rate_hz;
    TimeNs interval;
  } cases[] = {{100, 10'000'000}, {200, 10'000'000}, {250, 8'000'000},
               {400, 10'000'000}, {500, 10'000'000}, {1000, 10'000'000}};
  for (const auto& c : cases) {
    const auto steps = steps_at_rate(c.rate_hz, 0.010);
    ASSERT_FALSE(steps.empty());
    for (const ImuStep& step : steps) EXPECT_EQ(step.interval, c.interval) << c.rate_hz;
  }
}

TEST(ImuSampler, LosesNothingOfTheIntegral) {
  const auto steps = steps_at_rate(250, 0.010);
  Vec3 gain{};
  for (const ImuStep& step : steps) gain += step.velocity_gain_B;
  EXPECT_NEAR(gain.z, -9.8, 1e-9);
}

// Classical coning: the axis of a tilt of half-angle a runs round with rate w. The attitude is
// closed form; its rate's mean over an interval is taken by fine quadrature. Without correction the
// drift about z is -w (1 - cos a) ... per turn; with the two-interval form what is left is of order
// (w dt)^4.
TEST(ImuSampler, ConingLeavesLittleDrift) {
  const double a = 0.05, w = 2.0 * std::numbers::pi * 10.0;  // 3 deg at 10 Hz
  const auto attitude = [&](double t) {
    return Quat{std::cos(a / 2), std::sin(a / 2) * std::cos(w * t),
                std::sin(a / 2) * std::sin(w * t), 0.0};
  };
  const auto rate_B = [&](double t) {
    // 2 q^* dq/dt in closed form.
    const double s = std::sin(a), c = std::cos(a);
    return Vec3{-w * s * std::sin(w * t), w * s * std::cos(w * t), -w * (1.0 - c)};
  };
  const auto drift = [&](bool correct) {
    ImuSampler sampler{};
    Quat q = attitude(0.0);
    const int rate_hz = 250, turns = 50;
    const double dt = 1.0 / rate_hz;
    for (int k = 1; k <= rate_hz / 10 * turns; ++k) {
      Vec3 mean{};
      for (int i = 0; i < 200; ++i)
        mean += (1.0 / 200.0) * rate_B((k - 1) * dt + (i + 0.5) * dt / 200.0);
      ImuSample s = sample_at(k * nanoseconds(dt), nanoseconds(dt));
      s.w_B = mean;
      ImuStep increment{};
      take_imu_sample(sampler, s, increment);
      q = q * from_rotation_vector(correct ? increment.rotation : dt * mean);
    }
    return norm(to_rotation_vector(q * attitude(turns * 0.1).conjugate()));
  };
  const double dt = 0.004;
  // Five seconds. Uncorrected: w^3 dt^2 a^2 / 12 = 0.8 mrad/s.
  EXPECT_NEAR(drift(false), 5.0 * std::pow(w, 3) * dt * dt * a * a / 12.0, 1e-3);
  EXPECT_LT(drift(true), 0.05 * drift(false));
}

TEST(ImuSampler, RefusesBadSamplesAndStaysAsItWas) {
  ImuSampler sampler{};
  ImuStep increment{};
  ASSERT_EQ(take_imu_sample(sampler, sample_at(4'000'000, 4'000'000), increment), ImuVerdict::good);
  const auto verdict = [&](ImuSample s) { return take_imu_sample(sampler, s, increment); };
  ImuSample s = sample_at(8'000'000, 4'000'000);
  s.w_B.x = std::nan("");
  EXPECT_EQ(verdict(s), ImuVerdict::refused);
  s = sample_at(8'000'000, 4'000'000);
  s.specific_force_B.y = INFINITY;
  EXPECT_EQ(verdict(s), ImuVerdict::refused);
  s.specific_force_B.y = 1e6;
  EXPECT_EQ(verdict(s), ImuVerdict::refused);
  EXPECT_EQ(verdict(sample_at(8'000'000, 0)), ImuVerdict::refused);
  EXPECT_EQ(verdict(sample_at(4'000'000, 4'000'000)), ImuVerdict::refused) << "the same time again";
  EXPECT_EQ(verdict(sample_at(3'000'000, 4'000'000)), ImuVerdict::refused) << "backwards";
  EXPECT_EQ(verdict(sample_at(8'000'000, 4'000'000)), ImuVerdict::good);
  EXPECT_EQ(increment.interval, 4'000'000);
  EXPECT_EQ(increment.bridged, 0U);
}

TEST(ImuSampler, BridgesAGapWithTheNextMean) {
  ImuSampler sampler{};
  ImuStep increment{};
  take_imu_sample(sampler, sample_at(4'000'000, 4'000'000), increment);
  ASSERT_EQ(take_imu_sample(sampler, sample_at(24'000'000, 4'000'000), increment),
            ImuVerdict::good);
  EXPECT_EQ(increment.interval, 20'000'000);
  EXPECT_EQ(increment.bridged, 1U);
  EXPECT_EQ(take_imu_sample(sampler, sample_at(kNsPerSecond, 4'000'000), increment),
            ImuVerdict::paused);
}

}  // namespace
}  // namespace alula
