// Whole missions of the x500 with its default noise, each kind of item as an onlooker sees it:
// places, speeds and headings by truth.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "math/frames.h"
#include "mission_watch.h"
#include "plan_text.h"

namespace alula {
namespace {

constexpr double kRadius = 2.0;  // NAV_ACC_RAD

void expect_completed(const MissionWatch& flight) {
  EXPECT_TRUE(flight.end().completed) << flight.end().reason;
  EXPECT_TRUE(flight.end().landed);
  EXPECT_TRUE(flight.end().disarmed);
}

double speed_max(const std::vector<Glimpse>& seen) {
  double fastest = 0.0;
  for (const Glimpse& g : seen) fastest = std::max(fastest, norm_xy(g.v));
  return fastest;
}

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  const double length = norm_squared(d);
  const double t = length > 0.0 ? std::clamp(dot(p - a, d) / length, 0.0, 1.0) : 0.0;
  return norm(p - a - t * d);
}

// The furthest from a line through places, while the given items are under way [m].
double furthest_from(const std::vector<Vec3>& line, const MissionWatch& flight, int first,
                     int last) {
  double worst = 0.0;
  for (const Glimpse& g : flight.seen()) {
    if (!g.armed || g.mode != FlightMode::mission || g.item < first || g.item > last) continue;
    double nearest = 1e9;
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
      nearest = std::min(nearest, distance_to_segment(g.p, line[i], line[i + 1]));
    worst = std::max(worst, nearest);
  }
  return worst;
}

class Seeds : public ::testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Mission, Seeds, ::testing::Values(1, 2, 3, 4, 5));

// 20 m square at 10 m: PX4's own square mission keeps to 2 m.
TEST_P(Seeds, TheSquareIsFlownWithinTwoMetresOfItsLegs) {
  const MissionWatch flight(file_text("missions/square.plan"), {.seed = GetParam()});
  expect_completed(flight);
  const Vec3 home = flight.start();
  const std::vector<Vec3> corners{home + Vec3{0.0, 0.0, -10.0}, home + Vec3{20.0, 0.0, -10.0},
                                  home + Vec3{20.0, 20.0, -10.0}, home + Vec3{0.0, 20.0, -10.0},
                                  home + Vec3{0.0, 0.0, -10.0}};
  EXPECT_LT(furthest_from(corners, flight, 2, 5), 2.0);
  for (const Vec3& corner : corners) EXPECT_GE(flight.arrival(corner, kRadius + 0.5, 0.0), 0.0);
  EXPECT_LE(norm_xy(flight.final_place() - home), 1.0);
}

// Everything that takes time, one after the other, and a landing 15 m away from home.
TEST_P(Seeds, HoldsWaitsAndLoitersAsLongAsToldAndLandsAtItsPlace) {
  const Vec3 hold{15.0, 0.0, 0.0}, loiter{15.0, 15.0, 0.0}, touch_down{0.0, 15.0, 0.0};
  const MissionWatch flight(PlanText()
                                .takeoff({0.0, 0.0, 6.0})
                                .waypoint({hold.x, hold.y, 6.0}, 4.0)
                                .loiter({loiter.x, loiter.y, 6.0}, 6.0)
                                .delay(3.0)
                                .land(touch_down.x, touch_down.y)
                                .text(),
                            {.seed = GetParam()});
  expect_completed(flight);
  const Vec3 home = flight.start();
  const auto stay = [&](std::int32_t item, const Vec3& place) {
    const auto [begun_s, left_s] = flight.times_of(item);
    return left_s - flight.arrival(home + place, kRadius, begun_s);
  };
  EXPECT_NEAR(stay(2, hold), 4.0, 0.5);
  EXPECT_NEAR(stay(3, loiter), 6.0, 0.5);
  const auto [wait_s, go_s] = flight.times_of(4);
  EXPECT_NEAR(go_s - wait_s, 3.0, 0.5);
  for (const Glimpse& g : flight.during(4)) {
    EXPECT_LE(norm_xy(g.p - home - loiter), 1.0) << "waits where it is";
  }
  const Vec3 wanted = home + touch_down - flight.gnss_error_at_landing();
  EXPECT_LE(norm_xy(flight.final_place() - wanted), 1.0);
}

