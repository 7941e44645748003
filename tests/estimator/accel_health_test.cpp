// Accelerometers that clip or shake, and air that is pressed together near the ground.
#include <cmath>

#include <gtest/gtest.h>

#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/imu_sampler.h"
#include "estimator/prediction.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

Trajectory hover_at_5m() { return after_climb(15.0, 4.0, 5.0, 0.7, hover()); }

// Vibration beyond the range cuts the peaks off: the mean force tends to zero, by 4 m/s^2 here, and
// the filter believes that it falls.
void clip_vertical(Samples& s) {
  for (ImuSample& imu : s.imu) {
    imu.specific_force_B.z += 4.0;
    imu.clipped = 1U << 5;
  }
}

TEST(AccelHealth, AClippingAccelerometerIsFoundOutAndTheHeightKept) {
  FlightTest test(hover_at_5m(), SensorErrors{}, 15.0);
  test.run_to(40.0);
  const double bias = test.estimate().accel_bias_B.z;
  test.spoil = clip_vertical;
  double worst = 0.0, worst_speed = 0.0;
  bool found = false;
  test.run_to(60.0, [&] {
    ASSERT_TRUE(test.estimate().z_valid && test.estimate().xy_valid);
    worst = std::fmax(worst, std::fabs(test.position_error().z));
    worst_speed = std::fmax(worst_speed, std::fabs(test.velocity_error().z));
    found = found || (test.status().filter_fault_flags & bit(FilterFaultBit::bad_vertical_accel));
  });
  EXPECT_TRUE(found);
  EXPECT_LT(worst, 3.0) << "4 m/s^2 over 20 s would be 800 m";
  EXPECT_LT(worst_speed, 3.0);
  EXPECT_NEAR(test.estimate().accel_bias_B.z, bias, 0.02) << "no bias is learned from it";
  test.spoil = [](Samples&) {};
  test.run_to(90.0);
  EXPECT_EQ(test.status().filter_fault_flags & bit(FilterFaultBit::bad_vertical_accel), 0U);
  EXPECT_LT(std::fabs(test.position_error().z), 0.75);
}

// Without any clip mark two independent heights must agree that the filter falls.
TEST(AccelHealth, TwoHeightsAgreeingSufficeAndOneAloneDoesNot) {
  for (const bool baro_too : {true, false}) {
    FlightTest test(hover_at_5m(), SensorErrors{}, 15.0);
    test.run_to(40.0);
    EstimatorState& state = *test.state;
    state.status.gnss_velocity.innovation[2] =
        4.0 * std::sqrt(state.status.gnss_velocity.innovation_variance[2]);
    state.status.baro_height.innovation[0] =
        (baro_too ? 1.5 : 0.0) * std::sqrt(state.status.baro_height.innovation_variance[0]);
    ekf::ImuStep step{};
    step.interval = 8'000'000;
    judge_accelerometer(state, step);
    EXPECT_EQ(state.accel_health.bad_vertical, 0U) << "a moment is not enough";
    state.accel_health.good_time = state.timers.horizon - 120'000'000;
    judge_accelerometer(state, step);
    EXPECT_EQ(state.accel_health.bad_vertical, baro_too ? 1U : 0U);
    state.status.gnss_velocity.innovation[2] *= -1.0;  // it does not rise
    state.accel_health = {};
    state.accel_health.good_time = state.timers.horizon - 120'000'000;
    judge_accelerometer(state, step);
    EXPECT_EQ(state.accel_health.bad_vertical, 0U);
  }
}

TEST(AccelHealth, TheVerdictHoldsTenSeconds) {
  FlightTest test(hover_at_5m(), SensorErrors{}, 15.0);
  test.run_to(40.0);
  EstimatorState& state = *test.state;
  ekf::ImuStep step{};
  step.interval = 8'000'000;
  state.accel_health.bad_vertical = 1;
  state.accel_health.bad_time = state.timers.horizon - 9 * kNsPerSecond;
  judge_accelerometer(state, step);
  EXPECT_EQ(state.accel_health.bad_vertical, 1U);
  state.accel_health.bad_time = state.timers.horizon - 11 * kNsPerSecond;
  judge_accelerometer(state, step);
  EXPECT_EQ(state.accel_health.bad_vertical, 0U);
}

TEST(AccelHealth, DistrustRaisesTheNoiseOfAllAxes) {
  const EstimatorConfig config{};
  ekf::Covariance P{};
  ekf::ImuStep step{};
  step.interval = 10'000'000;
  const auto usual = process_noise(config, P, step, 0),
             bad = process_noise(config, P, step, 0, true);
  EXPECT_NEAR(usual.velocity_B.x, 0.35 * 0.35 * 1e-4, 1e-12);
  EXPECT_NEAR(bad.velocity_B.x, 4.9 * 4.9 * 1e-4, 1e-9);  // EKF2: 4.9 m/s^2
  EXPECT_EQ(bad.velocity_B.x, bad.velocity_B.z);
}

