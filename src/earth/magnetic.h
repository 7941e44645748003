// earth/magnetic.h: the Earth's main magnetic field by the World Magnetic Model 2025 (NOAA and
// British Geological Survey; spherical harmonics to degree 12 with their yearly change). Crustal
// and daily variations, some hundred nanotesla, are not in it.
#pragma once

#include <memory>

#include "core/error.h"
#include "earth/geodesy.h"
#include "math/vector.h"

namespace alula {

inline constexpr double kGaussPerTesla = 1e4;  // for borders where people think in gauss

struct MagneticConfig {
  double date_y = 2025.5;  // decimal year
};
// The model holds from 2025.0 to 2030.0.
MaybeError validate(const MagneticConfig& config);

// What a compass needs to know of a field.
struct MagneticElements {
  double declination_rad = 0.0;  // from true north to the horizontal field, clockwise positive
  double inclination_rad = 0.0;  // down positive
  double strength_t = 0.0;       // [T]
};
MagneticElements magnetic_elements(const Vec3& field_N);

// Built once; calls do not allocate. Costs one to two microseconds.
class MagneticModel {
 public:
  MagneticModel();
  ~MagneticModel();
  MagneticModel(MagneticModel&&) noexcept;
  MagneticModel& operator=(MagneticModel&&) noexcept;

  // [T], along north, east and down of the level frame at the place.
  [[nodiscard]] Vec3 field_N(const Geodetic& place, double date_y) const;

 private:
  struct Coefficients;
  std::unique_ptr<const Coefficients> coefficients_;
};

}  // namespace alula
