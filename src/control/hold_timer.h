// control/hold_timer.h: a condition counts once it has held for a while, and stops counting at
// once.
#pragma once

#include "core/arena.h"

namespace alula {

struct HoldTimer {
  double held_s = -1.0;  // since the first update that saw it; below zero: does not hold

  // True when `condition` has held for `needed_s`. Half a nanosecond of grace, since sums of steps
  // are not exact.
  bool update(bool condition, double needed_s, double dt_s) {
    if (!condition) {
      held_s = -1.0;
      return false;
    }
    held_s = held_s < 0.0 ? 0.0 : held_s + dt_s;
    return held_s > needed_s - 5e-10;
  }
  // As if it had held for ever, or never.
  void set(bool condition) { held_s = condition ? 1e9 : -1.0; }
};
static_assert(ArenaState<HoldTimer>);

}  // namespace alula
