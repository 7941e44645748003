#include <cstring>

#include <gtest/gtest.h>

#include "sensors/sensor_suite.h"
#include "tests/sensors/motions.h"

namespace alula {
namespace {

SensorSuiteConfig full_suite() {
  SensorSuiteConfig config;
  config.imu.resize(1);
  config.gnss.resize(1);
  config.barometer.resize(1);
  config.magnetometer.resize(1);
  config.battery_monitor.emplace();
  config.esc_monitor.emplace();
  return config;
}

PowerTruth power_of_a_quad() {
  PowerTruth power;
  power.batteries.push_back({.voltage_v = 16.0,
                             .current_a = 20.0,
                             .discharged_c = 100.0,
                             .remaining = 0.995,
                             .cells = 4});
  for (int i = 0; i < 4; ++i)
    power.rotors.push_back({.speed_rad_s = 700.0 + i, .voltage_v = 16.0, .current_a = 5.0});
  return power;
}

struct SuiteRun {
  std::vector<ImuSample> imu;
  std::vector<GnssFix> gnss;
  std::vector<BaroSample> baro;
  std::vector<MagSample> mag;
  std::vector<BatterySample> battery;
  std::vector<EscSample> esc;
  std::size_t errors = 0;
};

SuiteRun run_suite(const SensorSuiteConfig& config, double duration_s, std::uint64_t seed = 1,
                   bool ideal = false) {
  EXPECT_FALSE(validate(config).has_value());
  SensorSuite suite(config, {.frame = LocalFrame(zurich()),
                             .vehicle = "x500",
                             .seed = seed,
                             .ideal = ideal,
                             .battery_count = 1});
  ArenaLayout layout;
  suite.place(layout, "x500");
  Arena arena(layout);
  SuiteRun run;
  const PowerTruth power = power_of_a_quad();
  const auto steps = static_cast<StepIndex>(std::llround(duration_s * 1000.0));
  for (StepIndex k = 0; k <= steps; ++k) {
    SensorErrors errors;
    Samples samples;
    suite.sense(arena, truth_at_rest(k * kStepNs), power, errors);
    suite.deliver(arena, k * kStepNs, power, samples);
    suite.accumulate(arena, {.gravity_W = kGravity_W, .dt_s = 0.001});
    run.imu.insert(run.imu.end(), samples.imu.begin(), samples.imu.end());
    run.gnss.insert(run.gnss.end(), samples.gnss.begin(), samples.gnss.end());
    run.baro.insert(run.baro.end(), samples.baro.begin(), samples.baro.end());
    run.mag.insert(run.mag.end(), samples.mag.begin(), samples.mag.end());
    run.battery.insert(run.battery.end(), samples.battery.begin(), samples.battery.end());
    run.esc.insert(run.esc.end(), samples.esc.begin(), samples.esc.end());
    run.errors += errors.size();
  }
  return run;
}

template <class Sample>
bool same_bytes(const std::vector<Sample>& a, const std::vector<Sample>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Sample)) == 0;
}

TEST(SensorSuite, DeliversEverySensorAtItsRate) {
  const SuiteRun run = run_suite(full_suite(), 2.0);
  EXPECT_EQ(run.imu.size(), 499U);
  EXPECT_EQ(run.gnss.size(), 19U);
  EXPECT_EQ(run.baro.size(), 100U);
  EXPECT_EQ(run.mag.size(), 200U);
  EXPECT_EQ(run.battery.size(), 21U);
  EXPECT_EQ(run.esc.size(), 4U * 201U);
  EXPECT_EQ(run.battery[0].voltage_v, 16.0);
  EXPECT_EQ(run.battery[0].cells, 4U);
  EXPECT_EQ(run.esc[3].speed_rad_s, 703.0);
  EXPECT_EQ(run.esc[3].motor, 3U);
}

