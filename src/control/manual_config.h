// control/manual_config.h: what sticks mean in Stabilized, Acro, Altitude and Position.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "math/frames.h"
#include "math/vector.h"

namespace alula {

struct ManualConfig {
  double dead_zone = 0.1;                // MPC_HOLD_DZ [0..1]
  double expo_xy = 0.6;                  // MPC_XY_MAN_EXPO [0..1]
  double expo_z = 0.6;                   // MPC_Z_MAN_EXPO [0..1]
  double expo_yaw = 0.6;                 // MPC_YAW_EXPO [0..1]
  double yaw_rate_max = radians(150.0);  // MPC_MAN_Y_MAX [rad/s]
  double yaw_rate_tau_s = 0.08;          // MPC_MAN_Y_TAU [s]
  double speed_xy_m_s = 10.0;            // MPC_VEL_MANUAL [m/s]
  double speed_xy_max_m_s = 12.0;        // MPC_XY_VEL_MAX [m/s]
  double speed_up_m_s = 3.0;             // MPC_Z_VEL_MAX_UP [m/s]
  double speed_down_m_s = 1.5;           // MPC_Z_VEL_MAX_DN [m/s]
  double acceleration_xy_m_s2 = 3.0;     // MPC_ACC_HOR [m/s^2]
  double acceleration_up_m_s2 = 4.0;     // MPC_ACC_UP_MAX [m/s^2]
  double acceleration_down_m_s2 = 3.0;   // MPC_ACC_DOWN_MAX [m/s^2]
  double jerk_m_s3 = 8.0;                // MPC_JERK_MAX [m/s^3]
  double hold_speed_xy_m_s = 0.8;        // MPC_HOLD_MAX_XY: slower than this a place is held
  double hold_speed_z_m_s = 0.6;         // MPC_HOLD_MAX_Z: likewise for the height
  double landing_speed_m_s = 0.7;        // MPC_LAND_SPEED [m/s]
  double slow_down_height_m = 10.0;      // MPC_LAND_ALT1 [m]
  double landing_height_m = 5.0;         // MPC_LAND_ALT2 [m]
  double tilt_max_rad = radians(35.0);   // MPC_MAN_TILT_MAX [rad]
  double thrust_min = 0.08;              // MPC_MANTHR_MIN [0..1]
  double thrust_max = 1.0;               // MPC_THR_MAX [0..1]
  std::int64_t thrust_curve = 0;         // MPC_THR_CURVE; 0: the middle is hover, 1: straight
  double slow_speed_xy_m_s = 3.0;        // MC_SLOW_DEF_HVEL [m/s], of Position slow
  double slow_speed_z_m_s = 1.0;         // MC_SLOW_DEF_VVEL [m/s]
  double slow_yaw_rate = radians(45.0);  // MC_SLOW_DEF_YAWR [rad/s]
  Vec3 acro_rate_max{radians(100.0),     // MC_ACRO_R_MAX [rad/s]
                     radians(100.0),     // MC_ACRO_P_MAX [rad/s]
                     radians(100.0)};    // MC_ACRO_Y_MAX [rad/s]
  Vec3 acro_expo{0.0, 0.0, 0.0};         // MC_ACRO_EXPO (twice), MC_ACRO_EXPO_Y [0..1]
  Vec3 acro_super_expo{0.0, 0.0, 0.0};   // MC_ACRO_SUPEXPO (twice), MC_ACRO_SUPEXPOY [0..0.95]
};
static_assert(ArenaState<ManualConfig>);
MaybeError validate(const ManualConfig& config);
// With the limits of Position slow.
ManualConfig slowed(const ManualConfig& config);

}  // namespace alula
