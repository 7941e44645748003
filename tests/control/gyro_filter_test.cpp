#include "control/gyro_filter.h"

#include <cmath>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr double kDt = 1e-3;

double gain_at(double frequency_hz, const GyroFilterConfig& config) {
  const GyroFilter filter(config, kDt);
  GyroFilterState state;
  double largest = 0.0;
  for (int k = 0; k < 4000; ++k) {
    const double w = std::sin(2.0 * std::numbers::pi * frequency_hz * k * kDt);
    const FilteredRate out = filter.update(state, {w, 0.0, 0.0});
    if (k > 2000) largest = std::max(largest, std::fabs(out.w_WB_B.x));
  }
  return largest;
}

TEST(GyroFilter, IsAtOnceSettledOnTheFirstSample) {
  const GyroFilterConfig config;
  const GyroFilter filter(config, kDt);
  GyroFilterState state;
  for (int k = 0; k < 10; ++k) {
    const FilteredRate out = filter.update(state, {1.0, -2.0, 3.0});
    EXPECT_NEAR(norm(out.w_WB_B - Vec3{1.0, -2.0, 3.0}), 0.0, 1e-12);
    EXPECT_NEAR(norm(out.alpha_WB_B), 0.0, 1e-9);
  }
}

TEST(GyroFilter, HalvesThePowerAtItsCutoffAndFallsByTwelveDecibelAnOctave) {
  const GyroFilterConfig config;
  EXPECT_NEAR(gain_at(40.0, config), std::numbers::sqrt2 / 2.0, 2e-3);
  EXPECT_NEAR(gain_at(4.0, config), 1.0, 1e-3);
  EXPECT_NEAR(gain_at(80.0, config), 0.24, 0.02);  // 1/sqrt(1 + 2^4) = 0.243, less by the warp
}

TEST(GyroFilter, DerivativeOfARampIsItsSlope) {
  const GyroFilterConfig config;
  const GyroFilter filter(config, kDt);
  GyroFilterState state;
  FilteredRate out;
  for (int k = 0; k < 500; ++k) out = filter.update(state, {3.0 * k * kDt, 0.0, -2.0 * k * kDt});
  EXPECT_NEAR(out.alpha_WB_B.x, 3.0, 1e-6);
  EXPECT_NEAR(out.alpha_WB_B.z, -2.0, 1e-6);
}

TEST(GyroFilter, CutoffZeroLetsEverythingPass) {
  const GyroFilter filter(GyroFilterConfig{0.0, 0.0}, kDt);
  GyroFilterState state;
  filter.update(state, {});
  const FilteredRate out = filter.update(state, {1.0, 0.0, 0.0});
  EXPECT_EQ(out.w_WB_B.x, 1.0);
  EXPECT_DOUBLE_EQ(out.alpha_WB_B.x, 1.0 / kDt);
}

TEST(GyroFilter, RefusesNegativeCutoffs) {
  EXPECT_FALSE(validate(GyroFilterConfig{}));
  EXPECT_EQ(validate(GyroFilterConfig{-1.0, 30.0})->where, "rate_cutoff_hz");
}

}  // namespace
}  // namespace alula
