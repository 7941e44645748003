// signals/not_commanded.h: NaN in a set-point means: this axis is not commanded (the field's
// convention, PX4's too).
#pragma once

#include <limits>

#include "math/vector.h"

namespace alula {

inline constexpr double kNotCommanded = std::numeric_limits<double>::quiet_NaN();
inline constexpr Vec3 kVectorNotCommanded{kNotCommanded, kNotCommanded, kNotCommanded};

}  // namespace alula
