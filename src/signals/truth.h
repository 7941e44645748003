// signals/truth.h: what really is. For sensors, logs and tests; no brain includes this file.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "core/fixed_list.h"
#include "core/step_time.h"
#include "math/quaternion.h"
#include "signals/samples.h"

namespace alula {

struct TruthState {
  TimeNs time = 0;
  Vec3 p_WB{};                   // [m]
  Vec3 v_WB{};                   // [m/s]
  Quat q_WB = Quat::identity();  // takes B vectors to W
  Vec3 w_WB_B{};                 // relative to W [rad/s]
  Vec3 a_WB{};                   // rate of v_WB from the forces at `time`, contact left out [m/s^2]
  Vec3 gravity_W{};              // effective gravity at p_WB [m/s^2]
  Vec3 coriolis_W{};             // -2 omega x v [m/s^2]
  // Height of the lowest contact point over the ground; below zero: pressed in.
  double lowest_leg_m = 0.0;
  Vec3 contact_force_W{};  // mean force of the ground over the step that led here [N]
};
static_assert(ArenaState<TruthState>);

// The realised error of one sample: sample - truth, in the sample's own units.
enum class SensorKind : std::uint32_t {
  accelerometer = 0,
  gyroscope,
  gnss_position,
  gnss_velocity,
  barometer,
  magnetometer,
  range,
  flow,
  vision_position,
  vision_velocity,
  airspeed
};
struct SensorError {
  TimeNs time = 0;  // of the measurement
  SensorKind kind = SensorKind::accelerometer;
  std::uint32_t instance = 0;
  Vec3 truth{};  // m/s^2 | rad/s | NED m in W | m/s NED | Pa in x | T | m in x | rad/s in x, y | m
                 // | m/s | Pa in x
  Vec3 error{};
};
inline constexpr std::size_t kSensorErrorsPerStep = 16;
using SensorErrors = FixedList<SensorError, kSensorErrorsPerStep>;
static_assert(ArenaState<SensorErrors>);

// A part's wrench about the centre of mass at t_k.
struct PartWrench {
  Vec3 f_B{};  // [N]
  Vec3 t_B{};  // [N m]
};

}  // namespace alula
