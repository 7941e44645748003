// Range finder, flow camera, external vision and Pitot tube: what they read of a known motion over
// a known ground.
#include <gtest/gtest.h>

#include "math/frames.h"
#include "sensors/sensor_suite.h"
#include "tests/sensors/motions.h"

namespace alula {
namespace {

constexpr TimeNs kMs = 1'000'000;

TruthState above(double height_m, const Euler& attitude = {}) {
  TruthState truth = truth_at_rest(0);
  truth.p_WB = {0.0, 0.0, -height_m};
  truth.v_WB = truth.w_WB_B = {};
  truth.q_WB = from_euler(attitude);
  return truth;
}

RangeSample range_of(const RangeFinderConfig& config, const TruthState& truth,
                     const GroundPlane& ground = {}) {
  const RangeFinder finder(config, &ground, {});
  RangeFinderState state;
  SensorErrors errors;
  Samples samples;
  finder.sense(state, truth, errors);
  finder.deliver(state, truth.time + nanoseconds(config.common.delay_s), samples);
  EXPECT_EQ(samples.range.size(), 1U);
  return samples.range.empty() ? RangeSample{} : samples.range[0];
}

RangeFinderConfig ideal_range() {
  RangeFinderConfig config;
  config.common.ideal = true;
  config.field_of_view_deg = 0.0;
  return config;
}

// 5 m high, leaning 20 deg: 5 / cos 20 deg along the axis.
TEST(RangeFinder, MeasuresAlongItsAxisFromItsOwnPlace) {
  RangeFinderConfig config = ideal_range();
  EXPECT_NEAR(range_of(config, above(5.0)).distance_m, 5.0, 1e-12);
  const Euler lean{.pitch = radians(20.0)};
  EXPECT_NEAR(range_of(config, above(5.0, lean)).distance_m, 5.0 / std::cos(radians(20.0)), 1e-12);
  config.common.position_m = {0.3, 0.0, 0.1};
  // Nose up: what sits ahead is higher, what sits below the centre turns back.
  const double height = 5.0 + 0.3 * std::sin(radians(20.0)) - 0.1 * std::cos(radians(20.0));
  EXPECT_NEAR(range_of(config, above(5.0, lean)).distance_m, height / std::cos(radians(20.0)),
              1e-12);
}

// The cone's nearest edge leans 5 deg less: 5 / cos 15 deg.
TEST(RangeFinder, GivesTheNearestInItsCone) {
  RangeFinderConfig config = ideal_range();
  config.field_of_view_deg = 10.0;
  const Euler lean{.pitch = radians(20.0)};
  EXPECT_NEAR(range_of(config, above(5.0, lean)).distance_m, 5.0 / std::cos(radians(15.0)), 1e-9);
}

TEST(RangeFinder, SaysWhenItSeesNothing) {
  const RangeFinderConfig config = ideal_range();
  EXPECT_EQ(range_of(config, above(5.0)).quality, 1.0);
  const RangeSample far = range_of(config, above(12.1)), near = range_of(config, above(0.05));
  EXPECT_EQ(far.quality, 0.0);
  EXPECT_EQ(far.distance_m, 12.0);
  EXPECT_EQ(near.quality, 0.0);
  EXPECT_EQ(near.distance_m, 0.1);
  EXPECT_EQ(range_of(config, above(2.0, {.roll = radians(61.0)})).quality, 0.0) << "no echo";
  EXPECT_EQ(range_of(config, above(2.0, {.roll = radians(59.0)})).quality, 1.0);
  EXPECT_EQ(range_of(config, above(2.0, {.roll = radians(180.0)})).quality, 0.0) << "the sky";
}

TEST(RangeFinder, SeesTheTopOfAPatchAndItsSide) {
  GroundPlane ground;
  ground.patches.push_back({-1.0, 1.0, -1.0, 1.0, 0.4, 1.0});
  const RangeFinderConfig config = ideal_range();
  EXPECT_NEAR(range_of(config, above(3.0), ground).distance_m, 2.6, 1e-12);
  TruthState beside = above(3.0);
  beside.p_WB.x = -2.0;
  EXPECT_NEAR(range_of(config, beside, ground).distance_m, 3.0, 1e-12);
  // Level and 0.2 m high, a beam ahead meets the side that is 1 m away.
  RangeFinderConfig ahead = config;
  ahead.pitch_deg = 0.0;
  beside.p_WB.z = -0.2;
  EXPECT_NEAR(range_of(ahead, beside, ground).distance_m, 1.0, 1e-12);
}

// Deviation of the white error within its 99 % band of 4000 draws, and the delay.
TEST(RangeFinder, ErrsAndArrivesLateAsConfigured) {
  RangeFinderConfig config;
  config.scale = 0.0;
  config.field_of_view_deg = 0.0;
  const GroundPlane ground;
  const RangeFinder finder(config, &ground, {.seed = 7});
  RangeFinderState state;
  double sum = 0.0, squares = 0.0;
  int count = 0;
  for (StepIndex k = 0; k < 80'000; ++k) {
    TruthState truth = above(5.0);
    truth.time = k * kMs;
    SensorErrors errors;
    Samples samples;
    finder.sense(state, truth, errors);
    finder.deliver(state, truth.time, samples);
    for (const RangeSample& s : samples.range) {
      EXPECT_EQ(truth.time - s.time, 10 * kMs);
      sum += s.distance_m - 5.0, squares += (s.distance_m - 5.0) * (s.distance_m - 5.0);
      ++count;
    }
  }
  EXPECT_EQ(count, 4000);
  EXPECT_NEAR(sum / count, 0.0, 2.6 * 0.02 / std::sqrt(4000.0));
  EXPECT_NEAR(std::sqrt(squares / count), 0.02, 0.02 * 2.6 / std::sqrt(8000.0));
}

// One interval of 20 ms at a steady velocity and rate.
FlowSample flow_of(OpticalFlowConfig config, double height_m, const Vec3& v_W, const Vec3& w_B,
                   const GroundPlane& ground = {}) {
  config.common.ideal = true;
  config.common.delay_s = 0.0;
  const OpticalFlow camera(config, &ground, {});
  OpticalFlowState state;
  StepMotion motion;
  motion.dt_s = 0.001;
  motion.before = motion.after = {
      .p_WB = {0.0, 0.0, -height_m}, .v_WB = v_W, .q_WB = Quat::identity(), .w_WB_B = w_B};
  for (int k = 0; k < 20; ++k) camera.accumulate(state, motion);
  TruthState truth = above(height_m);
  truth.time = 20 * kMs;
  SensorErrors errors;
  Samples samples;
  camera.sense(state, truth, errors);
  camera.deliver(state, truth.time, samples);
  EXPECT_EQ(samples.flow.size(), 1U);
  return samples.flow.empty() ? FlowSample{} : samples.flow[0];
}

// Turn about x: p - v_y / h, about y: q + v_x / h, over 20 ms.
TEST(OpticalFlow, TurnsWithTheBodyAndAgainstTheGround) {
  const FlowSample s = flow_of({}, 4.0, {2.0, -1.0, 0.0}, {0.3, -0.2, 0.5});
  EXPECT_EQ(s.interval, 20 * kMs);
  EXPECT_NEAR(s.turn_x_rad, 0.020 * (0.3 + 1.0 / 4.0), 1e-12);
  EXPECT_NEAR(s.turn_y_rad, 0.020 * (-0.2 + 2.0 / 4.0), 1e-12);
  EXPECT_NEAR(s.rotation_B.z, 0.020 * 0.5, 1e-12);
  EXPECT_GT(s.quality, 0.8);
}

TEST(OpticalFlow, LosesQualityWithHeightTextureAndLight) {
  const auto quality = [](double height, const GroundPlane& ground) {
    return flow_of({}, height, {}, {}, ground).quality;
  };
  GroundPlane ground;
  EXPECT_NEAR(quality(6.0, ground), 0.75, 1e-12) << "1 - (6/12)^2";
  EXPECT_EQ(quality(12.5, ground), 0.0);
  EXPECT_EQ(quality(0.05, ground), 0.0) << "out of focus";
  ground.texture = 0.2;
  EXPECT_NEAR(quality(6.0, ground), 0.15, 1e-12);
  ground.texture = 1.0;
  ground.light_lux = 330.0;  // half way from 60 to 600
  EXPECT_NEAR(quality(6.0, ground), 0.375, 1e-12);
  ground.light_lux = 50.0;
  EXPECT_EQ(quality(6.0, ground), 0.0);
  ground.light_lux = 1000.0;
  ground.patches.push_back({-1.0, 1.0, -1.0, 1.0, 0.0, 0.0});
  EXPECT_EQ(quality(6.0, ground), 0.0) << "a polished floor below";
}

TEST(OpticalFlow, CannotFollowWhatIsTooFast) {
  EXPECT_EQ(flow_of({}, 1.0, {7.5, 0.0, 0.0}, {}).quality, 0.0);
  EXPECT_GT(flow_of({}, 1.0, {7.3, 0.0, 0.0}, {}).quality, 0.0);
}

// V's x axis points east, its origin lies 10 m north: a place 3 m east of it and moving north.
TEST(ExternalVision, SpeaksInItsOwnFrame) {
  ExternalVisionConfig config;
  config.common.ideal = true;
  config.common.delay_s = 0.0;
  config.heading_deg = 90.0;
  config.to_north = false;
  config.origin_m = {10.0, 0.0, 0.0};
  const ExternalVision vision(config, {});
  ExternalVisionState state;
  TruthState truth = above(2.0, {.yaw = radians(120.0)});
  truth.p_WB = {10.0, 3.0, -2.0};
  truth.v_WB = {1.5, 0.0, 0.0};
  SensorErrors errors;
  Samples samples;
  vision.sense(state, truth, errors);
  vision.deliver(state, 0, samples);
  ASSERT_EQ(samples.vision.size(), 1U);
  const VisionSample& s = samples.vision[0];
  EXPECT_LT(norm(s.p_VB - Vec3{3.0, 0.0, -2.0}), 1e-12);
  EXPECT_LT(norm(s.v_VB - Vec3{0.0, -1.5, 0.0}), 1e-12);
  EXPECT_NEAR(degrees(yaw_of(s.q_VB)), 30.0, 1e-9);
  EXPECT_EQ(s.to_north, 0U);
}

// Isentropic flow at Mach 0.3: p0/p = 1.06443 (NACA Report 1135, table I).
TEST(AirspeedSensor, FollowsTheTablesOfCompressibleFlow) {
  const Air<double> air = standard_atmosphere(0.0);
  EXPECT_NEAR(pitot_pressure_pa(0.3 * air.speed_of_sound_m_s, air) / air.pressure_pa, 0.06443,
              5e-6);
}

TEST(AirspeedSensor, FeelsTheWindAlongItsTube) {
  AirspeedSensorConfig config;
  config.common.ideal = true;
  config.common.delay_s = 0.0;
  const WindField<double> wind(WindConfig{.velocity_W_m_s = {-4.0, 3.0, 0.0}});
  const AirspeedSensor tube(config, LocalFrame(zurich()), Atmosphere<double>{}, wind, {});
  const auto pressure = [&](double yaw_deg, const Vec3& v_W) {
    AirspeedSensorState state;
    SensorErrors errors;
    Samples samples;
    TruthState truth = above(2.0, {.yaw = radians(yaw_deg)});
    truth.v_WB = v_W;
    tube.sense(state, truth, errors);
    tube.deliver(state, 0, samples);
    return samples.airspeed[0].pressure_difference_pa;
  };
  const double density = standard_atmosphere(490.0).density_kg_m3;
  EXPECT_NEAR(pressure(0.0, {6.0, 0.0, 0.0}), 0.5 * density * 100.0, 0.5) << "6 m/s and 4 of wind";
  EXPECT_NEAR(pressure(-90.0, {}), 0.5 * density * 9.0, 0.1) << "nose west, 3 m/s eastwards";
  EXPECT_LT(pressure(180.0, {}), 0.0) << "from behind";
}

}  // namespace
}  // namespace alula
