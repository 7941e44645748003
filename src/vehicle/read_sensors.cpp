#include "vehicle/read_sensors.h"

namespace alula {
namespace {

void read_field(MapReader& map, std::string_view key, double& field,
                const NumberRange& range = kNotNegative) {
  field = map.number_or(key, field, range);
}

void read_timing(MapReader& map, SensorCommonConfig& common) {
  read_field(map, "rate_hz", common.rate_hz, kPositive);
  read_field(map, "delay_s", common.delay_s);
  read_field(map, "dead_after_s", common.dead_after_s);
}

void read_common(MapReader& map, SensorCommonConfig& common, const Vec3& center_of_mass_m) {
  read_timing(map, common);
  common.ideal = map.boolean_or("ideal", common.ideal);
  common.position_m = map.vector3_or<Vec3>("position_m", center_of_mass_m) - center_of_mass_m;
}

void read_keys(MapReader& map, ImuConfig& imu) {
  read_field(map, "gyro_noise_rad_s_sqrt_hz", imu.gyro_noise_rad_s_sqrt_hz);
  read_field(map, "gyro_bias_instability_rad_s", imu.gyro_bias_instability_rad_s);
  read_field(map, "gyro_bias_time_constant_s", imu.gyro_bias_time_constant_s, kPositive);
  read_field(map, "gyro_turn_on_bias_rad_s", imu.gyro_turn_on_bias_rad_s);
  imu.gyro_constant_bias_rad_s =
      map.vector3_or("gyro_constant_bias_rad_s", imu.gyro_constant_bias_rad_s);
  read_field(map, "gyro_range_rad_s", imu.gyro_range_rad_s, kPositive);
  read_field(map, "gyro_lsb_rad_s", imu.gyro_lsb_rad_s);
  read_field(map, "accel_noise_m_s2_sqrt_hz", imu.accel_noise_m_s2_sqrt_hz);
  read_field(map, "accel_bias_instability_m_s2", imu.accel_bias_instability_m_s2);
  read_field(map, "accel_bias_time_constant_s", imu.accel_bias_time_constant_s, kPositive);
  read_field(map, "accel_turn_on_bias_m_s2", imu.accel_turn_on_bias_m_s2);
  imu.accel_constant_bias_m_s2 =
      map.vector3_or("accel_constant_bias_m_s2", imu.accel_constant_bias_m_s2);
  read_field(map, "accel_range_m_s2", imu.accel_range_m_s2, kPositive);
  read_field(map, "accel_lsb_m_s2", imu.accel_lsb_m_s2);
  read_field(map, "temperature_k", imu.temperature_k, kPositive);
}

void read_keys(MapReader& map, GnssConfig& gnss) {
  read_field(map, "position_white_horizontal_m", gnss.position_white_horizontal_m);
  read_field(map, "position_white_vertical_m", gnss.position_white_vertical_m);
  read_field(map, "position_walk_horizontal_m", gnss.position_walk_horizontal_m);
  read_field(map, "position_walk_vertical_m", gnss.position_walk_vertical_m);
  read_field(map, "position_walk_time_constant_s", gnss.position_walk_time_constant_s, kPositive);
  read_field(map, "velocity_white_horizontal_m_s", gnss.velocity_white_horizontal_m_s);
  read_field(map, "velocity_white_vertical_m_s", gnss.velocity_white_vertical_m_s);
  read_field(map, "eph_m", gnss.eph_m);
  read_field(map, "epv_m", gnss.epv_m);
  read_field(map, "speed_accuracy_m_s", gnss.speed_accuracy_m_s);
  read_field(map, "hdop", gnss.hdop);
  read_field(map, "vdop", gnss.vdop);
  gnss.satellites = static_cast<std::uint32_t>(
      map.integer_or("satellites", gnss.satellites, {.min = 0, .max = 255}));
  gnss.fix_type =
      static_cast<std::uint32_t>(map.integer_or("fix_type", gnss.fix_type, {.min = 0, .max = 8}));
  gnss.offset_ned_m = map.vector3_or("offset_ned_m", gnss.offset_ned_m);
}

void read_keys(MapReader& map, BarometerConfig& barometer) {
  read_field(map, "white_pa", barometer.white_pa);
  read_field(map, "walk_pa", barometer.walk_pa);
  read_field(map, "walk_time_constant_s", barometer.walk_time_constant_s, kPositive);
  read_field(map, "offset_pa", barometer.offset_pa, {});
}

void read_keys(MapReader& map, MagnetometerConfig& magnetometer) {
  read_field(map, "white_tesla", magnetometer.white_tesla);
  read_field(map, "offset_tesla", magnetometer.offset_tesla);
  read_field(map, "field_yaw_deg", magnetometer.field_yaw_deg, {.min = -180.0, .max = 180.0});
}

// A check across keys, put at the key that it names.
void keep_check(MapReader& map, const MaybeError& error) {
  if (error && map.ok()) map.reject(error->where, error->message);
}

template <class Config>
std::vector<Config> read_kind(MapReader& sensors, std::string_view key,
                              const Vec3& center_of_mass_m) {
  std::vector<Config> configs;
  for (const Node node : sensors.list_or_empty(key, {.min = 1, .max = kSensorsOfAKindMax})) {
    MapReader map(node);
    Config config;
    read_common(map, config.common, center_of_mass_m);
    read_keys(map, config);
    keep_check(map, validate(config));
    sensors.keep(map.finish());
    configs.push_back(config);
  }
  return configs;
}

template <class Config>
std::optional<Config> read_monitor(MapReader& sensors, std::string_view key) {
  const Node node = sensors.map_or_absent(key);
  if (!node.present()) return std::nullopt;
  MapReader map(node);
  Config config;
  read_timing(map, config.common);
  keep_check(map, validate(config));
  sensors.keep(map.finish());
  return config;
}

}  // namespace

SensorSuiteConfig read_sensors(MapReader& vehicle, const Vec3& center_of_mass_m) {
  MapReader sensors(vehicle.map_or_absent("sensors"));
  SensorSuiteConfig config;
  config.imu = read_kind<ImuConfig>(sensors, "imu", center_of_mass_m);
  config.gnss = read_kind<GnssConfig>(sensors, "gnss", center_of_mass_m);
  config.barometer = read_kind<BarometerConfig>(sensors, "barometer", center_of_mass_m);
  config.magnetometer = read_kind<MagnetometerConfig>(sensors, "magnetometer", center_of_mass_m);
  config.battery_monitor = read_monitor<BatteryMonitorConfig>(sensors, "battery_monitor");
  config.esc_monitor = read_monitor<EscMonitorConfig>(sensors, "esc_monitor");
  vehicle.keep(sensors.finish());
  return config;
}

}  // namespace alula
