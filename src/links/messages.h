// links/messages.h: the messages that a vehicle sends by itself or when asked: id, function, and
// rate on each kind of link.
#pragma once

#include <cstdint>
#include <span>

#include "links/message_sink.h"
#include "links/telemetry.h"

namespace alula {

enum class LinkKind : std::uint8_t { ground, onboard };

// Sends one message; false where there is nothing to tell yet.
using SendMessage = bool (*)(const Telemetry&, MessageSink&);

struct MessageRow {
  std::uint32_t id;
  SendMessage send;
  double ground_hz;  // 0: only when asked
  double onboard_hz;
};
// The rates are those measured on a PX4 in simulation; docs/mavlink.md names what is left out.
std::span<const MessageRow> message_table();

// Of one battery, GNSS place and so on: one function a message.
bool send_heartbeat(const Telemetry& t, MessageSink& out);
bool send_sys_status(const Telemetry& t, MessageSink& out);
bool send_system_time(const Telemetry& t, MessageSink& out);
bool send_timesync(const Telemetry& t, MessageSink& out);
bool send_extended_sys_state(const Telemetry& t, MessageSink& out);
bool send_current_mode(const Telemetry& t, MessageSink& out);
bool send_mission_current(const Telemetry& t, MessageSink& out);
bool send_autopilot_version(const Telemetry& t, MessageSink& out);
bool send_protocol_version(const Telemetry& t, MessageSink& out);

bool send_attitude(const Telemetry& t, MessageSink& out);
bool send_attitude_quaternion(const Telemetry& t, MessageSink& out);
bool send_local_position(const Telemetry& t, MessageSink& out);
bool send_global_position(const Telemetry& t, MessageSink& out);
bool send_vfr_hud(const Telemetry& t, MessageSink& out);
bool send_altitude(const Telemetry& t, MessageSink& out);
bool send_home_position(const Telemetry& t, MessageSink& out);
bool send_gps_global_origin(const Telemetry& t, MessageSink& out);
bool send_odometry(const Telemetry& t, MessageSink& out);
bool send_estimator_status(const Telemetry& t, MessageSink& out);
bool send_wind_cov(const Telemetry& t, MessageSink& out);

bool send_gps_raw(const Telemetry& t, MessageSink& out);
bool send_scaled_pressure(const Telemetry& t, MessageSink& out);
bool send_highres_imu(const Telemetry& t, MessageSink& out);
bool send_battery_status(const Telemetry& t, MessageSink& out);
bool send_esc_info(const Telemetry& t, MessageSink& out);
bool send_esc_status(const Telemetry& t, MessageSink& out);

bool send_servo_output(const Telemetry& t, MessageSink& out);
bool send_attitude_target(const Telemetry& t, MessageSink& out);
bool send_position_target_local(const Telemetry& t, MessageSink& out);
bool send_position_target_global(const Telemetry& t, MessageSink& out);

}  // namespace alula
