// Vehicles with their default noise, in calm air and in wind: take-off, hold, go to, square,
// landing. Bounds are those that users of trusted autopilots expect (PX4's own integration tests)
// or, where tighter, Alula's own.
#include <algorithm>
#include <numbers>

#include <gtest/gtest.h>

#include "flight_rig.h"

namespace alula {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kStandingHeight = 0.0;

struct FlightCase {
  const char* vehicle = "x500";
  bool windy = false;
  std::uint64_t seed = 1;
};
void PrintTo(const FlightCase& c, std::ostream* out) {
  *out << c.vehicle << (c.windy ? " in wind, seed " : " in calm, seed ") << c.seed;
}

// 8 m/s from the west at ten metres, with shear.
WorldConfig windy() { return load_world(ALULA_SOURCE_DIR "/models/worlds/windy.yaml").value(); }

class Flies : public ::testing::TestWithParam<FlightCase> {
 protected:
  static RigOptions options() {
    RigOptions options{.vehicle = GetParam().vehicle, .seed = GetParam().seed};
    if (GetParam().windy) options.world = windy();
    return options;
  }
};

std::vector<FlightCase> cases(std::initializer_list<const char*> vehicles,
                              std::initializer_list<bool> winds, std::uint64_t seeds) {
  std::vector<FlightCase> all;
  for (const char* vehicle : vehicles)
    for (const bool windy : winds)
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) all.push_back({vehicle, windy, seed});
  return all;
}
std::string name_of(const ::testing::TestParamInfo<FlightCase>& info) {
  const FlightCase& c = info.param;
  return std::string(c.vehicle) + (c.windy ? "_wind_" : "_calm_") + std::to_string(c.seed);
}
INSTANTIATE_TEST_SUITE_P(X500, Flies, ::testing::ValuesIn(cases({"x500"}, {false, true}, 20)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Others, Flies,
                         ::testing::ValuesIn(cases({"iris", "hex", "octo"}, {false, true}, 20)),
                         name_of);

// Angle between two directions of lift.
double tilt_between(const Quat& q, const Vec3& up) {
  const Vec3 lift = q * Vec3{0.0, 0.0, -1.0};
  return std::atan2(norm(cross(lift, up)), dot(lift, up));
}

void take_off(FlightRig& rig, double height_m) {
  ASSERT_TRUE(rig.arm()) << "not armable within 60 s";
  rig.command(CommandKind::takeoff, {height_m});
  const double target = rig.now().estimate.p_WB.z - height_m;
  const auto near = [&](const Sight& s) { return std::fabs(s.estimate.p_WB.z - target) < 0.1; };
  ASSERT_TRUE(rig.run_until(near, 30.0)) << "did not get within 0.1 m of the height";
}

struct Spread {
  double worst_height = 0.0, wander = 0.0, tilt = 0.0, yaw_estimate = 0.0, yaw_truth = 0.0;
};
// Truth against the set-point, GNSS error taken out of the height; wander about the mean place.
Spread spread_of(const FlightRig& rig, bool in_wind) {
  Spread spread;
  Vec3 lean{0.0, 0.0, -1.0};
  Vec3 mean{}, lift{};
  for (const Sight& s : rig.seen()) {
    mean += s.truth.p_WB;
    lift += s.truth.q_WB * Vec3{0.0, 0.0, -1.0};
  }
  mean = mean / static_cast<double>(rig.seen().size());
  // In calm air lift points up; in wind the vehicle leans into it, and what counts is how steadily.
  if (in_wind) lean = unit_or(lift, lean);
  const double gnss_z = rig.gnss_error_mean().z;
  for (const Sight& s : rig.seen()) {
    const double sp_z = s.p_sp.z + (s.estimate_in_W.z - s.estimate.p_WB.z);
    spread.worst_height = std::max(spread.worst_height, std::fabs(s.truth.p_WB.z + gnss_z - sp_z));
    spread.wander = std::max(spread.wander, norm_xy(s.truth.p_WB - mean));
    spread.tilt = std::max(spread.tilt, tilt_between(s.truth.q_WB, lean));
    spread.yaw_estimate =
        std::max(spread.yaw_estimate, std::fabs(wrap_pi(yaw_of(s.estimate.q_WB) - s.yaw_sp)));
    spread.yaw_truth =
        std::max(spread.yaw_truth, std::fabs(wrap_pi(yaw_of(s.truth.q_WB) - s.yaw_sp)));
  }
  return spread;
}

TEST_P(Flies, HoldsTwoMetresForAMinute) {
  FlightRig rig(options());
  take_off(rig, 2.0);
  rig.run(5.0);
  EXPECT_NEAR(rig.now().estimate.p_WB.z, rig.now().p_sp.z, 0.1);
  rig.clear();
  rig.run(15.0);
  for (const Sight& s : rig.seen())
    ASSERT_NEAR(s.estimate.p_WB.z, s.p_sp.z, 0.2) << "at " << s.time_s << " s";
  rig.run(45.0);
  const Spread spread = spread_of(rig, GetParam().windy);
  EXPECT_LE(spread.worst_height, 0.3);
  EXPECT_LE(spread.wander, 0.5);
  EXPECT_LE(spread.tilt, 1.5 * kDegree);
  EXPECT_LE(spread.yaw_estimate, 3.0 * kDegree);
  EXPECT_LE(spread.yaw_truth, 5.0 * kDegree);
  RecordProperty("height_m", std::to_string(spread.worst_height));
  RecordProperty("wander_m", std::to_string(spread.wander));
}

TEST_P(Flies, HoldsStillWithIdealSensors) {
  RigOptions ideal = options();
  ideal.ideal_sensors = true;
  FlightRig rig(ideal);
  take_off(rig, 2.0);
  // The velocity integral takes some ten seconds to learn what the wind asks for.
  rig.run(GetParam().windy ? 30.0 : 5.0);
  rig.clear();
  rig.run(60.0);
  const Spread spread = spread_of(rig, GetParam().windy);
  EXPECT_LE(spread.worst_height, 0.05);
  EXPECT_LE(spread.wander, 0.03);
  EXPECT_LE(spread.yaw_truth, 1.0 * kDegree);
}

TEST_P(Flies, GoesFiveMetresNorthWithoutOvershoot) {
  FlightRig rig(options());
  take_off(rig, 2.0);
  rig.run(5.0);
  const Vec3 start = rig.now().p_sp;
  rig.clear();
  rig.command(CommandKind::go_to_local, {start.x + 5.0, start.y, start.z, 0.0});
  rig.run(20.0);
  double furthest = -1e9;
  for (const Sight& s : rig.seen())
    furthest = std::max(furthest, s.estimate.p_WB.x - (start.x + 5.0));
  EXPECT_LE(furthest, 0.3);
  EXPECT_NEAR(rig.now().estimate.p_WB.x, start.x + 5.0, 0.3);
  EXPECT_NEAR(rig.now().estimate.p_WB.y, start.y, 0.3);
}

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  const double t = std::clamp(dot(p - a, d) / norm_squared(d), 0.0, 1.0);
  return norm(p - a - t * d);
}

