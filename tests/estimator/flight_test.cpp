// Flights with the default noise of the x500 (px4.md 5.1), against the truth.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "estimator/flags.h"
#include "tests/estimator/flight_test_bed.h"

namespace alula {
namespace {

using namespace test;

struct Worst {
  double position = 0.0, height = 0.0, velocity = 0.0, tilt = 0.0, heading = 0.0,
         vertical_derivative = 0.0;
};

Worst worst_between(FlightTest& test, double from_s, double to_s) {
  test.run_to(from_s);
  Worst w;
  test.run_to(to_s, [&] {
    const Vec3 p = test.position_error(), v = test.velocity_error(), a = test.attitude_error();
    w.position = std::max(w.position, norm_xy(p));
    w.height = std::max(w.height, std::fabs(p.z));
    w.velocity = std::max(w.velocity, norm(v));
    w.tilt = std::max(w.tilt, norm_xy(a));
    w.heading = std::max(w.heading, std::fabs(a.z));
    const double down = test.flight.truth(test.estimate().time).v.z;
    w.vertical_derivative =
        std::max(w.vertical_derivative, std::fabs(test.estimate().z_deriv_m_s - down));
    const VehicleEstimate& e = test.estimate();
    ASSERT_TRUE(e.attitude_valid && e.heading_valid && e.xy_valid && e.z_valid && e.global_valid);
  });
  return w;
}

Trajectory flight_of(int kind) {
  const Trajectory parts[] = {hover(), circles(8.0, 15.0), shuttle(10.0, 10.0),
                              yaw_turns(2.0, 10.0)};
  return after_climb(15.0, 4.0, 5.0, 0.7, parts[kind]);
}

// Bounds: the wandering GNSS error (0.15 m a horizontal axis, its largest in 60 s about 2.5 sigma)
// plus 0.5 m as acceptance.md; tilt 1 deg, heading 3 deg.
TEST(Flight, HoverCirclesShuttleAndTurnsStayNearTheTruth) {
  for (int kind = 0; kind < 4; ++kind) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(testing::Message() << "flight " << kind << ", seed " << seed);
      FlightTest test(flight_of(kind), SensorErrors{}, 15.0, seed);
      const Worst w = worst_between(test, 20.0, 80.0);
      EXPECT_LT(w.position, 0.9);
      EXPECT_LT(w.height, 0.75);
      EXPECT_LT(w.velocity, 0.15);
      EXPECT_LT(w.tilt, 1.0 * kDegree);
      EXPECT_LT(w.heading, 3.0 * kDegree);
      EXPECT_LT(w.vertical_derivative, 0.2);
      EXPECT_EQ(test.status().filter_fault_flags, 0U);
      EXPECT_EQ(test.status().innovation_check_flags, 0U);
    }
  }
}

TEST(Flight, IdealSensorsAreFollowedClosely) {
  for (int kind = 0; kind < 4; ++kind) {
    SCOPED_TRACE(testing::Message() << "flight " << kind);
    FlightTest test(flight_of(kind), SensorErrors::none(), 15.0);
    const Worst w = worst_between(test, 20.0, 60.0);
    EXPECT_LT(w.position, 0.02);
    EXPECT_LT(w.height, 0.02);
    EXPECT_LT(w.velocity, 0.02);
    EXPECT_LT(w.tilt, 0.1 * kDegree);
    EXPECT_LT(w.heading, 0.2 * kDegree);
  }
}

// The antenna a quarter metre ahead, the IMU aside: the estimate is that of the body's origin all
// the same.
TEST(Flight, SensorsMaySitAnywhere) {
  FlightTest test(flight_of(3), SensorErrors::none(), 15.0);
  test.flight.p_BGnss = test.config.p_BGnss_m = {0.25, 0.1, -0.2};
  test.flight.p_BImu = test.config.p_BImu_m = {-0.1, 0.15, 0.05};
  const Worst w = worst_between(test, 20.0, 60.0);
  EXPECT_LT(w.position, 0.03);
  EXPECT_LT(w.height, 0.02);
  EXPECT_LT(w.velocity, 0.03);
  EXPECT_LT(w.tilt, 0.1 * kDegree);

  FlightTest unaware(flight_of(3), SensorErrors::none(), 15.0);
  unaware.flight.p_BGnss = {0.25, 0.1, -0.2};
  EXPECT_GT(worst_between(unaware, 20.0, 60.0).position, 0.1) << "the test sees a lever arm";
}

