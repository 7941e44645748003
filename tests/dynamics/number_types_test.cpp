// One list of configs, one text of formulas: double, float, a pack of floats and a number that
// carries derivatives fly the same quad.
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "math/pack.h"
#include "quad_plant.h"

namespace alula::test {
namespace {

constexpr int kSteps = 20000;
constexpr double kDt = 1e-3;

// Every lane starts and is commanded differently, so that a mixed-up lane shows.
double lane_start(std::size_t state, int lane) {
  if (state == kAttitudeState) return 1.0;
  if (state >= kBodyStates + 4) return 100.0 * lane;     // charge taken
  if (state >= kBodyStates) return 600.0 + 15.0 * lane;  // motors
  if (state >= kRateState) return 0.02 * (lane - 3) * (state == kRateState ? 1.0 : 0.5);
  if (state >= kAttitudeState) return 0.01 * lane;
  return state >= kVelocityState ? 0.7 * (lane - 4) : 3.0 * lane;
}
double lane_command(std::size_t rotor, int lane) {
  return 0.72 + 0.002 * lane + 0.0005 * static_cast<double>(rotor);
}
double lane_mass(int lane) { return 2.0 + 0.02 * lane; }

template <class Real>
std::vector<Real> flown(Real mass_kg, std::vector<Real> x, const std::vector<Real>& command,
                        int steps) {
  const QuadConfig quad = x500_config();
  const PlantModel<Real> plant(
      mass_properties<Real>(mass_kg, matrix_cast<Real>(quad.body.inertia_kg_m2)),
      Environment<Real>::build(quad.world), quad_parts<Real>(quad));
  std::vector<Real> scratch(plant_scratch_size(x.size()));
  for (int i = 0; i < steps; ++i) step_rk4<Real>(plant, kDt * i, kDt, x, command, scratch);
  return x;
}

template <class Real> std::vector<Real> fly_lane(int lane, int steps) {
  std::vector<Real> x(kBodyStates + 5), command(4);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<Real>(lane_start(i, lane));
  for (std::size_t i = 0; i < 4; ++i) command[i] = static_cast<Real>(lane_command(i, lane));
  return flown<Real>(static_cast<Real>(lane_mass(lane)), x, command, steps);
}

TEST(NumberTypes, EveryLaneOfAPackEqualsTheScalarFloatBitForBit) {
  using Wide = Pack<kLanes>;
  std::vector<Wide> x(kBodyStates + 5), command(4);
  Wide mass(0.0F);
  for (int lane = 0; lane < kLanes; ++lane) {
    mass.set(lane, static_cast<float>(lane_mass(lane)));
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i].set(lane, static_cast<float>(lane_start(i, lane)));
    for (std::size_t i = 0; i < 4; ++i)
      command[i].set(lane, static_cast<float>(lane_command(i, lane)));
  }
  x = flown<Wide>(mass, x, command, kSteps);
  for (int lane = 0; lane < kLanes; ++lane) {
    const std::vector<float> scalar = fly_lane<float>(lane, kSteps);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_TRUE(std::isfinite(scalar[i]));
      EXPECT_EQ(x[i][lane], scalar[i]) << "state " << i << " of lane " << lane;
    }
  }
}

// Two seconds of flight. Float has 24 bits; the tolerances are what is promised, in the unit of
// each state.
TEST(NumberTypes, FloatAgreesWithDoubleWithinTheStatedTolerance) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const std::vector<double> exact = fly_lane<double>(lane, 2000);
    const std::vector<float> single = fly_lane<float>(lane, 2000);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double tolerance = i < kVelocityState    ? 2e-4  // [m]
                               : i < kAttitudeState  ? 2e-4  // [m/s]
                               : i < kRateState      ? 2e-5
                               : i < kBodyStates     ? 5e-5  // [rad/s]
                               : i < kBodyStates + 4 ? 2e-3  // [rad/s]
                                                     : 0.1;  // [C], of 42
      EXPECT_NEAR(static_cast<double>(single[i]), exact[i], tolerance)
          << "state " << i << " of lane " << lane;
    }
  }
}

}  // namespace
}  // namespace alula::test
