#include "estimator/tilt_alignment.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace alula {
namespace {

using namespace ekf;

// Seconds until the alignment is complete, or -1 within 20 s.
double align_with(const Quat& truth, double vibration, double turn_rate, Quat& result) {
  const RandomStream stream(5, "vibration");
  TiltAlignment alignment{};
  for (int k = 1; k <= 2000; ++k) {
    const auto n = stream.normal3(k);
    ImuStep step{};
    step.time = k * TimeNs{10'000'000};
    step.interval = 10'000'000;
    step.rotation = {0.0, 0.0, 0.01 * turn_rate};
    const Vec3 force =
        truth.conjugate() * Vec3{0.0, 0.0, -9.81} + vibration * Vec3{n[0], n[1], n[2]};
    step.velocity_gain_B = 0.01 * force;
    if (align_tilt(alignment, step, result)) return seconds(step.time);
  }
  return -1.0;
}

TEST(TiltAlignment, FindsRollAndPitchInHalfASecond) {
  for (const Euler& e :
       {Euler{0.0, 0.0, 0.0}, Euler{0.4, -0.3, 0.0}, Euler{-1.2, 0.9, 0.0}, Euler{3.0, 0.2, 0.0}}) {
    Quat q{};
    EXPECT_NEAR(align_with(from_euler(e), 0.0, 0.0, q), 0.5, 0.011);
    EXPECT_NEAR(to_euler(q).roll, e.roll, 1e-9);
    EXPECT_NEAR(to_euler(q).pitch, e.pitch, 1e-9);
    EXPECT_NEAR(to_euler(q).yaw, 0.0, 1e-9);
  }
}

TEST(TiltAlignment, WaitsInVibrationAndThenTakesTheMean) {
  Quat q{};
  const double time = align_with(from_euler({.roll = 0.1}), 3.0, 0.0, q);
  EXPECT_GT(time, 4.9);
  EXPECT_LT(time, 6.0);
  EXPECT_NEAR(to_euler(q).roll, 0.1, 0.1) << "3 m/s^2 over 50 samples: 0.04 rad";
}

TEST(TiltAlignment, DoesNotAlignWhileTurning) {
  Quat q{};
  EXPECT_LT(align_with(Quat::identity(), 0.0, 0.5, q), 0.0) << "limit 15 deg/s";
}

}  // namespace
}  // namespace alula
