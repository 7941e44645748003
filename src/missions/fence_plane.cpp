#include "missions/fence_plane.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alula {
namespace {

constexpr double kEarthRadius_m = 6371000.0;

double distance_m(const PlanePoint& a, const PlanePoint& b, const PlanePoint& p) {
  return length_m(p - nearest_on(a, b, p));
}

}  // namespace

double length_m(const PlanePoint& a) { return std::sqrt(dot(a, a)); }

PlanePoint on_plane(const FencePlace& origin, const FencePlace& place) {
  const double turn = 2.0 * std::numbers::pi;
  const double east_rad = std::remainder(place.longitude_rad - origin.longitude_rad, turn);
  return {kEarthRadius_m * (place.latitude_rad - origin.latitude_rad),
          kEarthRadius_m * std::cos(origin.latitude_rad) * east_rad};
}

FencePlace off_plane(const FencePlace& origin, const PlanePoint& point) {
  return {origin.latitude_rad + point.north_m / kEarthRadius_m,
          origin.longitude_rad + point.east_m / (kEarthRadius_m * std::cos(origin.latitude_rad))};
}

double side(const PlanePoint& a, const PlanePoint& b, const PlanePoint& p) {
  return (b.north_m - a.north_m) * (p.east_m - a.east_m) -
         (b.east_m - a.east_m) * (p.north_m - a.north_m);
}

bool cross(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c, const PlanePoint& d) {
  return side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0;
}

bool lies_west_of(const PlanePoint& p, const PlanePoint& a, const PlanePoint& b) {
  if ((b.north_m > p.north_m) == (a.north_m > p.north_m)) return false;
  const double share = (p.north_m - b.north_m) / (a.north_m - b.north_m);
  return p.east_m < b.east_m + share * (a.east_m - b.east_m);
}

PlanePoint nearest_on(const PlanePoint& a, const PlanePoint& b, const PlanePoint& p) {
  const PlanePoint way = b - a;
  const double squared = dot(way, way);
  if (squared <= 0.0) return a;
  return a + std::clamp(dot(p - a, way) / squared, 0.0, 1.0) * way;
}

double gap_m(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c, const PlanePoint& d) {
  if (cross(a, b, c, d)) return 0.0;
  return std::min(std::min(distance_m(a, b, c), distance_m(a, b, d)),
                  std::min(distance_m(c, d, a), distance_m(c, d, b)));
}

}  // namespace alula
