// Configured noise against realised noise. Bounds are four standard errors of the estimate, at a
// fixed seed.
#include <array>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "sensors/gauss_markov.h"
#include "tests/sensors/motions.h"

namespace alula {
namespace {

// The estimator first: NIST SP 1065, section 12.4, test set of 1000 points, to 1e-6.
TEST(Allan, TheEstimatorGivesTheNumbersOfTheHandbook) {
  std::vector<double> rate;
  std::int64_t n = 1234567890;
  for (int i = 0; i < 1000; ++i) {
    rate.push_back(static_cast<double>(n) / 2147483647.0);
    n = (16807 * n) % 2147483647;
  }
  std::ifstream file(ALULA_SOURCE_DIR "/tests/reference/sensors/allan_nbs14_1000.csv");
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    std::array<double, 3> row{};
    char comma = 0;
    std::istringstream fields(line);
    if (!(fields >> row[0] >> comma >> row[1] >> comma >> row[2])) continue;
    EXPECT_NEAR(allan_deviation(rate, static_cast<std::size_t>(row[0])), row[2], 1e-6 * row[2]);
    ++rows;
  }
  EXPECT_EQ(rows, 3);
}

// The white noise of a sensor at rest, everything else switched off.
std::vector<double> gyro_white(double rate_hz, double density) {
  ImuConfig config;
  config.common.rate_hz = rate_hz;
  config.gyro_noise_rad_s_sqrt_hz = density;
  config.gyro_bias_instability_rad_s = config.gyro_turn_on_bias_rad_s = config.gyro_lsb_rad_s = 0.0;
  std::vector<double> rate;
  for (const ImuSample& sample : run_imu(Imu(config, {.seed = 11}), at_rest(), 400.0).samples) {
    rate.push_back(sample.w_B.x);
  }
  return rate;
}

// sigma per sample is N sqrt(f); the Allan deviation at 1 s is N, whatever the rate.
TEST(Noise, TheConfiguredRandomWalkIsRecoveredAtAnyRate) {
  const double density = 1.5e-4;
  for (const double rate_hz : {200.0, 250.0, 1000.0}) {
    const std::vector<double> rate = gyro_white(rate_hz, density);
    const auto count = static_cast<double>(rate.size());
    EXPECT_NEAR(statistics(rate).deviation, density * std::sqrt(rate_hz),
                4.0 / std::sqrt(2.0 * count) * density * std::sqrt(rate_hz));
    EXPECT_NEAR(allan_deviation(rate, static_cast<std::size_t>(rate_hz)), density, 0.10 * density)
        << rate_hz;
    const double slope = std::log(allan_deviation(rate, static_cast<std::size_t>(4.0 * rate_hz)) /
                                  allan_deviation(rate, static_cast<std::size_t>(0.1 * rate_hz))) /
                         std::log(40.0);
    EXPECT_NEAR(slope, -0.5, 0.03) << rate_hz;
  }
}

// The slow bias has its own law: the Allan deviation of a Gauss-Markov process peaks near 1.89 time
// constants (physics.md 5). There it must be the flat of the configured instability, 0.664 B.
TEST(Noise, TheConfiguredBiasInstabilityIsTheFlatOfTheAllanDeviation) {
  const double instability = 2e-5, time_constant_s = 500.0;
  const double deviation = kBiasDeviationOverInstability * instability;
  const GaussMarkov process(RandomStream(7, "test/bias"), {deviation, deviation, deviation},
                            time_constant_s, 10.0);
  GaussMarkovState state;
  std::vector<double> x, y, z;
  for (std::int64_t i = 0; i < 400'000; ++i) {  // 8000 time constants
    const Vec3& bias = process.advance(state, i);
    x.push_back(bias.x);
    y.push_back(bias.y);
    z.push_back(bias.z);
  }
  const auto mean_deviation = [&](std::size_t m) {
    return (allan_deviation(x, m) + allan_deviation(y, m) + allan_deviation(z, m)) / 3.0;
  };
  const double peak = mean_deviation(94);  // 940 s
  EXPECT_NEAR(peak / 0.664, instability, 0.03 * instability);
  EXPECT_LT(mean_deviation(20), peak);
  EXPECT_LT(mean_deviation(400), peak);
}

TEST(GaussMarkov, IsStationaryFromTheFirstSampleAndForgetsByEInOneTimeConstant) {
  // Many short runs: the variance at any age is the configured one.
  double first = 0.0, tenth = 0.0, product = 0.0;
  const int runs = 20'000;
  for (int run = 0; run < runs; ++run) {
    const GaussMarkov process(RandomStream(static_cast<std::uint64_t>(run), "gm"), {2.0, 2.0, 2.0},
                              10.0, 1.0);
    GaussMarkovState state;
    const double start = process.advance(state, 0).x;
    for (int i = 1; i <= 10; ++i) process.advance(state, i);
    first += start * start / runs;
    tenth += state.value.x * state.value.x / runs;
    product += start * state.value.x / runs;
  }
  // Standard error of a variance: sigma^2 sqrt(2/n) = 0.04.
  EXPECT_NEAR(first, 4.0, 0.16);
  EXPECT_NEAR(tenth, 4.0, 0.16);
  EXPECT_NEAR(product, 4.0 * std::exp(-1.0), 0.13);
}

TEST(Noise, TurnOnBiasIsDrawnOnceARunAndSpreadsAsConfigured) {
  std::vector<double> gyro, accel;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const ImuRun run = run_imu(Imu(ImuConfig{}, {.seed = seed}), at_rest(), 0.008);
    for (std::size_t i = 0; i < run.errors.size(); i += 2) {
      accel.push_back(run.errors[i].error.x);
      gyro.push_back(run.errors[i + 1].error.x);
      break;
    }
  }
  // With white noise of one sample (2.4e-3 and 0.0237), the slow bias and the rounding's
  // LSB/sqrt(12).
  const double gyro_expected =
      std::sqrt(square(0.01) + square(1.5e-4) * 250.0 + square(0.0010653) / 12.0);
  const double accel_expected =
      std::sqrt(square(0.05) + square(1.5e-3) * 250.0 + square(1.07e-3) + square(0.0047884) / 12.0);
  EXPECT_NEAR(statistics(gyro).deviation, gyro_expected, 4.0 / std::sqrt(4000.0) * gyro_expected);
  EXPECT_NEAR(statistics(accel).deviation, accel_expected,
              4.0 / std::sqrt(4000.0) * accel_expected);
}

}  // namespace
}  // namespace alula
