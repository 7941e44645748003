// topics/sensors.h: what the sensors delivered, and by how much each sample was wrong.
#pragma once

#include <cmath>

#include "signals/samples.h"
#include "signals/truth.h"
#include "topics/log_time.h"
#include "topics/record.h"

namespace alula {

// Readers tell sensors apart by PX4's device ids; these are those that PX4 gives simulated sensors,
// plus the instance.
inline constexpr std::uint32_t kImuDeviceId = 1310988;
inline constexpr std::uint32_t kMagDeviceId = 197388;
inline constexpr std::uint32_t kBaroDeviceId = 6620172;

// Dilutions are as the receiver claims them; jamming, noise and heading are not simulated: PX4's
// "nothing known".
struct VehicleGpsPositionTopic {
  static constexpr const char* name = "vehicle_gps_position";
  using From = Signals<GnssFix>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const GnssFix& fix) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(fix.time));
    out.f64("latitude_deg", degrees(fix.latitude_rad));
    out.f64("longitude_deg", degrees(fix.longitude_rad));
    out.f64("altitude_msl_m", fix.altitude_msl_m);
    out.f64("altitude_ellipsoid_m", fix.altitude_ellipsoid_m);
    out.u64("time_utc_usec", 0);
    out.u32("device_id", fix.instance);
    out.f32("s_variance_m_s", fix.speed_accuracy_m_s);
    out.f32("c_variance_rad", kUnknown);
    out.f32("eph", fix.eph_m);
    out.f32("epv", fix.epv_m);
    out.f32("hdop", fix.hdop);
    out.f32("vdop", fix.vdop);
    out.i32("noise_per_ms", 0);
    out.i32("jamming_indicator", 0);
    motion(out, fix);
    out.i32("timestamp_time_relative", 0);
    out.f32("heading", kUnknown);
    out.f32("heading_offset", kUnknown);
    out.f32("heading_accuracy", 0.0);
    out.f32("rtcm_injection_rate", 0.0);
    out.u16("automatic_gain_control", 0);
    out.u8("fix_type", fix.fix_type);
    out.u8("jamming_state", 0);
    out.u8("spoofing_state", 0);
    out.flag("vel_ned_valid", fix.fix_type >= 3);
    out.u8("satellites_used", fix.satellites);
    out.u8("selected_rtcm_instance", 0);
    out.flag("rtcm_crc_failed", false);
    out.u8("rtcm_msg_used", 0);
  }

 private:
  template <class Sink> static void motion(Sink& out, const GnssFix& fix) {
    out.f32("vel_m_s", std::hypot(fix.v_ned.x, fix.v_ned.y));
    out.f32("vel_n_m_s", fix.v_ned.x);
    out.f32("vel_e_m_s", fix.v_ned.y);
    out.f32("vel_d_m_s", fix.v_ned.z);
    out.f32("cog_rad", std::atan2(fix.v_ned.y, fix.v_ned.x));
  }
};

// Pressure altitude is the height in the standard atmosphere (U.S. Standard Atmosphere 1976,
// troposphere) over 1013.25 hPa, as PX4 computes it; density is that of dry air at the sensor's
// temperature.
struct VehicleAirDataTopic {
  static constexpr const char* name = "vehicle_air_data";
  using From = Signals<BaroSample>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const BaroSample& baro) {
    static constexpr double kGasConstant = 287.05287;  // [J/(kg K)]
    static constexpr double kAirDensity = 1.225;       // [kg/m^3]
    const double density_kg_m3 = baro.pressure_pa / (kGasConstant * baro.temperature_k);
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(baro.time));
    out.u32("baro_device_id", kBaroDeviceId + baro.instance);
    out.f32("baro_alt_meter", pressure_altitude_m(baro.pressure_pa));
    out.f32("baro_temp_celcius", baro.temperature_k - kZeroCelsius_k);
    out.f32("baro_pressure_pa", baro.pressure_pa);
    out.f32("rho", density_kg_m3);
    out.f32("eas2tas", std::sqrt(kAirDensity / density_kg_m3));
    out.u8("calibration_count", 0);
  }

  static double pressure_altitude_m(double pressure_pa) {
    static constexpr double kPressure = 101325.0;   // [Pa]
    static constexpr double kTemperature = 288.15;  // [K]
    static constexpr double kLapse = 0.0065;        // [K/m]
    static constexpr double kExponent = kLapse * 287.05287 / 9.80665;
    return kTemperature / kLapse * (1.0 - std::pow(pressure_pa / kPressure, kExponent));
  }
};

