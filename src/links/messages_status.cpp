// Who the vehicle is, and how it is.
#include <cmath>

#include "core/version.h"
#include "links/flight_modes.h"
#include "links/mavlink.h"
#include "links/messages.h"

namespace alula {
namespace {

std::uint8_t type_of(std::uint32_t motors) {
  switch (motors) {
    case 3:
      return MAV_TYPE_TRICOPTER;
    case 4:
      return MAV_TYPE_QUADROTOR;
    case 6:
      return MAV_TYPE_HEXAROTOR;
    case 8:
      return MAV_TYPE_OCTOROTOR;
    case 10:
      return MAV_TYPE_DECAROTOR;
    case 12:
      return MAV_TYPE_DODECAROTOR;
    default:
      return MAV_TYPE_GENERIC_MULTIROTOR;
  }
}

std::uint8_t state_of(const Telemetry& t) {
  if (t.status().mode == FlightMode::termination) return MAV_STATE_FLIGHT_TERMINATION;
  if (t.status().failsafe) return MAV_STATE_CRITICAL;
  return t.armed() ? MAV_STATE_ACTIVE : MAV_STATE_STANDBY;
}

bool fails(const Telemetry& t, ArmingCheck check) {
  return (t.status().failing_checks >> static_cast<std::uint32_t>(check) & 1U) != 0;
}

std::uint32_t sensors_present() {
  return MAV_SYS_STATUS_SENSOR_3D_GYRO | MAV_SYS_STATUS_SENSOR_3D_ACCEL |
         MAV_SYS_STATUS_SENSOR_3D_MAG | MAV_SYS_STATUS_SENSOR_ABSOLUTE_PRESSURE |
         MAV_SYS_STATUS_SENSOR_GPS | MAV_SYS_STATUS_SENSOR_ANGULAR_RATE_CONTROL |
         MAV_SYS_STATUS_SENSOR_ATTITUDE_STABILIZATION | MAV_SYS_STATUS_SENSOR_YAW_POSITION |
         MAV_SYS_STATUS_SENSOR_Z_ALTITUDE_CONTROL | MAV_SYS_STATUS_SENSOR_XY_POSITION_CONTROL |
         MAV_SYS_STATUS_SENSOR_MOTOR_OUTPUTS | MAV_SYS_STATUS_AHRS | MAV_SYS_STATUS_SENSOR_BATTERY |
         MAV_SYS_STATUS_PREARM_CHECK;
}

std::uint32_t sensors_healthy(const Telemetry& t) {
  std::uint32_t healthy = sensors_present();
  const auto unless = [&](bool bad, std::uint32_t bits) {
    if (bad) healthy &= ~bits;
  };
  unless(fails(t, ArmingCheck::imu),
         MAV_SYS_STATUS_SENSOR_3D_GYRO | MAV_SYS_STATUS_SENSOR_3D_ACCEL);
  unless(fails(t, ArmingCheck::barometer), MAV_SYS_STATUS_SENSOR_ABSOLUTE_PRESSURE);
  unless(fails(t, ArmingCheck::magnetometer), MAV_SYS_STATUS_SENSOR_3D_MAG);
  unless(fails(t, ArmingCheck::gnss), MAV_SYS_STATUS_SENSOR_GPS);
  unless(fails(t, ArmingCheck::battery), MAV_SYS_STATUS_SENSOR_BATTERY);
  unless(!t.estimate().attitude_valid, MAV_SYS_STATUS_AHRS);
  unless(!t.status().checks_pass, MAV_SYS_STATUS_PREARM_CHECK);
  return healthy;
}

// Of the simulated clock: its date is the world's year.
std::uint64_t unix_time_us(const Telemetry& t) {
  constexpr double seconds_a_year = 365.2425 * 86400.0;
  const double start_s = (t.decimal_year() - 1970.0) * seconds_a_year;
  return static_cast<std::uint64_t>(start_s * 1e6) + t.time_us();
}

std::uint8_t landed_state(const Telemetry& t) {
  if (t.control().land.landed) return MAV_LANDED_STATE_ON_GROUND;
  switch (t.status().mode) {
    case FlightMode::takeoff:
      return MAV_LANDED_STATE_TAKEOFF;
    case FlightMode::land:
      return MAV_LANDED_STATE_LANDING;
    default:
      return MAV_LANDED_STATE_IN_AIR;
  }
}

}  // namespace

bool send_heartbeat(const Telemetry& t, MessageSink& out) {
  mavlink_heartbeat_t m{};
  m.type = type_of(t.motors());
  m.autopilot = MAV_AUTOPILOT_PX4;
  m.base_mode = base_mode_of(t.status().mode, t.armed());
  m.custom_mode = custom_mode_of(t.status().mode);
  m.system_status = state_of(t);
  m.mavlink_version = 3;
  out.send(MAVLINK_MSG_ID_HEARTBEAT, m);
  return true;
}

bool send_sys_status(const Telemetry& t, MessageSink& out) {
  mavlink_sys_status_t m{};
  const BatterySample& battery = t.battery();
  m.onboard_control_sensors_present = sensors_present();
  m.onboard_control_sensors_enabled = sensors_present();
  m.onboard_control_sensors_health = sensors_healthy(t);
  const bool known = battery.time > 0;
  m.voltage_battery =
      known ? static_cast<std::uint16_t>(std::lround(battery.voltage_v * 1e3)) : UINT16_MAX;
  m.current_battery =
      known ? static_cast<std::int16_t>(std::lround(battery.current_a * 1e2)) : std::int16_t{-1};
  m.battery_remaining =
      known ? static_cast<std::int8_t>(std::lround(battery.remaining * 1e2)) : std::int8_t{-1};
  out.send(MAVLINK_MSG_ID_SYS_STATUS, m);
  return true;
}

bool send_system_time(const Telemetry& t, MessageSink& out) {
  mavlink_system_time_t m{};
  m.time_unix_usec = unix_time_us(t);
  m.time_boot_ms = t.time_ms();
  out.send(MAVLINK_MSG_ID_SYSTEM_TIME, m);
  return true;
}

// Asks the other side for its clock.
bool send_timesync(const Telemetry& t, MessageSink& out) {
  mavlink_timesync_t m{};
  m.ts1 = t.now();
  out.send(MAVLINK_MSG_ID_TIMESYNC, m);
  return true;
}

bool send_extended_sys_state(const Telemetry& t, MessageSink& out) {
  mavlink_extended_sys_state_t m{};
  m.vtol_state = MAV_VTOL_STATE_UNDEFINED;
  m.landed_state = landed_state(t);
  out.send(MAVLINK_MSG_ID_EXTENDED_SYS_STATE, m);
  return true;
}

bool send_current_mode(const Telemetry& t, MessageSink& out) {
  mavlink_current_mode_t m{};
  m.standard_mode = standard_mode_of(t.status().mode);
  m.custom_mode = custom_mode_of(t.status().mode);
  m.intended_custom_mode = custom_mode_of(t.status().mode_wanted);
  out.send(MAVLINK_MSG_ID_CURRENT_MODE, m);
  return true;
}

bool send_mission_current(const Telemetry& t, MessageSink& out) {
  mavlink_mission_current_t m{};
  const MissionResult& mission = t.mission();
  const bool flies = t.status().mode == FlightMode::mission;
  m.seq = static_cast<std::uint16_t>(mission.current);
  m.total = mission.total == 0 ? UINT16_MAX : static_cast<std::uint16_t>(mission.total);
  if (mission.total == 0) {
    m.mission_state = MISSION_STATE_NO_MISSION;
  } else if (mission.finished) {
    m.mission_state = MISSION_STATE_COMPLETE;
  } else if (!t.armed()) {
    m.mission_state = MISSION_STATE_NOT_STARTED;
  } else {
    m.mission_state = flies ? MISSION_STATE_ACTIVE : MISSION_STATE_PAUSED;
  }
  m.mission_mode = flies ? 1 : 2;
  out.send(MAVLINK_MSG_ID_MISSION_CURRENT, m);
  return true;
}

bool send_autopilot_version(const Telemetry& t, MessageSink& out) {
  mavlink_autopilot_version_t m{};
  m.capabilities = MAV_PROTOCOL_CAPABILITY_PARAM_FLOAT | MAV_PROTOCOL_CAPABILITY_COMMAND_INT |
                   MAV_PROTOCOL_CAPABILITY_PARAM_ENCODE_BYTEWISE |
                   MAV_PROTOCOL_CAPABILITY_SET_ATTITUDE_TARGET |
                   MAV_PROTOCOL_CAPABILITY_SET_POSITION_TARGET_LOCAL_NED |
                   MAV_PROTOCOL_CAPABILITY_SET_POSITION_TARGET_GLOBAL_INT |
                   MAV_PROTOCOL_CAPABILITY_FLIGHT_TERMINATION | MAV_PROTOCOL_CAPABILITY_MAVLINK2;
  m.flight_sw_version = kVersionRelease;
  m.middleware_sw_version = kVersionRelease;
  m.uid = t.system();  // so that two vehicles differ
  out.send(MAVLINK_MSG_ID_AUTOPILOT_VERSION, m);
  return true;
}

bool send_protocol_version(const Telemetry&, MessageSink& out) {
  mavlink_protocol_version_t m{};
  m.version = 200;
  m.min_version = 100;
  m.max_version = 200;
  out.send(MAVLINK_MSG_ID_PROTOCOL_VERSION, m);
  return true;
}

}  // namespace alula