TEST(Mission, SpeedsHoldFromTheirItemOn) {
  const MissionWatch flight(PlanText()
                                .takeoff({0.0, 0.0, 8.0})
                                .waypoint({40.0, 0.0, 8.0}, 1.0)  // the default, 5 m/s
                                .speed(3.0)
                                .waypoint({0.0, 0.0, 8.0}, 1.0)
                                .speed(-1.0)
                                .waypoint({40.0, 0.0, 8.0}, 1.0)
                                .speed(8.0)
                                .waypoint({-20.0, 0.0, 8.0}, 1.0)
                                .speed(-2.0)
                                .waypoint({20.0, 0.0, 8.0}, 1.0)
                                .return_home()
                                .text());
  expect_completed(flight);
  EXPECT_NEAR(speed_max(flight.during(2)), 5.0, 0.3);
  EXPECT_NEAR(speed_max(flight.during(4)), 3.0, 0.3);
  EXPECT_NEAR(speed_max(flight.during(6)), 3.0, 0.3);
  EXPECT_NEAR(speed_max(flight.during(8)), 8.0, 0.4);
  EXPECT_NEAR(speed_max(flight.during(10)), 5.0, 0.3);
}

TEST(Mission, LooksWhereAWaypointSays) {
  const MissionWatch flight(PlanText()
                                .takeoff({0.0, 0.0, 5.0})
                                .waypoint({10.0, 0.0, 5.0}, 5.0, 90.0)
                                .waypoint({10.0, 10.0, 5.0}, 5.0, 210.0)
                                .return_home()
                                .text());
  expect_completed(flight);
  const auto yaw_error = [&](std::int32_t item, double wanted_deg) {
    const Glimpse last = flight.during(item).back();
    EXPECT_LE(std::fabs(wrap_pi(last.yaw - radians(wanted_deg))), radians(6.0)) << "by truth";
    return std::fabs(wrap_pi(last.yaw_estimate - radians(wanted_deg)));
  };
  EXPECT_LE(yaw_error(2, 90.0), radians(3.0));
  EXPECT_LE(yaw_error(3, 210.0), radians(3.0));
}

TEST(Mission, JumpsAreFlownAsOftenAsTheySay) {
  const MissionWatch flight(PlanText()
                                .takeoff({0.0, 0.0, 5.0})
                                .waypoint({12.0, 0.0, 5.0})
                                .picture()
                                .waypoint({0.0, 0.0, 5.0})
                                .jump(2, 2)
                                .land(0.0, 0.0)
                                .text());
  expect_completed(flight);
  const Vec3 far = flight.start() + Vec3{12.0, 0.0, 0.0};
  int visits = 0;
  bool inside = false;
  for (const Glimpse& g : flight.seen()) {
    const bool now_inside = norm_xy(g.p - far) < kRadius + 0.5;
    if (now_inside && !inside) ++visits;
    inside = now_inside;
  }
  EXPECT_EQ(visits, 3);
  EXPECT_EQ(flight.count("start of image capture"), 3);
}

// As PX4's own test of a straight mission: no slowing down at waypoints on the way.
TEST(Mission, StraightWaypointsAreFlownThroughAtSpeed) {
  const MissionWatch flight(PlanText()
                                .takeoff({0.0, 0.0, 10.0})
                                .waypoint({0.0, 60.0, 10.0})
                                .waypoint({0.0, 120.0, 10.0})
                                .waypoint({0.0, 180.0, 10.0})
                                .return_home()
                                .text());
  expect_completed(flight);
  const double from_s = flight.times_of(2).second - 1.0;
  double slowest = 1e9;
  for (const Glimpse& g : flight.seen()) {
    if (g.time_s >= from_s && g.item <= 4 && g.p.y - flight.start().y < 165.0 &&
        g.mode == FlightMode::mission) {
      slowest = std::min(slowest, norm_xy(g.v));
    }
  }
  EXPECT_GT(slowest, 4.0);
  EXPECT_LT(slowest, 6.0);
}

