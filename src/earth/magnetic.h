// earth/magnetic.h: the Earth's main magnetic field by the World Magnetic Model 2025 (NOAA and
// British Geological Survey; spherical harmonics to degree 12 with their yearly change). Crustal
// and daily variations, some hundred nanotesla, are not in it.
#pragma once

#include <memory>

#include "earth/geodesy.h"
#include "math/frames.h"
#include "math/vector.h"

namespace alula {

// When the model holds, in decimal years.
inline constexpr double kMagneticYearMin = 2025.0, kMagneticYearMax = 2030.0;

// What a compass needs to know of a field.
struct MagneticElements {
  double declination_rad = 0.0;  // from true north to the horizontal field, clockwise positive
  double inclination_rad = 0.0;  // down positive
  double strength_t = 0.0;       // [T]
};
MagneticElements magnetic_elements(const Vec3& field_N);

// The field of one instant: over a flight it does not change. Built once; calls do not allocate. A
// call costs half a microsecond.
class MagneticModel {
 public:
  // A year outside of the model's is extrapolated.
  explicit MagneticModel(double decimal_year);
  ~MagneticModel();
  MagneticModel(MagneticModel&&) noexcept;
  MagneticModel& operator=(MagneticModel&&) noexcept;

  // [T], along the axes of E.
  [[nodiscard]] Vec3 field_E(const Vec3& p_EP) const;
  // The same along north, east and down of the level frame at the place.
  [[nodiscard]] Vec3 field_N(const Geodetic& place) const;

 private:
  struct Coefficients;
  std::unique_ptr<const Coefficients> coefficients_;
};

}  // namespace alula
