// Scenario files: what they mean, where a body starts, how many steps a run has.
#include "scenario/scenario.h"

#include <string>

#include <gtest/gtest.h>

#include "math/frames.h"
#include "scenario/state_table.h"
#include "tests/support/temporary_folder.h"

namespace alula {
namespace {

// A scenario file, and those that it names, in a folder of their own.
class ScenarioFile {
 public:
  explicit ScenarioFile(const std::string& text) { write("scenario.yaml", text); }

  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  [[nodiscard]] Scenario load() const {
    Result<Scenario> scenario =
        load_scenario(folder_.file("scenario.yaml"), ALULA_SOURCE_DIR "/models");
    if (!scenario.ok()) ADD_FAILURE() << scenario.error().text();
    return scenario.ok() ? std::move(scenario).value() : Scenario{};
  }

 private:
  TemporaryFolder folder_;
};

const std::string kStart = "schema_version: 1\nduration_s: 1\n";

StateRow first_row(const Scenario& scenario) {
  const Result<std::unique_ptr<Simulation>> built = build_simulation(scenario);
  if (!built.ok()) {
    ADD_FAILURE() << built.error().text();
    return {};
  }
  (*built)->sense();
  return state_row(**built, 0);
}

TEST(Scenario, ChangesKeysOfAVehiclesFile) {
  const ScenarioFile file(kStart +
                          "vehicles: [{vehicle: x500, set: {body.mass_kg: 2.5, "
                          "'sensors.gnss[0].rate_hz': 5}}, {vehicle: x500, name: other}]\n");
  const Scenario scenario = file.load();
  ASSERT_EQ(scenario.vehicles.size(), 2U);
  const VehicleConfig& changed = scenario.vehicles[0].vehicle;
  const VehicleConfig& other = scenario.vehicles[1].vehicle;
  EXPECT_EQ(changed.body.mass_kg, 2.5);
  EXPECT_EQ(other.body.mass_kg, 2.064308);
  EXPECT_EQ(changed.sensors.gnss.at(0).common.rate_hz, 5.0);
  EXPECT_EQ(other.sensors.gnss.at(0).common.rate_hz, 10.0);
}

// The message has the line of the scenario, not of the vehicle's file, which has no fault.
TEST(Scenario, SaysWhatIsWrongWithAChangeOfAVehicle) {
  const auto fault = [](const std::string& set) {
    const std::string text = kStart + "vehicles:\n  - {vehicle: x500, set: " + set + "}\n";
    const Result<Scenario> scenario = parse_scenario(text, "s.yaml", ALULA_SOURCE_DIR "/models");
    return scenario.ok() ? "" : scenario.error().text();
  };
  EXPECT_EQ(fault("{body.mass: 2}"),
            "s.yaml:4: vehicles[0].set: makes a faulty vehicle: body.mass: unknown key; expected "
            "one of mass_kg, center_of_mass_m, inertia_kg_m2");
  EXPECT_EQ(fault("{body.mass_kg: -1}"),
            "s.yaml:4: vehicles[0].set: makes a faulty vehicle: body.mass_kg: expected a number "
            "above 0, found -1");
  EXPECT_EQ(fault("{'sensors.imu[3].rate_hz': 100}"),
            "s.yaml:4: vehicles[0].set.sensors.imu[3].rate_hz: \"sensors.imu[3].rate_hz\" leads "
            "nowhere: there is no [3] in sensors.imu");
  EXPECT_EQ(fault("[1]"),
            "s.yaml:4: vehicles[0].set: expected a map of keys and values, found a list of 1");
}

TEST(Scenario, NeedsLittleMoreThanAVehicle) {
  const ScenarioFile file(kStart + "vehicles: [{vehicle: x500}]\n");
  const Scenario scenario = file.load();
  EXPECT_EQ(scenario.duration_s, 1.0);
  EXPECT_EQ(scenario.record_rate_hz, 10.0);
  EXPECT_EQ(scenario.simulation.clock.dt_ns, 1'000'000);
  EXPECT_EQ(scenario.simulation.integrator, Integrator::rk4);
  EXPECT_EQ(scenario.simulation.seed, 1U);
  EXPECT_FALSE(scenario.simulation.ideal_sensors);
  ASSERT_EQ(scenario.vehicles.size(), 1U);
  EXPECT_EQ(scenario.vehicles[0].name, "x500");
  EXPECT_TRUE(scenario.vehicles[0].initial.on_ground);
  // At the origin of the default world, on its skids.
  const StateRow row = first_row(scenario);
  EXPECT_NEAR(value_of(row, "latitude_deg"), 47.397742, 1e-12);
  EXPECT_NEAR(value_of(row, "height_above_ground_m"), 0.0, 1e-12);
}

TEST(Scenario, ReadsHowToStep) {
  const ScenarioFile file(kStart +
                          "step_s: 0.0025\nintegrator: dormand_prince\nseed: 7\n"
                          "ideal_sensors: true\nrecord: {rate_hz: 400}\n"
                          "vehicles: [{vehicle: x500, name: first}, {vehicle: x500}]\n");
  const Scenario scenario = file.load();
  EXPECT_EQ(scenario.simulation.clock.dt_ns, 2'500'000);
  EXPECT_EQ(scenario.simulation.integrator, Integrator::dormand_prince);
  EXPECT_EQ(scenario.simulation.seed, 7U);
  EXPECT_TRUE(scenario.simulation.ideal_sensors);
  EXPECT_EQ(scenario.record_rate_hz, 400.0);
  ASSERT_EQ(scenario.vehicles.size(), 2U);
  EXPECT_EQ(scenario.vehicles[0].name, "first");
  EXPECT_EQ(scenario.vehicles[1].name, "x500");
}

TEST(Scenario, FindsFilesBesideItselfAndModelsByName) {
  const ScenarioFile file(
      kStart + "world: here/hill.yaml\nvehicles: [{vehicle: here/ball.yaml, initial: {}}]\n");
  file.write("here/hill.yaml", "schema_version: 1\nground: {slope_deg: 4}\n");
  file.write("here/ball.yaml",
             "schema_version: 1\nname: ball\nbody: {mass_kg: 1, inertia_kg_m2: [1, 1, 1]}\n");
  const Scenario scenario = file.load();
  EXPECT_EQ(scenario.simulation.world.ground.slope_deg, 4.0);
  ASSERT_EQ(scenario.vehicles.size(), 1U);
  EXPECT_EQ(scenario.vehicles[0].name, "ball");

  const ScenarioFile by_name(kStart + "world: slope\nvehicles: [{vehicle: x500}]\n");
  EXPECT_EQ(by_name.load().simulation.world.ground.slope_deg, 10.0);
}

TEST(Scenario, EndsWithTheStepThatReachesTheDuration) {
  Scenario scenario;
  scenario.simulation.clock.dt_ns = nanoseconds(0.1);
  const auto steps = [&scenario](double duration_s) {
    scenario.duration_s = duration_s;
    return scenario.step_count();
  };
  EXPECT_EQ(steps(0.3), 3);
  EXPECT_EQ(steps(0.31), 4);
  EXPECT_EQ(steps(0.05), 1);
  EXPECT_EQ(steps(1e-12), 1);
  EXPECT_EQ(steps(1e6), 10'000'000);
}

// Kilometres from the origin: its level frame is not that of the place.
TEST(InitialState, IsRelativeToTheLevelFrameAtThePlace) {
  const ScenarioFile file(
      kStart +
      "vehicles:\n  - vehicle: brick\n    initial:\n"
      "      place: {latitude_deg: 48.5, longitude_deg: 11.25, height_m: 3000}\n"
      "      velocity_ned_m_s: [10, -20, 5]\n"
      "      attitude: {roll_deg: 30, pitch_deg: -10, yaw_deg: 200}\n"
      "      rates_inertial_deg_s: [1, 2, 3]\n");
  const StateRow row = first_row(file.load());
  EXPECT_NEAR(value_of(row, "latitude_deg"), 48.5, 1e-12);
  EXPECT_NEAR(value_of(row, "longitude_deg"), 11.25, 1e-12);
  EXPECT_NEAR(value_of(row, "height_m"), 3000.0, 1e-8);
  EXPECT_NEAR(value_of(row, "velocity_north_m_s"), 10.0, 1e-12);
  EXPECT_NEAR(value_of(row, "velocity_east_m_s"), -20.0, 1e-12);
  EXPECT_NEAR(value_of(row, "velocity_down_m_s"), 5.0, 1e-12);
  EXPECT_NEAR(value_of(row, "roll_deg"), 30.0, 1e-10);
  EXPECT_NEAR(value_of(row, "pitch_deg"), -10.0, 1e-10);
  EXPECT_NEAR(value_of(row, "yaw_deg"), -160.0, 1e-10);
  EXPECT_NEAR(value_of(row, "rate_roll_inertial_deg_s"), 1.0, 1e-12);
  EXPECT_NEAR(value_of(row, "rate_pitch_inertial_deg_s"), 2.0, 1e-12);
  EXPECT_NEAR(value_of(row, "rate_yaw_inertial_deg_s"), 3.0, 1e-12);
}

// 7.292115e-5 rad/s, WGS84: 15 degrees an hour, about the axis that points north at the equator.
TEST(InitialState, AtRestOnTheEarthTurnsWithItInInertialSpace) {
  const ScenarioFile file(kStart +
                          "vehicles:\n  - vehicle: brick\n    initial:\n"
                          "      place: {latitude_deg: 0, longitude_deg: 8, height_m: 3000}\n"
                          "      rates_earth_deg_s: [0, 0, 5]\n");
  const StateRow row = first_row(file.load());
  EXPECT_NEAR(value_of(row, "rate_roll_inertial_deg_s"), degrees(7.292115e-5), 1e-9);
  EXPECT_NEAR(value_of(row, "rate_pitch_inertial_deg_s"), 0.0, 1e-12);
  EXPECT_NEAR(value_of(row, "rate_yaw_inertial_deg_s"), 5.0, 1e-12);
}

TEST(InitialState, AnEmptyOneIsAtRestAtTheOriginInTheAir) {
  const ScenarioFile file(kStart + "vehicles: [{vehicle: brick, initial: {}}]\n");
  const Scenario scenario = file.load();
  ASSERT_EQ(scenario.vehicles.size(), 1U);
  EXPECT_FALSE(scenario.vehicles[0].initial.on_ground);
  const StateRow row = first_row(scenario);
  EXPECT_NEAR(value_of(row, "north_m"), 0.0, 1e-9);
  EXPECT_NEAR(value_of(row, "down_m"), 0.0, 1e-9);
  EXPECT_NEAR(value_of(row, "height_m"), default_world().environment.origin.height_m, 1e-8);
}

}  // namespace
}  // namespace alula