struct VehicleMagnetometerTopic {
  static constexpr const char* name = "vehicle_magnetometer";
  using From = Signals<MagSample>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const MagSample& mag) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(mag.time));
    out.u32("device_id", kMagDeviceId + mag.instance);
    out.f32("magnetometer_ga", kGaussPerTesla * mag.field_B);
    out.u8("calibration_count", 0);
  }
};

// Its time stamp is the sample's own, as in PX4. Bits 0 to 2 of the clipping fields stand for x, y,
// z.
struct SensorCombinedTopic {
  static constexpr const char* name = "sensor_combined";
  using From = Signals<ImuSample>;

  template <class Sink> static void fields(Sink& out, TimeNs, const ImuSample& imu) {
    const auto interval_us = static_cast<std::uint32_t>(imu.interval / 1000);
    out.u64("timestamp", log_time_us(imu.time));
    out.f32("gyro_rad", imu.w_B);
    out.u32("gyro_integral_dt", interval_us);
    out.i32("accelerometer_timestamp_relative", 0);
    out.f32("accelerometer_m_s2", imu.specific_force_B);
    out.u32("accelerometer_integral_dt", interval_us);
    out.u8("accelerometer_clipping", (imu.clipped >> 3) & 7u);
    out.u8("gyro_clipping", imu.clipped & 7u);
    out.u8("accel_calibration_count", 0);
    out.u8("gyro_calibration_count", 0);
  }
};

// What a second or so of IMU samples looked like.
struct ImuSummary {
  std::array<std::uint32_t, 3> accel_clipping{};  // samples since the log began
  std::array<std::uint32_t, 3> gyro_clipping{};
  double rate_hz = 0.0;
  double accel_vibration = 0.0;  // smoothed size of the change from sample to sample [m/s^2]
  double gyro_vibration = 0.0;   // [rad/s]
  double coning = 0.0;           // smoothed size of the coning term [rad^2]
  Vec3 accel_mean{}, gyro_mean{}, accel_variance{}, gyro_variance{};
  double temperature_k = 0.0;
  std::uint32_t instance = 0;
};

struct VehicleImuStatusTopic {
  static constexpr const char* name = "vehicle_imu_status";
  using From = Signals<ImuSummary>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const ImuSummary& imu) {
    out.u64("timestamp", log_time_us(now));
    out.u32("accel_device_id", kImuDeviceId + imu.instance);
    out.u32("gyro_device_id", kImuDeviceId + imu.instance);
    out.u32("accel_clipping", imu.accel_clipping);
    out.u32("gyro_clipping", imu.gyro_clipping);
    out.u32("accel_error_count", 0);
    out.u32("gyro_error_count", 0);
    for (const char* field :
         {"accel_rate_hz", "gyro_rate_hz", "accel_raw_rate_hz", "gyro_raw_rate_hz"})
      out.f32(field, imu.rate_hz);
    out.f32("accel_vibration_metric", imu.accel_vibration);
    out.f32("gyro_vibration_metric", imu.gyro_vibration);
    out.f32("delta_angle_coning_metric", imu.coning);
    out.f32("mean_accel", imu.accel_mean);
    out.f32("mean_gyro", imu.gyro_mean);
    out.f32("var_accel", imu.accel_variance);
    out.f32("var_gyro", imu.gyro_variance);
    out.f32("temperature_accel", imu.temperature_k - kZeroCelsius_k);
    out.f32("temperature_gyro", imu.temperature_k - kZeroCelsius_k);
  }
};

// Alula's own. One instance of the topic (multi_id) for each kind, so that every stream has one
// unit: 0 accelerometer [m/s^2], 1 gyroscope [rad/s], 2 GNSS position [m, north-east-down in W], 3
// GNSS velocity [m/s], 4 barometer [Pa, in x], 5 magnetometer [G], 6 range finder [m, in x], 7
// optical flow [rad/s, in x and y], 8 position and 9 velocity of external vision [m, m/s], 10
// airspeed [Pa, in x]. sample = truth + error.
struct SensorErrorTopic {
  static constexpr const char* name = "sensor_error";
  using From = Signals<SensorError>;
  static constexpr std::size_t kKinds = 11;
  static constexpr std::size_t kKindsOfEveryVehicle = 6;  // the first of them

  template <class Sink> static void fields(Sink& out, TimeNs now, const SensorError& sample) {
    const double scale = sample.kind == SensorKind::magnetometer ? kGaussPerTesla : 1.0;
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(sample.time));
    out.f32("truth", scale * sample.truth);
    out.f32("error", scale * sample.error);
    out.u8("kind", static_cast<std::uint64_t>(sample.kind));
    out.u8("instance", sample.instance);
  }
};

}  // namespace alula
