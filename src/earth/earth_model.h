// earth/earth_model.h: the body that the world lies on: WGS84's ellipsoid, or a sphere. Geographic
// places, heights and gravity all go by one of these.
#pragma once

#include "core/config_check.h"
#include "earth/wgs84.h"

namespace alula {

// An ellipsoid of revolution about the polar axis. Latitude is the angle of its normal, height
// counts along that.
struct EarthModel {
  double radius_m = wgs84::equatorial_radius_m;
  double flattening = wgs84::flattening;  // 0: a sphere, latitude is geocentric
  double gm_m3_s2 = wgs84::gm_m3_s2;      // of gravity `round`; the others have WGS84's own

  [[nodiscard]] constexpr bool is_sphere() const { return flattening == 0.0; }
  [[nodiscard]] constexpr double eccentricity_squared() const {
    return flattening * (2.0 - flattening);
  }
  friend constexpr bool operator==(const EarthModel&, const EarthModel&) = default;
};

// The mean radius of WGS84, (2a + b)/3.
inline constexpr double kEarthMeanRadius_m =
    wgs84::equatorial_radius_m * (1.0 - wgs84::flattening / 3.0);

constexpr EarthModel round_earth(double radius_m = kEarthMeanRadius_m,
                                 double gm_m3_s2 = wgs84::gm_m3_s2) {
  return {.radius_m = radius_m, .flattening = 0.0, .gm_m3_s2 = gm_m3_s2};
}

// Nothing in between: an ellipsoid other than WGS84's has no gravity model. A sphere may be as
// small as the Moon and as large as Jupiter.
inline MaybeError validate(const EarthModel& earth) {
  return ConfigCheck()
      .from_to("radius_m", earth.radius_m, 1e6, 1e8)
      .from_to("gm_m3_s2", earth.gm_m3_s2, 1e11, 1e18)
      .require("flattening", earth.is_sphere() || earth == EarthModel{},
               "must be 0 (a sphere) or that of WGS84 with its radius and GM")
      .result();
}

}  // namespace alula
