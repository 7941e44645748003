#include "control/allocation.h"

#include <algorithm>

#include "control/allocation_inverse.h"
#include "core/config_check.h"

namespace alula {

MaybeError validate(const AllocationConfig& config) {
  return ConfigCheck()
      .require("airmode", config.airmode >= 0 && config.airmode <= 2, "must be 0, 1 or 2")
      .from_to("thrust_curve", config.thrust_curve, 0.0, 1.0)
      .zero_or_more("slew_time_s", config.slew_time_s)
      .result();
}

TorqueHeadroom torque_headroom(const AllocationStatus& status) {
  // Below this share the shortage is rounding; PX4 takes float's epsilon.
  constexpr double shortage = 1.2e-7;
  const Vec3& missing = status.torque_unallocated;
  TorqueHeadroom headroom;
  headroom.positive = {missing.x > shortage ? 0.0 : 1.0, missing.y > shortage ? 0.0 : 1.0,
                       missing.z > shortage ? 0.0 : 1.0};
  headroom.negative = {missing.x < -shortage ? 0.0 : 1.0, missing.y < -shortage ? 0.0 : 1.0,
                       missing.z < -shortage ? 0.0 : 1.0};
  return headroom;
}

AllocationStatus Allocator::allocate(AllocationState& state, const Vec3& torque,
                                     const Vec3& thrust_B, double dt_s,
                                     MixPriority priority) const {
  AllocationStatus status;
  status.torque_sp = torque;
  status.thrust_sp = thrust_B;
  status.motor_count = static_cast<std::uint32_t>(tables_.mix.motors);
  const std::span<double> motor(status.motor.data(), tables_.mix.motors);
  const auto airmode = static_cast<Airmode>(config_.airmode);
  Mixer<double>(tables_.mix, airmode, priority).mix(torque, thrust_B.z, motor);
  limit(state, motor, dt_s);
  report(status);
  return status;
}

ActuatorCommand Allocator::command(const AllocationStatus& status) const {
  ActuatorCommand command;
  command.time = status.time;
  command.motor_count = status.motor_count;
  command.armed = true;
  for (std::size_t i = 0; i < status.motor_count; ++i) {
    command.motor[i] = signal_of_thrust(status.motor[i], config_.thrust_curve);
  }
  return command;
}

void Allocator::limit(AllocationState& state, std::span<double> motor, double dt_s) const {
  const double step = config_.slew_time_s > 0.0 ? dt_s / config_.slew_time_s : 1.0;
  for (std::size_t i = 0; i < motor.size(); ++i) {
    const double clipped = std::clamp(motor[i], 0.0, 1.0);
    motor[i] = std::clamp(clipped, state.motor[i] - step, state.motor[i] + step);
    state.motor[i] = motor[i];
  }
}

void Allocator::report(AllocationStatus& status) const {
  std::array<double, kControlAxes> given{};
  for (std::size_t axis = 0; axis < kControlAxes; ++axis) {
    given[axis] =
        tables_.scale[axis] * allocation::inner(tables_.effectiveness[axis], status.motor);
  }
  status.torque_unallocated = status.torque_sp - Vec3{given[0], given[1], given[2]};
  status.thrust_unallocated = status.thrust_sp - Vec3{0.0, 0.0, given[3]};
  // PX4's limits: a thousandth of the full range.
  status.torque_achieved = norm_squared(status.torque_unallocated) < 1e-6;
  status.thrust_achieved = norm_squared(status.thrust_unallocated) < 1e-6;
}

}  // namespace alula
