// control/attitude_task.h: modes Stabilized (sticks are tilt, yaw rate, thrust) and Acro (body
// rates, thrust). No position, no height.
#pragma once

#include "control/fading_offset.h"
#include "control/sticks.h"

namespace alula {

struct AttitudeTaskState {
  StickYawState yaw{};
  FadingOffset tilt{};    // of the set-point flown before, x and y of a turn vector [rad]
  FadingOffset thrust{};  // x: normalised
};
static_assert(ArenaState<AttitudeTaskState>);

class AttitudeTask {
 public:
  explicit AttitudeTask(const ManualConfig& config) : config_(config) {}

  void activate(AttitudeTaskState& state, const FlightTaskInput& in,
                const PreviousSetpoint& previous) const;
  FlightTaskOutput update(AttitudeTaskState& state, const FlightTaskInput& in, double dt_s) const;
  [[nodiscard]] FlightTaskOutput acro(const FlightTaskInput& in) const;

 private:
  [[nodiscard]] Vec3 tilt_of(const ManualControl& sticks) const;
  [[nodiscard]] double thrust_of(const FlightTaskInput& in) const;

  const ManualConfig& config_;
};

}  // namespace alula
