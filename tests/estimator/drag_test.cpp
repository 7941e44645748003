// Wind from the drag of a multirotor.
#include <cmath>

#include <gtest/gtest.h>

#include "earth/atmosphere.h"
#include "estimator/aids.h"
#include "estimator/flags.h"
#include "estimator/fusion.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

constexpr double kGravity = 9.80665;

// Drag per mass along body x and y, both mechanisms, at 488 m: an own formulation of the law in
// config.h.
struct Drag {
  double ballistic = 100.0, momentum = 0.15, density = standard_atmosphere(488.0).density_kg_m3;

  [[nodiscard]] Vec3 force_B(const Vec3& v_AB_B) const {
    const double rotor = momentum * std::sqrt(density / 1.225);
    const double bluff = ballistic > 1.0 ? density * norm(v_AB_B) / (2.0 * ballistic) : 0.0;
    return {-(bluff + rotor) * v_AB_B.x, -(bluff + rotor) * v_AB_B.y, 0.0};
  }
};

// How a multirotor leans that holds its place in a wind: the force of weight along body x and y is
// the drag. Yaw is zero.
Euler lean(const Drag& drag, const Vec3& wind_W) {
  Euler e{};
  for (int i = 0; i < 20; ++i) {
    const Vec3 f_B = drag.force_B(from_euler(e).conjugate() * (-1.0 * wind_W));
    e.pitch = std::asin(f_B.x / kGravity);
    e.roll = std::asin(-f_B.y / (kGravity * std::cos(e.pitch)));
  }
  return e;
}

// Holds its place in a wind that sets in slowly.
Trajectory hover_in_wind(const Drag& drag, const Vec3& wind_W) {
  const Euler full = lean(drag, wind_W);
  return [=](double t) {
    if (t >= 10.0) {
      Motion settled;
      settled.angle = full;
      return settled;
    }
    const double share = 0.5 - 0.5 * std::cos(3.14159265358979 * t / 10.0);
    const double rise = 1e-4;
    const auto angles = [&](double s) { return lean(drag, s * wind_W); };
    Motion m;
    m.angle = angles(share);
    const double slope = 0.157079632679 * std::sin(0.314159265359 * t);
    const Euler ahead = angles(share + rise), behind = angles(share - rise);
    m.rate.roll = (ahead.roll - behind.roll) / (2.0 * rise) * slope;
    m.rate.pitch = (ahead.pitch - behind.pitch) / (2.0 * rise) * slope;
    return m;
  };
}

FlightTest windy_flight(const Drag& drag, const Vec3& wind_W) {
  SensorErrors errors;
  errors.accel_bias = {};
  FlightTest test(after_climb(15.0, 4.0, 5.0, 0.0, hover_in_wind(drag, wind_W)), errors, 15.0);
  test.config.drag_control = 1;
  test.config.drag_ballistic_x_kg_m2 = test.config.drag_ballistic_y_kg_m2 = drag.ballistic;
  test.config.drag_momentum_1_s = drag.momentum;
  return test;
}

TEST(Wind, IsFoundFromTheLeanOfAMultirotor) {
  for (const Drag& drag : {Drag{}, Drag{.ballistic = 0.0}, Drag{.ballistic = 20.0}}) {
    SCOPED_TRACE(testing::Message() << "ballistic coefficient " << drag.ballistic);
    const Vec3 wind_W{4.0, -3.0, 0.0};
    FlightTest test = windy_flight(drag, wind_W);
    test.run_to(300.0);
    const WindEstimate& wind = test.status().wind;
    EXPECT_TRUE(wind.valid);
    EXPECT_TRUE(test.status().drag.fusing && !test.status().drag.rejected);
    EXPECT_NE(test.status().control_mode_flags & bit(ControlModeBit::wind), 0U);
    EXPECT_NEAR(wind.north_m_s, 4.0, 0.6);
    EXPECT_NEAR(wind.east_m_s, -3.0, 0.6);
    EXPECT_LT(wind.north_variance_m2_s2, 0.5);
    EXPECT_LT(norm_xy(test.position_error()), 0.9);
    EXPECT_LT(norm_xy(test.attitude_error()), 1.0 * kDegree);
  }
}

