// The plant in automatic-differentiation numbers.
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "math/jet.h"
#include "quad_plant.h"

namespace alula::test {
namespace {

constexpr int kInputs = 6;
using Jet = ceres::Jet<double, kInputs>;
using Inputs = std::array<double, kInputs>;

// Along north and roll rate, two motors' speed and two commands: a point away from every limit and
// switch.
const Inputs kPoint{4.0, 0.8, 640.0, 655.0, 0.80, 0.78};
constexpr int kSteps = 40;

template <class Real> std::vector<Real> flown(const std::array<Real, kInputs>& inputs) {
  const QuadConfig quad = x500_config();
  const PlantModel<Real> plant = quad_plant<Real>(quad);
  std::vector<Real> x = quad_at_rest<Real>(quad, 650.0);
  x[kVelocityState] = inputs[0];
  x[kVelocityState + 2] = Real(1.5);
  x[kRateState] = inputs[1];
  x[kRateState + 2] = Real(-0.4);
  x[kBodyStates] = inputs[2];
  x[kBodyStates + 2] = inputs[3];
  const std::vector<Real> command{inputs[4], Real(0.79), inputs[5], Real(0.77)};
  std::vector<Real> scratch(plant_scratch_size(x.size()));
  for (int i = 0; i < kSteps; ++i) step_rk4<Real>(plant, 1e-3 * i, 1e-3, x, command, scratch);
  return x;
}

std::array<Jet, kInputs> seeded() {
  std::array<Jet, kInputs> inputs;
  for (int i = 0; i < kInputs; ++i)
    inputs[static_cast<std::size_t>(i)] = Jet(kPoint[static_cast<std::size_t>(i)], i);
  return inputs;
}

TEST(DerivativeNumbers, HaveTheValuesOfDouble) {
  const std::vector<double> plain = flown<double>(kPoint);
  const std::vector<Jet> jets = flown<Jet>(seeded());
  for (std::size_t i = 0; i < plain.size(); ++i)
    EXPECT_NEAR(jets[i].a, plain[i], 1e-12 * std::fmax(1.0, std::fabs(plain[i]))) << "state " << i;
}

TEST(DerivativeNumbers, HaveTheSlopesOfCentralDifferences) {
  const std::vector<Jet> jets = flown<Jet>(seeded());
  for (std::size_t input = 0; input < kInputs; ++input) {
    const double step = 1e-4 * std::fmax(1.0, std::fabs(kPoint[input]));
    Inputs up = kPoint, down = kPoint;
    up[input] += step;
    down[input] -= step;
    const std::vector<double> above = flown<double>(up), below = flown<double>(down);
    for (std::size_t i = 0; i < above.size(); ++i) {
      const double slope = (above[i] - below[i]) / (2.0 * step);
      const double exact = jets[i].v[static_cast<int>(input)];
      EXPECT_NEAR(exact, slope, 1e-6 * std::fabs(slope) + 1e-9)
          << "state " << i << " by input " << input;
    }
  }
}

}  // namespace
}  // namespace alula::test
