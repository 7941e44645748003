// control/fading_offset.h: takes a step out of a signal that changes its source: what was minus
// what is, fading as a critically damped system does, so that neither value nor slope jumps.
#pragma once

#include <cmath>

#include "core/arena.h"
#include "math/vector.h"

namespace alula {

struct FadingOffset {
  Vec3 start{};
  double elapsed_s = 0.0;

  void begin(const Vec3& step) {
    start = step;
    elapsed_s = 0.0;
  }
  // (1 + t/tau) exp(-t/tau): 2 % are left after 6 tau.
  Vec3 advance(double tau_s, double dt_s) {
    if (start == Vec3::zero()) return start;
    const double x = elapsed_s / tau_s;
    const Vec3 now = (1.0 + x) * std::exp(-x) * start;
    elapsed_s += dt_s;
    if (x > 12.0) start = Vec3::zero();
    return now;
  }
};
static_assert(ArenaState<FadingOffset>);

// The same for a heading and its rate: both begin as they were flown.
struct FadingHeading {
  double yaw = 0.0;   // [rad]
  double rate = 0.0;  // [rad/s]

  void advance(double tau_s, double dt_s) {
    const double end = std::exp(-dt_s / tau_s), slope = rate + yaw / tau_s;
    yaw = (yaw + slope * dt_s) * end;
    rate = slope * end - yaw / tau_s;
    if (std::fabs(yaw) < 1e-6 && std::fabs(rate) < 1e-6) yaw = rate = 0.0;
  }
};
static_assert(ArenaState<FadingHeading>);

}  // namespace alula
