// The order of the integrator on a whole quad, motors and battery included.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "quad_plant.h"

namespace alula::test {
namespace {

constexpr double kDuration = 0.064;  // five time constants of the motors

// Rotors spin up towards set-points that no limit cuts; air moves past from the start, so that
// nothing has a kink.
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

std::vector<double> by_rk4(const PlantModel<double>& plant, std::vector<double> x, double dt_s) {
  const int steps = static_cast<int>(std::lround(kDuration / dt_s));
  std::vector<double> scratch(plant_scratch_size(x.size()));
  for (int i = 0; i < steps; ++i) step_rk4<double>(plant, i * dt_s, dt_s, x, kCommand, scratch);
  return x;
}

std::vector<double> by_dormand_prince(const PlantModel<double>& plant, std::vector<double> x) {
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
};

TEST(Rk4, ConvergesWithOrderFourInEveryBlockOfStates) {
  const QuadConfig quad = x500_config();
  const PlantModel<double> plant = quad_plant<double>(quad);
  const std::vector<double> reference = by_dormand_prince(plant, start(quad));
  const double steps_s[] = {2e-3, 1e-3, 5e-4, 2.5e-4};
  const Block blocks[] = {{"position", kPositionState, 3}, {"velocity", kVelocityState, 3},
                          {"attitude", kAttitudeState, 4}, {"rate", kRateState, 3},
                          {"motors", kBodyStates, 4},      {"battery", kBodyStates + 4, 1}};
  std::vector<std::vector<double>> ends;
  for (const double dt_s : steps_s) ends.push_back(by_rk4(plant, start(quad), dt_s));
  for (const Block& block : blocks) {
    for (std::size_t i = 1; i < 4; ++i) {
      const double coarse = distance(ends[i - 1], reference, block.first, block.count);
      const double fine = distance(ends[i], reference, block.first, block.count);
      EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.2)
          << block.name << " from " << steps_s[i - 1] << " s: " << coarse << " to " << fine;
    }
  }
}

}  // namespace
}  // namespace alula::test
