// A whole quad against closed forms.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "quad_plant.h"

namespace alula::test {
namespace {

struct Flown {
  std::vector<double> x;
  PlantEvaluation<double> found;  // at the start of the last step
  std::vector<Wrench<double>> log;
};

Flown fly(const PlantModel<double>& plant, std::vector<double> x,
          const std::vector<double>& command, double dt_s, int steps) {
  Flown run{std::move(x), {}, std::vector<Wrench<double>>(plant.part_count())};
  std::vector<double> scratch(plant_scratch_size(run.x.size()));
  for (int i = 0; i < steps; ++i)
    step_rk4<double>(plant, i * dt_s, dt_s, run.x, command, scratch, run.log, &run.found);
  return run;
}

// At sea level, where thrust is that of the coefficient, at the latitude of PX4's usual launch
// place.
QuadConfig x500_at_sea_level() {
  QuadConfig quad = x500_config();
  quad.world.origin.height_m = 0.0;
  return quad;
}

// PX4's x500: 150 + 850 u rad/s, 8.54858e-6 N s^2, 2.064 kg: hover at u of about 0.73.
TEST(Plant, HoversAtTheCommandThatTheWeightAsksFor) {
  const QuadConfig quad = x500_at_sea_level();
  const PlantModel<double> plant = quad_plant<double>(quad);
  const double gravity = plant.environment().gravity.gravity_W({}).z;
  const double speed = std::sqrt(quad.body.mass_kg * gravity / (4.0 * 8.54858e-6));
  const double command = (speed - 150.0) / 850.0;
  EXPECT_NEAR(speed, 769.4, 0.5);
  EXPECT_NEAR(command, 0.73, 0.005);

  const Flown run =
      fly(plant, quad_at_rest<double>(quad, speed), std::vector<double>(4, command), 1e-3, 1000);
  const RigidBodyState<double> body = read_body(run.x.data());
  // The Earth turns under an asymmetric body: a torque of the order of 7.29e-5 squared over its
  // inertia.
  const double of_rotation = 7.292115e-5 * 7.292115e-5;
  EXPECT_LT(norm(body.w_WB_B), of_rotation);
  EXPECT_LT(norm(body.v_WB), gravity * of_rotation);
  EXPECT_NEAR(run.x[kBodyStates], speed, 1e-9);
}

// 249 W of shaft power, at 80 % and 14.8 V about 21 A (PX4's motor constants; Alula's battery).
TEST(Plant, DrawsTheCurrentOfItsHoverPower) {
  const QuadConfig quad = x500_at_sea_level();
  const PlantModel<double> plant = quad_plant<double>(quad);
  const double command = (769.4 - 150.0) / 850.0;
  const Flown run =
      fly(plant, quad_at_rest<double>(quad, 769.4), std::vector<double>(4, command), 1e-3, 1);
  const double power_w = 4.0 * 8.54858e-6 * 769.4 * 769.4 * 0.016 * 769.4;
  EXPECT_NEAR(power_w, 249.0, 1.0);
  const PartRow<Battery, double>& battery = *plant.parts().find<Battery>();
  const double current_a = battery.parts[0].current(0.0, run.found.supply_v);
  EXPECT_NEAR(current_a, power_w / (0.8 * 14.8), 1e-4 * current_a);
  EXPECT_NEAR(run.found.supply_v, 16.8 - 0.020 * current_a, 1e-9);
}

// Faster counter-clockwise rotors turn the nose to the right; lift, roll and pitch feel nothing.
TEST(Plant, YawsByTheDifferenceOfItsRotorTorques) {
  QuadConfig quad = x500_at_sea_level();
  for (RotorConfig& rotor : quad.rotors) rotor.inertia_kg_m2 = 0.0;
  const PlantModel<double> plant = quad_plant<double>(quad);
  std::vector<double> x = quad_at_rest<double>(quad, 700.0);
  x[kBodyStates + 0] = x[kBodyStates + 1] = 800.0;
  std::vector<double> dx(x.size());
  PlantEvaluation<double> found;
  plant.derivative(0.0, x, std::vector<double>(4, 0.7), dx, {}, &found);
  const double thrust_ccw = 8.54858e-6 * 800.0 * 800.0, thrust_cw = 8.54858e-6 * 700.0 * 700.0;
  EXPECT_NEAR(found.wrench.t_B.z, 2.0 * 0.016 * (thrust_ccw - thrust_cw), 1e-12);
  EXPECT_NEAR(found.wrench.f_B.z, -2.0 * (thrust_ccw + thrust_cw), 1e-12);
  EXPECT_NEAR(found.wrench.t_B.x, 0.0, 1e-15);
  EXPECT_NEAR(found.wrench.t_B.y, 0.0, 1e-15);
  EXPECT_GT(found.alpha_WB_B.z, 0.0);
}

// Steady turning: damping balances the rotors' torque.
TEST(Plant, TurnsAsFastAsDampingLetsIt) {
  QuadConfig quad = x500_at_sea_level();
  quad.world.gravity.rotation = false;
  quad.dampings = {{.linear_n_m_s_rad = {0.0, 0.0, 0.05}}};
  for (RotorConfig& rotor : quad.rotors) {  // no drag of the turning discs
    rotor.drag_coefficient_kg_rad = 0.0;
    rotor.rolling_moment_coefficient_kg_m_rad = 0.0;
  }
  const PlantModel<double> plant = quad_plant<double>(quad);
  std::vector<double> x = quad_at_rest<double>(quad, 750.0);
  const double fast = (780.0 - 150.0) / 850.0, slow = (750.0 - 150.0) / 850.0;
  const Flown run = fly(plant, x, {fast, fast, slow, slow}, 1e-3, 20000);
  const double torque = 2.0 * 0.016 * 8.54858e-6 * (780.0 * 780.0 - 750.0 * 750.0);
  const double ratio = run.found.air.density_ratio;  // it has climbed
  EXPECT_NEAR(read_body(run.x.data()).w_WB_B.z, ratio * torque / 0.05, 1e-3 * torque / 0.05);
}

// v(t) = v_t tanh(g t / v_t) with v_t = sqrt(2 m g / (rho C_D S)).
TEST(Plant, FallsUpToTheTerminalSpeed) {
  QuadConfig ball;
  ball.body.mass_kg = 0.1;
  ball.drags = {sphere_drag(0.5, 0.8)};
  ball.world.gravity = {.model = GravityModel::constant, .rotation = false};
  const PlantModel<double> plant = quad_plant<double>(ball);
  const double terminal = std::sqrt(2.0 * 0.1 * 9.80665 / (kSeaLevelDensity * 0.5 * 0.8));
  std::vector<double> x = quad_at_rest<double>(ball, 0.0);
  for (int tenth = 1; tenth <= 20; ++tenth) {
    x = fly(plant, x, {}, 1e-3, 100).x;
    // Density grows by 1e-4 a metre; the fall is 4 m long.
    EXPECT_NEAR(x[kVelocityState + 2], terminal * std::tanh(9.80665 * 0.1 * tenth / terminal),
                3e-4 * terminal);
  }
  x[kPositionState + 2] = 0.0;
  x[kVelocityState + 2] = terminal;
  std::vector<double> dx(x.size());
  plant.derivative(0.0, x, {}, dx);
  EXPECT_NEAR(dx[kVelocityState + 2], 0.0, 1e-12);
}

// No air, no gravity: motors spin up while the body tumbles; body and rotors together keep their
// angular momentum.
TEST(Plant, KeepsTheAngularMomentumOfBodyAndRotors) {
  QuadConfig quad = x500_at_sea_level();
  quad.world.gravity = {.model = GravityModel::constant, .rotation = false, .constant_m_s2 = 0.0};
  quad.drags.clear();
  quad.dampings.clear();
  quad.rotors[1].axis = {0.3, -0.2, -1.0};
  for (RotorConfig& rotor : quad.rotors) {
    rotor.thrust_coefficient_n_s2_rad2 = 1e-30;
    rotor.drag_coefficient_kg_rad = 0.0;
    rotor.rolling_moment_coefficient_kg_m_rad = 0.0;
  }
  const PlantModel<double> plant = quad_plant<double>(quad);
  const auto momentum_W = [&](const std::vector<double>& x) {
    const RigidBodyState<double> body = read_body(x.data());
    Vec3 h_B = plant.mass().inertia_B * body.w_WB_B;
    const PartRow<Rotor, double>& rotors = *plant.parts().find<Rotor>();
    for (std::size_t i = 0; i < 4; ++i)
      h_B += x[static_cast<std::size_t>(kBodyStates + rotors.state_of(i))] *
             rotors.parts[i].spin_inertia_B;
    return body.q_WB * h_B;
  };
  std::vector<double> x = quad_at_rest<double>(quad, 100.0);
  x[kRateState] = 2.0;
  x[kRateState + 1] = -1.0;
  const Vec3 before = momentum_W(x);
  x = fly(plant, x, {0.2, 0.9, 0.4, 0.6}, 2e-4, 5000).x;
  EXPECT_LT(norm(momentum_W(x) - before), 1e-9 * norm(before));
}

// Each part's wrench is visible before it is added.
TEST(Plant, LogsPartsThatAddUpToItsAcceleration) {
  const QuadConfig quad = x500_config();
  const PlantModel<double> plant = quad_plant<double>(quad);
  std::vector<double> x = quad_at_rest<double>(quad, 600.0);
  x[kVelocityState] = 5.0;
  x[kRateState + 1] = 0.5;
  const std::vector<double> command{0.5, 0.6, 0.7, 0.8};
  x = fly(plant, x, command, 1e-3, 300).x;
  const RigidBodyState<double> body = read_body(x.data());
  const Flown run = fly(plant, x, command, 1e-3, 1);
  ASSERT_EQ(run.log.size(), 7U);
  EXPECT_EQ(plant.parts().names()[3], "rotor3");
  EXPECT_EQ(plant.parts().names()[4], "battery0");
  Vec3 f_B;
  for (const Wrench<double>& part : run.log) f_B += part.f_B;
  const Vec3 from_parts =
      (1.0 / quad.body.mass_kg) * (body.q_WB * f_B) + run.found.gravity_W + run.found.coriolis_W;
  EXPECT_LT(norm(run.found.a_WB - from_parts), 1e-13);
}

TEST(Plant, FeelsNoDragWhileItDriftsWithTheWind) {
  QuadConfig quad = x500_config();
  quad.world.wind.velocity_W_m_s = {3.0, -4.0, 1.0};
  const PlantModel<double> plant = quad_plant<double>(quad);
  std::vector<double> x = quad_at_rest<double>(quad, 500.0);
  for (int i = 0; i < 3; ++i)
    x[static_cast<std::size_t>(kVelocityState + i)] = i == 0 ? 3.0 : i == 1 ? -4.0 : 1.0;
  const Flown run = fly(plant, x, std::vector<double>(4, 0.7), 1e-3, 1);
  EXPECT_EQ(run.log[5].f_B, Vec3{});
  EXPECT_EQ(run.log[0].f_B.x, 0.0);
}

}  // namespace
}  // namespace alula::test
