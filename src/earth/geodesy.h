// earth/geodesy.h: places on the Earth and the world frame W, exact at any distance. Double only.
#pragma once

#include "core/error.h"
#include "earth/earth_model.h"
#include "earth/geoid.h"
#include "math/vector.h"

namespace alula {

// Where the atmosphere is defined.
inline constexpr double kHeightMin_m = -5000.0, kHeightMax_m = 86000.0;

// North and east positive.
struct Geodetic {
  double latitude_rad = 0.0;   // geodetic, [-pi/2, pi/2]
  double longitude_rad = 0.0;  // [-pi, pi]
  double height_m = 0.0;       // ellipsoidal, [kHeightMin_m, kHeightMax_m]
};
MaybeError validate(const Geodetic& place);

// E: Earth-centred, Earth-fixed [m]. The way back is exact to some nanometres, also at the poles
// and far below.
Vec3 ecef_from_geodetic(const Geodetic& place, const EarthModel& earth = {});
Geodetic geodetic_from_ecef(const Vec3& p_EP, const EarthModel& earth = {});
// Takes vectors in the local level frame (north, east, down) at a place to E.
Mat3 rotation_EN(double latitude_rad, double longitude_rad);

// W: the plane tangent to the ellipsoid's parallel surface at the origin, axes north, east, down
// there, fixed to the Earth. Away from the origin its axes are no longer level: R_WN tells by how
// much.
class LocalFrame {
 public:
  // All have passed validate(); on a sphere `geoid` is `none`.
  explicit LocalFrame(const Geodetic& origin, const EarthModel& earth = {},
                      GeoidModel geoid = GeoidModel::none);

  [[nodiscard]] const Geodetic& origin() const { return origin_; }
  [[nodiscard]] Vec3 to_local(const Geodetic& place) const;  // p_WP [m]
  [[nodiscard]] Geodetic to_geodetic(const Vec3& p_WP) const;
  // Mean sea level under a place: its altitude over the sea is its height less this [m].
  [[nodiscard]] double sea_level_m(const Geodetic& place) const {
    return geoid_height_m(geoid_, place.latitude_rad, place.longitude_rad);
  }
  [[nodiscard]] Vec3 ecef_from_local(const Vec3& p_WP) const;
  [[nodiscard]] Vec3 local_from_ecef(const Vec3& p_EP) const;
  // Takes vectors in the level frame N (north, east, down) below p to W; its transpose gives the
  // velocity that a GNSS receiver at p reports: v_WB_N = R_WN^T v_WB.
  [[nodiscard]] Mat3 R_WN(const Vec3& p_WP) const;
  [[nodiscard]] const Mat3& R_EW() const { return R_EW_; }

 private:
  Geodetic origin_;
  EarthModel earth_;
  GeoidModel geoid_;
  Vec3 p_EW_;
  Mat3 R_EW_;
};

}  // namespace alula
