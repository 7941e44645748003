// control/gravity.h: the gravity that thrust is scaled with: standard, not local; the hover thrust
// absorbs the rest.
#pragma once

namespace alula {

inline constexpr double kStandardGravity = 9.80665;  // [m/s^2]

}  // namespace alula
