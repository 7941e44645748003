// What a vehicle file configures, read back from the errors that the sensor really made, within
// 10 % (physics.md 5). White noise N: sigma(1 s) = N, slope -1/2. Bias instability B: a floor of
// 0.664 B. Gauss-Markov (q, T): the peak of the deviation lies near 1.89 T at 0.437 q sqrt(T), with
// q = sigma sqrt(2/T) at 0.617 sigma; far below T it is a random walk with K = q,
// sigma(tau) = K sqrt(tau/3). The runs are long enough for four standard errors of the estimate,
// 1/sqrt(2 (T/tau - 1)) each axis, to lie within these 10 %.
#include <gtest/gtest.h>

#include "tests/allan/recordings.h"

namespace alula {
namespace {

constexpr double kWithin = 0.10;
constexpr double kPeak = 1.89;  // time constants
constexpr std::array kRates{200.0, 1000.0};

void expect_within(double found, double configured, const char* what, double rate_hz) {
  EXPECT_NEAR(found / configured, 1.0, kWithin) << what << " at " << rate_hz << " Hz";
  testing::Test::RecordProperty(what + std::to_string(static_cast<int>(rate_hz)),
                                std::to_string(found / configured));
}

// N from 0.1, 1 and 4 s: the same number thrice, which is the slope.
void expect_white(const Series& series, double density, const char* what, std::size_t first = 0,
                  std::size_t end = 3) {
  for (const double tau_s : {0.1, 1.0, 4.0}) {
    const double found = series.deviation(tau_s, first, end) * std::sqrt(tau_s);
    expect_within(found, density, what, series.rate_hz);
  }
}

// q and T of a Gauss-Markov process, from its rise as a random walk and from its peak.
void expect_gauss_markov(const Series& series, double sigma, double time_constant_s,
                         const char* what, std::size_t first = 0, std::size_t end = 3) {
  const double q = sigma * std::sqrt(2.0 / time_constant_s);
  const double early_s = time_constant_s / 50.0;
  const double rise = series.deviation(early_s, first, end) / std::sqrt(early_s / 3.0);
  expect_within(rise, q, what, series.rate_hz);
  const double peak = series.deviation(kPeak * time_constant_s, first, end);
  expect_within(peak, 0.437 * q * std::sqrt(time_constant_s), what, series.rate_hz);
  // At a third and thrice the time it is lower: 0.519 and 0.510 sigma against 0.617.
  for (const double part : {1.0 / 3.0, 3.0}) {
    EXPECT_LT(series.deviation(part * kPeak * time_constant_s, first, end), 0.9 * peak) << what;
  }
}

TEST(AllanOfTheImu, GivesBackTheRandomWalks) {
  ImuConfig config;
  config.gyro_bias_instability_rad_s = config.accel_bias_instability_m_s2 = 0.0;
  config.gyro_lsb_rad_s = config.accel_lsb_m_s2 = 0.0;
  for (const double rate_hz : kRates) {
    const ImuSeries imu = record_imu(config, rate_hz, 1000.0);
    expect_white(imu.gyro, config.gyro_noise_rad_s_sqrt_hz, "gyro N");
    expect_white(imu.accel, config.accel_noise_m_s2_sqrt_hz, "accel N");
  }
}

// Rounding to whole steps of the converter adds LSB/sqrt(12) of white noise to each sample where
// the sensor's own noise moves it over some steps, as the defaults do.
TEST(AllanOfTheImu, SeesTheConverterAsWhiteNoise) {
  ImuConfig config;
  config.gyro_bias_instability_rad_s = config.accel_bias_instability_m_s2 = 0.0;
  for (const double rate_hz : kRates) {
    const ImuSeries imu = record_imu(config, rate_hz, 1000.0);
    const auto density = [&](double noise, double lsb) {
      return std::sqrt(square(noise) + square(lsb) / 12.0 / rate_hz);
    };
    expect_white(imu.gyro, density(config.gyro_noise_rad_s_sqrt_hz, config.gyro_lsb_rad_s),
                 "gyro N with converter");
    expect_white(imu.accel, density(config.accel_noise_m_s2_sqrt_hz, config.accel_lsb_m_s2),
                 "accel N with converter");
  }
}

TEST(AllanOfTheImu, GivesBackTheBiasInstabilities) {
  ImuConfig config;
  config.gyro_noise_rad_s_sqrt_hz = config.accel_noise_m_s2_sqrt_hz = 0.0;
  config.gyro_lsb_rad_s = config.accel_lsb_m_s2 = 0.0;
  config.gyro_bias_time_constant_s = 2.0;
  config.accel_bias_time_constant_s = 3.0;
  for (const double rate_hz : kRates) {
    const ImuSeries imu = record_imu(config, rate_hz, 3000.0);
    expect_within(imu.gyro.deviation(kPeak * 2.0) / 0.664, config.gyro_bias_instability_rad_s,
                  "gyro B", rate_hz);
    expect_within(imu.accel.deviation(kPeak * 3.0) / 0.664, config.accel_bias_instability_m_s2,
                  "accel B", rate_hz);
    expect_gauss_markov(imu.gyro,
                        kBiasDeviationOverInstability * config.gyro_bias_instability_rad_s, 2.0,
                        "gyro K");
    expect_gauss_markov(imu.accel,
                        kBiasDeviationOverInstability * config.accel_bias_instability_m_s2, 3.0,
                        "accel K");
  }
}

// All of it at once, as a sensor in the field shows it: the variances add up.
TEST(AllanOfTheImu, ShowsNoiseAndBiasTogether) {
  ImuConfig config;
  config.gyro_lsb_rad_s = config.accel_lsb_m_s2 = 0.0;
  config.gyro_bias_instability_rad_s = 1e-3;
  config.gyro_bias_time_constant_s = 2.0;
  for (const double rate_hz : kRates) {
    const ImuSeries imu = record_imu(config, rate_hz, 3000.0);
    const double n = config.gyro_noise_rad_s_sqrt_hz;
    const double floor = 0.664 * config.gyro_bias_instability_rad_s;
    const double tau_s = kPeak * 2.0;
    expect_within(imu.gyro.deviation(tau_s), std::sqrt(square(n) / tau_s + square(floor)),
                  "gyro N and B", rate_hz);
    // At 20 ms the noise is all there is: the bias has moved by 3 % of it.
    expect_within(imu.gyro.deviation(0.02), n / std::sqrt(0.02), "gyro N under B", rate_hz);
  }
}

TEST(AllanOfTheBarometer, GivesBackNoiseAndDrift) {
  BarometerConfig config;
  config.walk_pa = 0.0;
  for (const double rate_hz : kRates) {
    const Series noise = record_barometer(config, rate_hz, 3000.0);
    expect_white(noise, config.white_pa / std::sqrt(rate_hz), "barometer N", 0, 1);
  }
  config = {.white_pa = 0.0, .walk_time_constant_s = 1.0};
  for (const double rate_hz : kRates) {
    const Series drift = record_barometer(config, rate_hz, 3600.0);
    expect_gauss_markov(drift, config.walk_pa, 1.0, "barometer q", 0, 1);
  }
}

TEST(AllanOfTheMagnetometer, GivesBackTheNoiseAndDoesNotSeeTheOffset) {
  const MagnetometerConfig config;
  for (const double rate_hz : kRates) {
    const Series noise = record_magnetometer(config, rate_hz, 1000.0);
    expect_white(noise, config.white_tesla / std::sqrt(rate_hz), "magnetometer N");
  }
}

TEST(AllanOfTheGnssReceiver, GivesBackNoiseAndDrift) {
  GnssConfig config;
  config.position_walk_horizontal_m = config.position_walk_vertical_m = 0.0;
  for (const double rate_hz : kRates) {
    const GnssSeries gnss = record_gnss(config, rate_hz, 1500.0);
    const auto density = [&](double deviation) { return deviation / std::sqrt(rate_hz); };
    expect_white(gnss.position, density(config.position_white_horizontal_m), "GNSS xy N", 0, 2);
    expect_white(gnss.position, density(config.position_white_vertical_m), "GNSS z N", 2, 3);
    expect_white(gnss.velocity, density(config.velocity_white_horizontal_m_s), "GNSS vxy N", 0, 2);
    expect_white(gnss.velocity, density(config.velocity_white_vertical_m_s), "GNSS vz N", 2, 3);
  }
  config = {};
  config.position_white_horizontal_m = config.position_white_vertical_m = 0.0;
  config.position_walk_time_constant_s = 1.0;
  for (const double rate_hz : kRates) {
    const GnssSeries gnss = record_gnss(config, rate_hz, 3600.0);
    expect_gauss_markov(gnss.position, config.position_walk_horizontal_m, 1.0, "GNSS xy q", 0, 2);
    expect_gauss_markov(gnss.position, config.position_walk_vertical_m, 1.0, "GNSS z q", 2, 3);
  }
}

}  // namespace
}  // namespace alula
