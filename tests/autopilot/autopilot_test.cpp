// The whole brain on a desk: samples as a vehicle at rest gives them, made by hand.
#include "autopilot/autopilot.h"

#include <memory>

#include <gtest/gtest.h>

#include "earth/magnetic.h"
#include "hand_fed.h"

namespace alula {
namespace {

const Geodetic kDesk{radians(47.397742), radians(8.545594), 488.0};

class DeskTest : public ::testing::Test {
 protected:
  explicit DeskTest(const Mission& mission = {}) {
    AutopilotSetup setup;
    setup.airframe = quad();
    setup.mission = mission;
    setup.parameters.value[static_cast<std::size_t>(Param::MPC_THR_HOVER)] = 0.6;
    autopilot = Autopilot::build(setup).value();
    state = std::make_unique<AutopilotState>();
    autopilot->start(*state);
    field_T = MagneticModel(setup.decimal_year).field_N(kDesk);
  }
  // One millisecond with the samples of a vehicle that stands level and looks north.
  ActuatorCommand step() {
    now += nanoseconds(0.001);
    const TimeNs ms = now / 1'000'000;
    Samples samples;
    if (imu_lives && ms % 4 == 0) {
      samples.imu.push_back(
          {.time = now, .interval = nanoseconds(0.004), .specific_force_B = {0.0, 0.0, -9.807}});
    }
    if (ms % 20 == 0)
      samples.baro.push_back({.time = now, .pressure_pa = 95600.0 + 0.01 * noise()});
    if (ms % 10 == 0)
      samples.mag.push_back({.time = now, .field_B = (1.0 + 1e-6 * noise()) * field_T});
    if (ms % 100 == 0) samples.gnss.push_back(fix());
    const ActuatorCommand command = autopilot->update(*state, samples, now);
    for (const Event& event : state->events) heard.emplace_back(event.text.data());
    return command;
  }
  void run(double duration_s) {
    for (int i = 0; i < static_cast<int>(std::lround(duration_s * 1000.0)); ++i) step();
  }
  void command(CommandKind kind, std::array<double, kCommandValues> value = {}) {
    autopilot->handle(*state, {value, kind}, now + nanoseconds(0.001));
  }
  void set(Param which, double value) {
    command(CommandKind::set_parameter, {static_cast<double>(which), value});
  }
  void wait_for_checks() {
    run(20.0);
    ASSERT_TRUE(state->status.vehicle.checks_pass) << state->status.vehicle.failing_checks;
  }
  GnssFix fix() {
    GnssFix f;
    f.time = now - nanoseconds(0.110);
    f.latitude_rad = kDesk.latitude_rad + 1e-9 * noise();
    f.longitude_rad = kDesk.longitude_rad;
    f.altitude_msl_m = f.altitude_ellipsoid_m = 488.0;
    f.eph_m = 0.5;
    f.epv_m = 0.75;
    f.speed_accuracy_m_s = 0.25;
    f.hdop = f.vdop = 1.0;
    f.fix_type = 3;
    f.satellites = 12;
    return f;
  }
  // Readings that repeat exactly look like a dead sensor.
  double noise() { return ++draws % 2 == 0 ? 1.0 : -1.0; }
  [[nodiscard]] bool armed() const { return state->status.vehicle.arming == ArmingState::armed; }

