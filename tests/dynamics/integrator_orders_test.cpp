// The order that each method really has, measured by halving the step in free flight. A quad turns
// and drags while its motors spin up: every state moves, and nothing has a kink.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "math/frames.h"
#include "tests/dynamics/quad_plant.h"

namespace alula::test {
namespace {

constexpr double kDuration = 0.064;

std::vector<double> start(const QuadConfig& quad) {
  std::vector<double> x = quad_at_rest<double>(quad, 300.0);
  x[kVelocityState] = 4.0;
  x[kVelocityState + 1] = -2.0;
  x[kVelocityState + 2] = 1.0;
  x[kRateState] = 1.0;
  x[kRateState + 1] = -2.0;
  x[kRateState + 2] = 0.5;
  return x;
}
const std::vector<double> kCommand{0.60, 0.65, 0.70, 0.75};

// AirSim's method starts from the acceleration that the body has, so that its start, which is half
// a step off, does not hide its order.
std::vector<double> fly(const PlantModel<double>& plant, Integrator method, std::vector<double> x,
                        double dt_s) {
  std::vector<double> scratch(plant_scratch_size(x.size())), rates(x.size());
  IntegratorState state;
  PlantEvaluation<double> found;
  plant.derivative(0.0, x, kCommand, rates, {}, &found);
  state.airsim_verlet = {found.a_WB, found.alpha_WB_B};
  const int steps = static_cast<int>(std::lround(kDuration / dt_s));
  for (int i = 0; i < steps; ++i)
    step_plant(method, plant, state, i * dt_s, dt_s, x, kCommand, scratch);
  return x;
}

std::vector<double> reference(const PlantModel<double>& plant, std::vector<double> x) {
  const DormandPrince method(
      {.relative_tolerance = 1e-14, .absolute_tolerance = 1e-16, .step_min_s = 2e-5});
  DormandPrinceState memory{.step_s = 2e-5};
  std::vector<double> scratch(plant_scratch_size(x.size()));
  step_dormand_prince(plant, method, memory, 0.0, kDuration, x, kCommand, scratch);
  return x;
}

double distance(const std::vector<double>& a, const std::vector<double>& b, std::size_t first,
                std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = first; i < first + count; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

struct Block {
  const char* name;
  std::size_t first, count;
  double order;
};

void expect_orders(Integrator method, const std::vector<Block>& blocks) {
  const QuadConfig quad = x500_config();
  const PlantModel<double> plant = quad_plant<double>(quad);
  const std::vector<double> truth = reference(plant, start(quad));
  const double steps_s[] = {5e-4, 2.5e-4, 1.25e-4};
  std::vector<std::vector<double>> ends;
  for (const double dt_s : steps_s) ends.push_back(fly(plant, method, start(quad), dt_s));
  // First-order lags: exact whatever the step.
  EXPECT_LT(distance(ends[0], truth, kBodyStates, 4), 1e-11);
  for (const Block& block : blocks) {
    for (std::size_t i = 1; i < 3; ++i) {
      const double coarse = distance(ends[i - 1], truth, block.first, block.count);
      const double fine = distance(ends[i], truth, block.first, block.count);
      EXPECT_NEAR(std::log2(coarse / fine), block.order, 0.1)
          << block.name << " from " << steps_s[i - 1] << " s: " << coarse << " to " << fine;
    }
  }
}

std::vector<Block> body_of_order(double order) {
  return {{"position", kPositionState, 3, order},
          {"velocity", kVelocityState, 3, order},
          {"attitude", kAttitudeState, 4, order},
          {"rate", kRateState, 3, order}};
}

// Its text calls it Verlet, which would be 2: the acceleration it uses lies half a step behind.
TEST(AirsimVerlet, HasOrderOneInEveryStateOfTheBodyAndTwoInTheBattery) {
  std::vector<Block> blocks = body_of_order(1.0);
  blocks.push_back({"battery", kBodyStates + 4, 1, 2.0});
  expect_orders(Integrator::airsim_verlet, blocks);
}

TEST(SemiImplicitEuler, HasOrderOneInEveryStateOfTheBodyAndTwoInTheBattery) {
  std::vector<Block> blocks = body_of_order(1.0);
  blocks.push_back({"battery", kBodyStates + 4, 1, 2.0});
  expect_orders(Integrator::semi_implicit_euler, blocks);
}

PlantModel<double> falling_body(const Mat3& inertia) {
  EnvironmentConfig world;
  world.gravity = {.model = GravityModel::constant, .rotation = false};
  return {mass_properties<double>(MassElement{.mass_kg = 1.0, .inertia_kg_m2 = inertia}),
          Environment<double>::build(world), PartList<double>{}};
}

// By hand: v = g (t - dt/2) because the first step starts from no acceleration; from there the path
// is that of a body thrown with -g dt/2, exactly.
TEST(AirsimVerlet, FollowsAConstantAccelerationExactlyButForTheFirstHalfStep) {
  const PlantModel<double> plant = falling_body(Mat3::identity());
  std::vector<double> x(13), scratch(plant_scratch_size(13));
  x[kAttitudeState] = 1.0;
  AirsimVerletState memory;
  const double dt = 0.003, g = 9.80665;
  for (int k = 1; k <= 1000; ++k) {
    step_airsim_verlet<double>(plant, memory, dt * (k - 1), dt, x, {}, scratch);
    const double t = dt * k;
    ASSERT_NEAR(x[kVelocityState + 2], g * (t - 0.5 * dt), 1e-11);
    ASSERT_NEAR(x[kPositionState + 2], 0.5 * g * t * (t - dt), 1e-11);
  }
}

// A spin about a principal axis at 2,000 deg/s for 10 s: both methods turn by axis and angle, which
// is exact there.
TEST(FirstOrderMethods, KeepASteadySpinExactly) {
  const PlantModel<double> plant = falling_body(Mat3::diagonal({0.002, 0.006, 0.007}));
  for (const Integrator method : {Integrator::airsim_verlet, Integrator::semi_implicit_euler}) {
    std::vector<double> x(13), scratch(plant_scratch_size(13));
    x[kAttitudeState] = 1.0;
    x[kRateState + 2] = radians(2000.0);
    IntegratorState state;
    for (int k = 0; k < 10'000; ++k)
      step_plant(method, plant, state, 1e-3 * k, 1e-3, x, {}, scratch);
    const Quat expected = from_yaw(wrap_pi(radians(20'000.0)));
    const Quat found = read_body(x.data()).q_WB;
    EXPECT_LT(norm(to_rotation_vector(expected.conjugate() * found)), 1e-9);
  }
}

// The intermediate axis is unstable, the others are not: whatever the method.
TEST(FirstOrderMethods, TurnOverOnlyAboutTheMiddleAxis) {
  const PlantModel<double> plant = falling_body(Mat3::diagonal({0.002, 0.006, 0.007}));
  for (const Integrator method : {Integrator::airsim_verlet, Integrator::semi_implicit_euler}) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<double> x(13), scratch(plant_scratch_size(13));
      x[kAttitudeState] = 1.0;
      for (std::size_t i = 0; i < 3; ++i) x[kRateState + i] = i == axis ? 5.0 : 1e-3;
      IntegratorState state;
      double lowest = 5.0;
      for (int k = 0; k < 10'000; ++k) {
        step_plant(method, plant, state, 1e-3 * k, 1e-3, x, {}, scratch);
        lowest = std::min(lowest, x[kRateState + axis]);
      }
      const bool turned_over = lowest < -4.9, kept_on = lowest > 4.9;
      EXPECT_TRUE(axis == 1 ? turned_over : kept_on) << axis << ": " << lowest;
    }
  }
}

// The
// energy of the symplectic method stays in a band, where that of explicit Euler grows without end.
template <class Real> struct Spring {
  static constexpr int states = 0;
  static constexpr int commands = 0;
  Wrench<Real> effect(const Flight<Real>& flight, const Real*, const Real*, Real*) const {
    return {.f_B = Real(-100.0) * flight.body.p_WB, .t_B = {}};
  }
};

TEST(SemiImplicitEuler, KeepsTheEnergyOfASpringInABand) {
  EnvironmentConfig world;
  world.gravity = {.model = GravityModel::constant, .rotation = false, .constant_m_s2 = 0.0};
  PartList<double> parts;
  parts.add<Spring>({Spring<double>{}}, {"spring"});
  const PlantModel<double> plant(mass_properties<double>(MassElement{}),
                                 Environment<double>::build(world), std::move(parts));
  std::vector<double> x(13), scratch(plant_scratch_size(13));
  x[kAttitudeState] = 1.0;
  x[kPositionState] = 0.1;
  const double start_j = 0.5 * 100.0 * 0.1 * 0.1;
  for (int k = 0; k < 100'000; ++k) {  // 160 swings
    step_semi_implicit_euler<double>(plant, 1e-3 * k, 1e-3, x, {}, scratch);
    const double energy_j = 0.5 * x[kVelocityState] * x[kVelocityState] + 50.0 * x[0] * x[0];
    ASSERT_NEAR(energy_j, start_j, 0.01 * start_j) << k;  // dt times the angular frequency
  }
}

}  // namespace
}  // namespace alula::test
