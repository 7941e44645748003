// topics/estimator.h: the filter's inside, at its delayed horizon.
#pragma once

#include <algorithm>
#include <cmath>

#include "signals/estimate.h"
#include "topics/log_time.h"
#include "topics/record.h"
#include "topics/sensors.h"

namespace alula {

// Test ratios are those of the last measurements, not low-passed. Reference values of the magnetic
// field are not known here: NaN. time_slip is zero because simulated time cannot slip.
struct EstimatorStatusTopic {
  static constexpr const char* name = "estimator_status";
  using From = Signals<VehicleEstimate, EstimatorStatus>;

  template <class Sink>
  static void fields(Sink& out, TimeNs now, const VehicleEstimate& estimate,
                     const EstimatorStatus& filter) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(filter.time));
    out.u64("control_mode_flags", filter.control_mode_flags);
    out.f32("output_tracking_error", filter.output_tracking_error);
    out.u32("filter_fault_flags", filter.filter_fault_flags);
    out.f32("pos_horiz_accuracy", estimate.eph_m);
    out.f32("pos_vert_accuracy", estimate.epv_m);
    out.f32("mag_test_ratio", std::max(largest(filter.heading), largest(filter.magnetometer)));
    out.f32("vel_test_ratio", largest(filter.gnss_velocity));
    out.f32("pos_test_ratio", largest(filter.gnss_horizontal_position));
    out.f32("hgt_test_ratio", largest(filter.gnss_height));
    for (const char* field : {"tas_test_ratio", "hagl_test_ratio", "beta_test_ratio"})
      out.f32(field, kUnknown);
    out.f32("time_slip", 0.0);
    magnetic(out, filter);
    out.u16("gps_check_fail_flags", static_cast<std::uint16_t>(filter.gnss_check_fail_flags));
    out.u16("innovation_check_flags", static_cast<std::uint16_t>(filter.innovation_check_flags));
    out.u16("solution_status_flags", solution_flags(estimate));
    out.u8("reset_count_vel_ne", estimate.reset_vxy.count);
    out.u8("reset_count_vel_d", estimate.reset_vz.count);
    out.u8("reset_count_pos_ne", estimate.reset_xy.count);
    out.u8("reset_count_pod_d", estimate.reset_z.count);
    out.u8("reset_count_quat", estimate.reset_attitude.count);
    for (const char* field : {"pre_flt_fail_innov_heading", "pre_flt_fail_innov_vel_horiz",
                              "pre_flt_fail_innov_vel_vert", "pre_flt_fail_innov_height",
                              "pre_flt_fail_mag_field_disturbed"})
      out.flag(field, false);
    out.u8("health_flags", 0);
    out.u8("timeout_flags", 0);
  }

 private:
  template <int N> static double largest(const AidStatus<N>& aid) {
    return *std::max_element(aid.test_ratio.begin(), aid.test_ratio.end());
  }
  // Bits as in MAVLink's ESTIMATOR_STATUS_FLAGS.
  static std::uint16_t solution_flags(const VehicleEstimate& estimate) {
    std::uint32_t flags = 0;
    if (estimate.attitude_valid) flags |= 1u << 0;
    if (estimate.v_xy_valid) flags |= 1u << 1;
    if (estimate.v_z_valid) flags |= 1u << 2;
    if (estimate.xy_valid) flags |= 1u << 3 | 1u << 8;
    if (estimate.xy_valid && estimate.global_valid) flags |= 1u << 4 | 1u << 9;
    if (estimate.z_valid && estimate.global_valid) flags |= 1u << 5;
    return static_cast<std::uint16_t>(flags);
  }
  template <class Sink> static void magnetic(Sink& out, const EstimatorStatus& filter) {
    const auto& field = filter.magnetometer.observation;
    out.u32("accel_device_id", kImuDeviceId);
    out.u32("gyro_device_id", kImuDeviceId);
    out.u32("baro_device_id", kBaroDeviceId);
    out.u32("mag_device_id", kMagDeviceId);
    out.f32("mag_inclination_deg", kUnknown);
    out.f32("mag_inclination_ref_deg", kUnknown);
    out.f32("mag_strength_gs",
            std::sqrt(field[0] * field[0] + field[1] * field[1] + field[2] * field[2]));
    out.f32("mag_strength_ref_gs", kUnknown);
  }
};

