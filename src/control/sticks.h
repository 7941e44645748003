// control/sticks.h: curves of sticks, and what the yaw and the throttle stick mean.
#pragma once

#include "control/flight_task.h"
#include "control/manual_config.h"
#include "control/velocity_smoothing.h"

namespace alula {

// (1 - e) x + e x^3: fine around the middle, full at the end.
inline double expo(double x, double e) { return (1.0 - e) * x + e * x * x * x; }
// expo() made steeper towards the end; g < 1.
double super_expo(double x, double e, double g);
// 0 within `zone` of the middle, and still 1 at the end.
double dead_zone(double x, double zone);
// Dead zone first, expo then.
double stick_curve(double x, double zone, double e);
// Horizontal stick, forward and right, curved and within the unit circle; z is 0.
Vec3 stick_xy(const ManualControl& sticks, const ManualConfig& config);
// Thrust of the throttle stick: `idle` at the bottom, hover at the middle, the most at the top.
double stick_thrust(double throttle, double hover_thrust, double idle, const ManualConfig& config);

struct StickYawState {
  double rate = 0.0;            // low-passed [rad/s]
  double held = kNotCommanded;  // yaw while the stick is centred [rad]
  std::uint64_t reset_heading = 0;
};
static_assert(ArenaState<StickYawState>);

// The yaw stick asks for a rate; centred, the heading is held once the turn is over.
struct StickYaw {
  double yaw_sp = kNotCommanded;
  double yaw_rate_sp = 0.0;
};
void begin_yaw(StickYawState& state, const VehicleEstimate& estimate,
               const PreviousSetpoint& previous);
StickYaw update_yaw(StickYawState& state, const FlightTaskInput& in, const ManualConfig& config,
                    double dt_s);

struct StickClimbState {
  AxisState axis{};             // down
  double held = kNotCommanded;  // height while the stick is centred, as z [m]
  std::uint64_t reset_z = 0, reset_vz = 0;
};
static_assert(ArenaState<StickClimbState>);

// The throttle stick asks for a climb rate, slower downwards near the ground; centred, the height
// is held. Fills the vertical axis of `out`, its limits, and whether to take off.
void begin_climb(StickClimbState& state, const VehicleEstimate& estimate,
                 const PreviousSetpoint& previous);
void update_climb(StickClimbState& state, const FlightTaskInput& in, const ManualConfig& config,
                  double dt_s, FlightTaskOutput& out);

}  // namespace alula
