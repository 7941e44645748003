#include "earth/geodesy.h"

#include <cmath>
#include <numbers>

#include <GeographicLib/Geocentric.hpp>

#include "core/config_check.h"
#include "math/frames.h"

namespace alula {

MaybeError validate(const Geodetic& place) {
  constexpr double kHalfTurn = std::numbers::pi;
  return ConfigCheck()
      .require("latitude", std::fabs(place.latitude_rad) <= 0.5 * kHalfTurn,
               "must be from -90 to 90 degrees")
      .require("longitude", std::fabs(place.longitude_rad) <= kHalfTurn,
               "must be from -180 to 180 degrees")
      .from_to("height", place.height_m, kHeightMin_m, kHeightMax_m)
      .result();
}

Vec3 ecef_from_geodetic(const Geodetic& place, const EarthModel& earth) {
  const double sin_lat = std::sin(place.latitude_rad), cos_lat = std::cos(place.latitude_rad);
  const double e2 = earth.eccentricity_squared();
  const double normal_m = earth.radius_m / std::sqrt(1.0 - e2 * sin_lat * sin_lat);
  const double from_axis_m = (normal_m + place.height_m) * cos_lat;
  return {from_axis_m * std::cos(place.longitude_rad), from_axis_m * std::sin(place.longitude_rad),
          (normal_m * (1.0 - e2) + place.height_m) * sin_lat};
}

Geodetic geodetic_from_ecef(const Vec3& p_EP, const EarthModel& earth) {
  double latitude_deg = 0.0, longitude_deg = 0.0, height_m = 0.0;
  const GeographicLib::Geocentric surface(earth.radius_m, earth.flattening);
  surface.Reverse(p_EP.x, p_EP.y, p_EP.z, latitude_deg, longitude_deg, height_m);
  return {radians(latitude_deg), radians(longitude_deg), height_m};
}

Mat3 rotation_EN(double latitude_rad, double longitude_rad) {
  const double sin_lat = std::sin(latitude_rad), cos_lat = std::cos(latitude_rad);
  const double sin_lon = std::sin(longitude_rad), cos_lon = std::cos(longitude_rad);
  return {{{-sin_lat * cos_lon, -sin_lon, -cos_lat * cos_lon},
           {-sin_lat * sin_lon, cos_lon, -cos_lat * sin_lon},
           {cos_lat, 0.0, -sin_lat}}};
}

LocalFrame::LocalFrame(const Geodetic& origin, const EarthModel& earth, GeoidModel geoid)
    : origin_(origin),
      earth_(earth),
      geoid_(geoid),
      p_EW_(ecef_from_geodetic(origin, earth)),
      R_EW_(rotation_EN(origin.latitude_rad, origin.longitude_rad)) {
  // Its height may be a measured one, and as wrong as a receiver can be.
  ALULA_ASSERT(std::fabs(origin.latitude_rad) <= 0.5 * std::numbers::pi);
  ALULA_ASSERT(std::isfinite(origin.longitude_rad) && std::isfinite(origin.height_m));
}

Vec3 LocalFrame::to_local(const Geodetic& place) const {
  return local_from_ecef(ecef_from_geodetic(place, earth_));
}

Geodetic LocalFrame::to_geodetic(const Vec3& p_WP) const {
  return geodetic_from_ecef(ecef_from_local(p_WP), earth_);
}

Vec3 LocalFrame::ecef_from_local(const Vec3& p_WP) const { return p_EW_ + R_EW_ * p_WP; }

Vec3 LocalFrame::local_from_ecef(const Vec3& p_EP) const {
  return R_EW_.transposed() * (p_EP - p_EW_);
}

Mat3 LocalFrame::R_WN(const Vec3& p_WP) const {
  const Geodetic place = to_geodetic(p_WP);
  return R_EW_.transposed() * rotation_EN(place.latitude_rad, place.longitude_rad);
}

}  // namespace alula
