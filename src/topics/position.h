// topics/position.h: position and velocity as the estimator has them, and home.
#pragma once

#include <limits>

#include "signals/estimate.h"
#include "signals/vehicle_status.h"
#include "topics/log_time.h"
#include "topics/record.h"

namespace alula {

// PX4's "limiting not required".
inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// True while position holds by integration alone.
inline bool is_dead_reckoning(const VehicleEstimate& estimate, const EstimatorStatus& filter) {
  return estimate.xy_valid && !filter.gnss_horizontal_position.fusing &&
         !filter.gnss_velocity.fusing && !filter.optical_flow.fusing &&
         !filter.vision_position.fusing && !filter.vision_velocity.fusing;
}

// dist_bottom is the height over the terrain, not valid while none is known.
struct VehicleLocalPositionTopic {
  static constexpr const char* name = "vehicle_local_position";
  using From = Signals<VehicleEstimate, EstimatorStatus>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const VehicleEstimate& estimate,
                     const EstimatorStatus& filter) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(estimate.time));
    out.u64("ref_timestamp", estimate.global_valid ? log_time_us(estimate.ref_time) : 0);
    out.f64("ref_lat", degrees(estimate.ref_latitude_rad));
    out.f64("ref_lon", degrees(estimate.ref_longitude_rad));
    kinematics(out, estimate);
    accuracy(out, estimate);
    out.flag("xy_valid", estimate.xy_valid);
    out.flag("z_valid", estimate.z_valid);
    out.flag("v_xy_valid", estimate.v_xy_valid);
    out.flag("v_z_valid", estimate.v_z_valid);
    out.u8("xy_reset_counter", estimate.reset_xy.count);
    out.u8("z_reset_counter", estimate.reset_z.count);
    out.u8("vxy_reset_counter", estimate.reset_vxy.count);
    out.u8("vz_reset_counter", estimate.reset_vz.count);
    out.u8("heading_reset_counter", estimate.reset_heading.count);
    out.flag("heading_good_for_control", estimate.heading_valid);
    out.flag("xy_global", estimate.global_valid);
    out.flag("z_global", estimate.global_valid);
    out.flag("dist_bottom_valid", estimate.height_above_ground_valid);
    out.u8("dist_bottom_sensor_bitfield", ground_sensors(filter));
    out.flag("dead_reckoning", is_dead_reckoning(estimate, filter));
  }

 private:
  // PX4's bits: 1 range finder, 2 flow.
  static std::uint64_t ground_sensors(const EstimatorStatus& filter) {
    return (filter.range_height.fusing ? 1U : 0U) | (filter.optical_flow.fusing ? 2U : 0U);
  }
  template <class Sink> static void kinematics(Sink& out, const VehicleEstimate& estimate) {
    out.f32("x", estimate.p_WB.x);
    out.f32("y", estimate.p_WB.y);
    out.f32("z", estimate.p_WB.z);
    out.f32("delta_xy", std::array{estimate.reset_xy.delta_x, estimate.reset_xy.delta_y});
    out.f32("delta_z", estimate.reset_z.delta);
    out.f32("vx", estimate.v_WB.x);
    out.f32("vy", estimate.v_WB.y);
    out.f32("vz", estimate.v_WB.z);
    out.f32("z_deriv", estimate.z_deriv_m_s);
    out.f32("delta_vxy", std::array{estimate.reset_vxy.delta_x, estimate.reset_vxy.delta_y});
    out.f32("delta_vz", estimate.reset_vz.delta);
    out.f32("ax", estimate.a_WB.x);
    out.f32("ay", estimate.a_WB.y);
    out.f32("az", estimate.a_WB.z);
  }
  template <class Sink> static void accuracy(Sink& out, const VehicleEstimate& estimate) {
    out.f32("heading", yaw_of(estimate.q_WB));
    out.f32("heading_var", estimate.heading_std_rad * estimate.heading_std_rad);
    out.f32("unaided_heading", kUnknown);
    out.f32("delta_heading", estimate.reset_heading.delta);
    out.f32("tilt_var", estimate.tilt_std_rad * estimate.tilt_std_rad);
    out.f32("ref_alt", estimate.ref_altitude_m);
    out.f32("dist_bottom",
            estimate.height_above_ground_valid ? estimate.height_above_ground_m : kUnknown);
    out.f32("eph", estimate.eph_m);
    out.f32("epv", estimate.epv_m);
    out.f32("evh", estimate.evh_m_s);
    out.f32("evv", estimate.evv_m_s);
    out.f32("vxy_max", kNoLimit);
    out.f32("vz_max", kNoLimit);
    out.f32("hagl_min", kNoLimit);
    out.f32("hagl_max", kNoLimit);
  }
};

// Height above the ellipsoid is not estimated: NaN, and so is the terrain while none is known.
struct VehicleGlobalPositionTopic {
  static constexpr const char* name = "vehicle_global_position";
  using From = Signals<VehicleEstimate, EstimatorStatus>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const VehicleEstimate& estimate,
                     const EstimatorStatus& filter) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(estimate.time));
    out.f64("lat", degrees(estimate.latitude_rad));
    out.f64("lon", degrees(estimate.longitude_rad));
    out.f32("alt", estimate.altitude_m);
    out.f32("alt_ellipsoid", kUnknown);
    out.f32("delta_alt", -estimate.reset_z.delta);
    out.f32("eph", estimate.eph_m);
    out.f32("epv", estimate.epv_m);
    out.f32("terrain_alt", estimate.height_above_ground_valid
                               ? estimate.altitude_m - estimate.height_above_ground_m
                               : kUnknown);
    out.u8("lat_lon_reset_counter", estimate.reset_xy.count);
    out.u8("alt_reset_counter", estimate.reset_z.count);
    out.flag("terrain_alt_valid", estimate.height_above_ground_valid);
    out.flag("dead_reckoning", is_dead_reckoning(estimate, filter));
  }
};

struct HomePositionTopic {
  static constexpr const char* name = "home_position";
  using From = Signals<HomePosition>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const HomePosition& home) {
    out.u64("timestamp", log_time_us(now));
    out.f64("lat", degrees(home.latitude_rad));
    out.f64("lon", degrees(home.longitude_rad));
    out.f32("alt", home.altitude_m);
    out.f32("x", home.p_W.x);
    out.f32("y", home.p_W.y);
    out.f32("z", home.p_W.z);
    out.f32("yaw", home.yaw);
    out.u32("update_count", static_cast<std::uint32_t>(home.set_count));
    out.flag("valid_alt", home.time != 0);
    out.flag("valid_hpos", home.time != 0);
    out.flag("valid_lpos", home.time != 0);
    out.flag("manual_home", false);
  }
};

}  // namespace alula
