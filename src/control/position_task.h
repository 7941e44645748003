// control/position_task.h: mode Position: sticks are a velocity in the heading's frame, reached
// with bounded acceleration and jerk; centred, the vehicle brakes and then holds its place.
#pragma once

#include "control/sticks.h"

namespace alula {

struct PositionTaskState {
  StickYawState yaw{};
  StickClimbState climb{};
  AxisState axes[2]{};              // north, east
  Vec3 held = kVectorNotCommanded;  // x, y while the sticks are centred [m]
  std::uint64_t reset_xy = 0, reset_vxy = 0;
};
static_assert(ArenaState<PositionTaskState>);

class PositionTask {
 public:
  explicit PositionTask(const ManualConfig& config) : config_(config) {}

  void activate(PositionTaskState& state, const VehicleEstimate& estimate,
                const PreviousSetpoint& previous) const;
  FlightTaskOutput update(PositionTaskState& state, const FlightTaskInput& in, double dt_s) const;

 private:
  void follow_resets(PositionTaskState& state, const VehicleEstimate& estimate) const;
  void move(PositionTaskState& state, const Vec3& wanted, double dt_s) const;

  const ManualConfig& config_;
};

}  // namespace alula
