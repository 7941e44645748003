// The methods that carry the body by themselves, in every number type.
#include <vector>

#include <gtest/gtest.h>

#include "math/pack.h"
#include "tests/dynamics/quad_plant.h"

namespace alula::test {
namespace {

constexpr int kSteps = 200;
constexpr double kStep_s = 0.003;

template <class Real> struct Flown {
  std::vector<Real> verlet, symplectic;
};

template <class Real> Flown<Real> fly(const QuadConfig& quad, const std::vector<Real>& command) {
  const PlantModel<Real> plant = quad_plant<Real>(quad);
  Flown<Real> flown{quad_at_rest<Real>(quad, 300.0), quad_at_rest<Real>(quad, 300.0)};
  std::vector<Real> scratch(plant_scratch_size(flown.verlet.size()));
  AirsimVerletMemory<Real> memory;
  for (int k = 0; k < kSteps; ++k) {
    step_airsim_verlet<Real>(plant, memory, k * kStep_s, kStep_s, flown.verlet, command, scratch);
    step_semi_implicit_euler<Real>(plant, k * kStep_s, kStep_s, flown.symplectic, command, scratch);
  }
  return flown;
}

// Lane by lane with a command of its own.
TEST(NumberTypes, EveryLaneOfAPackStepsLikeTheScalarFloatBitForBit) {
  using Lanes = Pack<kLanes>;
  const QuadConfig quad = x500_config();
  std::vector<Lanes> commands;
  for (int motor = 0; motor < 4; ++motor) {
    Lanes command(0.0f);
    for (int lane = 0; lane < kLanes; ++lane)
      command.set(lane,
                  0.6f + 0.03f * static_cast<float>(motor) + 0.01f * static_cast<float>(lane));
    commands.push_back(command);
  }
  const Flown<Lanes> packs = fly<Lanes>(quad, commands);
  for (int lane = 0; lane < kLanes; ++lane) {
    std::vector<float> command;
    for (const Lanes& lanes : commands) command.push_back(lanes[lane]);
    const Flown<float> alone = fly<float>(quad, command);
    for (std::size_t i = 0; i < alone.verlet.size(); ++i) {
      EXPECT_EQ(packs.verlet[i][lane], alone.verlet[i]) << i;
      EXPECT_EQ(packs.symplectic[i][lane], alone.symplectic[i]) << i;
    }
  }
}

TEST(NumberTypes, FloatStepsLikeDoubleWithinRounding) {
  const QuadConfig quad = x500_config();
  const Flown<double> exact = fly<double>(quad, {0.60, 0.65, 0.70, 0.75});
  const Flown<float> single = fly<float>(quad, {0.60f, 0.65f, 0.70f, 0.75f});
  for (std::size_t i = 0; i < kBodyStates; ++i) {
    EXPECT_NEAR(single.verlet[i], exact.verlet[i], 1e-3) << i;
    EXPECT_NEAR(single.symplectic[i], exact.symplectic[i], 1e-3) << i;
  }
}

}  // namespace
}  // namespace alula::test
