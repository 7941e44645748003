#include "earth/geodesy.h"

#include <cmath>
#include <numbers>

#include <GeographicLib/Geocentric.hpp>

#include "earth/wgs84.h"
#include "math/frames.h"

namespace alula {
namespace {

GeographicLib::Geocentric ellipsoid() {
  return GeographicLib::Geocentric(wgs84::equatorial_radius_m, wgs84::flattening);
}

}  // namespace

MaybeError validate(const Geodetic& place) {
  const auto invalid = [](const char* where, const char* what) {
    return Error{ErrorCode::invalid_config, where, what};
  };
  if (!(std::fabs(place.latitude_rad) <= 0.5 * std::numbers::pi)) {
    return invalid("latitude", "must lie between -90 and 90 degrees");
  }
  if (!(std::fabs(place.longitude_rad) <= std::numbers::pi)) {
    return invalid("longitude", "must lie between -180 and 180 degrees");
  }
  if (!(place.height_m >= -5000.0 && place.height_m <= 86000.0)) {
    return invalid("height", "must lie between -5000 and 86000 m");
  }
  return std::nullopt;
}

Vec3 ecef_from_geodetic(const Geodetic& place) {
  Vec3 p_EP;
  ellipsoid().Forward(degrees(place.latitude_rad), degrees(place.longitude_rad), place.height_m,
                      p_EP.x, p_EP.y, p_EP.z);
  return p_EP;
}

Geodetic geodetic_from_ecef(const Vec3& p_EP) {
  double latitude_deg = 0.0, longitude_deg = 0.0, height_m = 0.0;
  ellipsoid().Reverse(p_EP.x, p_EP.y, p_EP.z, latitude_deg, longitude_deg, height_m);
  return {radians(latitude_deg), radians(longitude_deg), height_m};
}

Mat3 rotation_EN(double latitude_rad, double longitude_rad) {
  const double sin_lat = std::sin(latitude_rad), cos_lat = std::cos(latitude_rad);
  const double sin_lon = std::sin(longitude_rad), cos_lon = std::cos(longitude_rad);
  return {{{-sin_lat * cos_lon, -sin_lon, -cos_lat * cos_lon},
           {-sin_lat * sin_lon, cos_lon, -cos_lat * sin_lon},
           {cos_lat, 0.0, -sin_lat}}};
}

LocalFrame::LocalFrame(const Geodetic& origin)
    : origin_(origin),
      p_EW_(ecef_from_geodetic(origin)),
      R_EW_(rotation_EN(origin.latitude_rad, origin.longitude_rad)) {
  ALULA_ASSERT(!validate(origin).has_value());
}

Vec3 LocalFrame::to_local(const Geodetic& place) const {
  return local_from_ecef(ecef_from_geodetic(place));
}

Geodetic LocalFrame::to_geodetic(const Vec3& p_WP) const {
  return geodetic_from_ecef(ecef_from_local(p_WP));
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
