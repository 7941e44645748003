// The derivatives of range, flow and airspeed against finite differences, through the variance of
// the innovation: h P h^T + R with a full covariance tells sign and size of every entry.
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "core/random.h"
#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/fusion.h"
#include "signals/airspeed.h"

namespace alula {
namespace {

using namespace ekf;

class AidingModel : public testing::Test {
 protected:
  AidingModel() {
    Nominal& x = state_->filter.x;
    x.q_WB = from_euler({0.2, -0.15, 0.8});
    x.v_W = {3.0, -2.0, 0.7};
    x.p_W = {5.0, -4.0, -3.0};
    x.wind_north = -2.0, x.wind_east = 1.5;
    x.terrain_z_W = 0.6;
    state_->rate_B = {0.1, -0.2, 0.3};
    state_->a_W = {0.5, 0.4, -0.2};
    state_->timers.horizon = kNsPerSecond;
    state_->modes.in_air = 1;
    config_.p_BImu_m = {0.02, 0.0, 0.01};
    config_.aiding.range.p_B_m = {-0.055, -0.01, 0.065};
    config_.aiding.range.pitch_rad = 1.4;
    config_.aiding.flow.p_B_m = {-0.055, 0.02, 0.065};
    config_.aiding.airspeed.speed_min_m_s = 1.0;
    const RandomStream stream(3, "covariance");
    for (int k = 0; k < kStates; ++k) {
      for (int i = 0; i < kStates; ++i) {
        for (int j = 0; j < kStates; ++j) {
          full_[i][j] += 1e-4 * stream.normal(k, static_cast<std::uint32_t>(i)) *
                         stream.normal(k, static_cast<std::uint32_t>(j));
        }
      }
    }
  }

  // `look` takes a state and returns the aid's status; `noise` is R.
  template <class Look> void expect_derivatives(const Look& look, double noise) {
    constexpr double e = 1e-5;
    const auto status = [&](const Covariance& P, int i, double step) {
      const auto moved = std::make_unique<EstimatorState>(*state_);
      std::array<double, kStates> dx{};
      dx[static_cast<std::size_t>(i)] = step;
      apply_correction(moved->filter.x, dx.data());
      moved->filter.P = P;
      return look(*moved);
    };
    const auto here = status(full_, 0, 0.0);
    for (std::size_t axis = 0; axis < here.innovation.size(); ++axis) {
      std::array<double, kStates> h{};
      for (int i = 0; i < kStates; ++i) {
        const double ahead = status(Covariance{}, i, e).innovation[axis];
        const double behind = status(Covariance{}, i, -e).innovation[axis];
        h[static_cast<std::size_t>(i)] = (ahead - behind) / (2.0 * e);
      }
      double expected = noise;
      for (int i = 0; i < kStates; ++i) {
        for (int j = 0; j < kStates; ++j) {
          expected += h[static_cast<std::size_t>(i)] * full_[i][j] * h[static_cast<std::size_t>(j)];
        }
      }
      EXPECT_GT(expected, 1.001 * noise) << "the test would see nothing";
      EXPECT_NEAR(here.innovation_variance[axis], expected, 2e-6 * expected) << "axis " << axis;
    }
  }

  EstimatorConfig config_{};
  Covariance full_{};
  std::unique_ptr<EstimatorState> state_ = std::make_unique<EstimatorState>();
};

TEST_F(AidingModel, RangeOfALeaningBeam) {
  const RangeSample sample{.time = kNsPerSecond, .distance_m = 3.5, .max_m = 12.0, .quality = 1.0};
  expect_derivatives(
      [&](EstimatorState& s) {
        look_range(s, sample, config_);
        return s.status.range_height;
      },
      range_variance(sample, config_));
}

TEST_F(AidingModel, FlowOfACameraAwayFromTheImu) {
  const FlowSample sample{.time = kNsPerSecond,
                          .interval = 20'000'000,
                          .turn_x_rad = 0.01,
                          .turn_y_rad = -0.02,
                          .quality = 1.0};
  const double noise = config_.aiding.flow.noise_min_rad_s;
  expect_derivatives(
      [&](EstimatorState& s) {
        look_flow(s, sample, config_);
        return s.status.optical_flow;
      },
      noise * noise);
}

TEST_F(AidingModel, TrueAirspeed) {
  const AirspeedSample sample{.time = kNsPerSecond,
                              .pressure_difference_pa = 20.0,
                              .static_pressure_pa = 101325.0,
                              .temperature_k = 288.15};
  const double noise = config_.aiding.airspeed.noise_m_s;
  expect_derivatives(
      [&](EstimatorState& s) {
        fuse_airspeed(s, sample, config_);
        return s.status.airspeed;
      },
      noise * noise);
}

// What the camera of the sensors' folder would read: a forward motion turns the picture as a pitch
// upwards does, a motion to the right as a roll to the left.
TEST_F(AidingModel, FlowAgreesWithTheVelocityThatItComesFrom) {
  Nominal& x = state_->filter.x;
  x.q_WB = Quat::identity();
  x.v_W = {2.0, -1.0, 0.0};
  state_->rate_B = state_->a_W = {};
  const Vec3 p_W = x.p_W + config_.aiding.flow.p_B_m - config_.p_BImu_m;
  const double height = x.terrain_z_W - p_W.z, dt = 0.02;
  const FlowSample sample{.time = kNsPerSecond,
                          .interval = 20'000'000,
                          .turn_x_rad = dt * (0.3 + 1.0 / height),
                          .turn_y_rad = dt * (-0.2 + 2.0 / height),
                          .rotation_B = {dt * 0.3, dt * -0.2, 0.0},
                          .quality = 1.0};
  look_flow(*state_, sample, config_);
  EXPECT_NEAR(state_->status.optical_flow.innovation[0], 0.0, 1e-12);
  EXPECT_NEAR(state_->status.optical_flow.innovation[1], 0.0, 1e-12);
  double variance = 0.0;
  const Vec3 v_W = velocity_from_flow(*state_, config_, variance);
  EXPECT_NEAR(v_W.x, 2.0, 1e-12);
  EXPECT_NEAR(v_W.y, -1.0, 1e-12);
}

// 50 m/s at sea level, incompressible: rho v^2 / 2 = 1531.25 Pa. Twice the speed of that at a
// quarter of the density.
TEST(AirspeedSignals, IndicatedAndTrueSpeedFollowFromPressures) {
  AirspeedSample sample{
      .pressure_difference_pa = 1531.25, .static_pressure_pa = 101325.0, .temperature_k = 288.15};
  EXPECT_NEAR(indicated_airspeed_m_s(sample), 50.0, 1e-9);
  EXPECT_NEAR(true_airspeed_m_s(sample), 50.0, 1e-3);
  sample.static_pressure_pa /= 4.0;
  EXPECT_NEAR(true_airspeed_m_s(sample), 100.0, 2e-3);
}

}  // namespace
}  // namespace alula
