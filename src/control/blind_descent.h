// control/blind_descent.h: down without height or climb rate, by the accelerometer alone, until
// something carries the vehicle.
#pragma once

#include <cstdint>

#include "core/arena.h"

namespace alula {

struct BlindDescentState {
  double v_z = 0.0;  // down, integrated; what is old in it is forgotten [m/s]
  double integral_m_s2 = 0.0;
  double carried_m_s2 = 0.0;  // low-passed: what holds the vehicle up besides its thrust
  double carried_s = 0.0;     // for how long that has been clear
  double probe_s = 0.0;       // left of a try with less thrust
  std::uint64_t active = 0;
};
static_assert(ArenaState<BlindDescentState>);

struct BlindDescentInput {
  double v_z_m_s = 0.0;       // the last that was known, when it begins; down
  double a_z_m_s2 = 0.0;      // measured, without gravity; down
  double blow_m_s2 = 0.0;     // largest of it since the last update: a blow lasts one sample
  double thrust_share = 1.0;  // commanded now, of hover
  double landing_speed_m_s = 0.7;
};

// The acceleration to fly, down [m/s^2]. In the air the speed grows by the landing speed in ten
// seconds at most; on the ground, where less thrust changes nothing, the thrust goes.
double blind_descent_m_s2(BlindDescentState& state, const BlindDescentInput& in, double dt_s);

}  // namespace alula
