// The covariance goes where small errors of the state go.
#include "estimator/prediction.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "core/random.h"
#include "estimator/fusion.h"
#include "estimator/resets.h"

namespace alula {
namespace {

using namespace ekf;

using Dense = std::array<std::array<double, kStates>, kStates>;

Nominal some_state() {
  Nominal x{};
  x.q_WB = from_euler({.roll = 0.3, .pitch = -0.4, .yaw = 2.0});
  x.v_W = {3.0, -2.0, 1.0};
  x.p_W = {20.0, -30.0, -15.0};
  x.gyro_bias_B = {0.01, -0.02, 0.015};
  x.accel_bias_B = {0.1, -0.05, 0.2};
  x.field_W = {0.21, 0.01, 0.43};
  x.field_bias_B = {0.01, 0.02, -0.01};
  return x;
}

ImuStep some_step() {
  ImuStep step{};
  step.interval = 10'000'000;
  step.rotation = {0.02, -0.03, 0.01};
  step.velocity_gain_B = {0.02, 0.01, -0.11};
  return step;
}

EarthFrame some_earth() {
  EarthFrame earth{};
  earth.gravity_m_s2 = 9.80686;
  earth.gravity_gradient_s2 = 1.539e-6;
  earth.rotation_W = {4.9e-5, 0.0, -5.4e-5};
  return earth;
}

// truth (-) estimate as an error state.
std::array<double, kStates> difference(const Nominal& truth, const Nominal& estimate) {
  std::array<double, kStates> d{};
  const Vec3 parts[] = {to_rotation_vector(truth.q_WB * estimate.q_WB.conjugate()),
                        truth.v_W - estimate.v_W,
                        truth.p_W - estimate.p_W,
                        truth.gyro_bias_B - estimate.gyro_bias_B,
                        truth.accel_bias_B - estimate.accel_bias_B,
                        truth.field_W - estimate.field_W,
                        truth.field_bias_B - estimate.field_bias_B};
  for (std::size_t i = 0; i < 7; ++i) {
    d[3 * i] = parts[i].x, d[3 * i + 1] = parts[i].y, d[3 * i + 2] = parts[i].z;
  }
  d[kWind] = truth.wind_north - estimate.wind_north;
  d[kWind + 1] = truth.wind_east - estimate.wind_east;
  d[kTerrain] = truth.terrain_z_W - estimate.terrain_z_W;
  return d;
}

// F by central differences of the state's own prediction.
Dense numerical_transition(const Nominal& x, const ImuStep& step, const EarthFrame& earth) {
  Dense F{};
  const double h = 1e-5;
  Nominal centre = x;
  predict_state(centre, step, earth);
  for (std::size_t j = 0; j < kStates; ++j) {
    std::array<double, kStates> dx{};
    Nominal plus = x, minus = x;
    dx[j] = h;
    apply_correction(plus, dx.data());
    dx[j] = -h;
    apply_correction(minus, dx.data());
    predict_state(plus, step, earth);
    predict_state(minus, step, earth);
    const auto up = difference(plus, centre), down = difference(minus, centre);
    for (std::size_t i = 0; i < kStates; ++i) F[i][j] = (up[i] - down[i]) / (2.0 * h);
  }
  return F;
}

Covariance some_covariance() {
  // A A^T of a random matrix, scaled to the usual sizes of the states.
  const RandomStream stream(7, "covariance");
  const double size[] = {0.03, 0.5, 1.0, 0.02, 0.1, 0.03, 0.02, 1.0};
  Dense A{};
  for (std::size_t i = 0; i < kStates; ++i) {
    for (std::size_t j = 0; j < kStates; ++j) {
      A[i][j] = size[i / 3] * stream.normal(static_cast<std::int64_t>(i * kStates + j)) / 5.0;
    }
  }
  Covariance P{};
  for (int i = 0; i < kStates; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < kStates; ++k) {
        sum += A[static_cast<std::size_t>(i)][k] * A[static_cast<std::size_t>(j)][k];
      }
      P[i][j] = P[j][i] = sum;
    }
  }
  return P;
}

Dense propagate_dense(const Dense& F, const Covariance& P) {
  Dense FP{}, out{};
  for (std::size_t i = 0; i < kStates; ++i) {
    for (std::size_t j = 0; j < kStates; ++j) {
      for (std::size_t k = 0; k < kStates; ++k) FP[i][j] += F[i][k] * P.m[k][j];
    }
  }
  for (std::size_t i = 0; i < kStates; ++i) {
    for (std::size_t j = 0; j < kStates; ++j) {
      for (std::size_t k = 0; k < kStates; ++k) out[i][j] += FP[i][k] * F[j][k];
    }
  }
  return out;
}

