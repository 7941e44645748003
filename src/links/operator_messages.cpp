#include "links/operator_messages.h"

#include <cmath>

#include "autopilot/targets.h"
#include "links/mavlink.h"
#include "math/frames.h"

namespace alula {
namespace {

constexpr std::string_view kNotForUs;

double unless(bool ignored, float value) {
  return ignored ? kNotCommanded : static_cast<double>(value);
}

// Velocity, acceleration and yaw, which 84 and 86 share.
template <class Message> OffboardSetpoint motion_of(const Message& m, TimeNs now) {
  const auto ignores = [&](unsigned bit) { return (m.type_mask & bit) != 0; };
  OffboardSetpoint s;
  s.time = now;
  s.v_sp = {unless(ignores(POSITION_TARGET_TYPEMASK_VX_IGNORE), m.vx),
            unless(ignores(POSITION_TARGET_TYPEMASK_VY_IGNORE), m.vy),
            unless(ignores(POSITION_TARGET_TYPEMASK_VZ_IGNORE), m.vz)};
  s.a_sp = {unless(ignores(POSITION_TARGET_TYPEMASK_AX_IGNORE), m.afx),
            unless(ignores(POSITION_TARGET_TYPEMASK_AY_IGNORE), m.afy),
            unless(ignores(POSITION_TARGET_TYPEMASK_AZ_IGNORE), m.afz)};
  s.yaw_sp = unless(ignores(POSITION_TARGET_TYPEMASK_YAW_IGNORE), m.yaw);
  s.yaw_rate_sp = unless(ignores(POSITION_TARGET_TYPEMASK_YAW_RATE_IGNORE), m.yaw_rate);
  return s;
}

// The body's axes: velocity turned by the heading alone, acceleration by the whole attitude. A
// group with an axis missing is dropped whole.
void turn_from_body(OffboardSetpoint& s, const Quat& q_WB) {
  s.v_sp = is_finite(s.v_sp) ? from_yaw(yaw_of(q_WB)) * s.v_sp : kVectorNotCommanded;
  s.a_sp = is_finite(s.a_sp) ? q_WB * s.a_sp : kVectorNotCommanded;
}

std::optional<double> stick(int value, int limit) {
  if (value < -limit || value > limit) return std::nullopt;
  return static_cast<double>(value) / limit;
}

// A pulse of 1000 to 2000 microseconds. 0 and 65535: no pilot on this channel.
std::optional<double> stick_of_pulse(std::uint16_t pulse_us) {
  if (pulse_us < 800 || pulse_us > 2200) return std::nullopt;
  return std::clamp((pulse_us - 1500.0) / 500.0, -1.0, 1.0);
}

std::optional<ManualControl> sticks(TimeNs now, std::optional<double> roll,
                                    std::optional<double> pitch, std::optional<double> yaw,
                                    std::optional<double> throttle) {
  if (!roll || !pitch || !yaw || !throttle) return std::nullopt;
  return ManualControl{now, *roll, *pitch, *yaw, *throttle};
}

}  // namespace

bool is_addressed(std::uint8_t system, std::uint8_t component, const Telemetry& telemetry) {
  return (system == 0 || system == telemetry.system()) &&
         (component == 0 || component == MAV_COMP_ID_AUTOPILOT1);
}

SetpointOr local_setpoint(const Frame& frame, const Telemetry& telemetry) {
  const auto m = frame.as<mavlink_set_position_target_local_ned_t>();
  if (!is_addressed(m.target_system, m.target_component, telemetry)) return kNotForUs;
  if ((m.type_mask & POSITION_TARGET_TYPEMASK_FORCE_SET) != 0)
    return "Set-point ignored: forces are not supported";
  OffboardSetpoint s = motion_of(m, telemetry.now());
  if (m.coordinate_frame == MAV_FRAME_BODY_NED) {
    turn_from_body(s, telemetry.estimate().q_WB);
    return s;
  }
  if (m.coordinate_frame != MAV_FRAME_LOCAL_NED)
    return "Set-point ignored: frame is neither LOCAL_NED nor BODY_NED";
  const auto ignores = [&](unsigned bit) { return (m.type_mask & bit) != 0; };
  s.p_sp = {unless(ignores(POSITION_TARGET_TYPEMASK_X_IGNORE), m.x),
            unless(ignores(POSITION_TARGET_TYPEMASK_Y_IGNORE), m.y),
            unless(ignores(POSITION_TARGET_TYPEMASK_Z_IGNORE), m.z)};
  return s;
}

SetpointOr global_setpoint(const Frame& frame, const Telemetry& telemetry) {
  const auto m = frame.as<mavlink_set_position_target_global_int_t>();
  if (!is_addressed(m.target_system, m.target_component, telemetry)) return kNotForUs;
  if ((m.type_mask & POSITION_TARGET_TYPEMASK_FORCE_SET) != 0)
    return "Set-point ignored: forces are not supported";
  const VehicleEstimate& e = telemetry.estimate();
  if (!e.global_valid) return "Set-point ignored: no global position yet";
  double altitude_m = m.alt;
  const bool relative = m.coordinate_frame == MAV_FRAME_GLOBAL_RELATIVE_ALT ||
                        m.coordinate_frame == MAV_FRAME_GLOBAL_RELATIVE_ALT_INT;
  if (relative) {
    if (telemetry.home().time <= 0) return "Set-point ignored: no home to count the height from";
    altitude_m += telemetry.home().altitude_m;
  } else if (m.coordinate_frame != MAV_FRAME_GLOBAL && m.coordinate_frame != MAV_FRAME_GLOBAL_INT) {
    return "Set-point ignored: frame is neither GLOBAL nor GLOBAL_RELATIVE_ALT";
  }
  OffboardSetpoint s = motion_of(m, telemetry.now());
  const Vec3 place =
      local_place(e, radians(m.lat_int * 1e-7), radians(m.lon_int * 1e-7), altitude_m);
  const auto ignores = [&](unsigned bit) { return (m.type_mask & bit) != 0; };
  s.p_sp = {ignores(POSITION_TARGET_TYPEMASK_X_IGNORE) ? kNotCommanded : place.x,
            ignores(POSITION_TARGET_TYPEMASK_Y_IGNORE) ? kNotCommanded : place.y,
            ignores(POSITION_TARGET_TYPEMASK_Z_IGNORE) ? kNotCommanded : place.z};
  return s;
}

SetpointOr attitude_setpoint(const Frame& frame, const Telemetry& telemetry) {
  const auto m = frame.as<mavlink_set_attitude_target_t>();
  if (!is_addressed(m.target_system, m.target_component, telemetry)) return kNotForUs;
  const auto has = [&](unsigned bit) { return (m.type_mask & bit) != 0; };
  constexpr unsigned thrust_vector = 32;  // ATTITUDE_TARGET_TYPEMASK_THRUST_BODY_SET
  if (has(thrust_vector)) return "Set-point ignored: rotors that point up have no thrust vector";
  OffboardSetpoint s;
  s.time = telemetry.now();
  if (!has(ATTITUDE_TARGET_TYPEMASK_THROTTLE_IGNORE)) s.thrust_sp = m.thrust;
  s.w_WB_B_sp = {unless(has(ATTITUDE_TARGET_TYPEMASK_BODY_ROLL_RATE_IGNORE), m.body_roll_rate),
                 unless(has(ATTITUDE_TARGET_TYPEMASK_BODY_PITCH_RATE_IGNORE), m.body_pitch_rate),
                 unless(has(ATTITUDE_TARGET_TYPEMASK_BODY_YAW_RATE_IGNORE), m.body_yaw_rate)};
  if (has(ATTITUDE_TARGET_TYPEMASK_ATTITUDE_IGNORE)) {
    s.kind = OffboardKind::rates;
    return s;
  }
  s.kind = OffboardKind::attitude;
  s.q_WB_sp = Quat{m.q[0], m.q[1], m.q[2], m.q[3]};
  s.yaw_rate_sp = s.w_WB_B_sp.z;
  s.w_WB_B_sp = kVectorNotCommanded;
  return s;
}

// The throttle runs from 0 to 1000 and is centred at 500.
std::optional<ManualControl> manual_control(const Frame& frame, const Telemetry& telemetry) {
  const auto m = frame.as<mavlink_manual_control_t>();
  if (m.target != telemetry.system()) return std::nullopt;
  return sticks(telemetry.now(), stick(m.y, 1000), stick(m.x, 1000), stick(m.r, 1000),
                stick(m.z * 2 - 1000, 1000));
}

std::optional<ManualControl> channels_override(const Frame& frame, const Telemetry& telemetry) {
  const auto m = frame.as<mavlink_rc_channels_override_t>();
  if (!is_addressed(m.target_system, m.target_component, telemetry)) return std::nullopt;
  return sticks(telemetry.now(), stick_of_pulse(m.chan1_raw), stick_of_pulse(m.chan2_raw),
                stick_of_pulse(m.chan4_raw), stick_of_pulse(m.chan3_raw));
}

std::optional<CommandRequest> command_long(const Frame& frame, const Telemetry& telemetry) {
  const auto m = frame.as<mavlink_command_long_t>();
  if (!is_addressed(m.target_system, m.target_component, telemetry)) return std::nullopt;
  return CommandRequest{m.command,
                        {m.param1, m.param2, m.param3, m.param4, m.param5, m.param6, m.param7}};
}

// Latitude and longitude come as whole numbers; INT32_MAX: open. A place in a local frame is none
// that a command could fly to: it is refused as infinite.
std::optional<CommandRequest> command_int(const Frame& frame, const Telemetry& telemetry) {
  const auto m = frame.as<mavlink_command_int_t>();
  if (!is_addressed(m.target_system, m.target_component, telemetry)) return std::nullopt;
  const bool local = m.frame == MAV_FRAME_LOCAL_NED || m.frame == MAV_FRAME_LOCAL_ENU ||
                     m.frame == MAV_FRAME_BODY_NED;
  const auto degrees_of = [&](std::int32_t x) {
    if (x == INT32_MAX) return kNotCommanded;
    if (local && x != 0) return std::numeric_limits<double>::infinity();
    return x * 1e-7;
  };
  CommandRequest request{
      m.command, {m.param1, m.param2, m.param3, m.param4, degrees_of(m.x), degrees_of(m.y), m.z}};
  request.over_home =
      m.frame == MAV_FRAME_GLOBAL_RELATIVE_ALT || m.frame == MAV_FRAME_GLOBAL_RELATIVE_ALT_INT;
  return request;
}

}  // namespace alula