  std::unique_ptr<const Autopilot> autopilot;
  std::unique_ptr<AutopilotState> state;
  std::vector<std::string> heard;
  Vec3 field_T;
  TimeNs now = 0;
  std::uint64_t draws = 0;
  bool imu_lives = true;
};

TEST_F(DeskTest, TheStatusIsThatOfTheStepInWhichThingsChange) {
  wait_for_checks();
  step();
  command(CommandKind::arm);
  step();
  EXPECT_TRUE(armed());
  EXPECT_EQ(state->status.vehicle.armed_time, now);
  EXPECT_EQ(state->status.home.time, now);
  command(CommandKind::set_mode, {static_cast<double>(FlightMode::land)});
  step();
  EXPECT_EQ(state->status.vehicle.mode, FlightMode::land);
  EXPECT_EQ(state->status.triplet.current.kind, TargetKind::land);
  command(CommandKind::disarm);
  const ActuatorCommand off = step();
  EXPECT_FALSE(armed());
  EXPECT_FALSE(off.armed) << "the motors stop in the same step";
}

TEST_F(DeskTest, SaysWhatIsMissingBeforeItCanBeArmed) {
  run(1.0);
  command(CommandKind::arm);
  step();
  EXPECT_FALSE(armed());
  EXPECT_TRUE(any_has(heard, "Arming refused: "));
}

TEST_F(DeskTest, ImuSilenceOnTheGroundDisarmsAtOnce) {
  wait_for_checks();
  command(CommandKind::arm);
  run(2.0);
  ASSERT_TRUE(state->command.armed);
  imu_lives = false;
  run(0.045);
  EXPECT_TRUE(armed()) << "45 ms are borne";
  run(0.010);
  EXPECT_FALSE(armed());
  EXPECT_FALSE(state->command.armed);
  EXPECT_EQ(state->status.vehicle.disarm_reason, ArmDisarmReason::failsafe);
  EXPECT_TRUE(any_has(heard, "No IMU samples"));
}

TEST_F(DeskTest, ParametersChangeInFlightWithinTheirRanges) {
  set(Param::MPC_XY_CRUISE, 8.0);
  EXPECT_EQ(state->parameters[Param::MPC_XY_CRUISE], 8.0);
  EXPECT_EQ(state->config.trajectory.cruise_speed_m_s, 8.0);
  constexpr double inf = std::numeric_limits<double>::infinity();
  for (const double nonsense : {0.0, 21.0, -5.0, kNotCommanded, inf, 1e300, 5e-324}) {
    set(Param::MPC_XY_CRUISE, nonsense);
    EXPECT_EQ(state->parameters[Param::MPC_XY_CRUISE], 8.0) << nonsense;
  }
  set(Param::EKF2_GPS_CHECK, 1.5);
  EXPECT_EQ(state->parameters[Param::EKF2_GPS_CHECK], 245.0);
  set(Param::MPC_THR_MAX, 0.1);
  EXPECT_EQ(state->parameters[Param::MPC_THR_MAX], 1.0) << "in range, but below the hover thrust";
  step();
  EXPECT_TRUE(any_has(heard, "refused"));
}

TEST_F(DeskTest, UnknownParametersAreSaidToBeUnknown) {
  for (const double index : {-1.0, 1e9, 0.5, kNotCommanded}) {
    command(CommandKind::set_parameter, {index, 1.0});
    step();
    EXPECT_TRUE(any_has(heard, "There is no parameter"));
    heard.clear();
  }
  EXPECT_EQ(state->parameters.value[0], default_parameters().value[0]);
}

TEST_F(DeskTest, CommandsBeforeTheEstimatorRunsDoNoHarm) {
  for (std::uint32_t kind = 0; kind <= static_cast<std::uint32_t>(CommandKind::set_parameter);
       ++kind) {
    for (const double value : {0.0, 5.0, kNotCommanded, -1e300}) {
      command(static_cast<CommandKind>(kind), {value, value, value, value});
      step();
    }
  }
  EXPECT_FALSE(armed());
  EXPECT_FALSE(state->command.armed);
}

TEST_F(DeskTest, EqualInputsGiveEqualStates) {
  wait_for_checks();
  const auto copy = std::make_unique<AutopilotState>(*state);
  const TimeNs then = now;
  const std::uint64_t draws_then = draws;
  command(CommandKind::arm);
  run(3.0);
  const std::unique_ptr<AutopilotState> first = std::move(state);
  state = std::make_unique<AutopilotState>(*copy);
  now = then;
  draws = draws_then;
  command(CommandKind::arm);
  run(3.0);
  const auto bytes = [](const AutopilotState& s) { return std::as_bytes(std::span(&s, 1)); };
  EXPECT_EQ(hash_bytes(bytes(*first)), hash_bytes(bytes(*state)));
}

class DeskMissionTest : public DeskTest {
 protected:
  DeskMissionTest() : DeskTest(mission_of({takeoff(10.0), waypoint(20.0, 0.0, 10.0)})) {}
};

TEST_F(DeskMissionTest, ArmsForTheMissionWhenTheChecksPassAndNotBefore) {
  command(CommandKind::start_mission_when_ready);
  double armed_s = 0.0;
  while (!armed() && now < nanoseconds(40.0)) step();
  armed_s = seconds(now);
  // Tilt and heading align within some seconds; the GNSS checks have to hold for ten.
  EXPECT_GT(armed_s, 10.0);
  EXPECT_LT(armed_s, 20.0);
  EXPECT_EQ(state->status.vehicle.mode, FlightMode::mission);
  EXPECT_EQ(state->status.mission.current, 0);
  EXPECT_EQ(state->status.triplet.current.kind, TargetKind::takeoff);
}

TEST_F(DeskMissionTest, TheMissionIsKnownFromTheStart) {
  EXPECT_EQ(state->status.mission.total, 2U);
  EXPECT_TRUE(state->status.mission.valid);
  EXPECT_EQ(state->status.mission.reached, -1);
}

TEST(AutopilotBuild, RefusesWhatCannotBeFlown) {
  AutopilotSetup no_rotors;
  EXPECT_FALSE(Autopilot::build(no_rotors).ok());
  AutopilotSetup bad_parameters;
  bad_parameters.airframe = quad();
  bad_parameters.parameters.value[static_cast<std::size_t>(Param::MPC_THR_MAX)] = 0.0;
  EXPECT_FALSE(Autopilot::build(bad_parameters).ok());
  AutopilotSetup bad_mission;
  bad_mission.airframe = quad();
  bad_mission.mission = mission_of({waypoint(10.0, 0.0, 10.0)});
  const auto refused = Autopilot::build(bad_mission);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("take-off"), std::string::npos) << refused.error().text();
}

}  // namespace
}  // namespace alula