TEST(CovariancePrediction, MovesLikeSmallErrorsOfTheState) {
  const Nominal x = some_state();
  const ImuStep step = some_step();
  const EarthFrame earth = some_earth();
  Covariance P = some_covariance();
  const Dense expected = propagate_dense(numerical_transition(x, step, earth), P);

  Nominal moved = x;
  const StepMotion motion = predict_state(moved, step, earth);
  predict_covariance(P, motion, ProcessNoise{});
  // What F leaves out: rotation of the Earth, 7e-7 a step; the second order of the right Jacobian,
  // |rotation|^2/6 of dt; the gradient of gravity. Relative to the sizes of the states that stays
  // below 3e-6.
  for (std::size_t i = 0; i < kStates; ++i) {
    for (std::size_t j = 0; j < kStates; ++j) {
      const double scale = std::sqrt(expected[i][i] * expected[j][j]);
      EXPECT_NEAR(P.m[i][j], expected[i][j], 3e-6 * scale) << i << ", " << j;
    }
  }
}

TEST(CovariancePrediction, StaysSymmetricToTheBitAndPositiveOverManySteps) {
  Nominal x = some_state();
  Covariance P = some_covariance();
  const EstimatorConfig config{};
  for (int k = 0; k < 500; ++k) {
    const ProcessNoise noise = process_noise(config, P, some_step(), 0);
    predict_covariance(P, predict_state(x, some_step(), some_earth()), noise);
  }
  for (int i = 0; i < kStates; ++i) {
    EXPECT_GT(P.variance(i), 0.0);
    for (int j = 0; j < i; ++j) {
      EXPECT_EQ(P[i][j], P[j][i]);
      EXPECT_LE(P[i][j] * P[i][j], P.variance(i) * P.variance(j) * (1.0 + 1e-9)) << i << ", " << j;
    }
  }
}

TEST(CovariancePrediction, AddsNoiseAsVarianceOfAStep) {
  const EstimatorConfig config{};
  Covariance P{};
  Nominal x{};
  const ImuStep step = some_step();
  predict_covariance(P, predict_state(x, step, some_earth()), process_noise(config, P, step, 0));
  // (figure * 10 ms)^2, figures of px4.md 3.1.
  EXPECT_NEAR(P.variance(kTheta), std::pow(0.015 * 0.01, 2), 1e-15);
  EXPECT_NEAR(P.variance(kVelocity + 1), std::pow(0.35 * 0.01, 2), 1e-12);
  EXPECT_NEAR(P.variance(kGyroBias), std::pow(0.001 * 0.01, 2), 1e-18);
  EXPECT_NEAR(P.variance(kAccelBias + 2), std::pow(0.003 * 0.01, 2), 1e-18);
  EXPECT_EQ(P.variance(kFieldW), 0.0) << "the fields are no states before the flight";
}

TEST(CovariancePrediction, TrustsAClippedAxisLess) {
  const EstimatorConfig config{};
  ImuStep step = some_step();
  step.clipped = 1U << 4;  // accelerometer, y
  const ProcessNoise noise = process_noise(config, Covariance{}, step, 0);
  EXPECT_DOUBLE_EQ(noise.velocity_B.x, std::pow(0.35 * 0.01, 2));
  EXPECT_DOUBLE_EQ(noise.velocity_B.y, std::pow(4.9 * 0.01, 2));
}

TEST(StatePrediction, FallsWithGravityWhenItFeelsNothing) {
  Nominal x{};
  ImuStep step{};
  step.interval = 10'000'000;
  const EarthFrame earth = some_earth();
  for (int k = 0; k < 100; ++k) predict_state(x, step, earth);
  EXPECT_NEAR(x.v_W.z, 9.80686, 1e-4);
  EXPECT_NEAR(x.p_W.z, 0.5 * 9.80686, 1e-4);
}

TEST(StatePrediction, TakesTheTurningEarthOutOfTheRate) {
  Nominal x{};
  x.q_WB = from_euler({.roll = 0.1, .pitch = 0.2, .yaw = 1.0});
  const Quat before = x.q_WB;
  const EarthFrame earth = some_earth();
  ImuStep step{};
  step.interval = 10'000'000;
  for (int k = 0; k < 1000; ++k) {
    step.rotation = 0.01 * (x.q_WB.conjugate() * earth.rotation_W);
    predict_state(x, step, earth);
  }
  // Ten seconds of the Earth's rotation are 0.7 mrad; nothing of it is left.
  EXPECT_LT(norm(to_rotation_vector(x.q_WB * before.conjugate())), 1e-9);
}

TEST(Constrain, SeesACovarianceThatIsBroken) {
  Covariance P = some_covariance();
  EXPECT_TRUE(constrain(P));
  P[4][4] = std::nan("");
  EXPECT_FALSE(constrain(P));
  P[4][4] = -1.0;
  EXPECT_FALSE(constrain(P));
}

}  // namespace
}  // namespace alula
