// The kernel against Joseph's form written out with full matrices, and each measurement's
// derivative against finite differences.
#include "estimator/fusion.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "core/random.h"
#include "estimator/aids.h"
#include "estimator/resets.h"

namespace alula {
namespace {

using namespace ekf;

Covariance some_covariance() {
  const RandomStream stream(3, "covariance");
  Covariance P{};
  for (int k = 0; k < kStates; ++k) {
    std::array<double, kStates> a{};
    for (std::size_t i = 0; i < kStates; ++i) {
      a[i] = 0.1 * stream.normal(k, static_cast<std::uint32_t>(i));
    }
    for (int i = 0; i < kStates; ++i) {
      for (int j = 0; j < kStates; ++j) {
        P[i][j] += a[static_cast<std::size_t>(i)] * a[static_cast<std::size_t>(j)];
      }
    }
  }
  return P;
}

Jacobian some_jacobian() {
  Jacobian h;
  h.add(kTheta, Vec3{0.3, -0.2, 0.5});
  h.add(kFieldW, Vec3{0.1, 0.9, -0.4});
  h.add(kFieldB + 1, 1.0);
  return h;
}

using Dense = std::array<std::array<double, kStates>, kStates>;

// (1 - k h) P (1 - k h)^T + k R k^T, k = P h / S with the frozen entries zero.
Dense joseph(const Covariance& P, const Jacobian& jacobian, double R, std::uint32_t frozen) {
  std::array<double, kStates> h{}, k{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(jacobian.count); ++i) {
    h[static_cast<std::size_t>(jacobian.index[i])] = jacobian.value[i];
  }
  double S = R;
  for (std::size_t i = 0; i < kStates; ++i) {
    for (std::size_t j = 0; j < kStates; ++j) {
      k[i] += P.m[i][j] * h[j];
      S += h[i] * P.m[i][j] * h[j];
    }
  }
  for (std::size_t i = 0; i < kStates; ++i) k[i] = (frozen >> i & 1U) != 0 ? 0.0 : k[i] / S;
  Dense M{}, MP{}, out{};
  for (std::size_t i = 0; i < kStates; ++i) {
    for (std::size_t j = 0; j < kStates; ++j) M[i][j] = (i == j ? 1.0 : 0.0) - k[i] * h[j];
  }
  for (std::size_t i = 0; i < kStates; ++i) {
    for (std::size_t j = 0; j < kStates; ++j) {
      for (std::size_t l = 0; l < kStates; ++l) MP[i][j] += M[i][l] * P.m[l][j];
    }
  }
  for (std::size_t i = 0; i < kStates; ++i) {
    for (std::size_t j = 0; j < kStates; ++j) {
      for (std::size_t l = 0; l < kStates; ++l) out[i][j] += MP[i][l] * M[j][l];
      out[i][j] += k[i] * R * k[j];
    }
  }
  return out;
}

void expect_joseph(std::uint32_t frozen) {
  Filter filter{};
  filter.P = some_covariance();
  const Dense expected = joseph(filter.P, some_jacobian(), 0.04, frozen);
  ASSERT_TRUE(fuse(filter, some_jacobian(), 0.1, 0.04, frozen));
  for (int i = 0; i < kStates; ++i) {
    for (int j = 0; j < kStates; ++j) {
      EXPECT_NEAR(filter.P[i][j],
                  expected[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)], 1e-13);
      EXPECT_EQ(filter.P[i][j], filter.P[j][i]);
    }
  }
}

TEST(Fusion, EqualsJosephsForm) { expect_joseph(0); }

TEST(Fusion, EqualsJosephsFormWithStatesFrozen) {
  expect_joseph(state_bits(kAccelBias, 3) | state_bits(kFieldB + 1, 1));
}

TEST(Fusion, LeavesFrozenStatesAndTheirVarianceAlone) {
  Filter filter{};
  filter.P = some_covariance();
  const Filter before = filter;
  ASSERT_TRUE(fuse(filter, some_jacobian(), 0.1, 0.04, state_bits(kAccelBias, 3)));
  EXPECT_EQ(filter.x.accel_bias_B, before.x.accel_bias_B);
  for (int i = kAccelBias; i < kAccelBias + 3; ++i)
    EXPECT_EQ(filter.P.variance(i), before.P.variance(i));
  EXPECT_NE(filter.x.gyro_bias_B, before.x.gyro_bias_B);
}

TEST(Fusion, RefusesWhatIsNotFinite) {
  Filter filter{};
  filter.P = some_covariance();
  EXPECT_FALSE(fuse(filter, some_jacobian(), std::nan(""), 0.04));
  EXPECT_FALSE(fuse(filter, some_jacobian(), INFINITY, 0.04));
  filter.P[kTheta][kTheta] = -10.0;
  EXPECT_FALSE(fuse(filter, Jacobian::of(kTheta), 0.1, 0.04)) << "a negative variance";
}

TEST(Fusion, TakesScalarsOneByOneAsAJointUpdateWould) {
  // Two independent measurements in either order: the linear filter ends in the same place.
  Filter a{}, b{};
  a.P = b.P = some_covariance();
  const double z_x = 0.4, z_y = -0.3;
  fuse(a, Jacobian::of(kPosition), a.x.p_W.x - z_x, 0.25);
  fuse(a, Jacobian::of(kPosition + 1), a.x.p_W.y - z_y, 0.25);
  fuse(b, Jacobian::of(kPosition + 1), b.x.p_W.y - z_y, 0.25);
  fuse(b, Jacobian::of(kPosition), b.x.p_W.x - z_x, 0.25);
  EXPECT_LT(norm(a.x.p_W - b.x.p_W), 1e-14);
  EXPECT_LT(norm(a.x.v_W - b.x.v_W), 1e-14);
}

EstimatorState magnetic_state() {
  EstimatorState state{};
  Nominal& x = state.filter.x;
  x.q_WB = from_euler({.roll = 0.2, .pitch = -0.3, .yaw = 1.2});
  x.field_W = {0.21, 0.013, 0.43};
  x.field_bias_B = {0.01, -0.02, 0.005};
  state.timers.horizon = kNsPerSecond;
  return state;
}

// Innovations of the three axes for a fixed sample, as the filter reports them.
std::array<double, 3> magnetometer_innovation(EstimatorState state, const EstimatorConfig& config) {
  const MagAid sample{.time = state.timers.horizon, .field_B = {0.1, 0.05, 0.4}};
  fuse_magnetometer(state, sample, config);
  return state.status.magnetometer.innovation;
}

// h P h^T of axis `i` when only state j is uncertain gives the square of the derivative, and the
// correlation of two states gives its sign.
TEST(MagnetometerModel, DerivativesMatchFiniteDifferences) {
  const EstimatorConfig config{};
  const EstimatorState base = magnetic_state();
  const double h = 1e-6, noise = config.mag_noise_gauss * config.mag_noise_gauss;
  for (int j = 0; j < kStates; ++j) {
    std::array<double, kStates> dx{};
    EstimatorState plus = base, minus = base;
    dx[static_cast<std::size_t>(j)] = h;
    apply_correction(plus.filter.x, dx.data());
    dx[static_cast<std::size_t>(j)] = -h;
    apply_correction(minus.filter.x, dx.data());
    const auto up = magnetometer_innovation(plus, config),
               down = magnetometer_innovation(minus, config);

    EstimatorState one = base;
    one.filter.P[j][j] = 1.0;
    const MagAid sample{.time = base.timers.horizon, .field_B = {0.1, 0.05, 0.4}};
    fuse_magnetometer(one, sample, config);
    for (std::size_t i = 0; i < 3; ++i) {
      const double numerical = (up[i] - down[i]) / (2.0 * h);
      const double square_of_model = one.status.magnetometer.innovation_variance[i] - noise;
      EXPECT_NEAR(square_of_model, numerical * numerical, 1e-8) << "axis " << i << ", state " << j;
    }
  }
}

TEST(MagnetometerModel, AFusionLessensTheInnovation) {
  const EstimatorConfig config{};
  EstimatorState state = magnetic_state();
  const double v = 0.01;
  const double variances[] = {v, v, v};
  reset_variance(state.filter.P, kTheta, 3, variances);
  const Quat truth = from_rotation_vector({0.03, -0.03, 0.07}) * state.filter.x.q_WB;
  const Vec3 measured = truth.conjugate() * state.filter.x.field_W + state.filter.x.field_bias_B;
  const MagAid sample{.time = state.timers.horizon, .field_B = measured};
  ASSERT_TRUE(fuse_magnetometer(state, sample, config));
  const Vec3 first{state.status.magnetometer.innovation[0], state.status.magnetometer.innovation[1],
                   state.status.magnetometer.innovation[2]};
  fuse_magnetometer(state, sample, config);
  const Vec3 second{state.status.magnetometer.innovation[0],
                    state.status.magnetometer.innovation[1],
                    state.status.magnetometer.innovation[2]};
  EXPECT_LT(norm(second), 0.8 * norm(first));
}

TEST(HeadingModel, InnovationGrowsByOneWithTheYawOfTheFilter) {
  const EstimatorConfig config{};
  const auto innovation = [&](double turn) {
    EstimatorState state = magnetic_state();
    state.filter.x.q_WB = from_rotation_vector({0.0, 0.0, turn}) * state.filter.x.q_WB;
    const MagAid sample{.time = state.timers.horizon, .field_B = {0.1, 0.05, 0.4}};
    fuse_heading(state, sample, config);
    return state.status.heading.innovation[0];
  };
  EXPECT_NEAR((innovation(1e-4) - innovation(-1e-4)) / 2e-4, 1.0, 1e-6);
}

TEST(HeadingModel, ObservationMinusInnovationIsTheYawOfTheFilter) {
  const EstimatorConfig config{};
  EstimatorState state = magnetic_state();
  const double yaw = yaw_of(state.filter.x.q_WB);
  fuse_heading(state, {.time = state.timers.horizon, .field_B = {0.1, 0.05, 0.4}}, config);
  const AidStatus<1>& aid = state.status.heading;
  EXPECT_NEAR(wrap_pi(yaw - aid.observation[0] - aid.innovation[0]), 0.0, 1e-12);
}

TEST(DeclinationModel, PullsTheFieldTowardsTheModelsDirection) {
  const EstimatorConfig config{};
  EstimatorState state = magnetic_state();
  state.magnetic.known = 1;
  state.magnetic.declination_rad = 0.1;
  const double v = 0.01;
  const double variances[] = {v, v, v};
  reset_variance(state.filter.P, kFieldW, 3, variances);
  const auto azimuth = [&] {
    return std::atan2(state.filter.x.field_W.y, state.filter.x.field_W.x);
  };
  const double before = azimuth();
  fuse_declination(state, 1e-4, config);
  EXPECT_LT(std::fabs(azimuth() - 0.1), 0.02 * std::fabs(before - 0.1));
}

}  // namespace
}  // namespace alula
