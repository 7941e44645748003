// Take-off in strong wind from every side: the wind drags a vehicle over the ground and leans on it
// while its motors spin up, and it must leave the ground all the same.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "flight_rig.h"

namespace alula {
namespace {

struct WindCase {
  const char* vehicle = "x500";
  double speed_m_s = 15.0;
  double slide_max_m = 1.0;  // over the ground, until it rises
};
void PrintTo(const WindCase& c, std::ostream* out) { *out << c.vehicle << " " << c.speed_m_s; }

class WindTakeoff : public testing::TestWithParam<WindCase> {};
// The iris has rotors of much drag; in 15 m/s it leans as far as it may in flight, 45 degrees, and
// 20 m/s are beyond it.
INSTANTIATE_TEST_SUITE_P(Vehicles, WindTakeoff,
                         testing::Values(WindCase{"x500", 15.0, 1.0}, WindCase{"x500", 20.0, 3.0},
                                         WindCase{"hex", 15.0, 1.0}, WindCase{"hex", 20.0, 3.0},
                                         WindCase{"octo", 15.0, 1.0}, WindCase{"octo", 20.0, 3.0},
                                         WindCase{"iris", 15.0, 12.0}));

TEST_P(WindTakeoff, AndLandingSucceedFromEverySide) {
  const WindCase& wind = GetParam();
  for (int from_deg = 0; from_deg < 360; from_deg += 45) {
    SCOPED_TRACE("wind from " + std::to_string(from_deg));
    RigOptions options{.vehicle = wind.vehicle, .seed = static_cast<std::uint64_t>(from_deg)};
    options.world = parse_world("schema_version: 1\nwind: {from_deg: " + std::to_string(from_deg) +
                                    ", speed_m_s: " + std::to_string(wind.speed_m_s) + "}\n",
                                "wind")
                        .value();
    FlightRig rig(options);
    ASSERT_TRUE(rig.arm());
    const Vec3 home = rig.now().truth.p_WB;
    rig.clear();
    rig.command(CommandKind::takeoff, {10.0});
    // Calm air takes 10 s to 9.2 m: spool-up, ramp, and the rest at MPC_TKO_SPEED.
    const auto up = [&](const Sight& s) { return home.z - s.truth.p_WB.z > 9.2; };
    EXPECT_TRUE(rig.run_until(up, 25.0));
    double slide_m = 0.0, lean = 1.0;
    for (const Sight& s : rig.seen()) {
      lean = std::min(lean, (s.truth.q_WB * Vec3{0.0, 0.0, 1.0}).z);
      if (s.truth.lowest_leg_m < 0.01) slide_m = std::max(slide_m, norm_xy(s.truth.p_WB - home));
    }
    EXPECT_LT(slide_m, wind.slide_max_m);
    EXPECT_GT(lean, std::cos(radians(50.0)));  // MPC_TILTMAX_AIR and a little
    EXPECT_TRUE(rig.land_and_disarm());
    EXPECT_GT((rig.now().truth.q_WB * Vec3{0.0, 0.0, 1.0}).z, std::cos(radians(1.0)));
  }
}

}  // namespace
}  // namespace alula
