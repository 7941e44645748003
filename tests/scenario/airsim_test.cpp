// The rows of airsim.md 9 that are physics alone: AirSim's own code, measured, against our parts,
// integrator and world of the same names at 3 ms. Tolerance there: 1 % or 0.02, the larger.
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "math/frames.h"
#include "scenario/scenario.h"

namespace alula {
namespace {

constexpr double kGravity = 9.80665;
constexpr double kHoverCommand = 0.59927;  // "rotor command" of the row "Hold at -100 m"

std::unique_ptr<Simulation> load(const std::string& name) {
  const Result<Scenario> scenario =
      load_scenario(ALULA_SOURCE_DIR "/scenarios/" + name, ALULA_SOURCE_DIR "/models");
  if (!scenario.ok()) {
    ADD_FAILURE() << scenario.error().text();
    return nullptr;
  }
  Result<std::unique_ptr<Simulation>> built = build_simulation(*scenario);
  return built.ok() ? std::move(built).value() : nullptr;
}

ActuatorCommand all_motors(double u) {
  return {.motor = {u, u, u, u}, .motor_count = 4, .armed = true};
}

// The generic quad at rest at -100 m.
std::unique_ptr<Simulation> hovering(const Vec3& wind_W_m_s = {}, double roll_rad = 0.0) {
  Result<WorldConfig> world = load_world(find_world("airsim", ALULA_SOURCE_DIR "/models"));
  Result<VehicleConfig> quad =
      load_vehicle(find_vehicle("airsim_quad", ALULA_SOURCE_DIR "/models"));
  EXPECT_TRUE(world.ok() && quad.ok());
  SimulationConfig config;
  config.world = *world;
  config.world.environment.wind.velocity_W_m_s = wind_W_m_s;
  config.integrator = world->integrator;
  config.clock.dt_ns = 3'000'000;
  std::vector<Participant> participants(1);
  participants[0].name = "quad";
  participants[0].vehicle = *quad;
  participants[0].body =
      RigidBodyState<double>{.p_WB = {0.0, 0.0, -99.997}, .q_WB = from_euler({.roll = roll_rad})};
  Result<std::unique_ptr<Simulation>> built = Simulation::build(config, std::move(participants));
  EXPECT_TRUE(built.ok());
  return std::move(built).value();
}

RigidBodyState<double> body(const Simulation& simulation) {
  return simulation.vehicle(0).body(simulation.arena());
}

// Runs with the command held.
void run(Simulation& simulation, double u, double duration_s) {
  const std::array commands{all_motors(u)};
  const auto steps = std::llround(duration_s / 0.003);
  for (long long i = 0; i < steps; ++i) {
    simulation.sense();
    simulation.advance(commands);
  }
}

// What the plant finds with all rotors at a filtered command, now.
PlantEvaluation<double> evaluated(const Simulation& simulation, double u) {
  const VehicleInstance& vehicle = simulation.vehicle(0);
  const PlantModel<double>& plant = vehicle.vehicle().plant();
  const auto now = vehicle.plant_state(simulation.arena());
  std::vector<double> x(now.begin(), now.end()), rates(x.size());
  for (std::size_t i = kBodyStates; i < x.size(); ++i) x[i] = u;
  PlantEvaluation<double> found;
  plant.derivative(0.0, x, std::vector<double>(4, u), rates, {}, &found);
  return found;
}

double within(double expected) { return std::max(0.01 * std::fabs(expected), 0.02); }

// "Hold at -100 m: rotor command 0.59927, air density 1.19910".
TEST(AirsimPhysics, HoversOnAirsimsCommandInAirsimsAir) {
  const auto simulation = hovering();
  const PlantEvaluation<double> found = evaluated(*simulation, kHoverCommand);
  EXPECT_NEAR(found.air.density_kg_m3, 1.19910, 2e-5);
  EXPECT_NEAR(found.a_WB.z, 0.0, 2e-5 * kGravity);
}

// With rotors that have followed the hover command for long.
std::unique_ptr<Simulation> hovering_for_long() {
  auto simulation = hovering();
  std::vector<std::byte> state(simulation->state().begin(), simulation->state().end());
  for (const BlockInfo& block : simulation->blocks()) {
    if (block.name != "quad/plant") continue;
    auto* const x = reinterpret_cast<double*>(state.data() + block.offset);
    for (std::size_t i = kBodyStates; i < block.bytes / sizeof(double); ++i) x[i] = kHoverCommand;
  }
  EXPECT_FALSE(simulation->restore(state, simulation->layout_hash()));
  return simulation;
}

// "All motors 0.7 for 2 s from hover: vz -2.577 m/s, dz -2.875 m".
TEST(AirsimPhysics, ClimbsFromHoverByTheStepOfItsMotors) {
  const auto simulation = hovering_for_long();
  const RigidBodyState<double> start = body(*simulation);
  run(*simulation, 0.7, 2.0);
  const RigidBodyState<double> end = body(*simulation);
  EXPECT_NEAR(end.v_WB.z, -2.577, within(2.577));
  EXPECT_NEAR(end.p_WB.z - start.p_WB.z, -2.875, within(2.875));
  RecordProperty("vz_m_s", std::to_string(end.v_WB.z));
  RecordProperty("dz_m", std::to_string(end.p_WB.z - start.p_WB.z));
}

// "No API control, no RC, falling 10 s: vz 8.100 m/s (idle throttle 0.0667)".
TEST(AirsimPhysics, FallsWithIdlingMotorsAtAirsimsSpeed) {
  const auto simulation = hovering_for_long();
  run(*simulation, 0.0667, 10.0);
  EXPECT_NEAR(body(*simulation).v_WB.z, 8.100, within(8.100));
}

// "Wind 10 m/s east, position hold: roll -4.07 deg": the tilt at which nothing pushes sideways.
TEST(AirsimPhysics, LeansIntoTheWindAsAirsimDoes) {
  const auto sideways = [](double roll_deg) {
    const auto simulation = hovering({0.0, 10.0, 0.0}, radians(roll_deg));
    // The command that carries the weight at this lean, by two evaluations of a straight line.
    const double at_0 = evaluated(*simulation, 0.0).a_WB.z;
    const double at_1 = evaluated(*simulation, 1.0).a_WB.z;
    return evaluated(*simulation, at_0 / (at_0 - at_1)).a_WB.y;
  };
  double low = -10.0, high = 0.0;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (sideways(middle) < 0.0 ? low : high) = middle;
  }
  EXPECT_NEAR(low, -4.07, 0.01 * 4.07);
}

// From airsim.md 3.3: the fall ends where factor z, 0.109930, carries the weight.
TEST(AirsimPhysics, FallsToTheTerminalSpeedOfItsLowerFace) {
  const auto simulation = load("airsim_fall.yaml");
  ASSERT_NE(simulation, nullptr);
  EXPECT_EQ(simulation->config().integrator, Integrator::airsim_verlet);
  for (int i = 0; i < 3333; ++i) simulation->step();
  const double density = evaluated(*simulation, 0.0).air.density_kg_m3;
  const double terminal = std::sqrt(kGravity / (0.109930 * density));
  EXPECT_NEAR(body(*simulation).v_WB.z, terminal, 0.001 * terminal);
}

TEST(AirsimPhysics, LocksWhatWasDroppedLevelOnTheGround) {
  const auto simulation = load("airsim_drop.yaml");
  ASSERT_NE(simulation, nullptr);
  for (int i = 0; i < 666; ++i) simulation->step();
  const RigidBodyState<double> end = body(*simulation);
  EXPECT_EQ(end.v_WB, Vec3{});
  EXPECT_EQ(end.w_WB_B, Vec3{});
  const Euler attitude = to_euler(end.q_WB);
  EXPECT_NEAR(degrees(attitude.roll), 0.0, 1e-9);
  EXPECT_NEAR(degrees(attitude.yaw), 30.0, 1e-9);
  const VehicleInstance& vehicle = simulation->vehicle(0);
  EXPECT_NEAR(vehicle.vehicle().contact().lowest_height(end), 0.0, 1e-9);
  // The ground carries the weight, and the accelerometer says so.
  EXPECT_NEAR(vehicle.truth(simulation->arena()).contact_force_W.z, -kGravity, 1e-6);
}

// Held until the rotors push with the weight: hover command times 1.0, not 0.99.
TEST(AirsimPhysics, LeavesTheLockWhenItsRotorsPushWithTheWeight) {
  const auto simulation = load("airsim_drop.yaml");
  ASSERT_NE(simulation, nullptr);
  for (int i = 0; i < 666; ++i) simulation->step();
  const double density_ratio = evaluated(*simulation, 0.0).air.density_ratio;
  const double hover = kGravity / (4.0 * 4.179446 * density_ratio);
  const Vec3 start = body(*simulation).p_WB;
  run(*simulation, 0.99 * hover, 1.0);
  EXPECT_EQ(body(*simulation).p_WB, start);
  run(*simulation, 1.1 * hover, 1.0);
  const double climbed = start.z - body(*simulation).p_WB.z;
  EXPECT_NEAR(climbed, 0.5 * 0.1 * kGravity, 0.05);  // drag takes the rest
}

}  // namespace
}  // namespace alula
