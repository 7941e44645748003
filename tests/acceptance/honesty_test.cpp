// A sensor that lies must be believed to the amount that the sensor lies by: either the true path
// shifts or an estimated bias answers. Each flight is compared with the same flight and seed
// without the lie, so that noise cancels.
#include <numbers>

#include <gtest/gtest.h>

#include "flight_rig.h"

namespace alula {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

struct Hover {
  Vec3 p{};                // mean true place over 20 s [m]
  double yaw = 0.0;        // mean true yaw [rad]
  Vec3 gyro_bias{};        // estimated, at the end [rad/s]
  double baro_bias = 0.0;  // estimated, at the end [m]
  double field_direction =
      0.0;  // of the field that the filter expects to measure, seen from the true attitude [rad]
  double yaw_error_on_ground = 0.0;  // estimate minus truth, before take-off [rad]
};

// Heading, Earth field and body field together say what the magnetometer should read; the true
// attitude turns that into W. Clockwise from north.
double expected_field_direction(const EstimatorStatus& filter, const Sight& now) {
  const auto& x = filter.states;
  const Quat q_est{x[0], x[1], x[2], x[3]};
  const Vec3 field_B = q_est.conjugate() * Vec3{x[16], x[17], x[18]} + Vec3{x[19], x[20], x[21]};
  const Vec3 field_W = now.truth.q_WB * field_B;
  return std::atan2(field_W.y, field_W.x);
}

// Take-off, then to a place given by latitude and longitude, then 20 s there heading north.
Hover hover_at_a_place(const std::function<void(SensorSuiteConfig&)>& lie) {
  RigOptions options;
  options.seed = 7;
  options.change_vehicle = [&](VehicleConfig& vehicle) {
    if (lie) lie(vehicle.sensors);
  };
  FlightRig rig(options);
  EXPECT_TRUE(rig.arm());
  Hover hover;
  hover.yaw_error_on_ground =
      wrap_pi(yaw_of(rig.now().estimate.q_WB) - yaw_of(rig.now().truth.q_WB));
  rig.command(CommandKind::takeoff, {5.0});
  rig.run(15.0);
  const LocalFrame& frame = rig.simulation().frame();
  const Geodetic target = frame.to_geodetic({10.0, 4.0, -5.0});
  const double altitude_msl_m = target.height_m - frame.sea_level_m(target);
  rig.command(CommandKind::go_to, {target.latitude_rad, target.longitude_rad, altitude_msl_m, 0.0});
  rig.run(30.0);
  rig.clear();
  rig.run(20.0);
  double sine = 0.0, cosine = 0.0;
  for (const Sight& s : rig.seen()) {
    hover.p += s.truth.p_WB / static_cast<double>(rig.seen().size());
    sine += std::sin(yaw_of(s.truth.q_WB));
    cosine += std::cos(yaw_of(s.truth.q_WB));
  }
  hover.yaw = std::atan2(sine, cosine);
  hover.gyro_bias = rig.now().estimate.gyro_bias_B;
  const EstimatorStatus& filter = rig.simulation().view(0).estimator;
  hover.baro_bias = filter.baro_bias_m;
  hover.field_direction = expected_field_direction(filter, rig.now());
  return hover;
}

class Honesty : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { honest_ = new Hover(hover_at_a_place({})); }
  static void TearDownTestSuite() { delete honest_; }
  static const Hover* honest_;
};
const Hover* Honesty::honest_ = nullptr;

TEST_F(Honesty, TheHonestFlightGoesWhereItShould) {
  EXPECT_NEAR(honest_->p.x, 10.0, 0.7);
  EXPECT_NEAR(honest_->p.y, 4.0, 0.7);
  EXPECT_NEAR(honest_->p.z, -5.0, 0.7);
}

TEST_F(Honesty, GnssShiftedNorthMovesTheTruePathSouth) {
  const Hover hover =
      hover_at_a_place([](SensorSuiteConfig& s) { s.gnss.at(0).offset_ned_m = {3.0, 0.0, 0.0}; });
  EXPECT_NEAR(hover.p.x - honest_->p.x, -3.0, 0.2 * 3.0);
  EXPECT_NEAR(hover.p.y - honest_->p.y, 0.0, 0.2 * 3.0);
}

