// topics/aiding.h: range finders, flow cameras, external vision and airspeed, and what the filter
// makes of them. Fields and order are those of PX4 1.15's messages of the same names.
#pragma once

#include <cmath>

#include "signals/airspeed.h"
#include "signals/estimate.h"
#include "signals/samples.h"
#include "topics/log_time.h"
#include "topics/record.h"

namespace alula {

struct DistanceSensorTopic {
  static constexpr const char* name = "distance_sensor";
  using From = Signals<RangeSample>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const RangeSample& range) {
    constexpr std::uint64_t laser = 0, downward = 25, unknown_mode = 0;  // PX4's numbers
    out.u64("timestamp", log_time_us(now));
    out.u32("device_id", range.instance);
    out.f32("min_distance", range.min_m);
    out.f32("max_distance", range.max_m);
    out.f32("current_distance", range.distance_m);
    out.f32("variance", range.variance_m2);
    out.f32("h_fov", 0.0);
    out.f32("v_fov", 0.0);
    out.f32("q", Quat{0.0, 0.0, 0.0, 0.0});
    out.i8("signal_quality", static_cast<std::int8_t>(100.0 * range.quality));
    out.u8("type", laser);
    out.u8("orientation", downward);
    out.u8("mode", unknown_mode);
  }
};

struct VehicleOpticalFlowTopic {
  static constexpr const char* name = "vehicle_optical_flow";
  using From = Signals<FlowSample>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const FlowSample& flow) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(flow.time));
    out.u32("device_id", flow.instance);
    out.f32("pixel_flow", std::array{flow.turn_x_rad, flow.turn_y_rad});
    out.f32("delta_angle", flow.rotation_B);
    out.f32("distance_m", kUnknown);
    out.u32("integration_timespan_us", static_cast<std::uint32_t>(flow.interval / 1000));
    out.f32("max_flow_rate", flow.rate_max_rad_s);
    out.f32("min_ground_distance", flow.height_min_m);
    out.f32("max_ground_distance", flow.height_max_m);
    out.u8("quality", static_cast<std::uint64_t>(std::lround(255.0 * flow.quality)));
  }
};

struct VehicleVisualOdometryTopic {
  static constexpr const char* name = "vehicle_visual_odometry";
  using From = Signals<VisionSample>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const VisionSample& vision) {
    const std::uint64_t ned = 1, frd = 2;
    const std::uint64_t frame = vision.to_north != 0 ? ned : frd;
    const auto three = [](double v) { return Vec3{v, v, v}; };
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(vision.time));
    out.f32("position", vision.p_VB);
    out.f32("q", vision.q_VB);
    out.f32("velocity", vision.v_VB);
    out.f32("angular_velocity", three(kUnknown));
    out.f32("position_variance", three(vision.position_variance_m2));
    out.f32("orientation_variance", three(vision.angle_variance_rad2));
    out.f32("velocity_variance", three(vision.velocity_variance_m2_s2));
    out.u8("pose_frame", frame);
    out.u8("velocity_frame", frame);
    out.u8("reset_counter", vision.reset_count);
    out.i8("quality", static_cast<std::int8_t>(100.0 * vision.quality));
  }
};

struct AirspeedTopic {
  static constexpr const char* name = "airspeed";
  using From = Signals<AirspeedSample>;

  template <class Sink> static void fields(Sink& out, TimeNs now, const AirspeedSample& sample) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(sample.time));
    out.f32("indicated_airspeed_m_s", indicated_airspeed_m_s(sample));
    out.f32("true_airspeed_m_s", true_airspeed_m_s(sample));
    out.f32("confidence", 1.0);
  }
};

// What PX4 calls estimator_aid_source1d, 2d and 3d. The variance of the observation and the
// low-passed figures are not kept: NaN.
template <int N> struct AidFields {
  template <class Sink>
  static void fields(Sink& out, TimeNs now, const EstimatorStatus& filter, const AidStatus<N>& aid,
                     bool of_fused) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(aid.time_sample));
    out.u64("time_last_fuse", log_time_or_never_us(aid.time_accepted));
    out.u32("device_id", 0);
    put(out, "observation", aid.observation);
    put(out, "observation_variance", unknown());
    put(out, "innovation", aid.innovation);
    put(out, "innovation_filtered", unknown());
    put(out, "innovation_variance", aid.innovation_variance);
    put(out, "test_ratio", aid.test_ratio);
    put(out, "test_ratio_filtered", unknown());
    out.u8("estimator_instance", filter.imu_instance);
    out.flag("innovation_rejected", aid.rejected);
    out.flag("fused", of_fused);
  }

 private:
  using Values = std::array<double, static_cast<std::size_t>(N)>;
  static Values unknown() {
    Values values{};
    values.fill(kUnknown);
    return values;
  }
  template <class Sink> static void put(Sink& out, const char* name, const Values& values) {
    if constexpr (N == 1) {
      out.f32(name, values[0]);
    } else {
      out.f32(name, values);
    }
  }
};

// Which aid each of these topics shows.
template <int N, AidStatus<N> EstimatorStatus::* Aid> struct AidTopic {
  using From = Signals<EstimatorStatus>;
  static constexpr auto aid = Aid;
  template <class Sink> static void fields(Sink& out, TimeNs now, const EstimatorStatus& filter) {
    const AidStatus<N>& shown = filter.*Aid;
    const bool fused = shown.time_accepted > 0 && shown.time_accepted == shown.time_sample;
    AidFields<N>::fields(out, now, filter, shown, fused);
  }
};
struct AidRangeHeightTopic : AidTopic<1, &EstimatorStatus::range_height> {
  static constexpr const char* name = "estimator_aid_src_rng_hgt";
};
struct AidOpticalFlowTopic : AidTopic<2, &EstimatorStatus::optical_flow> {
  static constexpr const char* name = "estimator_aid_src_optical_flow";
};
struct AidVisionPositionTopic : AidTopic<2, &EstimatorStatus::vision_position> {
  static constexpr const char* name = "estimator_aid_src_ev_pos";
};
struct AidVisionHeightTopic : AidTopic<1, &EstimatorStatus::vision_height> {
  static constexpr const char* name = "estimator_aid_src_ev_hgt";
};
struct AidVisionVelocityTopic : AidTopic<3, &EstimatorStatus::vision_velocity> {
  static constexpr const char* name = "estimator_aid_src_ev_vel";
};
struct AidVisionYawTopic : AidTopic<1, &EstimatorStatus::vision_yaw> {
  static constexpr const char* name = "estimator_aid_src_ev_yaw";
};
struct AidAirspeedTopic : AidTopic<1, &EstimatorStatus::airspeed> {
  static constexpr const char* name = "estimator_aid_src_airspeed";
};

}  // namespace alula
