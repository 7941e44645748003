// What the summary counts: errors in flight, touch-downs, the path, against motions made up here.
#include "sim/flight_statistics.h"

#include <cmath>

#include <gtest/gtest.h>

namespace alula {
namespace {

// A step of 10 ms of a vehicle that this file moves.
struct MadeUp {
  TruthState truth{};
  Samples samples{};
  SensorErrors errors{};
  VehicleEstimate estimate{};
  EstimatorStatus estimator{};
  ControlStatus control{};
  CommanderStatus commander{};
  ActuatorCommand command{};
  StepIndex step = 0;
  LocalFrame world{Geodetic{}, EarthModel{}, GeoidModel::egm96};
  FlightStatistics statistics{};

  void advance(double duration_s) {
    const StepIndex end = step + std::llround(duration_s / 0.01);
    while (step < end) {
      ++step;
      truth.p_WB += 0.01 * truth.v_WB;
      observe(statistics,
              {step,
               step * 10'000'000,
               truth,
               samples,
               errors,
               estimate,
               estimator,
               control,
               commander,
               command,
               {},
               {}},
              world);
    }
  }
  void arm(bool armed) {
    commander.vehicle.arming = armed ? ArmingState::armed : ArmingState::disarmed;
  }
  void stand(bool on_ground) { truth.contact_force_W = {0.0, 0.0, on_ground ? -20.0 : 0.0}; }
};

TEST(FlightStatistics, CountsErrorsOnlyInFlightAndArmed) {
  MadeUp m;
  m.estimate.p_WB = {3.0, 4.0, 12.0};
  m.stand(true);
  m.advance(1.0);
  m.arm(true);
  m.advance(1.0);
  EXPECT_EQ(m.statistics.estimate_horizontal_m.count, 0U);
  m.stand(false);
  m.advance(1.0);
  EXPECT_EQ(m.statistics.estimate_horizontal_m.count, 100U);
  EXPECT_DOUBLE_EQ(m.statistics.estimate_horizontal_m.worst, 5.0);
  EXPECT_DOUBLE_EQ(m.statistics.estimate_horizontal_m.rms(), 5.0);
  EXPECT_DOUBLE_EQ(m.statistics.estimate_vertical_m.worst, 12.0);
  EXPECT_EQ(m.statistics.flown_ns, kNsPerSecond);
}

TEST(FlightStatistics, WorstAndRootMeanSquareAreWhatTheyAreCalled) {
  ErrorStatistic statistic;
  EXPECT_EQ(statistic.rms(), 0.0);
  for (const double error : {1.0, 7.0, 5.0, 5.0}) statistic.add(error);
  EXPECT_EQ(statistic.worst, 7.0);
  EXPECT_EQ(statistic.rms(), 5.0);  // (1 + 49 + 25 + 25) / 4 = 25
}

TEST(FlightStatistics, TrackingSkipsAxesThatAreNotCommanded) {
  MadeUp m;
  m.arm(true);
  m.control.position.p_sp = {kNotCommanded, kNotCommanded, -2.0};
  m.advance(1.0);
  EXPECT_EQ(m.statistics.tracking_horizontal_m.count, 0U);
  EXPECT_EQ(m.statistics.tracking_vertical_m.count, 100U);
  EXPECT_DOUBLE_EQ(m.statistics.tracking_vertical_m.worst, 2.0);
}

TEST(FlightStatistics, AttitudeErrorsAreAngles) {
  MadeUp m;
  m.arm(true);
  m.estimate.q_WB = from_rotation_vector(Vec3{0.0, 0.0, 0.3});
  m.advance(0.01);
  EXPECT_NEAR(m.statistics.estimate_yaw_rad.worst, 0.3, 1e-12);
  EXPECT_NEAR(m.statistics.estimate_tilt_rad.worst, 0.0, 1e-12);
  m.estimate.q_WB = from_rotation_vector(Vec3{0.2, 0.0, 0.0});
  m.advance(0.01);
  EXPECT_NEAR(m.statistics.estimate_tilt_rad.worst, 0.2, 1e-12);
}

TEST(FlightStatistics, ATouchDownIsTheFirstContactAfterAFlight) {
  MadeUp m;
  m.stand(true);
  m.arm(true);
  m.advance(1.0);
  m.stand(false);
  m.truth.v_WB = {0.6, 0.8, 0.0};
  m.advance(10.0);
  m.truth.v_WB = {0.0, 0.0, 0.7};
  m.advance(1.0);
  m.stand(true);
  m.truth.v_WB = {};
  m.advance(0.1);
  EXPECT_EQ(m.statistics.touchdowns, 1U);
  EXPECT_DOUBLE_EQ(m.statistics.touchdown_speed_m_s, 0.7);
  EXPECT_NEAR(touchdown_distance_m(m.statistics), 10.0, 1e-9);
  EXPECT_NEAR(m.statistics.path_m, 10.7, 1e-9);

  m.stand(false);  // a bounce of 0.3 s is no flight
  m.advance(0.3);
  m.stand(true);
  m.advance(0.1);
  EXPECT_EQ(m.statistics.touchdowns, 1U);
}

TEST(FlightStatistics, ArmingSetsHomeAndDisarmingEndsIt) {
  MadeUp m;
  m.truth.p_WB = {1.0, 2.0, 0.0};
  m.advance(1.0);
  m.arm(true);
  m.advance(1.0);
  m.arm(false);
  m.advance(1.0);
  m.arm(true);
  m.truth.p_WB = {4.0, 2.0, 0.0};
  m.advance(1.0);
  EXPECT_EQ(m.statistics.times_armed, 2U);
  EXPECT_EQ(m.statistics.first_armed_time, nanoseconds(1.01));
  EXPECT_EQ(m.statistics.disarmed_time, nanoseconds(2.01));
  EXPECT_EQ(m.statistics.home_W.x, 4.0);
}

// The estimator's frame begins where it found its first fix, at an altitude over the sea; positions
// are compared in W.
TEST(FlightStatistics, TheEstimateIsCarriedIntoTheWorldFrame) {
  MadeUp m;
  m.arm(true);
  m.truth.p_WB = {30.0, -40.0, -5.0};
  const Geodetic reference = m.world.to_geodetic({30.0, -40.0, 0.0});
  m.estimate.global_valid = true;
  m.estimate.ref_time = 1;
  m.estimate.ref_latitude_rad = reference.latitude_rad;
  m.estimate.ref_longitude_rad = reference.longitude_rad;
  const double sea_level_m = m.world.sea_level_m(reference);
  ASSERT_GT(sea_level_m, 10.0);
  m.estimate.ref_altitude_m = reference.height_m - sea_level_m;
  m.estimate.p_WB = {0.0, 0.0, -5.0};
  m.advance(1.0);
  EXPECT_LT(m.statistics.estimate_horizontal_m.worst, 1e-6);
  EXPECT_LT(m.statistics.estimate_vertical_m.worst, 1e-6);
}

}  // namespace
}  // namespace alula
