// earth/geodesy.h: places on the WGS84 ellipsoid and the world frame W, exact at any distance.
// Double only.
#pragma once

#include "core/error.h"
#include "math/vector.h"

namespace alula {

// Angles [rad], north and east positive; height above the ellipsoid [m].
struct Geodetic {
  double latitude_rad = 0.0;   // geodetic, [-pi/2, pi/2]
  double longitude_rad = 0.0;  // [-pi, pi]
  double height_m = 0.0;       // ellipsoidal, [-5000, 86000]: where the atmosphere is defined
};
MaybeError validate(const Geodetic& place);

// E: Earth-centred, Earth-fixed [m]. The way back is exact to some nanometres, also at the poles
// and far below.
Vec3 ecef_from_geodetic(const Geodetic& place);
Geodetic geodetic_from_ecef(const Vec3& p_EP);
// Takes vectors in the local level frame (north, east, down) at a place to E.
Mat3 rotation_EN(double latitude_rad, double longitude_rad);

// W: the plane tangent to the ellipsoid's parallel surface at the origin, axes north, east, down
// there, fixed to the Earth. Away from the origin its axes are no longer level: R_WN tells by how
// much.
class LocalFrame {
 public:
  explicit LocalFrame(const Geodetic& origin);  // `origin` has passed validate()

  [[nodiscard]] const Geodetic& origin() const { return origin_; }
  [[nodiscard]] Vec3 to_local(const Geodetic& place) const;  // p_WP [m]
  [[nodiscard]] Geodetic to_geodetic(const Vec3& p_WP) const;
  [[nodiscard]] Vec3 ecef_from_local(const Vec3& p_WP) const;
  [[nodiscard]] Vec3 local_from_ecef(const Vec3& p_EP) const;
  // Takes vectors in the level frame N (north, east, down) below p to W; its transpose gives the
  // velocity that a GNSS receiver at p reports: v_WB_N = R_WN^T v_WB.
  [[nodiscard]] Mat3 R_WN(const Vec3& p_WP) const;
  [[nodiscard]] const Mat3& R_EW() const { return R_EW_; }

 private:
  Geodetic origin_;
  Vec3 p_EW_;
  Mat3 R_EW_;
};

}  // namespace alula
