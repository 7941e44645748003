// control/follow_task.h: mode Follow: beside a moving target, at a distance and an angle to its
// course, looking at it. Without a target the vehicle stops and waits.
#pragma once

#include "control/auto_trajectory.h"
#include "control/turn_towards.h"

namespace alula {

struct FollowTaskConfig {
  double height_m = 8.0;              // FLW_TGT_HT [m]
  double distance_m = 8.0;            // FLW_TGT_DST [m]
  double angle_rad = radians(180.0);  // FLW_TGT_FA: to the target's course, clockwise; 180: behind
  double tangential_speed_m_s = 5.0;  // FLW_TGT_MAX_VEL: around a target that turns
  std::int64_t height_mode = 0;       // FLW_TGT_ALT_M; 2: over the target, else over home
};
static_assert(ArenaState<FollowTaskConfig>);
MaybeError validate(const FollowTaskConfig& config);

// What is known of the target, in the local frame.
struct FollowPoint {
  Vec3 p_W{};          // [m]
  Vec3 v_W{};          // [m/s]
  double age_s = 0.0;  // since it was heard
  std::uint64_t live = 0;
};
static_assert(ArenaState<FollowPoint>);

struct FollowTaskState {
  Vec3 p{}, v{};                  // of the set-point
  double course = kNotCommanded;  // of the target [rad]
  double course_rate = 0.0;       // [rad/s]
  HeadingState heading{};
  std::uint64_t reset_xy = 0, reset_z = 0, reset_heading = 0;
};
static_assert(ArenaState<FollowTaskState>);

class FollowTask {
 public:
  FollowTask(const FollowTaskConfig& config, const AutoTrajectoryConfig& trajectory)
      : config_(config), trajectory_(trajectory) {}

  static void activate(FollowTaskState& state, const VehicleEstimate& estimate,
                       const PreviousSetpoint& previous);
  FlightTaskOutput update(FollowTaskState& state, const FlightTaskInput& in,
                          const FollowPoint& target, double home_z, double dt_s) const;

 private:
  struct Place {
    Vec3 p, v;
  };
  [[nodiscard]] Place wanted(FollowTaskState& state, const FollowPoint& target, double home_z,
                             double dt_s) const;
  [[nodiscard]] Vec3 acceleration(const FollowTaskState& state, const Place& wanted) const;
  void look(FollowTaskState& state, const FollowPoint& target, double dt_s) const;

  const FollowTaskConfig& config_;
  const AutoTrajectoryConfig& trajectory_;
};

}  // namespace alula
