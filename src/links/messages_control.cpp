// What the vehicle is after.
#include "earth/geodesy.h"
#include "links/mavlink.h"
#include "links/message_units.h"
#include "links/messages.h"

namespace alula {

// As pulse widths, as PX4 shows its simulated outputs: 900 us while disarmed.
bool send_servo_output(const Telemetry& t, MessageSink& out) {
  constexpr double stopped_us = 900.0;
  const ActuatorCommand& command = t.command();
  std::array<std::uint16_t, kMotorsMax> pulse{};
  for (std::size_t i = 0; i < command.motor_count; ++i)
    pulse[i] =
        whole<std::uint16_t>(command.armed ? 1000.0 + 1000.0 * command.motor[i] : stopped_us);
  mavlink_servo_output_raw_t m{};
  m.time_usec = static_cast<std::uint32_t>(t.time_us());
  m.servo1_raw = pulse[0];
  m.servo2_raw = pulse[1];
  m.servo3_raw = pulse[2];
  m.servo4_raw = pulse[3];
  m.servo5_raw = pulse[4];
  m.servo6_raw = pulse[5];
  m.servo7_raw = pulse[6];
  m.servo8_raw = pulse[7];
  m.servo9_raw = pulse[8];
  m.servo10_raw = pulse[9];
  m.servo11_raw = pulse[10];
  m.servo12_raw = pulse[11];
  m.servo13_raw = pulse[12];
  m.servo14_raw = pulse[13];
  m.servo15_raw = pulse[14];
  m.servo16_raw = pulse[15];
  out.send(MAVLINK_MSG_ID_SERVO_OUTPUT_RAW, m);
  return true;
}

bool send_attitude_target(const Telemetry& t, MessageSink& out) {
  const ControlStatus& control = t.control();
  const Vec3& w = control.rates.w_WB_B_sp;
  mavlink_attitude_target_t m{};
  m.time_boot_ms = t.time_ms();
  const std::array<float, 4> q = w_first(control.attitude.q_WB_sp);
  std::memcpy(m.q, q.data(), sizeof m.q);
  m.body_roll_rate = static_cast<float>(w.x);
  m.body_pitch_rate = static_cast<float>(w.y);
  m.body_yaw_rate = static_cast<float>(w.z);
  m.thrust = static_cast<float>(norm(control.attitude.thrust_B_sp));
  out.send(MAVLINK_MSG_ID_ATTITUDE_TARGET, m);
  return true;
}

bool send_position_target_local(const Telemetry& t, MessageSink& out) {
  const PositionControlStatus& p = t.control().position;
  mavlink_position_target_local_ned_t m{};
  m.time_boot_ms = t.time_ms();
  m.coordinate_frame = MAV_FRAME_LOCAL_NED;
  unsigned ignored = 0;
  const auto axis = [&](double value, unsigned bit) {
    if (std::isnan(value)) ignored |= bit;
    return static_cast<float>(value);
  };
  m.x = axis(p.p_sp.x, POSITION_TARGET_TYPEMASK_X_IGNORE);
  m.y = axis(p.p_sp.y, POSITION_TARGET_TYPEMASK_Y_IGNORE);
  m.z = axis(p.p_sp.z, POSITION_TARGET_TYPEMASK_Z_IGNORE);
  m.vx = axis(p.v_sp.x, POSITION_TARGET_TYPEMASK_VX_IGNORE);
  m.vy = axis(p.v_sp.y, POSITION_TARGET_TYPEMASK_VY_IGNORE);
  m.vz = axis(p.v_sp.z, POSITION_TARGET_TYPEMASK_VZ_IGNORE);
  m.afx = axis(p.a_sp.x, POSITION_TARGET_TYPEMASK_AX_IGNORE);
  m.afy = axis(p.a_sp.y, POSITION_TARGET_TYPEMASK_AY_IGNORE);
  m.afz = axis(p.a_sp.z, POSITION_TARGET_TYPEMASK_AZ_IGNORE);
  m.yaw = axis(p.yaw_sp, POSITION_TARGET_TYPEMASK_YAW_IGNORE);
  m.yaw_rate = axis(p.yaw_rate_sp, POSITION_TARGET_TYPEMASK_YAW_RATE_IGNORE);
  m.type_mask = static_cast<std::uint16_t>(ignored);
  out.send(MAVLINK_MSG_ID_POSITION_TARGET_LOCAL_NED, m);
  return true;
}

// Where the navigator flies to.
bool send_position_target_global(const Telemetry& t, MessageSink& out) {
  const NavigationTarget& target = t.triplet().current;
  const bool is_place = target.valid != 0 && target.kind != TargetKind::idle;
  if (!is_place) return false;
  mavlink_position_target_global_int_t m{};
  m.time_boot_ms = t.time_ms();
  m.coordinate_frame = MAV_FRAME_GLOBAL;
  m.lat_int = angle_e7(target.latitude_rad);
  m.lon_int = angle_e7(target.longitude_rad);
  m.alt = static_cast<float>(target.altitude_m);
  const PositionControlStatus& p = t.control().position;
  m.vx = static_cast<float>(p.v_sp.x);
  m.vy = static_cast<float>(p.v_sp.y);
  m.vz = static_cast<float>(p.v_sp.z);
  m.afx = static_cast<float>(p.a_sp.x);
  m.afy = static_cast<float>(p.a_sp.y);
  m.afz = static_cast<float>(p.a_sp.z);
  m.yaw = static_cast<float>(p.yaw_sp);
  m.yaw_rate = static_cast<float>(p.yaw_rate_sp);
  out.send(MAVLINK_MSG_ID_POSITION_TARGET_GLOBAL_INT, m);
  return true;
}

}  // namespace alula
