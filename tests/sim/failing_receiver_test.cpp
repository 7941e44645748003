// What befalls a satellite receiver: a place that is off, a jammer, a spoofer. A healthy twin tells
// what each fix should be.
#include <cmath>

#include <gtest/gtest.h>

#include "failures/gnss_faults.h"
#include "failures/support.h"
#include "tests/sim/flights.h"

namespace alula {
namespace {

constexpr TimeNs kStart = 1'000'000'000;

// The fixes from kStart on, of a body in free fall.
std::vector<GnssFix> fixes(const std::optional<Failure>& failure, StepIndex steps = 3000) {
  SimulationConfig config;
  config.world.has_ground = false;
  const auto world = build_world(config, body_without_brain("x500", "a"));
  run_steps(*world, 1000);
  if (failure) {
    EXPECT_FALSE(refusal(*failure, world->vehicle(0).failures().breakable()));
    EXPECT_TRUE(world->queue(0, *failure));
  }
  std::vector<GnssFix> found;
  for (StepIndex i = 0; i < steps; ++i) {
    world->step();
    for (const GnssFix& fix : world->view(0).samples.gnss) found.push_back(fix);
  }
  EXPECT_GT(found.size(), 25U);
  return found;
}

Failure receiver(FailureType type, std::array<double, 4> value) {
  return {.value = value, .unit = FailureUnit::gps, .type = type};
}

// North, east, down from `a` to `b` [m], with the radii of curvature of WGS84 at 47.4 degrees:
// 6370 km along the meridian, 6390 km across.
Vec3 between(const GnssFix& a, const GnssFix& b) {
  return {6.3702e6 * (b.latitude_rad - a.latitude_rad),
          6.3900e6 * std::cos(a.latitude_rad) * (b.longitude_rad - a.longitude_rad),
          a.altitude_msl_m - b.altitude_msl_m};
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_LT(norm(a - b), tolerance) << a.x << " " << a.y << " " << a.z;
}

TEST(FailingReceiver, AWrongPlaceIsOffByMetresAndAWrongVelocityByAFactor) {
  const auto right = fixes(std::nullopt);
  const auto wrong = fixes(receiver(FailureType::wrong, {30.0, -40.0, 5.0, 0.5}));
  ASSERT_EQ(wrong.size(), right.size());
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    expect_near(between(right[i], wrong[i]), {30.0, -40.0, 5.0}, 0.03);
    expect_near(wrong[i].v_ned, 0.5 * right[i].v_ned, 1e-12);
    EXPECT_EQ(wrong[i].time, right[i].time);
  }
}

TEST(FailingReceiver, ASpoofedPlaceWalksAwayWithItsVelocityOrWithout) {
  const auto right = fixes(std::nullopt);
  for (const double shown : {1.0, 0.0}) {
    const auto spoofed = fixes(receiver(FailureType::spoofed, {3.0, 4.0, -1.0, shown}));
    ASSERT_EQ(spoofed.size(), right.size());
    for (std::size_t i = 0; i < spoofed.size(); ++i) {
      const double walked_s = std::max(seconds(right[i].time - kStart), 0.0);
      expect_near(between(right[i], spoofed[i]), walked_s * Vec3{3.0, 4.0, -1.0}, 0.02);
      expect_near(spoofed[i].v_ned - right[i].v_ned, shown * Vec3{3.0, 4.0, -1.0}, 1e-12);
    }
  }
}

// 1/(C/N0)' = 1/(C/N0) + (J/S)/Rc: a jammer 30 dB above a signal of 44 dB-Hz leaves
// -10 lg(10^-4.4 + 10^3/1.023e6) = 29.93 dB-Hz; one 60 dB below it nothing that could be measured.
TEST(FailingReceiver, AJammerRaisesTheNoise) {
  EXPECT_NEAR(jammed_density_db_hz(44.0, 30.0), 29.93, 0.01);
  EXPECT_NEAR(jammed_density_db_hz(44.0, 20.0), 38.62, 0.01);
  EXPECT_NEAR(jammed_density_db_hz(44.0, -60.0), 44.0, 1e-4);
}

TEST(FailingReceiver, AWeakJammerCostsAccuracyAStrongOneTheFix) {
  const auto right = fixes(std::nullopt, 20'000);
  // 5.38 dB lost: errors grow by 10^(5.38/20) = 1.858.
  const auto weak = fixes(receiver(FailureType::jammed, {20.0}), 20'000);
  ASSERT_EQ(weak.size(), right.size());
  double squares = 0.0;
  for (std::size_t i = 0; i < weak.size(); ++i) {
    EXPECT_EQ(weak[i].satellites, right[i].satellites);
    EXPECT_EQ(weak[i].fix_type, 3U);
    EXPECT_NEAR(weak[i].eph_m, 1.858 * right[i].eph_m, 0.002);
    const Vec3 error = between(right[i], weak[i]);
    squares += error.x * error.x + error.y * error.y;
  }
  // The added deviation on each axis: 0.5 m * sqrt(1.858^2 - 1) = 0.78 m; of 400 numbers.
  const double count = 2.0 * static_cast<double>(weak.size());
  EXPECT_NEAR(std::sqrt(squares / count), 0.78, 0.1);

  std::uint32_t before = right.front().satellites;
  for (const double jammer_db : {25.0, 30.0, 35.0, 45.0}) {
    const GnssFix fix = fixes(receiver(FailureType::jammed, {jammer_db})).back();
    EXPECT_LE(fix.satellites, before) << jammer_db;
    before = fix.satellites;
    EXPECT_EQ(fix.fix_type, fix.satellites > 3 ? 3U : fix.satellites == 3 ? 2U : 0U);
  }
  EXPECT_EQ(before, 0U) << "45 dB drown every signal";
}

}  // namespace
}  // namespace alula
