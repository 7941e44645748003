// What the sensors said last.
#include "earth/atmosphere.h"
#include "links/mavlink.h"
#include "links/message_units.h"
#include "links/messages.h"

namespace alula {
namespace {

constexpr std::size_t kEscsAMessage = 4;

std::uint8_t charge_state(double remaining) {
  if (remaining < 0.05) return MAV_BATTERY_CHARGE_STATE_EMERGENCY;
  if (remaining < 0.07) return MAV_BATTERY_CHARGE_STATE_CRITICAL;
  return remaining < 0.15 ? MAV_BATTERY_CHARGE_STATE_LOW : MAV_BATTERY_CHARGE_STATE_OK;
}

// One message for every four controllers.
template <class Send> void for_groups(const Telemetry& t, const Send& send) {
  for (std::size_t first = 0; first < t.motors(); first += kEscsAMessage)
    send(first, std::min<std::size_t>(kEscsAMessage, t.motors() - first));
}

}  // namespace

bool send_gps_raw(const Telemetry& t, MessageSink& out) {
  const GnssFix& fix = t.gnss();
  if (fix.time <= 0) return false;
  mavlink_gps_raw_int_t m{};
  m.time_usec = static_cast<std::uint64_t>(fix.time) / 1000;
  m.fix_type = static_cast<std::uint8_t>(fix.fix_type);
  m.lat = angle_e7(fix.latitude_rad);
  m.lon = angle_e7(fix.longitude_rad);
  m.alt = millimetres(fix.altitude_msl_m);
  m.alt_ellipsoid = millimetres(fix.altitude_ellipsoid_m);
  m.eph = whole<std::uint16_t>(fix.hdop * 1e2);
  m.epv = whole<std::uint16_t>(fix.vdop * 1e2);
  m.vel = whole<std::uint16_t>(norm_xy(fix.v_ned) * 1e2);
  const double course = std::atan2(fix.v_ned.y, fix.v_ned.x);
  m.cog = whole<std::uint16_t>(degrees(compass_rad(course)) * 1e2);
  m.satellites_visible = whole<std::uint8_t>(fix.satellites);
  m.h_acc = whole<std::uint32_t>(fix.eph_m * 1e3);
  m.v_acc = whole<std::uint32_t>(fix.epv_m * 1e3);
  m.vel_acc = whole<std::uint32_t>(fix.speed_accuracy_m_s * 1e3);
  out.send(MAVLINK_MSG_ID_GPS_RAW_INT, m);
  return true;
}

bool send_scaled_pressure(const Telemetry& t, MessageSink& out) {
  const BaroSample& baro = t.baro();
  if (baro.time <= 0) return false;
  mavlink_scaled_pressure_t m{};
  m.time_boot_ms = static_cast<std::uint32_t>(baro.time / 1'000'000);
  m.press_abs = static_cast<float>(baro.pressure_pa * 1e-2);
  m.temperature = whole<std::int16_t>((baro.temperature_k - kZeroCelsius_k) * 1e2);
  out.send(MAVLINK_MSG_ID_SCALED_PRESSURE, m);
  return true;
}

bool send_highres_imu(const Telemetry& t, MessageSink& out) {
  const ImuSample& imu = t.imu();
  const BaroSample& baro = t.baro();
  if (imu.time <= 0) return false;
  mavlink_highres_imu_t m{};
  m.time_usec = static_cast<std::uint64_t>(imu.time) / 1000;
  m.xacc = static_cast<float>(imu.specific_force_B.x);
  m.yacc = static_cast<float>(imu.specific_force_B.y);
  m.zacc = static_cast<float>(imu.specific_force_B.z);
  m.xgyro = static_cast<float>(imu.w_B.x);
  m.ygyro = static_cast<float>(imu.w_B.y);
  m.zgyro = static_cast<float>(imu.w_B.z);
  unsigned updated = HIGHRES_IMU_UPDATED_XACC | HIGHRES_IMU_UPDATED_YACC |
                     HIGHRES_IMU_UPDATED_ZACC | HIGHRES_IMU_UPDATED_XGYRO |
                     HIGHRES_IMU_UPDATED_YGYRO | HIGHRES_IMU_UPDATED_ZGYRO;
  if (t.mag().time > 0) {
    const Vec3 field = kGaussPerTesla * t.mag().field_B;
    m.xmag = static_cast<float>(field.x);
    m.ymag = static_cast<float>(field.y);
    m.zmag = static_cast<float>(field.z);
    updated |= HIGHRES_IMU_UPDATED_XMAG | HIGHRES_IMU_UPDATED_YMAG | HIGHRES_IMU_UPDATED_ZMAG;
  }
  if (baro.time > 0) {
    m.abs_pressure = static_cast<float>(baro.pressure_pa * 1e-2);
    m.pressure_alt = static_cast<float>(altitude_from_pressure(baro.pressure_pa));
    m.temperature = static_cast<float>(baro.temperature_k - kZeroCelsius_k);
    updated |= HIGHRES_IMU_UPDATED_ABS_PRESSURE | HIGHRES_IMU_UPDATED_PRESSURE_ALT |
               HIGHRES_IMU_UPDATED_TEMPERATURE;
  }
  m.fields_updated = static_cast<std::uint16_t>(updated);
  out.send(MAVLINK_MSG_ID_HIGHRES_IMU, m);
  return true;
}

bool send_battery_status(const Telemetry& t, MessageSink& out) {
  const BatterySample& battery = t.battery();
  if (battery.time <= 0) return false;
  mavlink_battery_status_t m{};
  m.battery_function = MAV_BATTERY_FUNCTION_ALL;
  m.type = MAV_BATTERY_TYPE_LIPO;
  m.temperature = INT16_MAX;
  constexpr std::size_t cells_max = std::size(decltype(m.voltages){});
  std::array<std::uint16_t, cells_max> cells{};
  cells.fill(UINT16_MAX);
  const std::size_t count = std::min<std::size_t>(battery.cells, cells_max);
  for (std::size_t i = 0; i < count; ++i)
    cells[i] = whole<std::uint16_t>(battery.voltage_v / battery.cells * 1e3);
  if (count == 0) cells[0] = whole<std::uint16_t>(battery.voltage_v * 1e3);
  std::memcpy(m.voltages, cells.data(), sizeof m.voltages);
  m.current_battery = whole<std::int16_t>(battery.current_a * 1e2);
  m.current_consumed = whole<std::int32_t>(battery.discharged_c / 3.6);
  m.energy_consumed = -1;
  m.battery_remaining = whole<std::int8_t>(battery.remaining * 1e2);
  m.charge_state = charge_state(battery.remaining);
  out.send(MAVLINK_MSG_ID_BATTERY_STATUS, m);
  return true;
}

bool send_esc_info(const Telemetry& t, MessageSink& out) {
  for_groups(t, [&](std::size_t first, std::size_t count) {
    mavlink_esc_info_t m{};
    m.index = static_cast<std::uint8_t>(first);
    m.time_usec = t.time_us();
    m.count = static_cast<std::uint8_t>(t.motors());
    m.info = static_cast<std::uint8_t>((1U << count) - 1);
    const std::array<std::int16_t, kEscsAMessage> unknown{INT16_MAX, INT16_MAX, INT16_MAX,
                                                          INT16_MAX};
    std::memcpy(m.temperature, unknown.data(), sizeof m.temperature);
    out.send(MAVLINK_MSG_ID_ESC_INFO, m);
  });
  return true;
}

bool send_esc_status(const Telemetry& t, MessageSink& out) {
  for_groups(t, [&](std::size_t first, std::size_t count) {
    mavlink_esc_status_t m{};
    m.index = static_cast<std::uint8_t>(first);
    m.time_usec = t.time_us();
    for (std::size_t i = 0; i < count; ++i) {
      const EscSample& esc = t.esc(first + i);
      m.rpm[i] = whole<std::int32_t>(esc.speed_rad_s * 30.0 / std::numbers::pi);
      m.voltage[i] = static_cast<float>(esc.voltage_v);
      m.current[i] = static_cast<float>(esc.current_a);
    }
    out.send(MAVLINK_MSG_ID_ESC_STATUS, m);
  });
  return true;
}

}  // namespace alula
