// What the estimator costs in k (k_unit.h): its prediction, its fusion of one scalar, a step of the
// yaw bank, and a whole update at 250 Hz with aids.
#include <memory>

#include <benchmark/benchmark.h>

#include "bench/k_unit.h"
#include "estimator/estimator.h"
#include "estimator/fusion.h"
#include "estimator/prediction.h"
#include "estimator/resets.h"
#include "estimator/yaw_bank.h"

namespace alula {
namespace {

using namespace ekf;
// Acceptance: what a prediction and an update may cost.
constexpr double kPredictionMax = 1100.0, kUpdateMax = 1650.0;

ImuStep hover_step() {
  ImuStep step{};
  step.interval = 8'000'000;
  step.rotation = {1e-4, -2e-4, 1e-4};
  step.velocity_gain_B = {0.001, -0.002, -0.0784};
  return step;
}

// All states but wind alive, as in flight.
Filter flying_filter(const EstimatorConfig& config) {
  Filter filter{};
  initialize_covariance(filter.P, config);
  const double field[] = {2.5e-5, 2.5e-5, 2.5e-5, 1e-4, 1e-4, 1e-4};
  reset_variance(filter.P, kFieldW, 6, field);
  return filter;
}

void prediction(benchmark::State& bench) {
  const EstimatorConfig config{};
  Filter filter = flying_filter(config);
  const ImuStep step = hover_step();
  bench_in_k(bench, kPredictionMax, "a prediction", [&] {
    const ProcessNoise noise = process_noise(config, filter.P, step, 0);
    predict_covariance(filter.P, predict_state(filter.x, step, EarthFrame{}), noise);
    if (filter.P.variance(kVelocity) > 10.0) filter = flying_filter(config);
    benchmark::DoNotOptimize(filter);
  });
}
BENCHMARK(prediction)->UseManualTime();

void fusion_of_one_scalar(benchmark::State& bench) {
  const EstimatorConfig config{};
  Filter filter = flying_filter(config);
  Jacobian h = Jacobian::of(kFieldB);
  h.add(kTheta, Vec3{0.1, 0.4, -0.2});
  h.add(kFieldW, Vec3{1.0, 0.0, 0.0});
  bench_in_k(bench, 0.0, "a fusion", [&] {
    fuse(filter, h, 1e-6, 100.0);
    benchmark::DoNotOptimize(filter);
  });
}
BENCHMARK(fusion_of_one_scalar)->UseManualTime();

void step_of_the_yaw_bank(benchmark::State& bench) {
  YawBank bank{};
  const ImuStep step = hover_step();
  predict_yaw_bank(bank, step, {}, false);
  update_yaw_bank(bank, 1, 0.0, 0.0, 0.3, true);
  bench_in_k(bench, 0.0, "a step", [&] {
    predict_yaw_bank(bank, step, {}, false);
    benchmark::DoNotOptimize(bank);
  });
}
BENCHMARK(step_of_the_yaw_bank)->UseManualTime();

// Hovering sensors at their usual rates: IMU 250, magnetometer 100, barometer 50, GNSS 10 Hz.
Samples hover_samples(TimeNs now) {
  constexpr TimeNs ms = 1'000'000;
  Samples s{};
  ImuSample imu{};
  imu.time = now;
  imu.interval = 4 * ms;
  imu.specific_force_B = {0.0, 0.0, -9.807};
  s.imu.push_back(imu);
  if (now % (8 * ms) == 0 && now % (40 * ms) != 0) {
    MagSample mag{};
    mag.time = now;
    mag.field_B = {2.15e-5, 0.12e-5, 4.3e-5};
    s.mag.push_back(mag);
  }
  if (now % (20 * ms) == 0) {
    BaroSample baro{};
    baro.time = now;
    baro.pressure_pa = 95600.0 + (now % (40 * ms) == 0 ? 1.0 : -1.0);
    s.baro.push_back(baro);
  }
  if (now % (100 * ms) == 0 && now > 110 * ms) {
    GnssFix fix{};
    fix.time = now - 110 * ms;
    fix.latitude_rad = 0.8272;
    fix.longitude_rad = 0.1491;
    fix.altitude_msl_m = fix.altitude_ellipsoid_m = 490.0;
    fix.eph_m = 0.5, fix.epv_m = 0.75, fix.speed_accuracy_m_s = 0.25;
    fix.fix_type = 3, fix.satellites = 12;
    s.gnss.push_back(fix);
  }
  return s;
}

void whole_update_at_250_hz(benchmark::State& bench) {
  const EstimatorConfig config{};
  const MagneticModel magnetic(2026.0);
  const Estimator estimator(config, magnetic);
  auto state = std::make_unique<EstimatorState>();
  EstimatorInputs inputs{};
  TimeNs now = 0;
  const auto advance = [&] {
    now += 4'000'000;
    inputs.now = now;
    inputs.at_rest = now < 15 * kNsPerSecond;
    inputs.in_air = !inputs.at_rest;
    estimator.update(*state, hover_samples(now), inputs);
  };
  while (now < 16 * kNsPerSecond) advance();
  // Three axes are fused from here on, as high up.
  state->ground_z_W = state->filter.x.p_W.z + 10.0;
  while (now < 17 * kNsPerSecond) advance();
  bench_in_k(bench, kUpdateMax, "an IMU sample", advance);
  if (!state->status.magnetometer.fusing || !state->estimate.global_valid) {
    bench.SkipWithError("the filter does not run as in flight");
  }
}
BENCHMARK(whole_update_at_250_hz)->UseManualTime();

}  // namespace
}  // namespace alula