// On the ground nothing contradicts the compass: the heading is wrong by the whole angle. In flight
// the GNSS velocity reveals the true heading bit by bit, and what the heading gives up the
// estimated Earth and body fields take over.
TEST_F(Honesty, ATurnedMagneticFieldTurnsHeadingOrEstimatedFields) {
  const Hover hover =
      hover_at_a_place([](SensorSuiteConfig& s) { s.magnetometer.at(0).field_yaw_deg = 5.0; });
  const double on_ground = wrap_pi(hover.yaw_error_on_ground - honest_->yaw_error_on_ground);
  EXPECT_NEAR(on_ground, -5.0 * kDegree, 0.2 * 5.0 * kDegree);
  const double explained = wrap_pi(hover.field_direction - honest_->field_direction);
  EXPECT_NEAR(explained, 5.0 * kDegree, 0.2 * 5.0 * kDegree);
  // The way to the place is 11 m, and the heading is known well enough to fly it.
  EXPECT_LT(std::fabs(wrap_pi(hover.yaw - honest_->yaw)), 6.0 * kDegree);
}

TEST_F(Honesty, BarometerOffsetGoesIntoItsBiasNotIntoTheHeight) {
  const Hover hover =
      hover_at_a_place([](SensorSuiteConfig& s) { s.barometer.at(0).offset_pa = 20.0; });
  // 1 hPa is 8.3 m at sea level, 8.8 m at 488 m: 20 Pa are 1.75 m lower.
  EXPECT_NEAR(hover.baro_bias - honest_->baro_bias, -1.75, 0.2 * 1.75);
  EXPECT_NEAR(hover.p.z, honest_->p.z, 0.2);
}

TEST_F(Honesty, GyroBiasIsFound) {
  const Hover hover = hover_at_a_place(
      [](SensorSuiteConfig& s) { s.imu.at(0).gyro_constant_bias_rad_s = {0.01, -0.01, 0.01}; });
  const Vec3 found = hover.gyro_bias - honest_->gyro_bias;
  EXPECT_NEAR(found.x, 0.01, 0.002);
  EXPECT_NEAR(found.y, -0.01, 0.002);
  EXPECT_NEAR(found.z, 0.01, 0.002);
  EXPECT_NEAR(norm(hover.p - honest_->p), 0.0, 0.2);
}

TEST_F(Honesty, WithAllSensorsDeadItComesDown) {
  RigOptions options;
  options.seed = 7;
  options.change_vehicle = [](VehicleConfig& vehicle) {
    SensorSuiteConfig& s = vehicle.sensors;
    constexpr double dead_s = 35.0;
    for (auto& sensor : s.imu) sensor.common.dead_after_s = dead_s;
    for (auto& sensor : s.gnss) sensor.common.dead_after_s = dead_s;
    for (auto& sensor : s.barometer) sensor.common.dead_after_s = dead_s;
    for (auto& sensor : s.magnetometer) sensor.common.dead_after_s = dead_s;
  };
  FlightRig rig(options);
  ASSERT_TRUE(rig.arm());
  rig.command(CommandKind::takeoff, {10.0});
  ASSERT_TRUE(rig.run_until([](const Sight& s) { return s.time_s >= 34.9; }, 60.0));
  ASSERT_LT(rig.now().truth.p_WB.z, -5.0) << "should be high up when the sensors die";
  const bool disarmed =
      rig.run_until([](const Sight& s) { return s.arming == ArmingState::disarmed; }, 30.0);
  EXPECT_TRUE(disarmed);
  rig.run(5.0);
  EXPECT_LT(rig.now().truth.lowest_leg_m, 0.05) << "still in the air";
  EXPECT_LT(norm(rig.now().truth.v_WB), 0.5);
}

}  // namespace
}  // namespace alula
