// control/mixer.h: torque and thrust to motors, as arithmetic over one table. Generic over the
// number type. Source: PX4 v1.15, ControlAllocationSequentialDesaturation.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "math/vector.h"
#include "signals/samples.h"

namespace alula {

// How much each motor gets for one unit of normalised torque or thrust: a column of the normalised
// pseudo-inverse per axis. `thrust` belongs to body z (down), so its entries are negative.
struct MixTable {
  std::array<double, kMotorsMax> roll{}, pitch{}, yaw{}, thrust{};
  std::size_t motors = 0;
};

enum class Airmode : std::uint32_t { off = 0, roll_pitch = 1, roll_pitch_yaw = 2 };  // MC_AIRMODE

// What gives way when both do not fit. Thrust stands first while the vehicle leans on the ground:
// there no torque turns it, and what torque takes from the thrust would keep it down.
enum class MixPriority : std::uint32_t { torque = 0, thrust };

// What sequential desaturation gives up, in order. Airmode off: thrust is lowered where that helps,
// never raised; then roll, then pitch, then yaw is cut. Airmodes may raise thrust instead of
// cutting roll and pitch (1), or yaw too (2).
template <class Real> class Mixer {
 public:
  static constexpr double yaw_headroom = 0.15;  // at the top, so that yaw keeps some authority
  static constexpr double weak_effect = 0.2;    // columns below this do not desaturate a motor

  Mixer(const MixTable& table, Airmode airmode, MixPriority priority = MixPriority::torque)
      : table_(table), airmode_(airmode), priority_(priority) {}

  // Motors in [0, 1] as far as desaturation brings them; the caller clips what is left. Torque FRD,
  // thrust along body z (negative lifts), both normalised. Writes table.motors values.
  void mix(const Vector3<Real>& torque, const Real& thrust_z, std::span<Real> motor) const {
    if (priority_ == MixPriority::thrust) return mix_thrust_first(torque, thrust_z, motor);
    const bool with_yaw = airmode_ == Airmode::roll_pitch_yaw;
    for (std::size_t i = 0; i < table_.motors; ++i) {
      motor[i] = level_share(i, torque, thrust_z);
      if (with_yaw) motor[i] = motor[i] + Real(table_.yaw[i]) * torque.z;
    }
    if (with_yaw) {
      desaturate(table_.thrust, Real(1.0), true, motor);
      desaturate(table_.yaw, Real(1.0), true, motor);
      return;
    }
    desaturate(table_.thrust, Real(1.0), airmode_ == Airmode::roll_pitch, motor);
    if (airmode_ == Airmode::off) {
      desaturate(table_.roll, Real(1.0), true, motor);
      desaturate(table_.pitch, Real(1.0), true, motor);
    }
    add_yaw(torque.z, Real(1.0 + yaw_headroom), motor);
  }

 private:
  using Column = std::array<double, kMotorsMax>;

  void mix_thrust_first(const Vector3<Real>& torque, const Real& thrust_z,
                        std::span<Real> motor) const {
    for (std::size_t i = 0; i < table_.motors; ++i) motor[i] = level_share(i, torque, thrust_z);
    desaturate(table_.roll, Real(1.0), true, motor);
    desaturate(table_.pitch, Real(1.0), true, motor);
    add_yaw(torque.z, Real(1.0), motor);
  }
  // Of roll, pitch and thrust.
  Real level_share(std::size_t i, const Vector3<Real>& torque, const Real& thrust_z) const {
    return Real(table_.roll[i]) * torque.x + Real(table_.pitch[i]) * torque.y +
           Real(table_.thrust[i]) * thrust_z;
  }
  void add_yaw(const Real& torque_z, const Real& top, std::span<Real> motor) const {
    for (std::size_t i = 0; i < table_.motors; ++i)
      motor[i] = motor[i] + Real(table_.yaw[i]) * torque_z;
    desaturate(table_.yaw, top, true, motor);
    desaturate(table_.thrust, Real(1.0), false, motor);
  }
  // Moves along `column` once fully and once half. A negative step along thrust raises all motors.
  void desaturate(const Column& column, const Real& top, bool may_raise,
                  std::span<Real> motor) const {
    const Real step = gain(column, top, motor);
    const Real blocked = select(step < Real(0.0), Real(0.0), Real(1.0));
    const Real allowed = may_raise ? Real(1.0) : blocked;
    move(column, allowed * step, motor);
    move(column, allowed * (Real(0.5) * gain(column, top, motor)), motor);
  }
  void move(const Column& column, const Real& step, std::span<Real> motor) const {
    for (std::size_t i = 0; i < table_.motors; ++i) motor[i] = motor[i] + step * Real(column[i]);
  }
  // The least and the greatest step that bring a saturated motor to its limit, added.
  Real gain(const Column& column, const Real& top, std::span<const Real> motor) const {
    Real low(0.0), high(0.0);
    for (std::size_t i = 0; i < table_.motors; ++i) {
      if (column[i] > -weak_effect && column[i] < weak_effect) continue;
      const Real excess = select(motor[i] < Real(0.0), -motor[i],
                                 select(motor[i] > top, top - motor[i], Real(0.0)));
      const Real step = excess * Real(1.0 / column[i]);
      low = min_of(low, step);
      high = max_of(high, step);
    }
    return low + high;
  }

  const MixTable& table_;
  Airmode airmode_;
  MixPriority priority_;
};

// The actuator signal u in [0, 1] whose thrust share is T = f u^2 + (1 - f) u, f = `curve` in [0,
// 1].
template <class Real> Real signal_of_thrust(const Real& thrust, double curve) {
  if (curve < 1e-6) return thrust;
  const double linear = (1.0 - curve) / (2.0 * curve);
  return sqrt(Real(linear * linear) + thrust * Real(1.0 / curve)) - Real(linear);
}

}  // namespace alula
