#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "dynamics/plant_step.h"

namespace alula {
namespace {

constexpr double kDegree = 0.017453292519943295;

// Nothing acts: no gravity, no rotation of the Earth, no parts.
PlantModel<double> free_body(const Mat3& inertia) {
  EnvironmentConfig space;
  space.gravity = {.model = GravityModel::constant, .rotation = false, .constant_m_s2 = 0.0};
  return {mass_properties<double>({.mass_kg = 2.0, .position_m = {}, .inertia_kg_m2 = inertia}),
          Environment<double>::build(space), PartList<double>{}};
}

const Mat3 kAsymmetric{{{0.030, -0.002, 0.001}, {-0.002, 0.020, 0.003}, {0.001, 0.003, 0.045}}};

std::vector<double> spinning(const Vec3& w_WB_B) {
  std::vector<double> x(kBodyStates, 0.0);
  write_body(
      RigidBodyState<double>{
          .p_WB = {}, .v_WB = {1.0, -2.0, 3.0}, .q_WB = Quat::identity(), .w_WB_B = w_WB_B},
      x.data());
  return x;
}

void fly(const PlantModel<double>& plant, std::vector<double>& x, double dt_s, int steps) {
  std::vector<double> scratch(plant_scratch_size(x.size()));
  for (int i = 0; i < steps; ++i) step_rk4<double>(plant, i * dt_s, dt_s, x, {}, scratch);
}

void fly_adaptive(const PlantModel<double>& plant, std::vector<double>& x, double duration_s) {
  const DormandPrince method({.relative_tolerance = 1e-12, .absolute_tolerance = 1e-13});
  DormandPrinceState memory;
  std::vector<double> scratch(plant_scratch_size(x.size()));
  for (int i = 0; i < 100; ++i)
    step_dormand_prince(plant, method, memory, 0.01 * i * duration_s, 0.01 * duration_s, x, {},
                        scratch);
}

double energy(const PlantModel<double>& plant, const RigidBodyState<double>& body) {
  const double turning = dot(body.w_WB_B, plant.mass().inertia_B * body.w_WB_B);
  return 0.5 * (plant.mass().mass_kg * norm_squared(body.v_WB) + turning);
}

Vec3 angular_momentum_W(const PlantModel<double>& plant, const RigidBodyState<double>& body) {
  return body.q_WB * (plant.mass().inertia_B * body.w_WB_B);
}

TEST(RigidBody, KeepsEnergyAndAngularMomentumWithoutTorque) {
  const PlantModel<double> plant = free_body(kAsymmetric);
  std::vector<double> x = spinning({5.0, -3.0, 4.0});
  const double energy_0 = energy(plant, read_body(x.data()));
  const Vec3 momentum_0 = angular_momentum_W(plant, read_body(x.data()));
  for (int second = 0; second < 10; ++second) {
    fly(plant, x, 1e-3, 1000);
    const RigidBodyState<double> body = read_body(x.data());
    EXPECT_LT(std::abs(energy(plant, body) / energy_0 - 1.0), 1e-8);
    EXPECT_LT(norm(angular_momentum_W(plant, body) - momentum_0) / norm(momentum_0), 1e-8);
    EXPECT_LT(std::abs(norm_squared(body.q_WB) - 1.0), 2e-12);
  }
}

TEST(RigidBody, FliesStraightWhileItTumbles) {
  const PlantModel<double> plant = free_body(kAsymmetric);
  std::vector<double> x = spinning({5.0, -3.0, 4.0});
  fly(plant, x, 1e-3, 10000);
  EXPECT_LT(norm(read_body(x.data()).p_WB - Vec3{10.0, -20.0, 30.0}), 1e-9);
}

TEST(RigidBody, TumblesAtTwoThousandDegreesASecondAsTheReferenceDoes) {
  const PlantModel<double> plant = free_body(kAsymmetric);
  const Vec3 w = (2000.0 * kDegree / norm(Vec3{1.0, 2.0, 3.0})) * Vec3{1.0, 2.0, 3.0};
  std::vector<double> x = spinning(w);
  std::vector<double> reference = x;
  fly(plant, x, 1e-3, 10000);
  fly_adaptive(plant, reference, 10.0);
  const Quat apart = read_body(reference.data()).q_WB.conjugate() * read_body(x.data()).q_WB;
  EXPECT_LT(norm(to_rotation_vector(apart)), 0.01 * kDegree);
}

// Dzhanibekov's effect: spin about the middle axis turns over, about the other two it stays.
TEST(RigidBody, TurnsOverOnlyAboutTheMiddleAxis) {
  const PlantModel<double> plant = free_body(Mat3::diagonal({0.02, 0.03, 0.045}));
  const auto lowest_share = [&](const Vec3& axis) {
    std::vector<double> x = spinning(5.0 * axis + Vec3{1e-3, 1e-3, 1e-3});
    double lowest = 1.0;
    for (int i = 0; i < 1500; ++i) {
      fly(plant, x, 1e-3, 10);
      lowest = std::min(lowest, dot(axis, read_body(x.data()).w_WB_B) / 5.0);
    }
    return lowest;
  };
  EXPECT_GT(lowest_share({1.0, 0.0, 0.0}), 0.999);
  EXPECT_LT(lowest_share({0.0, 1.0, 0.0}), -0.99);
  EXPECT_GT(lowest_share({0.0, 0.0, 1.0}), 0.999);
}

// A body that rests in inertial space turns backwards relative to the Earth, for ever at the same
// rate.
TEST(RigidBody, KeepsItsInertialAttitudeOverATurningEarth) {
  EnvironmentConfig world;
  world.origin.latitude_rad = 47.0 * kDegree;
  const PlantModel<double> plant(
      mass_properties<double>({.mass_kg = 1.0, .position_m = {}, .inertia_kg_m2 = kAsymmetric}),
      Environment<double>::build(world), PartList<double>{});
  const Vec3 omega_W = plant.environment().gravity.omega_W();
  std::vector<double> x = spinning(-omega_W);
  fly(plant, x, 0.01, 10000);
  const RigidBodyState<double> body = read_body(x.data());
  const Quat turned_back = from_rotation_vector(-100.0 * omega_W);
  EXPECT_LT(norm(to_rotation_vector(turned_back.conjugate() * body.q_WB)), 1e-12);
  EXPECT_LT(norm(body.q_WB * body.w_WB_B + omega_W), 1e-15);
}

TEST(RigidBody, ReportsWhatAcceleratesIt) {
  EnvironmentConfig world;
  world.origin.latitude_rad = 47.0 * kDegree;
  const PlantModel<double> plant(mass_properties<double>(MassElement{}),
                                 Environment<double>::build(world), PartList<double>{});
  const std::vector<double> x = spinning({});
  std::vector<double> dx(x.size());
  PlantEvaluation<double> found;
  plant.derivative(0.0, x, {}, dx, {}, &found);
  const Vec3 omega = plant.environment().gravity.omega_W();
  EXPECT_LT(norm(found.coriolis_W + 2.0 * cross(omega, {1.0, -2.0, 3.0})), 1e-18);
  EXPECT_EQ(found.a_WB, found.gravity_W + found.coriolis_W);
  EXPECT_EQ(dx[kVelocityState + 2], found.a_WB.z);
  EXPECT_EQ(dx[kPositionState + 1], -2.0);
}

TEST(RigidBody, StoresItsStateWhereTheLayoutSays) {
  std::vector<double> x(kBodyStates);
  const RigidBodyState<double> body{
      {1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}, {7.0, 8.0, 9.0, 10.0}, {11.0, 12.0, 13.0}};
  write_body(body, x.data());
  EXPECT_EQ(x[kPositionState], 1.0);
  EXPECT_EQ(x[kVelocityState], 4.0);
  EXPECT_EQ(x[kAttitudeState], 7.0);
  EXPECT_EQ(x[kRateState], 11.0);
  EXPECT_EQ(read_body(x.data()).w_WB_B, body.w_WB_B);
}

}  // namespace
}  // namespace alula
