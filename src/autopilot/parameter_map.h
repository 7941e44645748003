// autopilot/parameter_map.h: from parameters to the plain configs of everything below. Angles
// become radians, milliseconds seconds; nothing below knows a parameter.
#pragma once

#include "autopilot/commander.h"
#include "autopilot/motor_failure.h"
#include "autopilot/parameters.h"
#include "autopilot/return_time.h"
#include "autopilot/targets.h"
#include "control/allocation.h"
#include "control/altitude_task.h"
#include "control/attitude_control.h"
#include "control/attitude_task.h"
#include "control/auto_trajectory.h"
#include "control/follow_task.h"
#include "control/gyro_filter.h"
#include "control/hover_thrust.h"
#include "control/land_detector.h"
#include "control/offboard_task.h"
#include "control/orbit_task.h"
#include "control/position_control.h"
#include "control/position_task.h"
#include "control/rate_control.h"
#include "control/spin_control.h"
#include "control/takeoff.h"
#include "estimator/config.h"

namespace alula {

struct AutopilotConfig {
  EstimatorConfig estimator{};
  GyroFilterConfig gyro_filter{};
  RateControlConfig rate{};
  AttitudeControlConfig attitude{};
  PositionControlConfig position{};
  TakeoffConfig takeoff{};
  HoverThrustConfig hover_thrust{};
  LandDetectorConfig land{};
  AllocationConfig allocation{};
  AutoTrajectoryConfig trajectory{};
  ManualConfig manual{};
  OffboardTaskConfig offboard{};
  FollowTaskConfig follow{};
  NavigatorConfig navigator{};
  ReturnTimeConfig return_time{};
  CommanderConfig commander{};
  MotorFailureConfig motor_failure{};
  SpinControlConfig spin{};
};
static_assert(ArenaState<AutopilotConfig>);

// aiding_parameters.cpp
AidingConfig aiding_config(const ParameterValues& p, const Airframe& airframe);
AutopilotConfig map_parameters(const ParameterValues& p, const Airframe& airframe);
// What no single range can say: parameters that do not go together. The message names the
// parameter's field.
MaybeError validate(const AutopilotConfig& config);

}  // namespace alula
