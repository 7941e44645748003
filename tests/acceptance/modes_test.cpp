// Commands in odd orders and absurd ones, given to a flying x500: every change of mode is smooth,
// and nonsense changes nothing.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "flight_rig.h"
#include "math/frames.h"

namespace alula {
namespace {

void set_mode(FlightRig& rig, FlightMode mode) {
  rig.command(CommandKind::set_mode, {static_cast<double>(mode)});
}

double height(const FlightRig& rig, const Vec3& home) { return home.z - rig.now().truth.p_WB.z; }

double tilt_of(const Quat& q_WB) {
  const Vec3 down_B = q_WB.conjugate() * Vec3{0.0, 0.0, 1.0};
  return std::acos(std::clamp(down_B.z, -1.0, 1.0));
}

double tilt_max(const FlightRig& rig) {
  double most = 0.0;
  for (const Sight& s : rig.seen()) most = std::max(most, tilt_of(s.truth.q_WB));
  return most;
}

bool said(const FlightRig& rig, const std::string& part) {
  return std::any_of(rig.events().begin(), rig.events().end(),
                     [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

class Modes : public ::testing::Test {
 protected:
  // Armed; `home` is where it stands.
  void arm() {
    ASSERT_TRUE(rig.arm());
    home = rig.now().truth.p_WB;
  }
  void hover_at(double height_m) {
    arm();
    rig.command(CommandKind::takeoff, {height_m});
    rig.run(height_m / 1.4 + 12.0);  // the last decimetres take seconds
    ASSERT_NEAR(height(rig, home), height_m, 0.5);
    rig.clear();
  }
  void go_north(double north_m) {
    rig.command(CommandKind::go_to_local,
                {rig.now().p_sp.x + north_m, kNotCommanded, kNotCommanded, kNotCommanded});
  }
  [[nodiscard]] double height_max() const {
    double most = 0.0;
    for (const Sight& s : rig.seen()) most = std::max(most, home.z - s.truth.p_WB.z);
    return most;
  }
  bool disarms_within(double time_s) {
    return rig.run_until([](const Sight& s) { return s.arming == ArmingState::disarmed; }, time_s);
  }

  FlightRig rig{RigOptions{}};
  Vec3 home{};
};

TEST_F(Modes, LandWhileTakingOffTurnsAround) {
  arm();
  rig.command(CommandKind::takeoff, {10.0});
  ASSERT_TRUE(rig.run_until([&](const Sight&) { return height(rig, home) > 3.0; }, 20.0));
  set_mode(rig, FlightMode::land);
  EXPECT_TRUE(disarms_within(20.0));
  EXPECT_LT(height_max(), 4.5);
  EXPECT_LT(rig.now().truth.lowest_leg_m, 0.02);
}

TEST_F(Modes, LandDuringTheRampStaysDown) {
  arm();
  rig.command(CommandKind::takeoff, {10.0});
  rig.run(2.0);  // spool-up and a third of the ramp
  set_mode(rig, FlightMode::land);
  EXPECT_TRUE(disarms_within(20.0));
  EXPECT_LT(height_max(), 0.5);
  EXPECT_LT(tilt_max(rig), radians(10.0));
}

TEST_F(Modes, HoldDuringTheRampHurtsNobody) {
  arm();
  rig.command(CommandKind::takeoff, {10.0});
  rig.run(2.0);
  set_mode(rig, FlightMode::hold);
  rig.run(5.0);
  EXPECT_LT(height_max(), 1.5);
  EXPECT_LT(tilt_max(rig), radians(10.0));
  set_mode(rig, FlightMode::land);
  EXPECT_TRUE(disarms_within(20.0));
}

TEST_F(Modes, ReturnWhileLandingClimbsAndComesHome) {
  hover_at(5.0);
  go_north(30.0);
  rig.run(15.0);
  set_mode(rig, FlightMode::land);
  ASSERT_TRUE(rig.run_until([&](const Sight&) { return height(rig, home) < 1.5; }, 20.0));
  set_mode(rig, FlightMode::return_home);
  EXPECT_TRUE(disarms_within(90.0));
  EXPECT_NEAR(height_max(), 30.0, 0.8 + 0.5);
  EXPECT_LE(norm_xy(rig.now().truth.p_WB - home), 1.0);
}

TEST_F(Modes, TakeOffInTheAirClimbsButNeverDescends) {
  hover_at(5.0);
  rig.command(CommandKind::takeoff, {12.0});
  rig.run(12.0);
  EXPECT_NEAR(height(rig, home), 12.0, 0.5);
  EXPECT_EQ(rig.now().mode, FlightMode::hold);
  rig.command(CommandKind::takeoff, {3.0});
  rig.run(8.0);
  EXPECT_NEAR(height(rig, home), 12.0, 0.5);
  EXPECT_TRUE(said(rig, "Already above the take-off height"));
}

// v^2/(2 a) + 2 v a/J with MPC_ACC_HOR 3 and MPC_JERK_AUTO 4 is 11.7 m from 5 m/s.
TEST_F(Modes, HoldAtSpeedStopsAheadWithoutComingBack) {
  hover_at(5.0);
  go_north(60.0);
  rig.run(6.0);
  EXPECT_NEAR(norm_xy(rig.now().truth.v_WB), 5.0, 0.3);
  const double from = rig.now().truth.p_WB.x;
  rig.clear();
  set_mode(rig, FlightMode::hold);
  rig.run(12.0);
  double furthest = from;
  for (const Sight& s : rig.seen()) furthest = std::max(furthest, s.truth.p_WB.x);
  EXPECT_LT(furthest - from, 11.7 + 1.0);
  EXPECT_LT(furthest - rig.now().truth.p_WB.x, 0.5);
  EXPECT_LT(tilt_max(rig), radians(30.0));
}

TEST_F(Modes, ChangesOfModeInHoverAreNotFelt) {
  hover_at(8.0);
  for (const FlightMode mode : {FlightMode::land, FlightMode::hold, FlightMode::takeoff,
                                FlightMode::land, FlightMode::hold}) {
    set_mode(rig, mode);
    rig.run(0.3);
  }
  rig.run(3.0);
  EXPECT_LT(tilt_max(rig), radians(3.0));
  EXPECT_NEAR(height(rig, home), 8.0, 1.0);
}

// From half a metre it falls on its feet, and the filter forgets the blow.
TEST_F(Modes, AForcedDisarmDropsItAndItFliesAgain) {
  hover_at(0.5);
  rig.command(CommandKind::disarm);
  rig.run(0.5);
  EXPECT_EQ(rig.now().arming, ArmingState::armed) << "refused in the air";
  rig.command(CommandKind::disarm, {1.0});
  rig.run(20.0);
  EXPECT_EQ(rig.now().arming, ArmingState::disarmed);
  EXPECT_LT(rig.now().truth.lowest_leg_m, 0.02);
  hover_at(3.0);
}

TEST_F(Modes, OnTheGroundThereIsNoGoingAnywhere) {
  arm();
  rig.command(CommandKind::go_to_local, {20.0, 0.0, -5.0, 0.0});
  set_mode(rig, FlightMode::return_home);
  rig.run(5.0);
  EXPECT_LT(height_max(), 0.05);
  EXPECT_TRUE(said(rig, "Go-to refused: not in the air"));
  EXPECT_TRUE(said(rig, "already landed"));
  EXPECT_TRUE(disarms_within(10.0)) << "ten seconds after arming";
}

TEST_F(Modes, AbsurdCommandsLeaveTheHoverAlone) {
  hover_at(5.0);
  const Vec3 before = rig.now().truth.p_WB;
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = kNotCommanded;
  const double lat = rig.now().estimate.latitude_rad, lon = rig.now().estimate.longitude_rad;
  const double parameters = static_cast<double>(kParameterCount);
  const AutopilotCommand absurd[] = {
      {{radians(91.0), lon, 500.0, 0.0}, CommandKind::go_to},
      {{lat, radians(540.0), 500.0, 0.0}, CommandKind::go_to},
      {{lat, lon, 1e9, 0.0}, CommandKind::go_to},
      {{-lat, lon, 500.0, 0.0}, CommandKind::go_to},
      {{inf, inf, inf, inf}, CommandKind::go_to},
      {{1e300, 0.0, -5.0, 0.0}, CommandKind::go_to_local},
      {{nan, nan, -inf, nan}, CommandKind::go_to_local},
      {{nan, nan, nan, nan}, CommandKind::go_to_local},  // keeps everything
      {{nan, nan, nan, nan}, CommandKind::go_to},
      {{inf}, CommandKind::takeoff},
      {{-5.0}, CommandKind::takeoff},
      {{nan}, CommandKind::set_mode},
      {{1e18}, CommandKind::set_mode},
      {{0.0, nan}, CommandKind::set_parameter},
      {{parameters, 1.0}, CommandKind::set_parameter},
      {{}, CommandKind::start_mission},
      {{}, CommandKind::arm}};
  for (const AutopilotCommand& command : absurd) {
    rig.command(command.kind, command.value);
    rig.run(0.4);
  }
  rig.run(3.0);
  EXPECT_EQ(rig.now().mode, FlightMode::hold);
  EXPECT_EQ(rig.now().arming, ArmingState::armed);
  for (const Sight& s : rig.seen()) EXPECT_LT(norm(s.truth.p_WB - before), 0.7) << s.time_s;
}

// Everything at 1 kHz flies the same way in the same time as at 250 Hz and 125 Hz.
TEST(ModesAtOneKilohertz, TimePassesAsItShould) {
  RigOptions options;
  // The filter's memory holds 60 predictions, so the delays have to be short.
  options.parameters = {"EKF2_PREDICT_US=1000", "EKF2_GPS_DELAY=40"};
  options.change_vehicle = [](VehicleConfig& vehicle) {
    vehicle.sensors.imu.at(0).common.rate_hz = 1000.0;
    vehicle.sensors.gnss.at(0).common.delay_s = 0.040;
  };
  FlightRig rig(options);
  ASSERT_TRUE(rig.arm());
  rig.command(CommandKind::takeoff, {5.0});
  rig.run(12.0);
  const Vec3 from = rig.now().truth.p_WB;
  rig.command(CommandKind::go_to_local,
              {rig.now().p_sp.x + 40.0, kNotCommanded, kNotCommanded, kNotCommanded});
  rig.run(5.0);
  // Under MPC_JERK_AUTO 4 and MPC_ACC_HOR 3 reaching 5 m/s takes 2.42 s and 6.0 m; 12.9 m more in
  // the rest of the time.
  EXPECT_NEAR(norm_xy(rig.now().truth.v_WB), 5.0, 0.3);
  EXPECT_NEAR(norm_xy(rig.now().truth.p_WB - from), 18.9, 1.5);
  EXPECT_TRUE(rig.land_and_disarm());
}

}  // namespace
}  // namespace alula