TEST(Wind, StatesSleepWithoutAnAid) {
  FlightTest test = windy_flight(Drag{}, {4.0, -3.0, 0.0});
  test.config.drag_control = 0;
  test.run_to(60.0);
  EXPECT_FALSE(test.status().wind.valid);
  EXPECT_EQ(test.status().wind.north_variance_m2_s2, 0.0);
  EXPECT_EQ(test.status().wind.north_m_s, 0.0);
  EXPECT_EQ(test.status().control_mode_flags & bit(ControlModeBit::wind), 0U);
}

TEST(Wind, StatesWakeInTheAirAndSleepOnTheGround) {
  FlightTest test = windy_flight(Drag{}, {4.0, -3.0, 0.0});
  test.run_to(15.0);
  EXPECT_FALSE(test.status().wind.valid);
  test.run_to(17.0);
  EXPECT_TRUE(test.status().wind.valid);
  EXPECT_NEAR(test.status().wind.north_variance_m2_s2, 1.0, 0.35) << "1 m/s at the begin";
  test.run_to(60.0);
  test.takeoff_s = 1e9;  // it is said to have landed
  test.run_to(61.0);
  EXPECT_FALSE(test.status().wind.valid);
  EXPECT_EQ(test.status().wind.north_m_s, 0.0);
}

// Half a minute without GNSS: the drag holds the velocity through the air, the wind that was
// learned before gives it over the ground.
TEST(Wind, KeepsThePlaceWhenGnssIsGone) {
  const Vec3 wind_W{5.0, -6.0, 0.0};
  FlightTest test = windy_flight(Drag{}, wind_W);
  test.run_to(80.0);
  const std::uint64_t resets = test.estimate().reset_xy.count;
  test.flight.gnss_on = false;
  test.run_to(81.0);
  double worst = 0.0, worst_over_claim = 0.0;
  test.run_to(110.0, [&] {
    const VehicleEstimate& e = test.estimate();
    ASSERT_TRUE(e.xy_valid && e.v_xy_valid) << seconds(e.time);
    worst = std::fmax(worst, norm_xy(test.position_error()));
    worst_over_claim = std::fmax(worst_over_claim, norm_xy(test.position_error()) / e.eph_m);
  });
  const std::uint32_t flags = test.status().control_mode_flags;
  EXPECT_NE(flags & bit(ControlModeBit::wind_dead_reckoning), 0U);
  EXPECT_EQ(flags & bit(ControlModeBit::dead_reckoning), 0U);
  EXPECT_LT(worst, 15.0);
  EXPECT_LT(worst_over_claim, 3.0) << "standard deviations: it knows how little it knows";
  test.flight.gnss_on = true;
  test.run_to(115.0);
  EXPECT_LT(norm_xy(test.position_error()), 1.0);
  EXPECT_LE(test.estimate().reset_xy.count, resets + 1);
  test.flight.gnss_on = false;
  test.run_to(400.0);
  EXPECT_FALSE(test.estimate().xy_valid) << "less certain than 20 m is not known";
}

TEST(Wind, ThatWasNotLearnedKeepsNoPlace) {
  FlightTest test = windy_flight(Drag{}, {5.0, -6.0, 0.0});
  test.config.wind_error_init_m_s = 5.0;
  test.run_to(16.0);  // in the air for half a second
  test.flight.gnss_on = false;
  test.run_to(22.0);
  EXPECT_FALSE(test.estimate().xy_valid);
  EXPECT_EQ(test.status().control_mode_flags & bit(ControlModeBit::wind_dead_reckoning), 0U);
}

