// GNSS, barometer, magnetometer, power monitors.
#include <gtest/gtest.h>

#include "earth/atmosphere.h"
#include "sensors/sensor_suite.h"
#include "tests/sensors/motions.h"

namespace alula {
namespace {

const LocalFrame& zurich_frame() {
  static const LocalFrame frame(zurich());
  return frame;
}

// One of the places for which NIMA published EGM96: the sea lies 31.628 m below the ellipsoid.
constexpr double kSeaLevel_m = -31.628;
const LocalFrame& frame_by_the_sea() {
  static const LocalFrame frame({radians(38.628155), radians(269.779155 - 360.0), 100.0},
                                EarthModel{}, GeoidModel::egm96);
  return frame;
}

// Runs one sensor of any kind along a truth; returns samples, their arrivals and errors.
template <class Sample> struct Recording {
  std::vector<Sample> samples;
  std::vector<TimeNs> arrivals;
  std::vector<SensorError> errors;
};
template <class Sample, class State, class Sense, class Deliver, class List>
Recording<Sample> run_sensor(double duration_s, const Sense& sense, const Deliver& deliver,
                             List list) {
  State state;
  Recording<Sample> run;
  const auto steps = static_cast<StepIndex>(std::llround(duration_s * 1000.0));
  for (StepIndex k = 0; k <= steps; ++k) {
    SensorErrors errors;
    Samples samples;
    sense(state, k * kStepNs, errors);
    deliver(state, k * kStepNs, samples);
    for (const Sample& sample : samples.*list) {
      run.samples.push_back(sample);
      run.arrivals.push_back(k * kStepNs);
    }
    run.errors.insert(run.errors.end(), errors.begin(), errors.end());
  }
  return run;
}

using TruthAt = std::function<TruthState(TimeNs)>;
Recording<GnssFix> run_gnss(const GnssConfig& config, double duration_s,
                            const TruthAt& truth = truth_at_rest, std::uint64_t seed = 1,
                            const LocalFrame& frame = zurich_frame()) {
  const Gnss gnss(config, frame, {.seed = seed});
  return run_sensor<GnssFix, GnssState>(
      duration_s, [&](GnssState& s, TimeNs now, SensorErrors& e) { gnss.sense(s, truth(now), e); },
      [&](GnssState& s, TimeNs now, Samples& out) { gnss.deliver(s, now, out); }, &Samples::gnss);
}
Recording<BaroSample> run_baro(const BarometerConfig& config, double duration_s,
                               const TruthAt& truth = truth_at_rest, std::uint64_t seed = 1,
                               const AtmosphereConfig& day = {},
                               const LocalFrame& frame = zurich_frame()) {
  const Barometer baro(config, frame, Atmosphere<double>(day), {.seed = seed});
  return run_sensor<BaroSample, BarometerState>(
      duration_s,
      [&](BarometerState& s, TimeNs now, SensorErrors& e) { baro.sense(s, truth(now), e); },
      [&](BarometerState& s, TimeNs now, Samples& out) { baro.deliver(s, now, out); },
      &Samples::baro);
}
Recording<MagSample> run_mag(const MagnetometerConfig& config, double duration_s,
                             const TruthAt& truth = truth_at_rest, std::uint64_t seed = 1) {
  static const MagneticModel model(2026.0);
  const Magnetometer mag(config, zurich_frame(), {.seed = seed});
  return run_sensor<MagSample, MagnetometerState>(
      duration_s,
      [&](MagnetometerState& s, TimeNs now, SensorErrors& e) {
        mag.sense(s, truth(now), model, e);
      },
      [&](MagnetometerState& s, TimeNs now, Samples& out) { mag.deliver(s, now, out); },
      &Samples::mag);
}

TruthState moving(TimeNs now) {
  TruthState truth = truth_at_rest(now);
  truth.p_WB = {300.0, -200.0, -50.0};
  truth.v_WB = {5.0, -3.0, 1.0};
  truth.q_WB = from_euler({.roll = 0.2, .pitch = -0.3, .yaw = 1.0});
  truth.w_WB_B = {0.5, 1.0, -2.0};
  return truth;
}

TEST(Gnss, FixesFallAtTenHertzAndArriveHundredAndTenMillisecondsLater) {
  const Recording<GnssFix> run = run_gnss(GnssConfig{}, 5.0);
  ASSERT_EQ(run.samples.size(), 49U);
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    EXPECT_EQ(run.samples[i].time, static_cast<TimeNs>(i) * 100 * kStepNs);
    EXPECT_EQ(run.arrivals[i], run.samples[i].time + 110 * kStepNs);
  }
}

TEST(Gnss, IdealItGivesThePlaceAndVelocityOfItsAntennaExactly) {
  GnssConfig config;
  config.common.ideal = true;
  config.common.position_m = {0.1, 0.05, -0.2};
  const Recording<GnssFix> run = run_gnss(config, 0.3, moving);
  const TruthState truth = moving(0);
  const Vec3 p_WG = truth.p_WB + truth.q_WB * config.common.position_m;
  const Vec3 v_WG = truth.v_WB + truth.q_WB * cross(truth.w_WB_B, config.common.position_m);
  const GnssFix& fix = run.samples.front();
  const Vec3 back =
      zurich_frame().to_local({fix.latitude_rad, fix.longitude_rad, fix.altitude_ellipsoid_m});
  EXPECT_LT(norm(back - p_WG), 1e-6);
  // Level axes at the place: turned against W by 361 m over the Earth's radius.
  EXPECT_LT(norm(fix.v_ned - v_WG), 1e-3);
  EXPECT_LT(norm(zurich_frame().R_WN(p_WG) * fix.v_ned - v_WG), 1e-12);
  EXPECT_EQ(fix.fix_type, 3U);
  EXPECT_EQ(fix.satellites, 12U);
  EXPECT_EQ(fix.eph_m, 0.5);
  EXPECT_EQ(fix.speed_accuracy_m_s, 0.25);
}

TEST(Gnss, ErrorsHaveTheConfiguredSizes) {
  const Recording<GnssFix> run =
      run_gnss(GnssConfig{}, 4000.0);  // 40,000 fixes, 67 time constants of the slow error
  std::vector<double> north, down, velocity_east, velocity_down, north_step;
  for (std::size_t i = 0; i < run.errors.size(); i += 2) {
    north.push_back(run.errors[i].error.x);
    down.push_back(run.errors[i].error.z);
    velocity_east.push_back(run.errors[i + 1].error.y);
    velocity_down.push_back(run.errors[i + 1].error.z);
    if (north.size() > 1) north_step.push_back(north.back() - north[north.size() - 2]);
  }
  EXPECT_NEAR(statistics(velocity_east).deviation, 0.05, 0.001);
  EXPECT_NEAR(statistics(velocity_down).deviation, 0.10, 0.002);
  // White and slow errors together; the slow one has few independent values in this time.
  EXPECT_NEAR(statistics(north).deviation, std::hypot(0.10, 0.15), 0.03);
  EXPECT_NEAR(statistics(down).deviation, std::hypot(0.20, 0.10), 0.03);
  // From fix to fix the slow error hardly moves: sqrt(2) times the white one remains.
  EXPECT_NEAR(statistics(north_step).deviation, std::sqrt(2.0) * 0.10, 0.002);
}

TEST(Gnss, TruthPlusErrorIsTheSample) {
  const Recording<GnssFix> run = run_gnss(GnssConfig{}, 1.0, moving);
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    const GnssFix& fix = run.samples[i];
    const SensorError& position = run.errors[2 * i];
    const SensorError& velocity = run.errors[2 * i + 1];
    const Vec3 p =
        zurich_frame().to_local({fix.latitude_rad, fix.longitude_rad, fix.altitude_ellipsoid_m});
    EXPECT_LT(norm(position.truth + position.error - p), 1e-6);
    EXPECT_LT(norm(velocity.truth + velocity.error - fix.v_ned), 1e-14);
    EXPECT_GT(norm(position.error), 1e-3);
  }
}

