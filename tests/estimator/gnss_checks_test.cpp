#include "estimator/gnss_checks.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "core/random.h"
#include "estimator/flags.h"

namespace alula {
namespace {

using namespace ekf;

GnssFix good_fix(TimeNs time) {
  GnssFix fix{};
  fix.time = time;
  fix.latitude_rad = 0.827246656;
  fix.longitude_rad = 0.149148748;
  fix.altitude_msl_m = 488.0;
  fix.eph_m = 0.5, fix.epv_m = 0.75, fix.speed_accuracy_m_s = 0.25;
  fix.hdop = 0.8, fix.vdop = 1.2;
  fix.fix_type = 3, fix.satellites = 12;
  return fix;
}

// Seconds after the first fix when the checks first pass at 10 Hz, -1 if never within 60 s.
double time_to_pass(const std::function<void(GnssFix&, int)>& change,
                    const EstimatorConfig& config = {}) {
  GnssChecks checks{};
  for (int k = 0; k <= 600; ++k) {
    GnssFix fix = good_fix(kNsPerSecond + k * TimeNs{100'000'000});
    change(fix, k);
    check_gnss(checks, fix, true, config);
    if (checks.passed != 0) return 0.1 * k;
  }
  return -1.0;
}

TEST(GnssChecks, MustHoldForTheRequiredTime) {
  EXPECT_NEAR(time_to_pass([](GnssFix&, int) {}), 10.0, 0.01);
  EXPECT_NEAR(time_to_pass([](GnssFix& f, int k) { f.satellites = k == 50 ? 5 : 12; }), 15.0, 0.01)
      << "one bad fix begins the time anew";
}

// px4.md 1.7: EKF2_GPS_CHECK 245 with the default limits.
TEST(GnssChecks, EachCheckOfTheMaskCanFail) {
  EXPECT_LT(time_to_pass([](GnssFix& f, int) { f.fix_type = 2; }), 0.0);
  EXPECT_LT(time_to_pass([](GnssFix& f, int) { f.satellites = 5; }), 0.0);
  EXPECT_LT(time_to_pass([](GnssFix& f, int) { f.eph_m = 3.1; }), 0.0);
  EXPECT_LT(time_to_pass([](GnssFix& f, int) { f.speed_accuracy_m_s = 0.6; }), 0.0);
  EXPECT_LT(time_to_pass([](GnssFix& f, int) { f.v_ned.x = 0.3; }), 0.0);
  EXPECT_GT(time_to_pass([](GnssFix& f, int) { f.epv_m = 6.0; }), 0.0) << "off by default";
  EXPECT_GT(time_to_pass([](GnssFix& f, int) { f.hdop = 4.0; }), 0.0) << "off by default";
}

TEST(GnssChecks, SeeADriftingReceiverThoughNotWhiteNoise) {
  const RandomStream noise(1, "gnss");
  // 0.10 m and 0.20 m white, px4.md 5.1, must pass at once; 0.3 m/s of drift must not.
  const double metre = 1.0 / 6.37e6;
  EXPECT_NEAR(time_to_pass([&](GnssFix& f, int k) {
                const auto n = noise.normal3(k);
                f.latitude_rad += 0.10 * n[0] * metre;
                f.longitude_rad += 0.10 * n[1] * metre / std::cos(f.latitude_rad);
                f.altitude_msl_m += 0.20 * n[2];
              }),
              10.0, 0.01);
  EXPECT_LT(time_to_pass([&](GnssFix& f, int k) { f.latitude_rad += 0.03 * k * metre; }), 0.0);
  EXPECT_LT(time_to_pass([&](GnssFix& f, int k) { f.altitude_msl_m += 0.04 * k; }), 0.0);
}

TEST(GnssChecks, AskOnlyForASecondWhenTheyHavePassedBefore) {
  GnssChecks checks{};
  TimeNs time = kNsPerSecond;
  const auto run = [&](double duration_s, std::uint32_t satellites) {
    for (double t = 0.0; t < duration_s - 0.05; t += 0.1) {
      GnssFix fix = good_fix(time += 100'000'000);
      fix.satellites = satellites;
      check_gnss(checks, fix, false, EstimatorConfig{});
    }
    return checks.passed != 0;
  };
  EXPECT_TRUE(run(11.0, 12));
  EXPECT_FALSE(run(1.0, 3));
  EXPECT_FALSE(run(0.9, 12));
  EXPECT_TRUE(run(0.2, 12));
}

}  // namespace
}  // namespace alula
