// earth/standard_gravity.h: the acceleration by convention (3rd CGPM, 1901): what weights, thrusts
// and pressures are scaled with where the local one does not matter.
#pragma once

namespace alula {

inline constexpr double kStandardGravity = 9.80665;  // [m/s^2]

}  // namespace alula
