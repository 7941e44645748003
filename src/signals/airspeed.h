// signals/airspeed.h: from a Pitot tube's pressures to speeds.
#pragma once

#include <cmath>

#include "signals/samples.h"

namespace alula {

inline constexpr double kAirDensitySeaLevel = 1.225;    // [kg/m^3]
inline constexpr double kGasConstantOfAir = 287.05287;  // [J/(kg K)]

// What would give this pressure at sea level in still standard air, as instruments are marked and
// as PX4 computes it: without compressibility, 2 % too much at Mach 0.3. Of the sign of the
// pressure.
inline double indicated_airspeed_m_s(const AirspeedSample& sample) {
  const double size =
      std::sqrt(2.0 * std::fabs(sample.pressure_difference_pa) / kAirDensitySeaLevel);
  return std::copysign(size, sample.pressure_difference_pa);
}
// Relative to the air, by its density where the sample was taken.
inline double true_airspeed_m_s(const AirspeedSample& sample) {
  const double density = sample.static_pressure_pa / (kGasConstantOfAir * sample.temperature_k);
  return indicated_airspeed_m_s(sample) * std::sqrt(kAirDensitySeaLevel / density);
}

}  // namespace alula
