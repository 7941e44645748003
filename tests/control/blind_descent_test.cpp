// Down by the accelerometer alone: how fast, and what the ground feels like.
#include "control/blind_descent.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "earth/standard_gravity.h"

namespace alula {
namespace {

// A mass that thrust moves up and down at once, over a floor that stops it within a millisecond.
class BlindDescentTest : public ::testing::Test {
 protected:
  static constexpr double kStep_s = 0.004;

  void step() {
    const double free_m_s2 = kStandardGravity * (1.0 - share);
    double a = free_m_s2;
    const bool lands = height_m <= 0.0 && speed_m_s + kStep_s * a >= 0.0;
    if (lands) a = std::max(-150.0, -speed_m_s / kStep_s);  // what its sensor can feel
    if (lands && !down) touch_down_m_s = speed_m_s;
    down = down || lands;
    speed_m_s = lands ? 0.0 : speed_m_s + kStep_s * free_m_s2;
    height_m = std::max(0.0, height_m - kStep_s * speed_m_s);
    blow_m_s2 = std::max(blow_m_s2, std::fabs(a));
    if (++steps % steps_an_update != 0) return;
    const double a_sp = blind_descent_m_s2(state, {speed_m_s, a + bias_m_s2, blow_m_s2, share, 0.7},
                                           steps_an_update * kStep_s);
    blow_m_s2 = 0.0;
    share = std::clamp(hover_error * (1.0 - a_sp / kStandardGravity), 0.1, 1.3);
    fastest_m_s = std::max(fastest_m_s, speed_m_s);
  }
  // Until a share of the thrust of hover that no flight needs.
  double time_to_low_thrust_s() {
    for (int i = 0; i < 30000; ++i) {
      step();
      if (down && share < 0.35) return kStep_s * i;
    }
    return 1e9;
  }

  BlindDescentState state;
  double height_m = 20.0;
  double speed_m_s = 0.0;  // down
  double share = 1.0;
  double bias_m_s2 = 0.0;
  double hover_error = 1.0;  // of what hover is believed to need
  double blow_m_s2 = 0.0;
  int steps = 0, steps_an_update = 1;
  double fastest_m_s = 0.0, touch_down_m_s = -1.0;
  bool down = false;
};

// a = v/T grows v over the height h to sqrt(v^2 + 2 h v/T): 1.81 m/s from 20 m.
TEST_F(BlindDescentTest, TouchesDownAsSlowlyAsForgettingAllows) {
  EXPECT_LT(time_to_low_thrust_s(), 30.0);
  EXPECT_NEAR(touch_down_m_s, std::sqrt(0.7 * 0.7 + 2.0 * 20.0 * 0.07), 0.15);
}

TEST_F(BlindDescentTest, ABiasedSensorCostsSpeedNotTheLanding) {
  for (const double bias : {-0.05, 0.05}) {
    state = {};
    height_m = 20.0;
    speed_m_s = 0.0;
    share = 1.0;
    down = false;
    bias_m_s2 = bias;
    EXPECT_LT(time_to_low_thrust_s(), 120.0);
    EXPECT_LT(touch_down_m_s, 3.0);
  }
}

TEST_F(BlindDescentTest, SoonAfterTheBlowOfTheGroundTheThrustIsGone) {
  height_m = 3.0;
  while (!down) step();
  double after_s = 0.0;
  for (; share > 0.35 && after_s < 60.0; after_s += kStep_s) step();
  EXPECT_LT(after_s, 1.0);
  EXPECT_EQ(height_m, 0.0) << "and it has not risen again";
}

// The filter updates with every second sample of the IMU, and a blow lasts one.
TEST_F(BlindDescentTest, ABlowBetweenTwoUpdatesIsFeltAsWell) {
  steps_an_update = 2;
  for (const double height : {3.0, 3.003}) {
    state = {};
    height_m = height;
    speed_m_s = 0.0;
    share = 1.0;
    down = false;
    while (!down) step();
    double after_s = 0.0;
    for (; share > 0.35 && after_s < 60.0; after_s += kStep_s) step();
    EXPECT_LT(after_s, 1.0);
  }
}

// It sinks onto the ground without a blow, and the way it sank is forgotten.
TEST_F(BlindDescentTest, FeelsTheGroundWithoutABlowToo) {
  height_m = 0.0;
  down = true;
  double after_s = 0.0;
  for (; share > 0.35 && after_s < 60.0; after_s += kStep_s) step();
  EXPECT_LT(after_s, 5.0);
}

TEST_F(BlindDescentTest, ABlowInTheAirIsNoGround) {
  height_m = 1000.0;
  for (int i = 0; i < 500; ++i) step();
  const double before_m_s = speed_m_s;
  blind_descent_m_s2(state, {speed_m_s, 50.0, 50.0, share, 0.7}, kStep_s);
  for (int i = 0; i < 100; ++i) {
    step();
    EXPECT_GT(share, 0.6) << "it stays up";
  }
  for (int i = 0; i < 1500; ++i) step();
  EXPECT_NEAR(speed_m_s, before_m_s, 0.5);
}

TEST_F(BlindDescentTest, AWrongHoverThrustIsNoGround) {
  height_m = 1000.0;
  hover_error = 1.05;
  for (int i = 0; i < 5000; ++i) {
    step();
    ASSERT_GT(share, 0.6);
  }
  EXPECT_LT(speed_m_s, 3.0);
}

}  // namespace
}  // namespace alula
