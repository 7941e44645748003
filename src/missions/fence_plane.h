// missions/fence_plane.h: the plane on which areas of a geofence are looked at, and what lies where
// on it. Straight lines on it are the same whatever its origin.
#pragma once

#include "missions/geofence.h"

namespace alula {

struct PlanePoint {
  double north_m = 0.0;
  double east_m = 0.0;
};

inline PlanePoint operator+(const PlanePoint& a, const PlanePoint& b) {
  return {a.north_m + b.north_m, a.east_m + b.east_m};
}
inline PlanePoint operator-(const PlanePoint& a, const PlanePoint& b) {
  return {a.north_m - b.north_m, a.east_m - b.east_m};
}
inline PlanePoint operator*(double scale, const PlanePoint& a) {
  return {scale * a.north_m, scale * a.east_m};
}
inline double dot(const PlanePoint& a, const PlanePoint& b) {
  return a.north_m * b.north_m + a.east_m * b.east_m;
}
double length_m(const PlanePoint& a);

PlanePoint on_plane(const FencePlace& origin, const FencePlace& place);
FencePlace off_plane(const FencePlace& origin, const PlanePoint& point);

// On which side of the line from a to b: positive to its right, seen from above.
double side(const PlanePoint& a, const PlanePoint& b, const PlanePoint& p);
bool cross(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c, const PlanePoint& d);
// A ray from p to the east crosses the side: inside a polygon as many do as makes an odd number.
bool lies_west_of(const PlanePoint& p, const PlanePoint& a, const PlanePoint& b);

// The nearest point of the line between a and b.
PlanePoint nearest_on(const PlanePoint& a, const PlanePoint& b, const PlanePoint& p);
// Between the lines from a to b and from c to d; 0 where they cross.
double gap_m(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c, const PlanePoint& d);

}  // namespace alula
