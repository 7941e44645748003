// signals/airframe.h: what the vehicle file tells the brain about the vehicle it flies. Made by
// `vehicle`, read by allocation and control; nothing here changes in flight.
#pragma once

#include <cstdint>

#include "core/fixed_list.h"
#include "math/vector.h"
#include "signals/samples.h"

namespace alula {

struct AirframeRotor {
  Vec3 p_BR{};                   // from the centre of mass [m]
  Vec3 axis_B{0.0, 0.0, -1.0};   // unit vector along the thrust
  double thrust_max_n = 0.0;     // at command 1, sea level, full battery
  double speed_max_rad_s = 0.0;  // there; 0: not told
  // Torque over thrust; above zero: turns counter-clockwise, seen from the thrust's side.
  double moment_ratio_m = 0.0;
  double thrust_curve = 0.0;  // f in T/T_max = f u^2 + (1 - f) u that fits the command best
};

struct Airframe {
  double mass_kg = 0.0;
  Mat3 inertia_B{};                             // about the centre of mass [kg m^2]
  Vec3 p_BI{};                                  // the IMU's place [m]
  Vec3 p_BG{};                                  // the GNSS antenna's place [m]
  Vec3 p_BR{};                                  // the range finder's
  Vec3 p_BF{};                                  // the flow camera's
  Vec3 p_BV{};                                  // of what external vision tracks
  double range_pitch_rad = 1.5707963267948966;  // of the range finder's beam below body x
  double height_on_ground_m = 0.0;  // centre of mass above the lowest leg when standing level
  double hover_command = 0.0;       // 0..1, at sea level with a full battery
  FixedList<AirframeRotor, kMotorsMax> rotors;
};

}  // namespace alula
