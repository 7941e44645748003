// control/allocation_tables.h: what each motor of an airframe does, and how torque and thrust are
// shared among them; for the whole airframe and for one that has lost a motor.
// Source: PX4 v1.15, ControlAllocationPseudoInverse, ActuatorEffectivenessRotors.
#pragma once

#include "control/mixer.h"
#include "core/error.h"
#include "signals/airframe.h"

namespace alula {

// Control axes in the order of the tables below.
inline constexpr std::size_t kControlAxes = 4;
enum class ControlAxis : std::size_t { roll = 0, pitch, yaw, thrust };
const char* to_string(ControlAxis axis);

// Torque and thrust per motor at full signal, and the normalised inverse: made once, since an
// airframe does not change.
struct AllocationTables {
  // Row per axis: roll, pitch, yaw [N m], force along body z [N] (negative: lift).
  std::array<std::array<double, kMotorsMax>, kControlAxes> effectiveness{};
  std::array<double, kControlAxes> scale{};  // normalised = scale * (N m or N)
  MixTable mix{};
};

// Refuses an airframe that cannot control each of roll, pitch, yaw and thrust on its own, naming
// the axis.
Result<AllocationTables> make_allocation_tables(const Airframe& airframe);

// What is left of the control of an airframe that has lost a motor.
enum class ControlLeft : std::uint32_t {
  all = 0,   // roll, pitch, yaw and thrust
  level,     // roll, pitch and thrust; yaw in one direction at best
  spinning,  // the same, but the vehicle turns about its axis all the while
  none
};
struct MotorLoss {
  AllocationTables tables{};  // with the scales of the whole airframe: gains keep their meaning
  ControlLeft left = ControlLeft::none;
  std::uint32_t reserved = 0;
};
MotorLoss without_motor(const AllocationTables& whole, std::size_t motor);

// For every motor that may fail: what goes on without it.
struct AllocationSet {
  explicit AllocationSet(const AllocationTables& all);
  AllocationTables whole;
  std::array<MotorLoss, kMotorsMax> without{};
};

}  // namespace alula
