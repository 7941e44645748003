// earth/weather.h: what may change of the air in the course of a run.
#pragma once

#include "core/arena.h"
#include "earth/atmosphere.h"
#include "math/vector.h"

namespace alula {

// In place of what the world's file says; its shear stays.
struct Weather {
  Vec3 wind_W{};  // where the air moves to [m/s]
  double temperature_offset_k = 0.0;
  double pressure_offset_pa = 0.0;

  [[nodiscard]] AtmosphereConfig atmosphere() const {
    return {temperature_offset_k, pressure_offset_pa};
  }
};
static_assert(ArenaState<Weather>);

}  // namespace alula
