// control/auto_trajectory.h: flies the navigator's targets: take-off, waypoints, hold, landing.
// Source: PX4 v1.15, FlightTaskAuto and HeadingSmoothing.
#pragma once

#include "control/flight_task.h"
#include "control/position_smoothing.h"
#include "core/error.h"
#include "math/frames.h"
#include "signals/control.h"
#include "signals/estimate.h"
#include "signals/vehicle_status.h"

namespace alula {

enum class YawMode : std::int64_t {
  to_waypoint = 0,
  to_home = 1,
  from_home = 2,
  along_path = 3,
  to_waypoint_first = 4
};

struct AutoTrajectoryConfig {
  double cruise_speed_m_s = 5.0;              // MPC_XY_CRUISE [m/s]
  double speed_xy_max_m_s = 12.0;             // MPC_XY_VEL_MAX [m/s]
  double speed_up_m_s = 3.0;                  // MPC_Z_V_AUTO_UP [m/s]
  double speed_down_m_s = 1.5;                // MPC_Z_V_AUTO_DN [m/s]
  double speed_up_max_m_s = 3.0;              // MPC_Z_VEL_MAX_UP [m/s]
  double speed_down_max_m_s = 1.5;            // MPC_Z_VEL_MAX_DN [m/s]
  double acceleration_xy_m_s2 = 3.0;          // MPC_ACC_HOR [m/s^2]
  double acceleration_up_m_s2 = 4.0;          // MPC_ACC_UP_MAX [m/s^2]
  double acceleration_down_m_s2 = 3.0;        // MPC_ACC_DOWN_MAX [m/s^2]
  double jerk_m_s3 = 4.0;                     // MPC_JERK_AUTO [m/s^3]
  double turn_gain = 0.5;                     // MPC_XY_TRAJ_P [-]
  double tracking_error_max_m = 2.0;          // MPC_XY_ERR_MAX [m]
  double acceptance_radius_m = 2.0;           // NAV_ACC_RAD [m], where the target names none
  double acceptance_height_m = 0.8;           // NAV_MC_ALT_RAD [m]
  double takeoff_speed_m_s = 1.5;             // MPC_TKO_SPEED [m/s]
  double takeoff_ramp_time_s = 3.0;           // MPC_TKO_RAMP_T [s]
  double landing_speed_m_s = 0.7;             // MPC_LAND_SPEED [m/s]
  double landing_crawl_speed_m_s = 0.3;       // MPC_LAND_CRWL [m/s]
  double slow_down_height_m = 10.0;           // MPC_LAND_ALT1 [m]
  double landing_height_m = 5.0;              // MPC_LAND_ALT2 [m]
  double crawl_height_m = 1.0;                // MPC_LAND_ALT3 [m], with a range finder only
  double yaw_rate_max_rad_s = radians(45.0);  // MPC_YAWRAUTO_MAX [rad/s]
  double yaw_acceleration_max_rad_s2 = radians(60.0);  // MPC_YAWRAUTO_ACC [rad/s^2]
  double yaw_tolerance_rad = radians(12.0);            // MIS_YAW_ERR [rad]
  std::int64_t yaw_mode = 0;                           // MPC_YAW_MODE [0..4]
};
static_assert(ArenaState<AutoTrajectoryConfig>);
MaybeError validate(const AutoTrajectoryConfig& config);

// Where the vehicle is on its leg.
enum class LegPhase : std::uint32_t { on_track = 0, target_behind, previous_in_front, off_track };

struct AutoTrajectoryState {
  PositionSmoothingState smoothing{};
  AxisState heading{};  // its "velocity" is the yaw, its "acceleration" the yaw rate
  // The leg that the navigator wants, and the leg that is flown; they differ when the vehicle is
  // elsewhere.
  SmoothingWaypoints leg{};
  SmoothingWaypoints flown{};
  Vec3 closest{};                         // on the leg wanted, at the target's height
  Vec3 stop_point = kVectorNotCommanded;  // held while there is no target
  double acceptance_radius = 2.0;         // [m]
  double cruise_speed = 5.0;              // [m/s]
  double yaw_wanted = kNotCommanded;      // before smoothing; NaN: along the path [rad]
  double wanted_v_z = 0.0;                // before smoothing [m/s]
  std::uint64_t reset_xy = 0, reset_z = 0, reset_vxy = 0, reset_vz = 0, reset_heading = 0;
  LegPhase phase = LegPhase::on_track;
  TargetKind kind = TargetKind::none;
  TargetKind kind_before = TargetKind::none;  // of the last update
  std::uint32_t active = 0;
  std::uint32_t emergency_braking = 0;
  std::uint32_t yaw_locked = 0;
  std::uint32_t yaw_aligned = 1;
  std::uint32_t leg_flags = 0;  // validity of previous, current, next when the leg was taken over
};
static_assert(ArenaState<AutoTrajectoryState>);

struct AutoTrajectoryInput {
  const VehicleEstimate& estimate;
  const NavigationTriplet& triplet;
  const HomePosition& home;
  TakeoffPhase phase = TakeoffPhase::flight;
  double range_m = kNotCommanded;           // range finder towards the ground; NaN: none
  double cruise_speed_m_s = kNotCommanded;  // before the target's own; NaN: none
};

// Jerk-limited motion towards the current target, slowing for corners, take-off, landing and stops.
// Re-activation starts from the last set-point, so nothing jumps when modes change.
class AutoTrajectory {
 public:
  explicit AutoTrajectory(const AutoTrajectoryConfig& config) : config_(config) {}

  // When an automatic mode begins after one that was not. `last` is the set-point flown until now;
  // numbers that are not commanded there are taken from the estimate.
  void activate(AutoTrajectoryState& state, const VehicleEstimate& estimate,
                const TrajectorySetpoint& last) const;
  // Activates itself from the estimate when nobody has.
  FlightTaskOutput update(AutoTrajectoryState& state, const AutoTrajectoryInput& in,
                          double dt_s) const;
  // Where the vehicle comes to rest when it brakes from now on: the place to hold.
  [[nodiscard]] Vec3 stop_point(const Vec3& p_WB, const Vec3& v_WB) const;

 private:
  void restart_on_ground(AutoTrajectoryState& state, const VehicleEstimate& estimate) const;
  void follow_resets(AutoTrajectoryState& state, const VehicleEstimate& estimate) const;
  void follow_triplet(AutoTrajectoryState& state, const AutoTrajectoryInput& in) const;
  void take_over_leg(AutoTrajectoryState& state, const NavigationTriplet& triplet,
                     const Vec3& p_WB) const;
  void choose_flown_leg(AutoTrajectoryState& state, const Vec3& p_WB, bool leg_changed) const;
  void choose_heading(AutoTrajectoryState& state, const AutoTrajectoryInput& in) const;
  void smooth_heading(AutoTrajectoryState& state, const Vec3& p_WB, double dt_s) const;
  void watch_speed(AutoTrajectoryState& state) const;
  PositionSmoothingLimits limits_of(AutoTrajectoryState& state,
                                    const AutoTrajectoryInput& in) const;
  [[nodiscard]] double landing_speed(double height_m, double range_m) const;
  FlightTaskOutput result(const AutoTrajectoryState& state, const AutoTrajectoryInput& in) const;

  const AutoTrajectoryConfig& config_;
};

}  // namespace alula
