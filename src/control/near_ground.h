// control/near_ground.h: how fast a vehicle may come down at a height over the place of take-off.
#pragma once

#include <algorithm>

namespace alula {

// `fast` above `high_m`, `slow` below `low_m`, straight between.
inline double descent_speed(double height_m, double low_m, double high_m, double slow,
                            double fast) {
  const double top_m = std::max(high_m, low_m), least = std::min(slow, fast);
  if (height_m >= top_m) return fast;
  if (height_m <= low_m) return least;
  return least + (fast - least) * (height_m - low_m) / (top_m - low_m);
}

}  // namespace alula
