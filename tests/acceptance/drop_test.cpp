// A vehicle whose motors are switched off in the air: what the estimator makes of the fall, and of
// a blow beyond the range of the accelerometer.
#include <cmath>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "flight_rig.h"

namespace alula {
namespace {

class Drop : public testing::TestWithParam<std::tuple<const char*, std::uint64_t>> {};
INSTANTIATE_TEST_SUITE_P(Vehicles, Drop,
                         testing::Combine(testing::Values("x500", "iris", "octo"),
                                          testing::Range<std::uint64_t>(1, 4)));

// The ground takes 4.6 m/s within a millisecond; 16 g over a sample of 4 ms are 0.6 m/s of it. The
// blow reaches the filter with the next GNSS velocities, 0.11 s late and ten times a second, and
// the output follows with EKF2_TAU_VEL: half a metre after half a second, a quarter after one.
TEST_P(Drop, FromAMetreIsFollowedAndTheBlowForgottenInASecond) {
  const auto [vehicle, seed] = GetParam();
  FlightRig rig({.vehicle = vehicle, .seed = seed});
  ASSERT_TRUE(rig.arm());
  const double ground_z = rig.now().truth.p_WB.z;
  rig.command(CommandKind::takeoff, {1.0});
  rig.run(15.0);
  ASSERT_GT(ground_z - rig.now().truth.p_WB.z, 0.5);  // less where GNSS says more
  const auto error = [&] { return rig.now().estimate_in_W.z - rig.now().truth.p_WB.z; };
  const double before = error();  // GNSS wanders
  rig.command(CommandKind::disarm, {1.0});
  rig.run(0.05);  // the propellers run down

  const auto down = [](const Sight& s) { return s.truth.lowest_leg_m < 0.01; };
  const auto off = [&](const Sight& s) {
    EXPECT_FALSE(s.land.at_rest && !down(s)) << "it falls";
    EXPECT_LT(std::fabs(error() - before), 0.1) << "in the fall";
    return down(s);
  };
  ASSERT_TRUE(rig.run_until(off, 1.0));
  const double blow_s = rig.now().time_s;
  const auto settled = [&](const Sight& s) {
    const double since_s = s.time_s - blow_s;
    const double bound = since_s > 1.0 ? 0.5 : since_s > 0.6 ? 0.7 : 1.3;
    EXPECT_LT(std::fabs(error() - before), bound) << since_s;
    return since_s > 8.0;
  };
  ASSERT_TRUE(rig.run_until(settled, 10.0));
  EXPECT_LT(std::fabs(error() - before), 0.3);
  EXPECT_TRUE(rig.now().land.at_rest);
}

}  // namespace
}  // namespace alula
