// earth/geoid.h: mean sea level. The geoid of the Earth Gravitational Model 1996 (NIMA and NASA,
// "The Development of the Joint NASA GSFC and NIMA Geopotential Model EGM96", NASA/TP-1998-206861)
// over the WGS84 ellipsoid, from the published grid of 15 minutes of arc.
#pragma once

#include <cstdint>

namespace alula {

enum class GeoidModel : std::uint8_t {
  none,   // mean sea level is the ellipsoid (or the sphere) itself
  egm96,  // between -107 m (south of India) and 85 m (New Guinea)
};

// How far mean sea level lies above the ellipsoid [m]; altitude over the sea = ellipsoidal height -
// this. Latitude [-pi/2, pi/2], any longitude [rad]; NaN where the place is none. Smooth (its slope
// is continuous); the interpolation is within 2 cm of the model's published sample points, the
// model itself within about 0.5 m (1 sigma) of the sea. No allocation; some 30 ns.
double geoid_height_m(GeoidModel model, double latitude_rad, double longitude_rad);

}  // namespace alula
