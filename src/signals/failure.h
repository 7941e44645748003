// signals/failure.h: a fault that is put into a vehicle on purpose. Plain data: sensors, actuators
// and links read it and answer; nothing else in the vehicle knows of it.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "core/step_time.h"
#include "signals/not_commanded.h"

namespace alula {

// What fails. The numbers below 1000 are MAVLink's FAILURE_UNIT.
enum class FailureUnit : std::uint32_t {
  gyro = 0,
  accel = 1,
  mag = 2,
  baro = 3,
  gps = 4,
  optical_flow = 5,
  vio = 6,
  distance_sensor = 7,
  airspeed = 8,
  battery = 100,
  motor = 101,  // from the command to the shaft: speed controller and motor
  servo = 102,
  avoidance = 103,
  rc_signal = 104,
  mavlink_signal = 105,
  propeller = 1000
};

// How it fails. The numbers below 1000 are MAVLink's FAILURE_TYPE. `value` of a Failure means what
// follows; NaN: the usual figure, in brackets.
//
//   off           nothing comes any more (a motor gets no command and stops, a battery gives no
//                 voltage)
//   stuck         the first sample from its beginning on again and again, with new time stamps (a
//                 motor: the command of its beginning)
//   garbage       in place of the sample, white noise about the middle of the range; value[0]: its
//                 share of the range, 0..1 (1). A link whose messages carry checksums: the share of
//                 messages that are lost
//   wrong         value[0..2]: an offset in the sample's units (0), value[3]: a factor (1); the
//                 sample is factor * right + offset, held to its range. Sticks: roll, pitch, yaw,
//                 the factor on throttle as well. A battery: volt, ampere, remaining. A receiver:
//                 the place is off by [m, NED], the factor is on the velocity. A motor: the factor
//                 on its speed alone
//   slow          value[0]: samples a second that are left (1); a motor: its time constant [s]
//   (0.5) delayed       value[0]: later by this time [s] (0.2); what is under way at its end is
//   lost intermittent  value[0]: seconds of silence (0.5), value[1]: seconds between (0.5); silence
//   first jammed        a motor's shaft blocks; a receiver's signal drowns in noise: value[0] is
//   the
//                 jammer over the signal [dB] (45)
//   desync        a speed controller loses step: value[0]: seconds without torque (0.05), value[1]:
//                 seconds between (0.2)
//   cell_drop     value[0]: cells of a battery that are lost (1)
//   spoofed       a receiver believes another's signal: value[0..2]: the velocity at which its
//                 position walks away, NED [m/s] (0), value[3]: the share of it that its velocity
//                 shows, 0..1 (1)
//   damaged       a propeller: value[0]: share of thrust that is left (0.7), value[1]: imbalance
//                 [kg m] (0)
enum class FailureType : std::uint32_t {
  ok = 0,
  off = 1,
  stuck = 2,
  garbage = 3,
  wrong = 4,
  slow = 5,
  delayed = 6,
  intermittent = 7,
  jammed = 1000,
  desync = 1001,
  cell_drop = 1002,
  spoofed = 1003,
  damaged = 1004
};

inline constexpr TimeNs kFailureForGood = -1;
inline constexpr std::uint32_t kEveryInstance = 0;

// Begins at the step at which it is applied. `ok` ends what has begun on these instances.
struct Failure {
  TimeNs start = 0;
  TimeNs duration = kFailureForGood;
  std::array<double, 4> value{kNotCommanded, kNotCommanded, kNotCommanded, kNotCommanded};
  FailureUnit unit = FailureUnit::gps;
  FailureType type = FailureType::ok;
  std::uint32_t instances = kEveryInstance;  // bit i: instance (motor, receiver) i, from 0
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<Failure>);

const char* to_string(FailureUnit unit);  // "optical_flow": the word of files
const char* to_string(FailureType type);

}  // namespace alula
