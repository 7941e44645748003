#include "vehicle/read_sensors.h"

namespace alula {
namespace {

void read_field(MapReader& map, const Key& key, double& field,
                const NumberRange& range = kNotNegative) {
  field = map.number_or(key, field, range);
}

void read_timing(MapReader& map, SensorCommonConfig& common) {
  read_field(map, {"rate_hz", "Samples a second; at most one a step"}, common.rate_hz, kPositive);
  read_field(map, {"delay_s", "From the instant of the measurement to its arrival"},
             common.delay_s);
  read_field(map, {"dead_after_s", "Time after which no more samples come", "it lives on"},
             common.dead_after_s);
}

void read_common(MapReader& map, SensorCommonConfig& common, const Vec3& center_of_mass_m) {
  read_timing(map, common);
  common.ideal = map.boolean_or({"ideal", "No random error, rounding or range; the faults stay"},
                                common.ideal);
  common.position_m =
      map.vector3_or<Vec3>({"position_m", "In the axes of the file", "the centre of mass"},
                           center_of_mass_m) -
      center_of_mass_m;
}

void read_keys(MapReader& map, ImuConfig& imu) {
  read_field(map,
             {"gyro_noise_rad_s_sqrt_hz",
              "White noise, Allan's N: a sample's deviation is N sqrt(rate_hz)"},
             imu.gyro_noise_rad_s_sqrt_hz);
  read_field(
      map,
      {"gyro_bias_instability_rad_s", "Allan's B; the flat of the Allan deviation lies at 0.664 B"},
      imu.gyro_bias_instability_rad_s);
  read_field(map, {"gyro_bias_time_constant_s", "Of the slow bias"}, imu.gyro_bias_time_constant_s,
             kPositive);
  read_field(
      map, {"gyro_turn_on_bias_rad_s", "Deviation of the bias that each run draws once, per axis"},
      imu.gyro_turn_on_bias_rad_s);
  imu.gyro_constant_bias_rad_s = map.vector3_or(
      {"gyro_constant_bias_rad_s", "A fault: constant bias, about forward, right, down"},
      imu.gyro_constant_bias_rad_s);
  read_field(map, {"gyro_range_rad_s", "Readings clip here, per axis"}, imu.gyro_range_rad_s,
             kPositive);
  read_field(map, {"gyro_lsb_rad_s", "Resolution; 0: none"}, imu.gyro_lsb_rad_s);
  read_field(map, {"accel_noise_m_s2_sqrt_hz", "White noise, as of the gyroscope"},
             imu.accel_noise_m_s2_sqrt_hz);
  read_field(map, {"accel_bias_instability_m_s2", "Allan's B, as of the gyroscope"},
             imu.accel_bias_instability_m_s2);
  read_field(map, {"accel_bias_time_constant_s", "Of the slow bias"},
             imu.accel_bias_time_constant_s, kPositive);
  read_field(
      map, {"accel_turn_on_bias_m_s2", "Deviation of the bias that each run draws once, per axis"},
      imu.accel_turn_on_bias_m_s2);
  imu.accel_constant_bias_m_s2 =
      map.vector3_or({"accel_constant_bias_m_s2", "A fault: constant bias, forward, right, down"},
                     imu.accel_constant_bias_m_s2);
  read_field(map, {"accel_range_m_s2", "Readings clip here, per axis"}, imu.accel_range_m_s2,
             kPositive);
  read_field(map, {"accel_lsb_m_s2", "Resolution; 0: none"}, imu.accel_lsb_m_s2);
  read_field(map, {"temperature_k", "Of the housing, as reported"}, imu.temperature_k, kPositive);
}

void read_keys(MapReader& map, GnssConfig& gnss) {
  read_field(map, {"position_white_horizontal_m", "Deviation of the white error, per axis"},
             gnss.position_white_horizontal_m);
  read_field(map, {"position_white_vertical_m", "Deviation of the white error"},
             gnss.position_white_vertical_m);
  read_field(map,
             {"position_walk_horizontal_m", "Stationary deviation of the slow error, per axis"},
             gnss.position_walk_horizontal_m);
  read_field(map, {"position_walk_vertical_m", "Stationary deviation of the slow error"},
             gnss.position_walk_vertical_m);
  read_field(map, {"position_walk_time_constant_s", "Of the slow error"},
             gnss.position_walk_time_constant_s, kPositive);
  read_field(map, {"velocity_white_horizontal_m_s", "Deviation of the white error, per axis"},
             gnss.velocity_white_horizontal_m_s);
  read_field(map, {"velocity_white_vertical_m_s", "Deviation of the white error"},
             gnss.velocity_white_vertical_m_s);
  read_field(map, {"eph_m", "Horizontal accuracy that the receiver claims"}, gnss.eph_m);
  read_field(map, {"epv_m", "Vertical accuracy that it claims"}, gnss.epv_m);
  read_field(map, {"speed_accuracy_m_s", "Accuracy of the velocity that it claims"},
             gnss.speed_accuracy_m_s);
  read_field(map, {"hdop", "Horizontal dilution of precision that it claims"}, gnss.hdop);
  read_field(map, {"vdop", "Vertical dilution of precision that it claims"}, gnss.vdop);
  gnss.satellites = static_cast<std::uint32_t>(
      map.integer_or({"satellites", "Number of satellites that it claims"}, gnss.satellites,
                     {.min = 0, .max = 255}));
  gnss.fix_type = static_cast<std::uint32_t>(map.integer_or(
      {"fix_type", "0 none, 2 two-dimensional, 3 three-dimensional, above that with corrections"},
      gnss.fix_type, {.min = 0, .max = 8}));
  gnss.offset_ned_m =
      map.vector3_or({"offset_ned_m", "A fault: constant error of the position, north, east, down"},
                     gnss.offset_ned_m);
}

void read_keys(MapReader& map, BarometerConfig& barometer) {
  read_field(map, {"white_pa", "Deviation of the white error"}, barometer.white_pa);
  read_field(map, {"walk_pa", "Stationary deviation of the slow error"}, barometer.walk_pa);
  read_field(map, {"walk_time_constant_s", "Of the slow error"}, barometer.walk_time_constant_s,
             kPositive);
  read_field(map, {"offset_pa", "A fault: constant error"}, barometer.offset_pa, {});
}

void read_keys(MapReader& map, MagnetometerConfig& magnetometer) {
  read_field(map, {"white_tesla", "Deviation of the white error, per axis"},
             magnetometer.white_tesla);
  read_field(map, {"offset_tesla", "Deviation of the offset that each run draws once, per axis"},
             magnetometer.offset_tesla);
  read_field(map, {"field_yaw_deg", "A fault: the field is turned clockwise, seen from above"},
             magnetometer.field_yaw_deg, {.min = -180.0, .max = 180.0});
}

void read_keys(MapReader& map, RangeFinderConfig& range) {
  read_field(map, {"pitch_deg", "Of the beam below the forward axis: 90 looks straight down"},
             range.pitch_deg, {.min = 0.0, .max = 180.0});
  read_field(map, {"min_m", "Nearer than this it sees nothing"}, range.min_m);
  read_field(map, {"max_m", "Farther than this it sees nothing"}, range.max_m, kPositive);
  read_field(map, {"field_of_view_deg", "Full angle of its cone; the nearest within it counts"},
             range.field_of_view_deg, {.min = 0.0, .max = 90.0});
  read_field(map,
             {"incidence_max_deg", "Between beam and the ground's normal; beyond it no echo comes"},
             range.incidence_max_deg, {.min = 1.0, .max = 90.0});
  read_field(map, {"white_m", "Deviation of the white error"}, range.white_m);
  read_field(map, {"scale", "Deviation of the share of the distance that a run errs by"},
             range.scale, {.min = 0.0, .max = 0.5});
  read_field(map, {"claimed_std_m", "Deviation that it claims; 0: none"}, range.claimed_std_m);
  read_field(map, {"offset_m", "A fault: constant error"}, range.offset_m, {});
}

void read_keys(MapReader& map, OpticalFlowConfig& flow) {
  read_field(map, {"height_min_m", "Nearer to the ground than this the picture is out of focus"},
             flow.height_min_m);
  read_field(map, {"height_max_m", "Where the quality has fallen to zero"}, flow.height_max_m,
             kPositive);
  read_field(map, {"rate_max_rad_s", "Fastest turn of the picture that it can follow"},
             flow.rate_max_rad_s, kPositive);
  read_field(map, {"tilt_max_deg", "Leaning more than this it sees the horizon"}, flow.tilt_max_deg,
             {.min = 1.0, .max = 89.0});
  read_field(map, {"light_min_lux", "In less light it sees nothing, in ten times as much all"},
             flow.light_min_lux);
  read_field(map,
             {"white_rad_s", "Deviation of the rate at quality 1; over the root of the quality"},
             flow.white_rad_s);
  read_field(map, {"gyro_white_rad_s", "Deviation of the rate of its own gyroscope"},
             flow.gyro_white_rad_s);
  read_field(map, {"scale", "Deviation of the error of the lens that a run draws once"}, flow.scale,
             {.min = 0.0, .max = 0.5});
}

void read_keys(MapReader& map, ExternalVisionConfig& vision) {
  read_field(map, {"heading_deg", "Of the x axis of its frame, clockwise from north"},
             vision.heading_deg, {.min = -360.0, .max = 360.0});
  vision.to_north = map.boolean_or(
      {"to_north", "It tells its frame as north, east, down; false: its heading is its own"},
      vision.to_north);
  vision.origin_m = map.vector3_or({"origin_m", "Of its frame: north, east, down in the world's"},
                                   vision.origin_m);
  read_field(map, {"position_white_m", "Deviation of the white error, per axis"},
             vision.position_white_m);
  read_field(map, {"position_walk_m", "Stationary deviation of the slow error, per axis"},
             vision.position_walk_m);
  read_field(map, {"position_walk_time_constant_s", "Of the slow error"},
             vision.position_walk_time_constant_s, kPositive);
  read_field(map, {"velocity_white_m_s", "Deviation of the white error, per axis"},
             vision.velocity_white_m_s);
  read_field(map, {"angle_white_deg", "Deviation of the white error, about each axis"},
             vision.angle_white_deg);
  read_field(map, {"claimed_position_std_m", "Deviation that it claims, per axis"},
             vision.claimed_position_std_m);
  read_field(map, {"claimed_velocity_std_m_s", "Deviation that it claims, per axis"},
             vision.claimed_velocity_std_m_s);
  read_field(map, {"claimed_angle_std_deg", "Deviation that it claims, about each axis"},
             vision.claimed_angle_std_deg);
}

void read_keys(MapReader& map, AirspeedSensorConfig& airspeed) {
  read_field(map, {"white_pa", "Deviation of the white error"}, airspeed.white_pa);
  read_field(map, {"offset_pa", "Deviation of the offset that each run draws once"},
             airspeed.offset_pa);
  read_field(map, {"range_pa", "Readings clip here"}, airspeed.range_pa, kPositive);
  airspeed.blocked = map.boolean_or(
      {"blocked", "A fault: the tube is closed, the difference stays at zero"}, airspeed.blocked);
}

// A check across keys, put at the key that it names.
void keep_check(MapReader& map, const MaybeError& error) {
  if (error && map.ok()) map.reject(error->where, error->message);
}

template <class Config>
std::vector<Config> read_kind(MapReader& sensors, const Key& key, const Vec3& center_of_mass_m) {
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

template <class Config> std::optional<Config> read_monitor(MapReader& sensors, const Key& key) {
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
  MapReader sensors(vehicle.map_or_absent({"sensors", "What the brain may know of the world"}));
  SensorSuiteConfig config;
  config.imu = read_kind<ImuConfig>(
      sensors, {"imu", "Accelerometers with gyroscopes: means over a sample's interval"},
      center_of_mass_m);
  config.gnss = read_kind<GnssConfig>(
      sensors, {"gnss", "Satellite receivers: position and velocity of the antenna"},
      center_of_mass_m);
  config.barometer = read_kind<BarometerConfig>(
      sensors, {"barometer", "Static pressure and temperature of the air"}, center_of_mass_m);
  config.magnetometer = read_kind<MagnetometerConfig>(
      sensors, {"magnetometer", "The Earth's field in body axes"}, center_of_mass_m);
  config.range_finder = read_kind<RangeFinderConfig>(
      sensors, {"range_finder", "Distance along a beam to the ground"}, center_of_mass_m);
  config.optical_flow = read_kind<OpticalFlowConfig>(
      sensors, {"optical_flow", "A camera that watches the ground pass, with its own gyroscope"},
      center_of_mass_m);
  config.external_vision = read_kind<ExternalVisionConfig>(
      sensors,
      {"external_vision", "Position, velocity and attitude from motion capture or odometry"},
      center_of_mass_m);
  config.airspeed = read_kind<AirspeedSensorConfig>(
      sensors, {"airspeed", "A Pitot tube along the forward axis"}, center_of_mass_m);
  config.battery_monitor = read_monitor<BatteryMonitorConfig>(
      sensors, {"battery_monitor", "What the battery reports about itself"});
  config.esc_monitor = read_monitor<EscMonitorConfig>(
      sensors, {"esc_monitor", "What the speed controllers report about themselves"});
  vehicle.keep(sensors.finish());
  return config;
}

}  // namespace alula