TEST(Flight, RealignsOnceAboveTheGroundAndThenFusesThreeAxes) {
  FlightTest test(flight_of(0), SensorErrors{}, 15.0);
  test.run_to(15.0);
  EXPECT_TRUE(test.status().heading.fusing);
  EXPECT_FALSE(test.status().magnetometer.fusing);
  const std::uint64_t before = test.estimate().reset_heading.count;
  bool three_axes = false;
  test.run_to(40.0, [&] {
    if (three_axes || !test.status().magnetometer.fusing) return;
    three_axes = true;
    EXPECT_LT(test.estimate().p_WB.z, -1.3) << "1.5 m at the delayed horizon";
  });
  EXPECT_TRUE(three_axes);
  EXPECT_FALSE(test.status().heading.fusing);
  EXPECT_EQ(test.estimate().reset_heading.count, before + 1);
}

TEST(Flight, LearnsAHorizontalAccelerometerBiasWhenItTurns) {
  SensorErrors errors;
  errors.accel_bias = {0.1, -0.08, 0.05};
  FlightTest test(after_climb(15.0, 4.0, 5.0, 0.0, yaw_turns(3.0, 12.0)), errors, 15.0);
  test.run_to(80.0);
  const Vec3 left = test.estimate().accel_bias_B - errors.accel_bias;
  EXPECT_LT(norm_xy(left), 0.2 * norm_xy(errors.accel_bias));
  EXPECT_LT(std::fabs(left.z), 0.01);
  EXPECT_LT(norm_xy(test.attitude_error()), 0.2 * kDegree);
}

TEST(Flight, LearnsTheVehiclesOwnFieldWhenItTurns) {
  SensorErrors errors;
  errors.mag_offset_t = {8e-7, -6e-7, 0.0};  // 8 and -6 mG
  FlightTest test(after_climb(15.0, 4.0, 5.0, 0.0, yaw_turns(3.0, 12.0)), errors, 15.0);
  test.run_to(80.0);
  EXPECT_NEAR(test.status().states[19], 8e-3, 2.5e-3);
  EXPECT_NEAR(test.status().states[20], -6e-3, 2.5e-3);
}

// Ten minutes of turning flight: no rounding has eaten the covariance. Positive means that
// Cholesky's method passes.
TEST(Flight, CovarianceStaysSymmetricAndPositive) {
  FlightTest test(flight_of(1), SensorErrors{}, 15.0);
  test.run_to(600.0);
  const ekf::Covariance& P = test.state->filter.P;
  constexpr int n = ekf::kWind;  // the wind is no state yet
  double L[n][n]{};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      EXPECT_EQ(P[i][j], P[j][i]);
      double s = P[i][j];
      for (int k = 0; k < j; ++k) s -= L[i][k] * L[j][k];
      if (i == j) {
        ASSERT_GT(s, 0.0) << i;
        L[i][i] = std::sqrt(s);
      } else {
        L[i][j] = s / L[j][j];
      }
    }
  }
  EXPECT_EQ(P.variance(ekf::kWind), 0.0);
}

TEST(Flight, OutputIsAtTheNewestSample) {
  FlightTest test(flight_of(2), SensorErrors::none(), 15.0);
  test.run_to(50.0, [&] {
    EXPECT_GE(test.estimate().time, test.now - 5'000'000);
    if (test.status().time > 0) {
      EXPECT_LE(test.status().time, test.estimate().time);
    }
  });
  // The filter itself runs 110 ms behind, within a step.
  EXPECT_NEAR(seconds(test.estimate().time - test.status().time), 0.114, 0.010);
}

TEST(Flight, NumbersOfTheLogBelongTogether) {
  FlightTest test(flight_of(1), SensorErrors{}, 15.0);
  test.run_to(40.0, [&] {
    const EstimatorStatus& s = test.status();
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_GE(s.gnss_velocity.innovation_variance[i], 0.0);
      EXPECT_GE(s.gnss_velocity.test_ratio[i], 0.0);
    }
    EXPECT_LE(s.gnss_velocity.time_accepted, s.gnss_velocity.time_sample);
    EXPECT_LE(s.gnss_velocity.time_sample, s.time) << "no aid from the future of the horizon";
    EXPECT_EQ(s.tilt_aligned, (s.control_mode_flags & bit(ControlModeBit::tilt_aligned)) != 0);
  });
  const EstimatorStatus& s = test.status();
  EXPECT_TRUE(s.gnss_horizontal_position.fusing && s.gnss_velocity.fusing && s.gnss_height.fusing &&
              s.baro_height.fusing);
  EXPECT_NEAR(s.declination_rad, 0.058, 0.01) << "Zurich, 3.3 deg east in 2025";
}

}  // namespace
}  // namespace alula
