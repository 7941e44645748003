// Ways around the areas of a geofence: never through one, no longer than the geometry asks for.
#include "missions/fence_route.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace alula {
namespace {

constexpr FencePlace kOrigin{0.8, 0.15};

FencePlace place(double north_m, double east_m) { return off_plane(kOrigin, {north_m, east_m}); }

FenceShape box(double south, double north, double west, double east, bool inclusion = false) {
  return {
      .corners = {place(south, west), place(north, west), place(north, east), place(south, east)},
      .inclusion = inclusion};
}

// The least that any area leaves between a way and its border; below zero inside a forbidden one.
double clearance_m(const MissionFence& fence, const FencePlace& from, const FenceRoute& route) {
  double least_m = 1e9;
  PlanePoint a = on_plane(kOrigin, from);
  for (std::size_t leg = 0; leg < route.count; ++leg) {
    const PlanePoint b = on_plane(kOrigin, route.places[leg]);
    for (int i = 0; i <= 200; ++i) {
      const PlanePoint p = a + (0.005 * i) * (b - a);
      if (!allows(fence, off_plane(kOrigin, p))) return -1.0;
      for (const FenceShape& shape : fence) {
        const PlanePoint centre = on_plane(kOrigin, shape.corners.front());
        if (shape.radius_m > 0.0)
          least_m = std::min(least_m, std::fabs(length_m(p - centre) - shape.radius_m));
        for (std::size_t k = 0; shape.radius_m <= 0.0 && k < shape.corners.size(); ++k) {
          const PlanePoint c = on_plane(kOrigin, shape.corners[k]);
          const PlanePoint d = on_plane(kOrigin, shape.corners[(k + 1) % shape.corners.size()]);
          least_m = std::min(least_m, length_m(p - nearest_on(c, d, p)));
        }
      }
    }
    a = b;
  }
  return least_m;
}

FenceRoute find(const MissionFence& fence, const FencePlace& from, const FencePlace& to,
                double reach_m = 0.0) {
  return FenceRoutes(fence).find(from, to, {place(0.0, 0.0), reach_m});
}

TEST(FenceRoute, GoesStraightWhereNothingLiesBetween) {
  const FenceRoute route = find({box(20, 30, -10, 10)}, place(50, 20), place(0, 20));
  ASSERT_EQ(route.count, 1U);
  EXPECT_NEAR(route.length_m, 50.0, 1e-6);
}

// Around a box: to one corner grown by 5 m, along the side, from the other; the circles around the
// corners make it a little longer than the straight lines that touch them.
TEST(FenceRoute, GoesAroundABoxOnTheShorterSide) {
  const MissionFence fence{box(20, 30, -10, 12)};
  const FenceRoute route = find(fence, place(50, 0), place(0, 0));
  ASSERT_GE(route.count, 3U);
  EXPECT_LT(on_plane(kOrigin, route.places[0]).east_m, -10.0) << "west is nearer";
  EXPECT_NEAR(clearance_m(fence, place(50, 0), route), 5.0, 0.01);
  const double by_corners = 2.0 * std::hypot(15.0, 15.0) + 20.0;
  EXPECT_LT(route.length_m, by_corners);
  EXPECT_GT(route.length_m, 2.0 * std::hypot(20.0, 10.0) + 10.0) << "the bare box";
}

TEST(FenceRoute, TheTurnOfACornersListDoesNotMatter) {
  MissionFence fence{box(20, 30, -10, 12)};
  const double length_m = find(fence, place(50, 0), place(0, 0)).length_m;
  std::reverse(fence[0].corners.begin(), fence[0].corners.end());
  EXPECT_NEAR(find(fence, place(50, 0), place(0, 0)).length_m, length_m, 1e-6);
}

// Two tangents and the arc between: sqrt(d^2 - R^2) each, and R times the angle left.
TEST(FenceRoute, GoesAroundACircle) {
  const MissionFence fence{{.corners = {place(30, 0)}, .radius_m = 15.0, .inclusion = false}};
  const FenceRoute route = find(fence, place(60, 0), place(0, 0));
  const double d = 30.0, radius = 20.0;
  const double shortest = 2.0 * (std::sqrt(d * d - radius * radius) +
                                 radius * (0.5 * std::numbers::pi - std::acos(radius / d)));
  EXPECT_GT(route.length_m, shortest);
  EXPECT_LT(route.length_m, 1.06 * shortest);
  EXPECT_GE(clearance_m(fence, place(60, 0), route), 4.99);
}

TEST(FenceRoute, StaysInAnAreaThatBendsAroundNothing) {
  // An L to stay in: from one arm into the other.
  const MissionFence fence{{.corners = {place(0, 0), place(100, 0), place(100, 30), place(30, 30),
                                        place(30, 100), place(0, 100)}}};
  const FencePlace from = place(90, 15);
  const FenceRoute route = find(fence, from, place(15, 90));
  ASSERT_GE(route.count, 2U);
  EXPECT_NEAR(clearance_m(fence, from, route), 5.0, 0.01);
  EXPECT_LT(route.length_m, 150.0);
}

TEST(FenceRoute, TakesANarrowGapWhereThereIsNoOther) {
  // A wall across the area to stay in, with a gap of 7 m.
  const MissionFence fence{box(-50, 50, -50, 50, true), box(20, 25, -60, -3.5),
                           box(20, 25, 3.5, 60)};
  const FencePlace from = place(40, 30);
  const FenceRoute route = find(fence, from, place(0, -30));
  ASSERT_GE(route.count, 2U);
  EXPECT_GE(clearance_m(fence, from, route), 2.49);
}

TEST(FenceRoute, SaysThatThereIsNoWay) {
  const MissionFence fence{box(-50, 50, -50, 50, true), box(20, 25, -60, 60)};
  EXPECT_EQ(find(fence, place(40, 30), place(0, -30)).count, 0U);
  EXPECT_EQ(find(fence, place(40, 30), place(22, 0)).count, 0U) << "into a forbidden area";
}

TEST(FenceRoute, BeginsAndEndsCloserToABorderThanItGoes) {
  const MissionFence fence{box(20, 30, -10, 10)};
  const FencePlace from = place(30.5, 0);
  const FenceRoute route = find(fence, from, place(19, 0));
  ASSERT_GE(route.count, 3U);
  EXPECT_GE(clearance_m(fence, from, route), 0.49);
}

TEST(FenceRoute, TurnsNowhereOutOfReach) {
  // Around the near end of a wall it is 68 m from the centre, around the far one further.
  const MissionFence fence{box(20, 25, -60, 40)};
  EXPECT_GT(find(fence, place(40, -20), place(0, 0), 0.0).count, 1U);
  EXPECT_GT(find(fence, place(40, -20), place(0, 0), 70.0).count, 1U);
  EXPECT_EQ(find(fence, place(40, -20), place(0, 0), 45.0).count, 0U);
}

TEST(FenceRoute, LeavesAForbiddenAreaTheShortestWay) {
  const FenceRoutes routes({box(20, 30, -10, 10)});
  const auto exit = routes.nearest_allowed(place(28, 2));
  ASSERT_TRUE(exit.has_value());
  const PlanePoint p = on_plane(kOrigin, *exit);
  EXPECT_NEAR(p.north_m, 35.0, 0.01);
  EXPECT_NEAR(p.east_m, 2.0, 0.01);
  const auto kept = routes.nearest_allowed(place(31, 0));
  ASSERT_TRUE(kept.has_value());
  EXPECT_NEAR(on_plane(kOrigin, *kept).north_m, 31.0, 1e-6) << "allowed already";
}

TEST(FenceRoute, ComesBackIntoACircleToStayIn) {
  const FenceRoutes routes({{.corners = {place(0, 0)}, .radius_m = 50.0}});
  const auto back = routes.nearest_allowed(place(0, 80));
  ASSERT_TRUE(back.has_value());
  EXPECT_NEAR(on_plane(kOrigin, *back).east_m, 45.0, 0.01);
}

// A maze of 40 boxes: the bound on corners holds, and every way found is clear.
TEST(FenceRoute, FindsItsWayAmongManyAreas) {
  MissionFence fence;
  for (int i = 0; i < 40; ++i) {
    const double north = 40.0 * (i % 8), east = 40.0 * (i / 8) + (i % 2 == 0 ? 0.0 : 15.0);
    fence.push_back(box(north, north + 22.0, east, east + 22.0));
  }
  ASSERT_LE(corners_of(fence), kFenceCornersMax);
  const FencePlace from = place(-20, -20);
  const FenceRoute route = find(fence, from, place(330, 210));
  ASSERT_GE(route.count, 2U);
  EXPECT_GE(clearance_m(fence, from, route), 4.9);
  EXPECT_LT(route.length_m, 500.0);
}

}  // namespace
}  // namespace alula
