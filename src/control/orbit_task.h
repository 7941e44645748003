// control/orbit_task.h: mode Orbit: straight to the circle, then around it with the velocity and
// acceleration that a circle has. Sticks change radius (pitch), speed (roll) and height.
#pragma once

#include "control/auto_trajectory.h"
#include "control/sticks.h"
#include "control/turn_towards.h"
#include "signals/command.h"

namespace alula {

inline constexpr double kOrbitRadiusMin = 1.0;  // PX4's [m]

struct OrbitRequest {
  Vec3 centre_W{};  // z NaN: the height stays [m]
  double radius_m = kOrbitRadiusMin;
  double speed_m_s = 1.0;  // negative: counter-clockwise, seen from above
  std::uint64_t count = 0;
  OrbitYaw yaw = OrbitYaw::to_centre;
  std::uint32_t reserved = 0;
};
static_assert(ArenaState<OrbitRequest>);

struct OrbitTaskState {
  PositionSmoothingState motion{};  // what is flown, in both phases
  AxisState radial{};               // x: distance from the centre
  AxisState along{};                // v: speed around, clockwise
  HeadingState heading{};
  StickYawState yaw{};
  Vec3 centre{}, entry{};
  double radius_m = kOrbitRadiusMin, speed_m_s = 1.0;  // wanted
  double height_z = kNotCommanded;                     // wanted; NaN: by stick [m]
  double bearing = 0.0;                                // from the centre to the vehicle [rad]
  double yaw_at_start = 0.0;
  std::uint64_t request_count = 0;
  std::uint64_t reset_xy = 0, reset_z = 0, reset_vxy = 0, reset_vz = 0, reset_heading = 0;
  OrbitYaw yaw_behaviour = OrbitYaw::to_centre;
  std::uint32_t circling = 0;
};
static_assert(ArenaState<OrbitTaskState>);

class OrbitTask {
 public:
  OrbitTask(const AutoTrajectoryConfig& config, const ManualConfig& manual)
      : config_(config), manual_(manual) {}

  void activate(OrbitTaskState& state, const FlightTaskInput& in, const PreviousSetpoint& previous,
                const OrbitRequest& request) const;
  FlightTaskOutput update(OrbitTaskState& state, const FlightTaskInput& in,
                          const OrbitRequest& request, double dt_s) const;

 private:
  static void follow_resets(OrbitTaskState& state, const VehicleEstimate& estimate);
  void take_over(OrbitTaskState& state, const FlightTaskInput& in,
                 const OrbitRequest& request) const;
  void adjust(OrbitTaskState& state, const FlightTaskInput& in, double dt_s) const;
  [[nodiscard]] double wanted_climb(OrbitTaskState& state, const FlightTaskInput& in) const;
  void approach(OrbitTaskState& state, const FlightTaskInput& in, double v_z, double dt_s) const;
  void begin_circle_when_there(OrbitTaskState& state) const;
  void circle(OrbitTaskState& state, double v_z, double dt_s) const;
  [[nodiscard]] StickYaw look(OrbitTaskState& state, const FlightTaskInput& in, double dt_s) const;

  const AutoTrajectoryConfig& config_;
  const ManualConfig& manual_;
};

}  // namespace alula
