// The table that `alula run` writes.
#include "scenario/state_table.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "scenario/scenario.h"

namespace alula {
namespace {

TEST(StateTable, HasACommaBetweenAnyTwoColumns) {
  const std::string header = csv_header();
  EXPECT_TRUE(header.starts_with("vehicle,time_s,latitude_deg,"));
  EXPECT_TRUE(header.ends_with(",gravity_m_s2\n"));
  const std::string line = csv_line("quad", StateRow{});
  EXPECT_TRUE(line.starts_with("quad,0,0,"));
  EXPECT_EQ(std::ranges::count(header, ','), std::ranges::count(line, ','));
}

TEST(StateTable, WritesNumbersThatReadBackAsTheSame) {
  StateRow row{};
  row[0] = 0.1 + 0.2;
  row[1] = -1e-300;
  EXPECT_TRUE(csv_line("q", row).starts_with("q,0.30000000000000004,-1e-300,0,"));
}

TEST(StateTable, FindsANumberByItsColumn) {
  StateRow row{};
  row[3] = 488.0;
  EXPECT_EQ(value_of(row, "height_m"), 488.0);
}

// A body in free fall feels nothing; after t seconds it moves at g t and has fallen g t^2 / 2.
TEST(StateTable, ShowsAFallingBody) {
  Scenario scenario;
  scenario.simulation.world.environment.gravity = {
      .model = GravityModel::constant, .rotation = false, .constant_m_s2 = 10.0};
  scenario.simulation.world.has_ground = false;
  ScenarioVehicle ball{.name = "ball", .vehicle = {}, .initial = {}};
  ball.vehicle.name = "ball";
  ball.vehicle.body = {.mass_kg = 2.0, .position_m = {}, .inertia_kg_m2 = Mat3::identity()};
  ball.initial.place = scenario.simulation.world.environment.origin;
  scenario.vehicles.push_back(ball);
  const Result<std::unique_ptr<Simulation>> built = build_simulation(scenario);
  ASSERT_TRUE(built.ok()) << built.error().text();
  Simulation& simulation = **built;
  for (int k = 0; k < 2000; ++k) simulation.step();
  simulation.sense();
  const StateRow row = state_row(simulation, 0);
  EXPECT_EQ(value_of(row, "time_s"), 2.0);
  EXPECT_NEAR(value_of(row, "down_m"), 20.0, 1e-9);
  EXPECT_NEAR(value_of(row, "height_m"), ball.initial.place.height_m - 20.0, 1e-8);
  EXPECT_NEAR(value_of(row, "velocity_down_m_s"), 20.0, 1e-9);
  EXPECT_EQ(value_of(row, "specific_force_z_m_s2"), 0.0);
  EXPECT_EQ(value_of(row, "contact_force_down_n"), 0.0);
  EXPECT_NEAR(value_of(row, "height_above_ground_m"), -20.0, 1e-9);
  EXPECT_EQ(value_of(row, "gravity_m_s2"), 10.0);
}

}  // namespace
}  // namespace alula
