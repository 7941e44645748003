// earth/wgs84.h: the figures of the World Geodetic System 1984 (NIMA TR8350.2, third edition).
#pragma once

namespace alula::wgs84 {

inline constexpr double equatorial_radius_m = 6378137.0;
inline constexpr double flattening = 1.0 / 298.257223563;
inline constexpr double eccentricity_squared = flattening * (2.0 - flattening);
inline constexpr double gm_m3_s2 = 3.986004418e14;  // with the atmosphere
inline constexpr double rotation_rad_s = 7.292115e-5;
inline constexpr double j2 = 1.08262982e-3;

}  // namespace alula::wgs84
