// Expected figures: airsim.md 3.1 and 3.2 (computed from AirSim's own constants).
#include "propulsion/airsim_rotor.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "dynamics/plant_step.h"

namespace alula {
namespace {

constexpr double kGravity = 9.80665;

Flight<double> in_air(double density_ratio) {
  Flight<double> flight;
  flight.air.density_kg_m3 = 1.225 * density_ratio;
  flight.air.density_ratio = density_ratio;
  return flight;
}

Wrench<double> effect_of(const AirsimRotorConfig& config, double filtered, double density_ratio) {
  double rate = 0.0;
  const double command = filtered;
  return AirsimRotor<double>::build(config).effect(in_air(density_ratio), &filtered, &command,
                                                   &rate);
}

struct FrameRow {
  const char* name;
  AirsimRotorConfig rotor;
  double mass_kg, rotors;
  double thrust_max_n, torque_max_n_m, speed_max_rad_s, hover_command;
};

TEST(AirsimRotor, HasTheThrustTorqueSpeedAndHoverCommandOfEveryFrame) {
  const AirsimRotorConfig generic{};
  const AirsimRotorConfig dji{
      .thrust_coefficient = 0.11, .power_coefficient = 0.047, .speed_max_rev_min = 9500.0};
  const AirsimRotorConfig fla{
      .thrust_coefficient = 0.2, .power_coefficient = 0.1, .speed_max_rev_min = 9324.0};
  const FrameRow rows[] = {{"quad", generic, 1.0, 4, 4.1794, 0.05556, 669.86, 0.5866},
                           {"hex", generic, 1.0, 6, 4.1794, 0.05556, 669.86, 0.3911},
                           {"octo", generic, 1.0, 8, 4.1794, 0.05556, 669.86, 0.2933},
                           {"flamewheel", dji, 1.635, 4, 9.2253, 0.14341, 994.84, 0.4345},
                           {"flamewheel_fla", fla, 2.25, 4, 16.157, 0.29393, 976.41, 0.3414},
                           {"blacksheep", dji, 2.0, 4, 9.2253, 0.14341, 994.84, 0.5315},
                           {"solo", generic, 0.8, 4, 4.1794, 0.05556, 669.86, 0.4693}};
  for (const FrameRow& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_NEAR(thrust_max_n(row.rotor), row.thrust_max_n, 5e-5 * row.thrust_max_n);
    EXPECT_NEAR(torque_max_n_m(row.rotor), row.torque_max_n_m, 1e-4 * row.torque_max_n_m);
    EXPECT_NEAR(speed_max_rad_s(row.rotor), row.speed_max_rad_s, 5e-3);
    const double hover = row.mass_kg * kGravity / (row.rotors * thrust_max_n(row.rotor));
    EXPECT_NEAR(hover, row.hover_command, 5e-5);
  }
}

TEST(AirsimRotor, PushesAndTurnsInProportionToTheFilteredCommandAndDensity) {
  const Wrench<double> full = effect_of({}, 1.0, 1.0);
  EXPECT_NEAR(full.f_B.z, -4.179446, 1e-6);
  EXPECT_NEAR(full.t_B.z, 0.055562, 1e-6);  // the rotor turns ccw, the body the other way
  const Wrench<double> thin = effect_of({}, 0.3, 0.5);
  EXPECT_NEAR(thin.f_B.z, 0.15 * full.f_B.z, 1e-12);
  EXPECT_NEAR(thin.t_B.z, 0.15 * full.t_B.z, 1e-12);
  EXPECT_NEAR(effect_of({.spin_direction = SpinDirection::cw}, 1.0, 1.0).t_B.z, -0.055562, 1e-6);
}

TEST(AirsimRotor, OffTheCentreTurnsTheBodyByItsLever) {
  const Wrench<double> right = effect_of({.position_m = {0.0, 0.2, 0.0}}, 1.0, 1.0);
  EXPECT_NEAR(right.t_B.x, -0.2 * 4.179446, 1e-6);  // lifts the right side: rolls left
  const Wrench<double> front = effect_of({.position_m = {0.3, 0.0, 0.0}}, 1.0, 1.0);
  EXPECT_NEAR(front.t_B.y, 0.3 * 4.179446, 1e-6);  // lifts the nose
}

TEST(AirsimRotor, ReportsASpeedThatGoesWithTheRootOfTheThrust) {
  const AirsimRotor<double> rotor = AirsimRotor<double>::build({});
  EXPECT_NEAR(rotor.speed(1.0), 669.857, 1e-3);
  EXPECT_NEAR(rotor.speed(0.25), 0.5 * 669.857, 1e-3);
  EXPECT_EQ(rotor.speed(0.0), 0.0);
}

TEST(AirsimRotor, TakesACommandOutsideItsRangeAsTheNearerEnd) {
  const AirsimRotor<double> rotor = AirsimRotor<double>::build({});
  const double filtered = 0.5;
  const auto rate = [&](double command) {
    double dx = 0.0;
    rotor.effect(in_air(1.0), &filtered, &command, &dx);
    return dx;
  };
  EXPECT_NEAR(rate(0.7), 0.2 / 0.005, 1e-12);
  EXPECT_EQ(rate(3.0), rate(1.0));
  EXPECT_EQ(rate(kRotorOff), rate(0.0));
}

// "a first-order lag (exact exponential)": the steps of AirSim are longer than half the time
// constant, so Euler's method would be 9 % of the step off.
TEST(AirsimRotor, FollowsTheExactExponentialWithTheVerletMethodAtThreeMilliseconds) {
  PartList<double> parts;
  parts.add<AirsimRotor>({AirsimRotor<double>::build({})}, {"rotor"});
  EnvironmentConfig world;
  world.gravity = {.model = GravityModel::constant, .rotation = false};
  const PlantModel<double> plant(mass_properties<double>(MassElement{}),
                                 Environment<double>::build(world), std::move(parts));
  std::vector<double> x(plant.state_size()), scratch(plant_scratch_size(x.size()));
  x[kAttitudeState] = 1.0;
  const std::vector<double> command{0.8};
  AirsimVerletState memory;
  for (int k = 1; k <= 20; ++k) {
    step_airsim_verlet<double>(plant, memory, 0.003 * (k - 1), 0.003, x, command, scratch);
    EXPECT_NEAR(x[kBodyStates], 0.8 * (1.0 - std::exp(-0.003 * k / 0.005)), 1e-12) << k;
  }
}

TEST(AirsimRotor, RefusesWhatNoRotorHas) {
  EXPECT_FALSE(validate(AirsimRotorConfig{}));
  EXPECT_EQ(validate(AirsimRotorConfig{.axis = {}})->where, "axis");
  EXPECT_EQ(validate(AirsimRotorConfig{.thrust_coefficient = 0.0})->where, "thrust_coefficient");
  EXPECT_EQ(validate(AirsimRotorConfig{.power_coefficient = -1.0})->where, "power_coefficient");
  EXPECT_EQ(validate(AirsimRotorConfig{.speed_max_rev_min = std::nan("")})->where,
            "speed_max_rev_min");
  EXPECT_EQ(validate(AirsimRotorConfig{.time_constant_s = 0.0})->where, "time_constant_s");
}

}  // namespace
}  // namespace alula
