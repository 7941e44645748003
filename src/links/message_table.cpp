#include <array>

#include "links/mavlink.h"
#include "links/messages.h"

namespace alula {
namespace {

constexpr std::array kMessages{
    MessageRow{MAVLINK_MSG_ID_HEARTBEAT, send_heartbeat, 1.0, 1.0},
    MessageRow{MAVLINK_MSG_ID_SYS_STATUS, send_sys_status, 1.0, 5.0},
    MessageRow{MAVLINK_MSG_ID_SYSTEM_TIME, send_system_time, 0.0, 1.0},
    MessageRow{MAVLINK_MSG_ID_TIMESYNC, send_timesync, 0.0, 10.0},
    MessageRow{MAVLINK_MSG_ID_EXTENDED_SYS_STATE, send_extended_sys_state, 1.0, 5.0},
    MessageRow{MAVLINK_MSG_ID_CURRENT_MODE, send_current_mode, 0.5, 0.5},
    MessageRow{MAVLINK_MSG_ID_MISSION_CURRENT, send_mission_current, 1.0, 1.0},
    MessageRow{MAVLINK_MSG_ID_AUTOPILOT_VERSION, send_autopilot_version, 0.0, 0.0},
    MessageRow{MAVLINK_MSG_ID_PROTOCOL_VERSION, send_protocol_version, 0.0, 0.0},

    MessageRow{MAVLINK_MSG_ID_ATTITUDE, send_attitude, 50.0, 100.0},
    MessageRow{MAVLINK_MSG_ID_ATTITUDE_QUATERNION, send_attitude_quaternion, 50.0, 50.0},
    MessageRow{MAVLINK_MSG_ID_LOCAL_POSITION_NED, send_local_position, 50.0, 30.0},
    MessageRow{MAVLINK_MSG_ID_GLOBAL_POSITION_INT, send_global_position, 50.0, 50.0},
    MessageRow{MAVLINK_MSG_ID_VFR_HUD, send_vfr_hud, 4.0, 10.0},
    MessageRow{MAVLINK_MSG_ID_ALTITUDE, send_altitude, 1.0, 10.0},
    MessageRow{MAVLINK_MSG_ID_HOME_POSITION, send_home_position, 0.5, 0.5},
    MessageRow{MAVLINK_MSG_ID_GPS_GLOBAL_ORIGIN, send_gps_global_origin, 0.1, 0.1},
    MessageRow{MAVLINK_MSG_ID_ODOMETRY, send_odometry, 0.0, 30.0},
    MessageRow{MAVLINK_MSG_ID_ESTIMATOR_STATUS, send_estimator_status, 0.5, 1.0},
    MessageRow{MAVLINK_MSG_ID_WIND_COV, send_wind_cov, 0.5, 10.0},

    MessageRow{MAVLINK_MSG_ID_GPS_RAW_INT, send_gps_raw, 5.0, 10.0},
    MessageRow{MAVLINK_MSG_ID_SCALED_PRESSURE, send_scaled_pressure, 1.0, 1.0},
    MessageRow{MAVLINK_MSG_ID_HIGHRES_IMU, send_highres_imu, 0.0, 50.0},
    MessageRow{MAVLINK_MSG_ID_BATTERY_STATUS, send_battery_status, 0.5, 0.5},
    MessageRow{MAVLINK_MSG_ID_ESC_INFO, send_esc_info, 1.0, 10.0},
    MessageRow{MAVLINK_MSG_ID_ESC_STATUS, send_esc_status, 1.0, 10.0},

    MessageRow{MAVLINK_MSG_ID_SERVO_OUTPUT_RAW, send_servo_output, 50.0, 10.0},
    MessageRow{MAVLINK_MSG_ID_ATTITUDE_TARGET, send_attitude_target, 50.0, 10.0},
    MessageRow{MAVLINK_MSG_ID_POSITION_TARGET_LOCAL_NED, send_position_target_local, 50.0, 10.0},
    MessageRow{MAVLINK_MSG_ID_POSITION_TARGET_GLOBAL_INT, send_position_target_global, 1.0, 10.0},
};

}  // namespace

std::span<const MessageRow> message_table() { return kMessages; }

}  // namespace alula