TEST(Mission, CornersAreRoundedWithinTheirRadiusWithoutAStop) {
  const MissionWatch flight(PlanText()
                                .takeoff({0.0, 0.0, 10.0})
                                .waypoint({40.0, 0.0, 10.0})
                                .waypoint({70.0, 30.0, 10.0})
                                .return_home()
                                .text());
  expect_completed(flight);
  const double turn_s = flight.times_of(2).second;
  double slowest = 1e9;
  for (const Glimpse& g : flight.seen()) {
    if (std::fabs(g.time_s - turn_s) < 2.0) slowest = std::min(slowest, norm_xy(g.v));
  }
  EXPECT_GT(slowest, 1.0) << "a corner of 45 degrees is no stop";
  EXPECT_GT(flight.arrival(flight.start() + Vec3{40.0, 0.0, 0.0}, kRadius + 0.5, 0.0), 0.0);
}

TEST(Mission, ATakeOffClimbsStraightUpAndThenGoesToItsPlace) {
  const MissionWatch flight(
      PlanText().takeoff({20.0, 0.0, 8.0}).waypoint({40.0, 0.0, 8.0}).land(40.0, 0.0).text());
  expect_completed(flight);
  for (const Glimpse& g : flight.during(1)) {
    const double height = flight.start().z - g.p.z;
    const bool climbing = height < 6.5;
    if (climbing) {
      EXPECT_LE(norm_xy(g.p - flight.start()), 0.5) << "at " << height << " m";
    }
  }
  const double there_s = flight.arrival(flight.start() + Vec3{20.0, 0.0, 0.0}, kRadius + 0.5, 0.0);
  EXPECT_NEAR(there_s, flight.times_of(1).second, 0.5);
}

TEST(Mission, ALandingWithoutAPlaceIsWhereTheVehicleIs) {
  const MissionWatch flight(
      PlanText().takeoff({0.0, 0.0, 6.0}).waypoint({12.0, 0.0, 6.0}, 2.0).land_here().text());
  expect_completed(flight);
  const Vec3 wanted = flight.start() + Vec3{12.0, 0.0, 0.0} - flight.gnss_error_at_landing();
  EXPECT_LE(norm_xy(flight.final_place() - wanted), 1.0);
}

// RTL_RETURN_ALT 30 m from 40 m away; the cone of 45 degrees within RTL_MIN_DIST of 10 m.
TEST(Mission, ReturnsAtItsHeightOrWithinTheCone) {
  const MissionWatch far(
      PlanText().takeoff({0.0, 0.0, 6.0}).waypoint({40.0, 0.0, 6.0}).return_home().text());
  expect_completed(far);
  EXPECT_NEAR(far.height_max(), 30.0, 0.8 + 0.5);
  EXPECT_LE(norm_xy(far.final_place() - far.start()), 1.0);

  const MissionWatch close(
      PlanText().takeoff({0.0, 0.0, 4.0}).waypoint({9.0, 0.0, 4.0}, 2.0).return_home().text());
  expect_completed(close);
  EXPECT_NEAR(close.height_max(), 9.0, 0.8 + 0.5);
}

TEST(Mission, TheReturnHeightIsAParameter) {
  const MissionWatch flight(
      PlanText().takeoff({0.0, 0.0, 6.0}).waypoint({40.0, 0.0, 6.0}).return_home().text(),
      {.parameters = {"RTL_RETURN_ALT=15", "RTL_DESCEND_ALT=5", "RTL_LAND_DELAY=4"}});
  expect_completed(flight);
  EXPECT_NEAR(flight.height_max(), 15.0, 0.8 + 0.5);
  EXPECT_TRUE(flight.said("Return: waiting"));
}

TEST(Mission, ASurveyIsFlownLineByLine) {
  const MissionWatch flight(file_text("missions/demo.plan"));
  expect_completed(flight);
  EXPECT_GE(flight.count(": waypoint"), 8);
  EXPECT_GE(flight.count("camera trigger distance"), 10) << "on and off on each of five lines";
  double furthest = 0.0;
  for (const Glimpse& g : flight.seen())
    furthest = std::max(furthest, norm_xy(g.p - flight.start()));
  EXPECT_GT(furthest, 150.0);
  EXPECT_LE(norm_xy(flight.final_place() - flight.start()), 1.0);
}

