// topics/truth.h: what really is, in PX4's ground-truth topics, and the wrench of each part. No
// accuracy, reset or validity applies to truth: zeros and true.
#pragma once

#include "signals/truth.h"
#include "topics/log_time.h"
#include "topics/position.h"
#include "topics/record.h"

namespace alula {

// A place as maps give it.
struct MapPlace {
  double latitude_rad = 0.0;
  double longitude_rad = 0.0;
  double altitude_msl_m = 0.0;
  double altitude_ellipsoid_m = 0.0;
};

struct VehicleAttitudeGroundtruthTopic {
  static constexpr const char* name = "vehicle_attitude_groundtruth";
  using From = Signals<TruthState>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const TruthState& truth) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(truth.time));
    out.f32("q", truth.q_WB);
    out.f32("delta_q_reset", Quat::identity());
    out.u8("quat_reset_counter", 0);
  }
};

struct VehicleAngularVelocityGroundtruthTopic {
  static constexpr const char* name = "vehicle_angular_velocity_groundtruth";
  using From = Signals<TruthState>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const TruthState& truth) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(truth.time));
    out.f32("xyz", truth.w_WB_B);
    out.f32("xyz_derivative", Vec3{kUnknown, kUnknown, kUnknown});
  }
};

// `origin`: where W touches the Earth. dist_bottom is the height of the lowest contact point over
// the ground; ax, ay, az leave contact out.
struct VehicleLocalPositionGroundtruthTopic {
  static constexpr const char* name = "vehicle_local_position_groundtruth";
  using From = Signals<TruthState, MapPlace>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const TruthState& truth, const MapPlace& origin) {
    static constexpr std::array<double, 2> kNone2{};
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(truth.time));
    out.u64("ref_timestamp", log_time_us(0));
    out.f64("ref_lat", degrees(origin.latitude_rad));
    out.f64("ref_lon", degrees(origin.longitude_rad));
    out.f32("x", truth.p_WB.x);
    out.f32("y", truth.p_WB.y);
    out.f32("z", truth.p_WB.z);
    out.f32("delta_xy", kNone2);
    out.f32("delta_z", 0.0);
    out.f32("vx", truth.v_WB.x);
    out.f32("vy", truth.v_WB.y);
    out.f32("vz", truth.v_WB.z);
    out.f32("z_deriv", truth.v_WB.z);
    out.f32("delta_vxy", kNone2);
    out.f32("delta_vz", 0.0);
    out.f32("ax", truth.a_WB.x);
    out.f32("ay", truth.a_WB.y);
    out.f32("az", truth.a_WB.z);
    out.f32("heading", yaw_of(truth.q_WB));
    for (const char* field : {"heading_var", "unaided_heading", "delta_heading", "tilt_var"})
      out.f32(field, 0.0);
    out.f32("ref_alt", origin.altitude_msl_m);
    out.f32("dist_bottom", truth.lowest_leg_m);
    for (const char* field : {"eph", "epv", "evh", "evv"}) out.f32(field, 0.0);
    for (const char* field : {"vxy_max", "vz_max", "hagl_min", "hagl_max"})
      out.f32(field, kNoLimit);
    for (const char* field : {"xy_valid", "z_valid", "v_xy_valid", "v_z_valid"})
      out.flag(field, true);
    for (const char* field : {"xy_reset_counter", "z_reset_counter", "vxy_reset_counter",
                              "vz_reset_counter", "heading_reset_counter"})
      out.u8(field, 0);
    for (const char* field :
         {"heading_good_for_control", "xy_global", "z_global", "dist_bottom_valid"})
      out.flag(field, true);
    out.u8("dist_bottom_sensor_bitfield", 0);
    out.flag("dead_reckoning", false);
  }
};

struct VehicleGlobalPositionGroundtruthTopic {
  static constexpr const char* name = "vehicle_global_position_groundtruth";
  using From = Signals<TruthState, MapPlace>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const TruthState& truth, const MapPlace& place) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(truth.time));
    out.f64("lat", degrees(place.latitude_rad));
    out.f64("lon", degrees(place.longitude_rad));
    out.f32("alt", place.altitude_msl_m);
    out.f32("alt_ellipsoid", place.altitude_ellipsoid_m);
    for (const char* field : {"delta_alt", "eph", "epv"}) out.f32(field, 0.0);
    out.f32("terrain_alt", kUnknown);
    out.u8("lat_lon_reset_counter", 0);
    out.u8("alt_reset_counter", 0);
    out.flag("terrain_alt_valid", false);
    out.flag("dead_reckoning", false);
  }
};

// Alula's own: force_<part>, one topic for each part of the vehicle. Body axes, about the centre of
// mass, at t_k.
struct ForceTopic {
  static constexpr const char* name = "force";
  using From = Signals<PartWrench>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const PartWrench& wrench) {
    out.u64("timestamp", log_time_us(now));
    out.f32("force", wrench.f_B);
    out.f32("torque", wrench.t_B);
  }
};

}  // namespace alula
