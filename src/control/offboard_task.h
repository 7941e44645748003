// control/offboard_task.h: mode Offboard: set-points of a companion computer, at whichever loop
// they enter. Without any the vehicle stops.
#pragma once

#include "control/flight_task.h"
#include "core/arena.h"

namespace alula {

// Whether it says what to do: a trajectory that names something, or an attitude or rates with a
// thrust, all within what numbers can mean.
bool is_usable(const OffboardSetpoint& setpoint);
// Turned into the local frame by the heading of this moment. A position has no meaning in the
// heading's frame and is dropped, and an axis that is not commanded drops its horizontal partner.
OffboardSetpoint in_local_frame(const OffboardSetpoint& setpoint, const VehicleEstimate& estimate);

struct OffboardTaskState {
  Vec3 place{};  // where it stood last, held until it is airborne [m]
  std::uint64_t reset_xy = 0;
  std::uint64_t flown = 0;  // 1: has been airborne in this mode
};
static_assert(ArenaState<OffboardTaskState>);

struct OffboardTaskConfig {
  double speed_up_m_s = 3.0;    // MPC_Z_VEL_MAX_UP [m/s]
  double speed_down_m_s = 1.5;  // MPC_Z_VEL_MAX_DN [m/s]
};
static_assert(ArenaState<OffboardTaskConfig>);

class OffboardTask {
 public:
  explicit OffboardTask(const OffboardTaskConfig& config) : config_(config) {}

  static void activate(OffboardTaskState& state, const VehicleEstimate& estimate);
  FlightTaskOutput update(OffboardTaskState& state, const FlightTaskInput& in) const;

 private:
  [[nodiscard]] FlightTaskOutput trajectory(OffboardTaskState& state,
                                            const FlightTaskInput& in) const;

  const OffboardTaskConfig& config_;
};

}  // namespace alula