// Random numbers belong to names: nothing that is added or taken away moves the noise of the rest.
TEST(SensorSuite, AnotherSensorChangesNoOthersNoise) {
  const SuiteRun plain = run_suite(full_suite(), 2.0);
  SensorSuiteConfig more = full_suite();
  more.imu.emplace_back();
  more.gnss.emplace_back();
  more.magnetometer.clear();
  const SuiteRun changed = run_suite(more, 2.0);
  const auto of_first = [](const auto& samples) {
    auto first = samples;
    std::erase_if(first, [](const auto& sample) { return sample.instance != 0; });
    return first;
  };
  EXPECT_TRUE(same_bytes(plain.imu, of_first(changed.imu)));
  EXPECT_TRUE(same_bytes(plain.gnss, of_first(changed.gnss)));
  EXPECT_TRUE(same_bytes(plain.baro, changed.baro));
  EXPECT_FALSE(plain.imu[100].w_B == changed.imu[201].w_B);  // the second IMU has its own noise
}

TEST(SensorSuite, TheSeedDecidesTheNoiseAndNothingElseDoes) {
  const SuiteRun a = run_suite(full_suite(), 1.0, 5), b = run_suite(full_suite(), 1.0, 5),
                 c = run_suite(full_suite(), 1.0, 6);
  EXPECT_TRUE(same_bytes(a.imu, b.imu));
  EXPECT_TRUE(same_bytes(a.mag, b.mag));
  EXPECT_FALSE(same_bytes(a.imu, c.imu));
  EXPECT_FALSE(same_bytes(a.gnss, c.gnss));
  EXPECT_FALSE(same_bytes(a.baro, c.baro));
  EXPECT_FALSE(same_bytes(a.mag, c.mag));
}

TEST(SensorSuite, OneSwitchMakesAllSensorsIdealAndKeepsTheirRates) {
  const SuiteRun noisy = run_suite(full_suite(), 1.0),
                 ideal = run_suite(full_suite(), 1.0, 1, true);
  EXPECT_EQ(noisy.imu.size(), ideal.imu.size());
  EXPECT_EQ(noisy.gnss.size(), ideal.gnss.size());
  for (const ImuSample& sample : ideal.imu)
    EXPECT_LT(norm(sample.specific_force_B + kGravity_W), 1e-12);
  for (const BaroSample& sample : ideal.baro)
    EXPECT_EQ(sample.pressure_pa, ideal.baro.front().pressure_pa);
  for (const MagSample& sample : ideal.mag) EXPECT_EQ(sample.field_B, ideal.mag.front().field_B);
  for (const GnssFix& fix : ideal.gnss) EXPECT_NEAR(fix.latitude_rad, zurich().latitude_rad, 1e-15);
}

TEST(SensorSuite, EverySampleLeavesItsRealisedError) {
  const SuiteRun run = run_suite(full_suite(), 1.0);
  // Two an IMU sample (250, none at 0 s) and a fix (11), one a barometer (51) and magnetometer
  // (101) sample.
  EXPECT_EQ(run.errors, 2U * 250U + 2U * 11U + 51U + 101U);
}

TEST(SensorSuite, AllSensorsCanDie) {
  SensorSuiteConfig config = full_suite();
  config.imu[0].common.dead_after_s = 0.5;
  config.gnss[0].common.dead_after_s = 0.5;
  config.barometer[0].common.dead_after_s = 0.5;
  config.magnetometer[0].common.dead_after_s = 0.5;
  const SuiteRun run = run_suite(config, 2.0);
  EXPECT_EQ(run.imu.back().time, 496 * kStepNs);
  EXPECT_EQ(run.gnss.back().time, 400 * kStepNs);
  EXPECT_EQ(run.baro.back().time, 480 * kStepNs);
  EXPECT_EQ(run.mag.back().time, 490 * kStepNs);
}

TEST(SensorSuite, RefusesMoreThanAStepCanDeliver) {
  SensorSuiteConfig config = full_suite();
  config.imu.resize(5);
  EXPECT_EQ(validate(config)->where, "imu");
  config = full_suite();
  config.barometer[0].white_pa = -1.0;
  EXPECT_EQ(validate(config)->where, "barometer[0].white_pa");
  config = full_suite();
  config.imu.resize(4);
  config.gnss.resize(4);
  EXPECT_EQ(validate(config)->where, "sensors");  // 18 errors a step, 16 fit
}

}  // namespace
}  // namespace alula