TEST(Gnss, AConstantOffsetShiftsThePositionByItself) {
  GnssConfig config;
  config.common.ideal = true;
  config.offset_ned_m = {3.0, 0.0, 0.0};
  const GnssFix fix = run_gnss(config, 0.2).samples.front();
  const Vec3 p =
      zurich_frame().to_local({fix.latitude_rad, fix.longitude_rad, fix.altitude_ellipsoid_m});
  EXPECT_LT(norm(p - Vec3{3.0, 0.0, 0.0}), 1e-6);
}

TEST(Gnss, CountsAltitudeOverTheSeaFromTheGeoid) {
  GnssConfig config;
  config.common.ideal = true;
  const GnssFix fix = run_gnss(config, 0.2, truth_at_rest, 1, frame_by_the_sea()).samples.front();
  EXPECT_NEAR(fix.altitude_ellipsoid_m, 100.0, 1e-6);
  EXPECT_NEAR(fix.altitude_msl_m, 100.0 - kSeaLevel_m, 0.05);
}

TEST(Barometer, ReadsThePressureOfItsHeightTenMillisecondsLate) {
  BarometerConfig config;
  config.common.ideal = true;
  const Recording<BaroSample> run = run_baro(config, 1.0);
  ASSERT_EQ(run.samples.size(), 50U);
  EXPECT_EQ(run.arrivals[7], run.samples[7].time + 10 * kStepNs);
  const Air<double> air = standard_atmosphere(488.0);
  EXPECT_NEAR(run.samples[0].pressure_pa, air.pressure_pa, 1e-6);
  EXPECT_NEAR(run.samples[0].temperature_k, air.temperature_k, 1e-9);
  // 8.3 m a hectopascal at sea level (physics.md 5): 100 m up are about 11.4 hPa less here.
  const auto higher = [](TimeNs now) {
    TruthState t = truth_at_rest(now);
    t.p_WB.z = -100.0;
    return t;
  };
  const double drop_pa =
      run.samples[0].pressure_pa - run_baro(config, 0.1, higher).samples[0].pressure_pa;
  EXPECT_NEAR(drop_pa, 100.0 * 9.80665 * air.density_kg_m3, 0.01 * drop_pa);
}

