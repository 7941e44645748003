// control/position_smoothing.h: a jerk-limited trajectory through waypoints.
// Source: PX4 v1.15, PositionSmoothing and TrajectoryConstraints.
#pragma once

#include "control/velocity_smoothing.h"
#include "math/vector.h"

namespace alula {

struct PositionSmoothingLimits {
  double jerk = 4.0;                // [m/s^3], all axes
  double acceleration_xy = 3.0;     // [m/s^2]
  double acceleration_z = 3.0;      // [m/s^2]
  double speed_xy = 12.0;           // [m/s]
  double speed_z = 1.5;             // [m/s]
  double cruise_speed = 5.0;        // [m/s]
  double turn_gain = 0.5;           // share of acceleration_xy that a corner may take
  double tracking_error_max = 2.0;  // horizontal; time stands still at it [m]; 0: never stretched
  double acceptance_radius = 2.0;   // [m]
  double acceptance_height = 0.8;   // [m]
};

struct PositionSmoothingState {
  AxisState axes[3]{};      // north, east, down
  double turn_speed = 0.0;  // horizontal speed that a turn began with [m/s]
};
static_assert(ArenaState<PositionSmoothingState>);

// Local NED. A target whose z is NaN is approached in the plane only, and the vertical speed is
// `climb_rate`.
struct SmoothingWaypoints {
  Vec3 previous{}, target{}, next{};
};

// The largest speed from which `exit_speed` is reached within `distance` by braking with
// `acceleration` after a reaction of 2 acceleration/jerk: v^2 + (4 a^2/J) v = 2 a d + exit^2. Never
// below exit_speed.
double speed_from_distance(double jerk, double acceleration, double distance, double exit_speed);
// The distance that speed_from_distance() asks for to stop.
double stopping_distance(double jerk, double acceleration, double speed);
// Where a level motion comes to rest when it brakes from now on; the height stays.
Vec3 stop_point(const Vec3& p, const Vec3& v, double jerk, double acceleration);
// The speed on the circle that touches both legs of a corner at `distance` from it. `angle` between
// the legs, pi is straight on [rad].
double speed_in_corner(double angle, double acceleration, double distance);

Vec3 position_of(const PositionSmoothingState& state);
Vec3 velocity_of(const PositionSmoothingState& state);
Vec3 acceleration_of(const PositionSmoothingState& state);
Vec3 jerk_of(const PositionSmoothingState& state);
void reset(PositionSmoothingState& state, const Vec3& p, const Vec3& v, const Vec3& a);

// Pure functions of limits and state; the limits may change at every call.
class PositionSmoothing {
 public:
  explicit PositionSmoothing(const PositionSmoothingLimits& limits) : limits_(limits) {}

  // The speed to fly now, before smoothing [m/s]. `climb_rate` (down) is used where target.z is
  // NaN.
  Vec3 wanted_velocity(PositionSmoothingState& state, const SmoothingWaypoints& waypoints,
                       double climb_rate) const;
  // Moves dt along the last plan, slower the further the vehicle at p_WB lags behind, then plans
  // for `velocity`.
  void advance(PositionSmoothingState& state, const Vec3& p_WB, const Vec3& velocity,
               double dt_s) const;

 private:
  [[nodiscard]] bool turning(const PositionSmoothingState& state, const Vec3& target) const;
  [[nodiscard]] Vec3 point_on_leg(const Vec3& p, const SmoothingWaypoints& waypoints) const;
  [[nodiscard]] double speed_xy(const Vec3& p, const SmoothingWaypoints& waypoints) const;
  [[nodiscard]] double speed_z(const Vec3& p, const SmoothingWaypoints& waypoints) const;
  [[nodiscard]] double time_stretch(const PositionSmoothingState& state, const Vec3& p_WB) const;

  const PositionSmoothingLimits& limits_;
};

}  // namespace alula
