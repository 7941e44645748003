#include "math/quaternion.h"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "math/frames.h"

namespace alula {
namespace {

constexpr Vec3 kX{1.0, 0.0, 0.0}, kY{0.0, 1.0, 0.0}, kZ{0.0, 0.0, 1.0};

Quat random_attitude(std::mt19937_64& draw) {
  std::normal_distribution<double> value;
  const double w = value(draw), x = value(draw), y = value(draw), z = value(draw);
  return normalized(Quat{w, x, y, z});
}

// q_WB takes B vectors to W. W is north-east-down, B forward-right-down.
TEST(Quaternion, YawTurnsTheNoseFromNorthToEast) {
  EXPECT_LT(norm(from_yaw(radians(90.0)) * kX - kY), 1e-15);
}
TEST(Quaternion, PitchLiftsTheNose) {
  const Vec3 nose_W = from_euler({.pitch = radians(30.0)}) * kX;
  EXPECT_NEAR(nose_W.z, -0.5, 1e-15);  // up is minus down
}
TEST(Quaternion, RollDropsTheRightWing) {
  const Vec3 right_W = from_euler({.roll = radians(30.0)}) * kY;
  EXPECT_NEAR(right_W.z, 0.5, 1e-15);
}

TEST(Quaternion, ProductsComposeRightToLeft) {
  std::mt19937_64 draw(1);
  for (int i = 0; i < 100; ++i) {
    const Quat a = random_attitude(draw), b = random_attitude(draw);
    const Vec3 v{1.0, -2.0, 0.5};
    EXPECT_LT(norm((a * b) * v - a * (b * v)), 1e-14);
    EXPECT_LT(norm((a * a.conjugate()) * v - v), 1e-14);
  }
}

TEST(Quaternion, TurnsLikeItsMatrixAndComesBackFromIt) {
  std::mt19937_64 draw(2);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = random_attitude(draw);
    const Mat3 R = rotation_matrix(q);
    const Vec3 v{0.3, -1.0, 2.0};
    EXPECT_LT(norm(R * v - q * v), 1e-14);
    EXPECT_NEAR(determinant(R), 1.0, 1e-14);
    EXPECT_LT(norm(from_rotation_matrix(R) * v - q * v), 1e-14);
  }
}

// Half turns are where a formula with a fixed divisor fails.
TEST(Quaternion, ComesBackFromMatricesOfHalfTurns) {
  for (const Vec3& axis : {kX, kY, kZ, Vec3{0.6, 0.8, 0.0}, Vec3{0.0, 0.6, -0.8}}) {
    const Quat q{0.0, axis.x, axis.y, axis.z};
    const Vec3 v{0.3, -1.0, 2.0};
    EXPECT_LT(norm(from_rotation_matrix(rotation_matrix(q)) * v - q * v), 1e-14);
  }
}

TEST(Quaternion, EulerAnglesRunYawPitchRoll) {
  const double roll = 0.4, pitch = -0.9, yaw = 2.5;
  const Quat product =
      from_yaw(yaw) * from_rotation_vector(pitch * kY) * from_rotation_vector(roll * kX);
  const Quat direct = from_euler({roll, pitch, yaw});
  EXPECT_LT(norm(product * kX - direct * kX) + norm(product * kY - direct * kY), 1e-14);
}

TEST(Quaternion, EulerAnglesComeBack) {
  std::mt19937_64 draw(3);
  std::uniform_real_distribution<double> turn(-std::numbers::pi, std::numbers::pi);
  for (int i = 0; i < 1000; ++i) {
    const Euler e{turn(draw), 0.49 * turn(draw), turn(draw)};
    const Euler back = to_euler(from_euler(e));
    EXPECT_NEAR(back.roll, e.roll, 1e-12);
    EXPECT_NEAR(back.pitch, e.pitch, 1e-12);
    EXPECT_NEAR(back.yaw, e.yaw, 1e-12);
    EXPECT_NEAR(yaw_of(from_euler(e)), e.yaw, 1e-12);
  }
}

// At the pole of the angles only their sum is defined; the attitude must survive all the same.
TEST(Quaternion, EulerAnglesSurviveTheNoseStraightUp) {
  for (const double pitch_deg : {90.0, -90.0, 89.9999}) {
    const Quat q = from_euler({0.2, radians(pitch_deg), 0.5});
    const Quat back = from_euler(to_euler(q));
    EXPECT_LT(norm(back * kX - q * kX) + norm(back * kY - q * kY), 1e-9) << pitch_deg;
  }
}

TEST(Quaternion, RotationVectorsComeBackUpToHalfATurn) {
  std::mt19937_64 draw(4);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 axis = unit_or(Vec3{unit(draw), unit(draw), unit(draw)}, kX);
    for (const double angle : {1e-12, 1e-6, 1e-4, 0.1, 3.0}) {
      const Vec3 phi = angle * axis;
      EXPECT_LT(norm(to_rotation_vector(from_rotation_vector(phi)) - phi), 1e-14 + 1e-15 * angle);
    }
  }
  EXPECT_EQ(from_rotation_vector({}), Quat::identity());
  EXPECT_EQ(to_rotation_vector(Quat::identity()), (Vec3{}));
}

