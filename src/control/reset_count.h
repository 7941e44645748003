// control/reset_count.h: following the estimate's resets (signals/estimate.h), which it counts.
#pragma once

#include <cstdint>

namespace alula {

// True when there has been a reset since the last call; `seen` keeps the count.
inline bool take_over(std::uint64_t& seen, std::uint64_t count) {
  const bool changed = seen != count;
  seen = count;
  return changed;
}

}  // namespace alula
