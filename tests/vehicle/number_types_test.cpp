// One vehicle file, three number types: what is built from it flies alike in all of them. Numbers
// that carry derivatives are slow to compile; tests/dynamics flies one.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "dynamics/plant_step.h"
#include "math/pack.h"
#include "vehicle/build_plant.h"

namespace alula {
namespace {

constexpr int kSteps = 500;

// Half a second of the x500 in `Real`, each lane with its own speed and command.
template <class Real, class FromLane> std::vector<Real> flown(const FromLane& from_lane) {
  const Result<VehicleConfig> config = load_vehicle(ALULA_SOURCE_DIR "/models/vehicles/x500.yaml");
  EnvironmentConfig surroundings;
  surroundings.origin = {.latitude_rad = 0.827246, .longitude_rad = 0.149149, .height_m = 488.0};
  const auto plant = build_plant<Real>(*config, Environment<Real>::build(surroundings));
  std::vector<Real> x(plant.state_size(), Real(0.0F)), scratch(plant_scratch_size(x.size()));
  std::vector<Real> command(plant.command_size());
  x[kAttitudeState] = Real(1.0F);
  x[kVelocityState] = from_lane([](int lane) { return 1.0 + lane; });
  x[kRateState] = from_lane([](int lane) { return 0.1 * lane; });
  for (std::size_t i = 0; i < command.size(); ++i) {
    x[kBodyStates + i] = from_lane([](int lane) { return 700.0 + 10.0 * lane; });
    command[i] =
        from_lane([i](int lane) { return 0.72 + 0.001 * lane + 0.0005 * static_cast<double>(i); });
  }
  for (int i = 0; i < kSteps; ++i) step_rk4<Real>(plant, 1e-3 * i, 1e-3, x, command, scratch);
  return x;
}
template <class Real> std::vector<Real> flown_lane(int lane) {
  using Scalar = typename RealTraits<Real>::Scalar;
  return flown<Real>([lane](const auto& value) { return Real(static_cast<Scalar>(value(lane))); });
}

TEST(VehicleNumberTypes, EveryLaneOfAPackEqualsTheScalarFloatBitForBit) {
  using Wide = Pack<kLanes>;
  const std::vector<Wide> wide = flown<Wide>([](const auto& value) {
    Wide all(0.0F);
    for (int lane = 0; lane < kLanes; ++lane) all.set(lane, static_cast<float>(value(lane)));
    return all;
  });
  for (int lane = 0; lane < kLanes; ++lane) {
    const std::vector<float> scalar = flown_lane<float>(lane);
    for (std::size_t i = 0; i < scalar.size(); ++i) {
      ASSERT_TRUE(std::isfinite(scalar[i]));
      EXPECT_EQ(wide[i][lane], scalar[i]) << "state " << i << " of lane " << lane;
    }
  }
}

TEST(VehicleNumberTypes, FloatStaysNearDouble) {
  const std::vector<double> exact = flown_lane<double>(2);
  const std::vector<float> single = flown_lane<float>(2);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double size = std::fmax(1.0, std::fabs(exact[i]));
    EXPECT_NEAR(static_cast<double>(single[i]), exact[i], 1e-4 * size) << "state " << i;
  }
}

}  // namespace
}  // namespace alula