// Small angles go by series, which must join the closed form to the last bits: against the same
// formulas with 64 bits of mantissa.
TEST(Quaternion, RotationVectorsAreExactAtEveryAngle) {
  for (double angle = 1e-9; angle < 3.0; angle *= 1.07) {
    const long double half = 0.5L * angle;
    const Quat q = from_rotation_vector(angle * kY);
    EXPECT_NEAR(q.w, static_cast<double>(std::cos(half)), 2e-16) << angle;
    EXPECT_NEAR(q.y / static_cast<double>(std::sin(half)), 1.0, 4e-16) << angle;
    const Quat made{static_cast<double>(std::cos(half)), 0.0, static_cast<double>(std::sin(half)),
                    0.0};
    EXPECT_NEAR(to_rotation_vector(made).y / angle, 1.0, 6e-16) << angle;
  }
}

TEST(Quaternion, AnglesBetweenVectorsAreExactAtEveryAngle) {
  for (double angle = 1e-9; angle < 3.1; angle *= 1.07) {
    const Vec3 turned{2.0 * std::cos(angle), 0.0, 2.0 * std::sin(angle)};
    EXPECT_NEAR(angle_between(3.0 * kX, turned) / angle, 1.0, 1e-15) << angle;
    EXPECT_NEAR(angle_of(-std::sin(angle), std::cos(angle)) / angle, -1.0, 1e-15) << angle;
  }
  EXPECT_EQ(angle_between(kX, kX), 0.0);
  EXPECT_EQ(angle_between(kX, -kX), std::numbers::pi);
  EXPECT_EQ(angle_of(0.0, -1.0), std::numbers::pi);
}

TEST(Quaternion, TheShorterWayIsTaken) {
  const Quat far = from_rotation_vector(radians(350.0) * kZ);
  EXPECT_LT(norm(to_rotation_vector(far) - radians(-10.0) * kZ), 1e-14);
  EXPECT_LT(norm(to_rotation_vector(Quat{-1.0, 0.0, 0.0, 0.0})), 1e-15);
}

TEST(Quaternion, HeadingsDifferByTheShortWayRound) {
  std::mt19937_64 draw(5);
  for (int i = 0; i < 1000; ++i) {
    const Quat a = random_attitude(draw), b = random_attitude(draw);
    const double difference = wrap_pi(yaw_of(b) - yaw_of(a));
    EXPECT_NEAR(std::remainder(yaw_between(a, b) - difference, 2.0 * std::numbers::pi), 0.0, 1e-12);
  }
  EXPECT_NEAR(yaw_between(from_yaw(3.0), from_yaw(-3.0)), 2.0 * std::numbers::pi - 6.0, 1e-15);
}

TEST(Quaternion, AnglesWrapToTheOpenClosedTurn) {
  EXPECT_DOUBLE_EQ(wrap_pi(0.5), 0.5);
  EXPECT_EQ(wrap_pi(std::numbers::pi), std::numbers::pi);
  EXPECT_EQ(wrap_pi(-std::numbers::pi), std::numbers::pi);
  EXPECT_NEAR(wrap_pi(radians(190.0)), radians(-170.0), 1e-15);
  EXPECT_NEAR(wrap_pi(radians(-1000.0)), radians(80.0), 1e-14);
}

}  // namespace
}  // namespace alula