TEST(Mission, AMissionWithoutALandingEndsInHoldAndIsNotCompleted) {
  const MissionWatch flight(PlanText().takeoff({0.0, 0.0, 5.0}).waypoint({10.0, 0.0, 5.0}).text(),
                            {.time_max_s = 60.0});
  EXPECT_FALSE(flight.end().completed);
  EXPECT_FALSE(flight.end().reason.empty());
  EXPECT_EQ(flight.seen().back().mode, FlightMode::hold);
  EXPECT_LE(norm_xy(flight.final_place() - flight.start() - Vec3{10.0, 0.0, 0.0}), 1.0);
  EXPECT_TRUE(flight.said("Mission finished"));
}

const std::string kOutAndBack = PlanText()
                                    .takeoff({0.0, 0.0, 20.0})
                                    .waypoint({30.0, 0.0, 20.0})
                                    .waypoint({0.0, 0.0, 20.0})
                                    .land(0.0, 0.0)
                                    .text();

bool heard(const DeafFlight& flight, const std::string& part) {
  return std::any_of(flight.events.begin(), flight.events.end(),
                     [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

TEST(Mission, ThirtyMillisecondsWithoutImuAreBorneAgainAndAgain) {
  const DeafFlight flight = fly_deaf(kOutAndBack, 1, 120.0, [](TimeNs now, Samples& samples) {
    if (now > nanoseconds(20.0) && now % nanoseconds(1.0) < nanoseconds(0.030)) samples.imu.clear();
  });
  EXPECT_TRUE(flight.finished);
  EXPECT_TRUE(flight.disarmed);
  EXPECT_FALSE(flight.failsafe);
  EXPECT_FALSE(heard(flight, "No IMU samples"));
  EXPECT_LT(flight.tilt_max_rad, radians(40.0));
}

TEST(Mission, AnImuThatComesBackInTimeIsFlownOn) {
  const DeafFlight flight = fly_deaf(kOutAndBack, 1, 120.0, [](TimeNs now, Samples& samples) {
    if (now > nanoseconds(35.0) && now < nanoseconds(35.120)) samples.imu.clear();
  });
  EXPECT_TRUE(heard(flight, "No IMU samples"));
  EXPECT_TRUE(heard(flight, "IMU and attitude are back"));
  EXPECT_TRUE(flight.finished);
  EXPECT_TRUE(flight.disarmed);
  EXPECT_FALSE(flight.failsafe);
}

TEST(Mission, WithoutImuForGoodItComesDownAndDisarms) {
  const DeafFlight flight = fly_deaf(kOutAndBack, 1, 120.0, [](TimeNs now, Samples& samples) {
    if (now > nanoseconds(35.0)) samples.imu.clear();
  });
  EXPECT_TRUE(heard(flight, "No IMU samples"));
  EXPECT_TRUE(flight.disarmed);
  EXPECT_TRUE(flight.failsafe);
  EXPECT_FALSE(flight.finished);
  EXPECT_LT(flight.height_m, 0.05) << "still in the air";
}

TEST(Mission, GnssGoneForTwelveSecondsMeansDescendAndThenGoingOn) {
  const DeafFlight flight = fly_deaf(kOutAndBack, 1, 180.0, [](TimeNs now, Samples& samples) {
    if (now > nanoseconds(32.0) && now < nanoseconds(44.0)) samples.gnss.clear();
  });
  EXPECT_TRUE(heard(flight, "Position lost: descending"));
  EXPECT_TRUE(heard(flight, "All that the mode needs is found again"));
  EXPECT_TRUE(flight.finished);
  EXPECT_TRUE(flight.disarmed);
  EXPECT_FALSE(flight.failsafe);
  const std::vector<FlightMode> expected{FlightMode::hold, FlightMode::mission, FlightMode::descend,
                                         FlightMode::mission};
  EXPECT_EQ(flight.modes, expected);
}

TEST(Mission, GnssGoneForGoodEndsOnTheGround) {
  const DeafFlight flight = fly_deaf(kOutAndBack, 1, 180.0, [](TimeNs now, Samples& samples) {
    if (now > nanoseconds(32.0)) samples.gnss.clear();
  });
  EXPECT_TRUE(flight.disarmed);
  EXPECT_TRUE(flight.failsafe);
  EXPECT_FALSE(flight.finished);
  EXPECT_LT(flight.height_m, 0.05);
}

}  // namespace
}  // namespace alula