// The three topics about innovations have the same fields; `pick` takes the wanted array of an aid.
// Aids that Alula does not have hold zeros, as PX4's do when they are not in use.
template <class Sink, class Pick>
void innovation_fields(Sink& out, TimeNs now, const EstimatorStatus& filter, Pick pick) {
  static constexpr std::array<double, 2> kNone2{};
  const auto& velocity = pick(filter.gnss_velocity);
  out.u64("timestamp", log_time_us(now));
  out.u64("timestamp_sample", log_time_us(filter.time));
  out.f32("gps_hvel", std::array{velocity[0], velocity[1]});
  out.f32("gps_vvel", velocity[2]);
  out.f32("gps_hpos", pick(filter.gnss_horizontal_position));
  out.f32("gps_vpos", pick(filter.gnss_height)[0]);
  const auto& seen_velocity = pick(filter.vision_velocity);
  out.f32("ev_hvel", std::array{seen_velocity[0], seen_velocity[1]});
  out.f32("ev_vvel", seen_velocity[2]);
  out.f32("ev_hpos", pick(filter.vision_position));
  out.f32("ev_vpos", pick(filter.vision_height)[0]);
  out.f32("rng_vpos", pick(filter.range_height)[0]);
  out.f32("baro_vpos", pick(filter.baro_height)[0]);
  out.f32("aux_hvel", kNone2);
  out.f32("flow", pick(filter.optical_flow));
  out.f32("terr_flow", kNone2);
  out.f32("heading", pick(filter.heading)[0]);
  out.f32("mag_field", pick(filter.magnetometer));
  out.f32("gravity", std::array<double, 3>{});
  out.f32("drag", pick(filter.drag));
  out.f32("airspeed", pick(filter.airspeed)[0]);
  out.f32("beta", 0.0);
  out.f32("hagl", pick(filter.range_height)[0]);
  out.f32("hagl_rate", 0.0);
}

// Prediction minus measurement.
struct EstimatorInnovationsTopic {
  static constexpr const char* name = "estimator_innovations";
  using From = Signals<EstimatorStatus>;
  template <class Sink> static void fields(Sink& out, TimeNs now, const EstimatorStatus& filter) {
    innovation_fields(out, now, filter,
                      [](const auto& aid) -> const auto& { return aid.innovation; });
  }
};

struct EstimatorInnovationVariancesTopic {
  static constexpr const char* name = "estimator_innovation_variances";
  using From = Signals<EstimatorStatus>;
  template <class Sink> static void fields(Sink& out, TimeNs now, const EstimatorStatus& filter) {
    innovation_fields(out, now, filter,
                      [](const auto& aid) -> const auto& { return aid.innovation_variance; });
  }
};

struct EstimatorInnovationTestRatiosTopic {
  static constexpr const char* name = "estimator_innovation_test_ratios";
  using From = Signals<EstimatorStatus>;
  template <class Sink> static void fields(Sink& out, TimeNs now, const EstimatorStatus& filter) {
    innovation_fields(out, now, filter,
                      [](const auto& aid) -> const auto& { return aid.test_ratio; });
  }
};

// Where the air moves to. Written while a wind aid is in use; no airspeed, no sideslip.
struct WindTopic {
  static constexpr const char* name = "wind";
  using From = Signals<WindEstimate>;
  template <class Sink> static void fields(Sink& out, TimeNs now, const WindEstimate& wind) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(wind.time));
    out.f32("windspeed_north", wind.north_m_s);
    out.f32("windspeed_east", wind.east_m_s);
    out.f32("variance_north", wind.north_variance_m2_s2);
    out.f32("variance_east", wind.east_variance_m2_s2);
    for (const char* field : {"tas_innov", "tas_innov_var", "beta_innov", "beta_innov_var"})
      out.f32(field, 0.0);
  }
};

// The bank of filters that finds the heading without a compass.
struct YawEstimatorStatusTopic {
  static constexpr const char* name = "yaw_estimator_status";
  using From = Signals<YawBankStatus>;
  template <class Sink> static void fields(Sink& out, TimeNs now, const YawBankStatus& bank) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(bank.time));
    out.f32("yaw_composite", bank.yaw);
    out.f32("yaw_variance", bank.yaw_variance);
    out.f32("yaw", bank.filter_yaw);
    out.f32("innov_vn", bank.innovation_north);
    out.f32("innov_ve", bank.innovation_east);
    out.f32("weight", bank.weight);
    out.flag("yaw_composite_valid", bank.certain);
  }
};

// States in PX4's order: attitude, velocity, position, gyro bias, accelerometer bias, Earth field,
// body field, wind; `covariances` is the diagonal over the error states. PX4's terrain is not among
// them: dist_bottom of vehicle_local_position tells of it.
struct EstimatorStatesTopic {
  static constexpr const char* name = "estimator_states";
  static constexpr std::size_t kStates = 24;
  template <std::size_t N, std::size_t M>
  static std::array<double, N> first_of(const std::array<double, M>& numbers) {
    static_assert(N <= M);
    std::array<double, N> first;
    std::copy_n(numbers.begin(), N, first.begin());
    return first;
  }
  using From = Signals<EstimatorStatus>;
  template <class Sink> static void fields(Sink& out, TimeNs now, const EstimatorStatus& filter) {
    out.u64("timestamp", log_time_us(now));
    out.u64("timestamp_sample", log_time_us(filter.time));
    out.f32("states", first_of<kStates>(filter.states));
    out.f32("covariances", first_of<kStates - 1>(filter.variances));
    out.u8("n_states", kStates);
  }
};

}  // namespace alula