TEST_P(Flies, FliesASquareWithinTwoMetres) {
  FlightRig rig(options());
  take_off(rig, 10.0);
  rig.run(5.0);
  const Vec3 c = rig.now().p_sp;
  const std::vector<Vec3> corners{
      {c.x + 20.0, c.y, c.z}, {c.x + 20.0, c.y + 20.0, c.z}, {c.x, c.y + 20.0, c.z}, c};
  const Vec3 to_W = rig.now().estimate_in_W - rig.now().estimate.p_WB;
  rig.clear();
  Vec3 from = c;
  double worst = 0.0;
  std::vector<Vec3> polyline{c};
  for (const Vec3& corner : corners) {
    polyline.push_back(corner);
    rig.command(CommandKind::go_to_local, {corner.x, corner.y, corner.z, kNotCommanded});
    const auto there = [&](const Sight& s) { return norm(s.estimate.p_WB - corner) < 2.0; };
    ASSERT_TRUE(rig.run_until(there, 60.0));
    from = corner;
  }
  for (const Sight& s : rig.seen()) {
    double nearest = 1e9;
    for (std::size_t i = 0; i + 1 < polyline.size(); ++i) {
      nearest = std::min(
          nearest, distance_to_segment(s.truth.p_WB, polyline[i] + to_W, polyline[i + 1] + to_W));
    }
    worst = std::max(worst, nearest);
  }
  EXPECT_LT(worst, 2.0);
}

void expect_clean_landing(FlightRig& rig, const Vec3& home_truth) {
  rig.clear();
  ASSERT_TRUE(rig.land_and_disarm());
  double landed_at = -1.0, touched_at = -1.0, highest_after = 0.0, touched_height = 0.0;
  for (const Sight& s : rig.seen()) {
    if (touched_at < 0.0 && norm(s.truth.contact_force_W) > 0.0) {
      touched_at = s.time_s;
      touched_height = s.truth.lowest_leg_m;
    }
    if (touched_at >= 0.0)
      highest_after = std::max(highest_after, s.truth.lowest_leg_m - touched_height);
    if (landed_at < 0.0 && s.land.landed) {
      landed_at = s.time_s;
      EXPECT_LE(s.truth.lowest_leg_m, kStandingHeight + 0.013) << "landed declared in the air";
    }
  }
  ASSERT_GE(landed_at, 0.0);
  EXPECT_LE(rig.now().time_s - landed_at, 4.0);
  EXPECT_LE(highest_after, 0.03) << "bounced";
  EXPECT_LE(norm_xy(rig.now().truth.p_WB - home_truth), 1.0);
}

TEST_P(Flies, LandsCleanlyAndFliesAgain) {
  FlightRig rig(options());
  const Vec3 home = [&] {
    rig.step();
    return rig.now().truth.p_WB;
  }();
  take_off(rig, 2.0);
  rig.run(5.0);
  expect_clean_landing(rig, home);
  // The second flight of the same run, to 0.2 m only.
  rig.run(1.0);
  ASSERT_TRUE(rig.arm());
  rig.command(CommandKind::takeoff, {0.2});
  const double target = rig.now().estimate.p_WB.z - 0.2;
  ASSERT_TRUE(rig.run_until(
      [&](const Sight& s) { return std::fabs(s.estimate.p_WB.z - target) < 0.1 && !s.land.landed; },
      20.0));
  rig.run(5.0);
  EXPECT_NEAR(rig.now().estimate.p_WB.z, rig.now().p_sp.z, 0.2);
  expect_clean_landing(rig, home);
}

}  // namespace
}  // namespace alula