// Without information the variance of a walk grows by the square of its density a second:
// EKF2_WIND_NSD 0.05 gives 0.0025 m^2/s^2 per second.
TEST(Wind, WalksByItsNoiseDensity) {
  FlightTest test = windy_flight(Drag{.ballistic = 0.0, .momentum = 0.0}, {});
  test.run_to(20.0);
  const double before = test.status().wind.north_variance_m2_s2;
  test.run_to(60.0);
  EXPECT_NEAR(test.status().wind.north_variance_m2_s2 - before, 40.0 * 0.0025, 0.002);
  EXPECT_FALSE(test.status().wind.valid) << "nothing measures it";
}

class DragModelTest : public testing::Test {
 protected:
  DragModelTest() {
    state_->filter.x.q_WB = from_euler({0.2, -0.15, 0.8});
    state_->filter.x.v_W = {5.0, -3.0, 1.0};
    state_->filter.x.wind_north = -2.0, state_->filter.x.wind_east = 1.5;
    state_->timers.horizon = 1'000'000'000;
    config_.drag_ballistic_x_kg_m2 = 15.0;
    config_.drag_ballistic_y_kg_m2 = 0.0;
  }
  // Innovations of both axes with the filter's state moved along one error state.
  std::array<double, 2> innovations(int i, double step) {
    std::array<double, ekf::kStates> dx{};
    dx[static_cast<std::size_t>(i)] = step;
    const EstimatorState kept = *state_;
    ekf::apply_correction(state_->filter.x, dx.data());
    state_->filter.P = {};
    ekf::fuse_drag(*state_, {1.0, -2.0, -9.0}, config_);
    const auto result = state_->status.drag.innovation;
    *state_ = kept;
    return result;
  }

  EstimatorConfig config_{};
  std::unique_ptr<EstimatorState> state_ = std::make_unique<EstimatorState>();
};

// With the variance p in one state alone the innovation's variance is h^2 p + R.
TEST_F(DragModelTest, DerivativesAreThoseOfThePrediction) {
  const int states[] = {0, 1, 2, 3, 4, 5, ekf::kWind, ekf::kWind + 1};
  for (const int i : states) {
    const double e = 1e-5;
    const auto ahead = innovations(i, e), behind = innovations(i, -e);
    const EstimatorState kept = *state_;
    state_->filter.P = {};
    state_->filter.P[i][i] = 1e-4;
    ekf::fuse_drag(*state_, {1.0, -2.0, -9.0}, config_);
    const double h_numeric = (ahead[0] - behind[0]) / (2.0 * e);
    const double h2 =
        (state_->status.drag.innovation_variance[0] - config_.drag_noise_m2_s4) / 1e-4;
    EXPECT_NEAR(std::sqrt(std::fmax(h2, 0.0)), std::fabs(h_numeric), 1e-4) << "state " << i;
    *state_ = kept;
  }
}

TEST_F(DragModelTest, CorrectionsBringThePredictionNearer) {
  config_.drag_momentum_1_s = 0.0;  // no drag along y: one scalar
  for (const int i : {1, 3, 4, ekf::kWind, ekf::kWind + 1}) {
    const EstimatorState kept = *state_;
    state_->filter.P = {};
    state_->filter.P[i][i] = 1e-2;
    ekf::fuse_drag(*state_, {1.0, -2.0, -9.0}, config_);
    const double before = std::fabs(state_->status.drag.innovation[0]);
    ekf::fuse_drag(*state_, {1.0, -2.0, -9.0}, config_);
    EXPECT_LT(std::fabs(state_->status.drag.innovation[0]), before) << "state " << i;
    *state_ = kept;
  }
}

TEST_F(DragModelTest, FarOffForcesAreRejected) {
  state_->filter.P[ekf::kWind][ekf::kWind] = 1.0;
  const double wind = state_->filter.x.wind_north;
  ekf::fuse_drag(*state_, {30.0, 30.0, -9.0}, config_);
  EXPECT_TRUE(state_->status.drag.rejected);
  EXPECT_EQ(state_->filter.x.wind_north, wind);
}

}  // namespace
}  // namespace alula
