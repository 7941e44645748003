// The quadcopter at rest, from the files of scenarios/: what the world does to it, and what its
// accelerometer says.
#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "scenario/state_table.h"

namespace alula {
namespace {

constexpr double kCreepMax = 1e-3;
constexpr double kGravity = 9.80671;  // normal gravity at the origin, GeographicLib, to 1e-5

std::unique_ptr<Simulation> load(const char* name) {
  const Result<Scenario> scenario =
      load_scenario(std::string(ALULA_SOURCE_DIR "/scenarios/") + name, ALULA_SOURCE_DIR "/models");
  if (!scenario.ok()) {
    ADD_FAILURE() << scenario.error().text();
    return nullptr;
  }
  Result<std::unique_ptr<Simulation>> built = build_simulation(*scenario);
  return built.ok() ? std::move(built).value() : nullptr;
}

// A minute at rest: creep and turn of the truth; every IMU sample against -g in body axes.
void expect_rest(const char* name) {
  const std::unique_ptr<Simulation> simulation = load(name);
  ASSERT_NE(simulation, nullptr);
  const VehicleInstance& vehicle = simulation->vehicle(0);
  const RigidBodyState<double> start = vehicle.body(simulation->arena());
  const GravityField<double>& gravity = vehicle.vehicle().plant().environment().gravity;
  const Vec3 expected_B = -(start.q_WB.conjugate() * gravity.gravity_W(start.p_WB));
  EXPECT_NEAR(norm(expected_B), kGravity, 1e-5);

  double creep_m = 0.0, worst_m_s2 = 0.0;
  Vec3 sum{};
  int samples = 0;
  for (int k = 0; k < 60'000; ++k) {
    simulation->step();
    const RigidBodyState<double> body = vehicle.body(simulation->arena());
    creep_m = std::max(creep_m, norm(body.p_WB - start.p_WB));
    for (const ImuSample& sample : vehicle.samples(simulation->arena()).imu) {
      worst_m_s2 = std::max(worst_m_s2, norm(sample.specific_force_B - expected_B));
      sum += sample.specific_force_B;
      ++samples;
    }
  }
  EXPECT_LT(creep_m, kCreepMax);
  EXPECT_GT(samples, 14'990);  // 250 Hz
  testing::Test::RecordProperty("creep_m", std::to_string(creep_m));
  // An ideal IMU still has its resolution, g/2048: half of it on each of three axes.
  EXPECT_LT(worst_m_s2, 0.5 * std::sqrt(3.0) * 9.80665 / 2048.0);
  EXPECT_NEAR(norm((1.0 / samples) * sum), kGravity, 0.003);

  simulation->sense();
  const StateRow row = state_row(*simulation, 0);
  const Vec3 seen_B{value_of(row, "specific_force_x_m_s2"), value_of(row, "specific_force_y_m_s2"),
                    value_of(row, "specific_force_z_m_s2")};
  EXPECT_LT(norm(seen_B - expected_B), 1e-6);
}

TEST(AtRest, OnLevelGroundTheQuadStaysAndItsAccelerometerReadsMinusG) {
  expect_rest("rest_level.yaml");
}

TEST(AtRest, OnTenDegreesTheQuadStaysAndItsAccelerometerReadsMinusG) {
  expect_rest("rest_slope.yaml");
}

// 10 degrees and tan(10 degrees) = 0.176 of friction used, of 0.6.
TEST(AtRest, OnTenDegreesTheGroundCarriesTheWeight) {
  const std::unique_ptr<Simulation> simulation = load("rest_slope.yaml");
  ASSERT_NE(simulation, nullptr);
  for (int k = 0; k < 1000; ++k) simulation->step();
  simulation->sense();
  const StateRow row = state_row(*simulation, 0);
  const double mass_kg = simulation->vehicle(0).vehicle().plant().mass().mass_kg;
  EXPECT_NEAR(value_of(row, "contact_force_down_n"), -mass_kg * value_of(row, "gravity_m_s2"),
              1e-6);
  EXPECT_NEAR(value_of(row, "height_above_ground_m"), 0.0, 1e-4);
}

}  // namespace
}  // namespace alula
