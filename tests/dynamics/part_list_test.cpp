// Groups, places and the supply bus.
#include <vector>

#include <gtest/gtest.h>

#include "math/frames.h"
#include "quad_plant.h"

namespace alula::test {
namespace {

TEST(PartList, GivesEveryPartItsOwnStatesAndCommands) {
  QuadConfig quad = x500_config();
  quad.batteries.push_back({});
  const PartList<double> list = quad_parts<double>(quad);
  EXPECT_EQ(list.total().part, 8);
  EXPECT_EQ(list.total().state, 6);
  EXPECT_EQ(list.total().command, 4);
  EXPECT_EQ(list.find<Rotor>()->state_of(3), 3);
  EXPECT_EQ(list.find<Rotor>()->command_of(3), 3);
  EXPECT_EQ(list.find<Battery>()->state_of(1), 5);
  EXPECT_EQ(list.find<BodyDrag>()->first.part, 6);
  EXPECT_EQ(list.names().back(), "damping0");
  EXPECT_EQ(PartList<double>{}.find<Rotor>(), nullptr);
}

// Any file's list and a shape known when compiling: the same structs, the same bits.
TEST(PartList, FliesTheSameBitsAsFixedParts) {
  const QuadConfig quad = x500_config();
  const PlantModel<double> list = quad_plant<double>(quad);
  const auto fixed = fixed_quad_plant<double>(quad);
  EXPECT_EQ(fixed.state_size(), list.state_size());
  std::vector<double> a = quad_at_rest<double>(quad, 500.0);
  a[kRateState] = 1.0;
  std::vector<double> b = a, scratch(plant_scratch_size(a.size()));
  const std::vector<double> command{0.5, 0.6, 0.7, 0.8};
  for (int i = 0; i < 2000; ++i) {
    step_rk4<double>(list, 1e-3 * i, 1e-3, a, command, scratch);
    step_rk4<double>(fixed, 1e-3 * i, 1e-3, b, command, scratch);
  }
  EXPECT_EQ(a, b);
}

// Kirchhoff: what one battery gives, two equal ones share.
TEST(SupplyBus, IsSharedByBatteriesInParallel) {
  QuadConfig one = x500_config();
  QuadConfig two = one;
  two.batteries.push_back(two.batteries[0]);
  const auto supply = [](const QuadConfig& quad) {
    const PlantModel<double> plant = quad_plant<double>(quad);
    std::vector<double> x = quad_at_rest<double>(quad, 800.0), dx(x.size());
    PlantEvaluation<double> found;
    plant.derivative(0.0, x, std::vector<double>(4, 0.7), dx, {}, &found);
    for (std::size_t i = 1; i < quad.batteries.size(); ++i)
      EXPECT_EQ(dx[kBodyStates + 4 + i], dx[kBodyStates + 4]);
    return 16.8 - found.supply_v;
  };
  EXPECT_GT(supply(one), 0.3);
  EXPECT_NEAR(supply(two), 0.5 * supply(one), 1e-12);
}

// A fuller battery in parallel charges an emptier one; what the rotors draw is the sum.
TEST(SupplyBus, BalancesTheCurrentsOfAllParts) {
  QuadConfig quad = x500_config();
  quad.batteries.push_back(quad.batteries[0]);
  const PlantModel<double> plant = quad_plant<double>(quad);
  std::vector<double> x = quad_at_rest<double>(quad, 300.0), dx(x.size());
  x[kBodyStates + 5] = 9000.0;  // half empty [C]
  PlantEvaluation<double> found;
  plant.derivative(0.0, x, std::vector<double>(4, 0.2), dx, {}, &found);
  EXPECT_GT(dx[kBodyStates + 4], 0.0);
  EXPECT_LT(dx[kBodyStates + 5], 0.0);
  const double drawn = 4.0 * plant.parts().find<Rotor>()->parts[0].current(found.air, 300.0);
  EXPECT_NEAR(dx[kBodyStates + 4] + dx[kBodyStates + 5], drawn, 1e-10);
}

TEST(SupplyBus, HoldsTheIdealVoltageWithoutABattery) {
  QuadConfig quad = x500_config();
  quad.batteries.clear();
  const PlantModel<double> plant(mass_properties<double>(quad.body),
                                 Environment<double>::build(quad.world), quad_parts<double>(quad),
                                 16.8);
  std::vector<double> x = quad_at_rest<double>(quad, 900.0), dx(x.size());
  PlantEvaluation<double> found;
  plant.derivative(0.0, x, std::vector<double>(4, 1.0), dx, {}, &found);
  EXPECT_EQ(found.supply_v, 16.8);
  EXPECT_NEAR(dx[kBodyStates], (1000.0 - 900.0) / 0.0125, 1e-9);
}

TEST(Environment, IsChecked) {
  EXPECT_FALSE(validate(EnvironmentConfig{}));
  EXPECT_TRUE(validate(EnvironmentConfig{.origin = {.latitude_rad = 2.0}}));
  EXPECT_TRUE(validate(EnvironmentConfig{.gravity = {.constant_m_s2 = -1.0}}));
  EXPECT_TRUE(validate(EnvironmentConfig{.wind = {.velocity_W_m_s = {500.0, 0.0, 0.0}}}));
  EXPECT_TRUE(validate(EnvironmentConfig{.atmosphere = {.temperature_offset_k = 200.0}}));
  EnvironmentConfig round{.earth = round_earth(), .gravity = {.model = GravityModel::round}};
  EXPECT_FALSE(validate(round));
  round.geoid = GeoidModel::egm96;
  EXPECT_EQ(validate(round)->where, "geoid");
  EXPECT_EQ(validate(EnvironmentConfig{.earth = round_earth()})->where, "gravity");
}

// The atmosphere counts from mean sea level, not from the ellipsoid.
TEST(Environment, TakesTheGeoidOffTheHeight) {
  // 13.61 m at the north pole: the first number of NIMA's published grid.
  const auto environment = Environment<double>::build(
      {.origin = {.latitude_rad = radians(90.0), .height_m = 513.61}, .geoid = GeoidModel::egm96});
  const AirState<double> air = environment.air(0.0, {}, Mat3::identity());
  EXPECT_NEAR(air.height_m, 500.0, 1e-9);
  EXPECT_NEAR(air.density_kg_m3, 1.1673, 1e-4);  // U.S. Standard Atmosphere 1976 at 500 m
}

}  // namespace
}  // namespace alula::test