// White noise of 3 m/s^2 a sample: the mean of n samples has the variance 9/n.
TEST(Vibration, RaisesTheAccelerometerNoise) {
  ekf::ImuSampler sampler{};
  const RandomStream noise(1, "shake");
  ekf::ImuStep step{};
  double sum = 0.0;
  int count = 0;
  for (std::int64_t k = 1; k <= 25000; ++k) {
    ImuSample s{};
    const auto n = noise.normal3(k);
    s.time = k * 4'000'000;
    s.interval = 4'000'000;
    s.specific_force_B = Vec3{0.0, 0.0, -9.8} + 3.0 * Vec3{n[0], n[1], n[2]};
    ekf::ImuStep increment{};
    take_imu_sample(sampler, s, increment);
    if (!gather_imu_step(sampler, increment, 0.010, step) || k < 500) continue;
    sum += step.vibration_m2_s4;
    ++count;
  }
  EXPECT_NEAR(sum / count, 9.0 / 2.0, 0.1);  // 8 ms hold two samples
  const auto noise_now = process_noise(EstimatorConfig{}, ekf::Covariance{}, step, 0);
  EXPECT_NEAR(noise_now.velocity_B.z, step.vibration_m2_s4 * 64e-6, 1e-12);
}

TEST(Vibration, HardlySeesFlight) {
  FlightTest test(after_climb(15.0, 4.0, 5.0, 0.7, shuttle(10.0, 8.0)), SensorErrors{}, 15.0);
  double worst = 0.0;
  test.run_to(60.0, [&] { worst = std::fmax(worst, test.state->sampler.vibration_m2_s4); });
  EXPECT_LT(std::sqrt(worst), 0.1) << "EKF2_ACC_NOISE is 0.35";
}

class GroundEffectTest : public testing::Test {
 protected:
  GroundEffectTest() {
    state_->modes.height_source = ekf::ActiveHeight::barometer;
    state_->modes.ground_effect = 1;
    for (int i = 0; i < ekf::kStates; ++i) state_->filter.P[i][i] = 0.1;
  }
  double innovation_of(double altitude_m) {
    EstimatorState copy = *state_;
    ekf::fuse_baro_height(copy, {.time = 0, .altitude_m = altitude_m}, config_);
    return copy.status.baro_height.innovation[0];
  }
  EstimatorConfig config_{};
  std::unique_ptr<EstimatorState> state_ = std::make_unique<EstimatorState>();
};

// Pressed air reads as a lower place; EKF2_GND_EFF_DZ is 4 m.
TEST_F(GroundEffectTest, ABarometerThatReadsTooLowIsBelievedOnlyBeyondTheDeadZone) {
  EXPECT_EQ(innovation_of(-3.0), 0.0);
  EXPECT_NEAR(innovation_of(-6.0), -2.0, 1e-12);
  EXPECT_NEAR(innovation_of(3.0), 3.0, 1e-12) << "one that reads too high is believed";
  state_->modes.ground_effect = 0;
  EXPECT_NEAR(innovation_of(-3.0), -3.0, 1e-12);
}

TEST(GroundEffect, IsOnFromTakeOffToHalfAMetreAndWhenToldSo) {
  FlightTest test(hover_at_5m(), SensorErrors{}, 15.0);
  const auto on = [&] {
    return (test.status().control_mode_flags & bit(ControlModeBit::ground_effect)) != 0;
  };
  test.run_to(14.0);
  EXPECT_FALSE(on());
  bool was_on = false;
  double highest = 0.0;
  test.run_to(30.0, [&] {
    was_on = was_on || on();
    if (on()) highest = std::fmax(highest, -test.estimate().p_WB.z);
  });
  EXPECT_TRUE(was_on);
  EXPECT_LT(highest, 1.2) << "0.5 m at the delayed horizon";
  test.ground_effect = true;
  test.run_to(31.0);
  EXPECT_TRUE(on());
}

// The wash of the rotors raises the pressure by 25 Pa (2.2 m) in the first half metre.
TEST(GroundEffect, TheHeightIsKeptWhenTheBarometerIsTheReference) {
  FlightTest test(after_climb(15.0, 8.0, 5.0, 0.7, hover()), SensorErrors{}, 15.0);
  test.config.height_reference = HeightReference::barometer;
  test.config.gnss_control = gnss_use::position | gnss_use::velocity;
  test.spoil = [&](Samples& s) {
    const double t = seconds(test.now);
    const double height = -test.flight.truth(test.now).p.z;
    for (BaroSample& b : s.baro) {
      if (t > 14.5 && height < 0.5) b.pressure_pa += 25.0;
    }
  };
  double worst = 0.0;
  test.run_to(14.0);
  const double before = test.position_error().z;
  test.run_to(40.0, [&] { worst = std::fmax(worst, std::fabs(test.position_error().z - before)); });
  EXPECT_LT(worst, 0.5);
}

}  // namespace
}  // namespace alula