// On a cold day of low pressure. 0.05 m is what the geoid is known to, some 0.6 Pa.
TEST(Barometer, FeelsTheWeatherAtItsAltitudeOverTheSea) {
  BarometerConfig config;
  config.common.ideal = true;
  const AtmosphereConfig day{.temperature_offset_k = -15.0, .pressure_offset_pa = -2500.0};
  const BaroSample sample =
      run_baro(config, 0.1, truth_at_rest, 1, day, frame_by_the_sea()).samples.front();
  const double altitude_m = 100.0 - kSeaLevel_m;
  const Air<double> air = Atmosphere<double>(day).air(altitude_m);
  EXPECT_NEAR(sample.pressure_pa, air.pressure_pa, 0.05 * 9.80665 * air.density_kg_m3);
  EXPECT_NEAR(sample.temperature_k, standard_atmosphere(altitude_m).temperature_k - 15.0, 1e-3);
}

TEST(Barometer, ErrorsHaveTheConfiguredSizes) {
  std::vector<double> all, steps;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Recording<BaroSample> run = run_baro(BarometerConfig{}, 1.0, truth_at_rest, seed);
    all.push_back(run.errors.front().error.x);
    for (std::size_t i = 1; i < run.errors.size(); ++i)
      steps.push_back(run.errors[i].error.x - run.errors[i - 1].error.x);
  }
  EXPECT_NEAR(statistics(all).deviation, std::hypot(3.0, 10.0), 1.5);
  EXPECT_NEAR(statistics(steps).deviation, std::sqrt(2.0) * 3.0, 0.1);
}

TEST(Barometer, OffsetAndTruthAddUpToTheSample) {
  BarometerConfig config;
  config.common.ideal = true;
  config.offset_pa = 20.0;
  const Recording<BaroSample> run = run_baro(config, 0.1);
  EXPECT_NEAR(run.samples[0].pressure_pa, standard_atmosphere(488.0).pressure_pa + 20.0, 1e-6);
  EXPECT_EQ(run.errors[0].truth.x + run.errors[0].error.x, run.samples[0].pressure_pa);
}

// A negative pressure would have no altitude, and the log would hold NaN.
TEST(Barometer, NeverReadsLessThanAVacuum) {
  BarometerConfig config;
  config.offset_pa = -1e5;
  const Recording<BaroSample> run = run_baro(config, 0.1);
  EXPECT_EQ(run.samples[0].pressure_pa, 1.0);
  EXPECT_NEAR(run.errors[0].error.x, 1.0 - standard_atmosphere(488.0).pressure_pa, 1e-6);
}

// Zurich in 2026: about N 0.215, E 0.011, D 0.430 gauss; within 3 % of the rounded figures.
TEST(Magnetometer, ReadsTheWorldModelInBodyAxes) {
  MagnetometerConfig config;
  config.common.ideal = true;
  const Vec3 field_N = run_mag(config, 0.1).samples[0].field_B;
  EXPECT_NEAR(field_N.x, 0.215e-4, 0.006e-4);
  EXPECT_NEAR(field_N.z, 0.43e-4, 0.013e-4);
  const auto turned = [](TimeNs now) {
    TruthState t = truth_at_rest(now);
    t.q_WB = from_euler({.roll = 0.2, .pitch = -0.3, .yaw = 1.0});
    return t;
  };
  const Vec3 field_B = run_mag(config, 0.1, turned).samples[0].field_B;
  EXPECT_LT(norm(turned(0).q_WB * field_B - field_N), 1e-18);
}

TEST(Magnetometer, TheFieldYawFaultTurnsTheHeadingAndNothingElse) {
  MagnetometerConfig config;
  config.common.ideal = true;
  const Vec3 straight = run_mag(config, 0.1).samples[0].field_B;
  config.field_yaw_deg = 5.0;
  const Vec3 turned = run_mag(config, 0.1).samples[0].field_B;
  EXPECT_NEAR(std::atan2(turned.y, turned.x) - std::atan2(straight.y, straight.x), radians(5.0),
              1e-12);
  EXPECT_NEAR(turned.z, straight.z, 1e-18);
  EXPECT_NEAR(norm(turned), norm(straight), 1e-18);
}

