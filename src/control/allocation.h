// control/allocation.h: from the airframe to motor commands.
// Source: PX4 v1.15, ControlAllocation, ControlAllocationPseudoInverse,
// ActuatorEffectivenessRotors.
#pragma once

#include "control/allocation_tables.h"
#include "core/arena.h"
#include "core/error.h"
#include "signals/actuators.h"
#include "signals/control.h"

namespace alula {

struct AllocationConfig {
  std::int64_t airmode = 0;   // MC_AIRMODE [0: off, 1: roll and pitch, 2: roll, pitch and yaw]
  double thrust_curve = 0.0;  // THR_MDL_FAC [0..1]
  double slew_time_s = 0.0;   // CA_R0_SLEW [s] for the way from 0 to 1; 0: not limited
};
static_assert(ArenaState<AllocationConfig>);
MaybeError validate(const AllocationConfig& config);

struct AllocationState {
  std::array<double, kMotorsMax> motor{};  // thrust shares of the last update
};
static_assert(ArenaState<AllocationState>);

// For RateControl's head-room: what the last allocation could not give.
struct TorqueHeadroom {
  Vec3 positive{1.0, 1.0, 1.0}, negative{1.0, 1.0, 1.0};
};
TorqueHeadroom torque_headroom(const AllocationStatus& status);

// Sequential desaturation over the normalised pseudo-inverse, clipping, optional slew, thrust
// curve.
class Allocator {
 public:
  // Both outlive the allocator.
  Allocator(const AllocationTables& tables, const AllocationConfig& config)
      : tables_(tables), config_(config) {}

  // `torque` FRD, `thrust_B` FRD with lift at negative z; normalised. Only the z part of the thrust
  // is allocated. Status.motor holds thrust shares (0..1), as PX4's actuator_motors does.
  AllocationStatus allocate(AllocationState& state, const Vec3& torque, const Vec3& thrust_B,
                            double dt_s, MixPriority priority = MixPriority::torque) const;
  // Motor commands after the thrust curve; armed is set.
  [[nodiscard]] ActuatorCommand command(const AllocationStatus& status) const;

 private:
  void limit(AllocationState& state, std::span<double> motor, double dt_s) const;
  void report(AllocationStatus& status) const;

  const AllocationTables& tables_;
  const AllocationConfig& config_;
};

}  // namespace alula