// Sample k of a sensor of rate f falls on the first step at or after k/f, and arrives on the first
// step at or after that and its delay.
template <class Sample>
void expect_timing(const Recording<Sample>& run, double rate_hz, TimeNs delay_steps) {
  ASSERT_GT(run.samples.size(), 100U);
  for (std::size_t k = 0; k < run.samples.size(); ++k) {
    const double exact_ms = 1e3 * static_cast<double>(k) / rate_hz;
    EXPECT_EQ(run.samples[k].time, static_cast<TimeNs>(std::ceil(exact_ms - 1e-9)) * kStepNs);
    EXPECT_EQ(run.arrivals[k], run.samples[k].time + delay_steps * kStepNs);
  }
}

TEST(Aids, SamplesFallAndArriveOnTheFirstStepTheyCan) {
  for (const double rate_hz : {200.0, 1000.0, 130.0}) {
    const SensorCommonConfig common{.rate_hz = rate_hz, .delay_s = 0.0125};
    expect_timing(run_gnss({.common = common}, 1.0), rate_hz, 13);
    expect_timing(run_baro({.common = common}, 1.0), rate_hz, 13);
    expect_timing(run_mag({.common = common}, 1.0), rate_hz, 13);
  }
}

// On its back, a sensor 2 m above the centre of mass in body axes hangs 2 m below it.
TEST(Aids, MeasureAtTheirOwnPlace) {
  const SensorCommonConfig common{.position_m = {0.0, 0.0, -2.0}, .ideal = true};
  const auto truth = [](TimeNs now) {
    TruthState t = truth_at_rest(now);
    t.q_WB = from_euler({.roll = radians(180.0), .pitch = 0.0, .yaw = 0.0});
    return t;
  };
  const BaroSample below = run_baro({.common = common}, 0.1, truth).samples.front();
  EXPECT_NEAR(below.pressure_pa, standard_atmosphere(486.0).pressure_pa, 1e-6);
  const Vec3 p_WS{0.0, 0.0, 2.0};
  const Vec3 field_W =
      zurich_frame().R_WN(p_WS) * MagneticModel(2026.0).field_N(zurich_frame().to_geodetic(p_WS));
  const Vec3 field_B = run_mag({.common = common}, 0.1, truth).samples.front().field_B;
  EXPECT_LT(norm(field_B - Vec3{field_W.x, -field_W.y, -field_W.z}), 1e-18);
}

TEST(Magnetometer, TheOffsetStaysAndTheNoiseIsWhite) {
  std::vector<double> offsets, noise;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Recording<MagSample> run = run_mag(MagnetometerConfig{}, 1.0, truth_at_rest, seed);
    double mean = 0.0;
    for (const SensorError& e : run.errors)
      mean += e.error.x / static_cast<double>(run.errors.size());
    offsets.push_back(mean);
    for (const SensorError& e : run.errors) noise.push_back(e.error.x - mean);
    for (std::size_t i = 0; i < run.samples.size(); ++i)
      ASSERT_LT(norm(run.errors[i].truth + run.errors[i].error - run.samples[i].field_B), 1e-18);
  }
  EXPECT_NEAR(statistics(offsets).deviation, 5.0e-7, 4.0 / std::sqrt(600.0) * 5.0e-7);
  EXPECT_NEAR(statistics(noise).deviation, 5.0e-8, 0.02 * 5.0e-8);
}

TEST(Aids, RefuseConfigurationsThatNoSensorCanHave) {
  EXPECT_EQ(validate(GnssConfig{.eph_m = -1.0})->where, "eph_m");
  EXPECT_EQ(validate(GnssConfig{.position_walk_time_constant_s = 0.0})->where,
            "position_walk_time_constant_s");
  EXPECT_EQ(validate(GnssConfig{.common = {.rate_hz = 10.0, .delay_s = 2.0}})->where, "delay_s");
  EXPECT_EQ(validate(BarometerConfig{.white_pa = std::nan("")})->where, "white_pa");
  EXPECT_EQ(validate(MagnetometerConfig{.field_yaw_deg = 200.0})->where, "field_yaw_deg");
  EXPECT_EQ(validate(EscMonitorConfig{.common = {.rate_hz = 10.0, .delay_s = 0.1}})->where,
            "delay_s");
  EXPECT_FALSE(validate(GnssConfig{}).has_value());
  EXPECT_FALSE(validate(BarometerConfig{}).has_value());
  EXPECT_FALSE(validate(MagnetometerConfig{}).has_value());
}

}  // namespace
}  // namespace alula
