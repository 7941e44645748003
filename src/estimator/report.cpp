#include "estimator/report.h"

#include <algorithm>
#include <cmath>

#include "earth/geodesy.h"
#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/flags.h"
#include "estimator/yaw_bank.h"

namespace alula::ekf {

namespace {

void report_motion(EstimatorState& state, const EstimatorConfig& config) {
  const OutputPredictor& o = state.output;
  const Nominal& x = state.filter.x;
  VehicleEstimate& e = state.estimate;
  const Vec3 arm_W = o.now.q_WB * config.p_BImu_m;
  const Vec3 arm_rate_W = o.now.q_WB * cross(o.rate_B, config.p_BImu_m);
  e.time = state.sampler.last_time;
  e.q_WB = o.now.q_WB;
  e.w_WB_B = o.rate_B;
  e.p_WB = o.now.p_W - arm_W;
  e.v_WB = o.now.v_W - arm_rate_W;
  e.a_WB = o.a_W;
  e.z_deriv_m_s = o.now.vertical_speed - arm_rate_W.z;
  e.gyro_bias_B = x.gyro_bias_B;
  e.accel_bias_B = x.accel_bias_B;
}

void report_place(EstimatorState& state) {
  VehicleEstimate& e = state.estimate;
  const EarthFrame& earth = state.earth;
  if (earth.known == 0) return;
  const Geodetic place = origin_frame(earth).to_geodetic(e.p_WB);
  e.ref_latitude_rad = earth.latitude_rad;
  e.ref_longitude_rad = earth.longitude_rad;
  e.ref_altitude_m = earth.altitude_m;
  e.ref_time = earth.time;
  e.latitude_rad = place.latitude_rad;
  e.longitude_rad = place.longitude_rad;
  e.altitude_m = place.height_m;
}

void report_accuracy(EstimatorState& state) {
  const Covariance& P = state.filter.P;
  VehicleEstimate& e = state.estimate;
  e.eph_m = std::sqrt(P.variance(kPosition) + P.variance(kPosition + 1));
  e.epv_m = std::sqrt(P.variance(kPosition + 2));
  e.evh_m_s = std::sqrt(P.variance(kVelocity) + P.variance(kVelocity + 1));
  e.evv_m_s = std::sqrt(P.variance(kVelocity + 2));
  e.heading_std_rad = std::sqrt(P.variance(kTheta + 2));
  e.tilt_std_rad = std::sqrt(P.variance(kTheta) + P.variance(kTheta + 1));
}

// Of the body's centre over the ground, now.
void report_terrain(EstimatorState& state) {
  const Filter& f = state.filter;
  VehicleEstimate& e = state.estimate;
  e.height_above_ground_valid = terrain_known(state);
  if (!e.height_above_ground_valid) return;
  e.height_above_ground_m = f.x.terrain_z_W - e.p_WB.z;
  const double variance =
      f.P.variance(kTerrain) + f.P.variance(kPosition + 2) - 2.0 * f.P[kTerrain][kPosition + 2];
  e.height_above_ground_std_m = std::sqrt(std::max(variance, 0.0));
}

void report_validity(EstimatorState& state, const EstimatorConfig& config) {
  const Modes& m = state.modes;
  const Timers& t = state.timers;
  VehicleEstimate& e = state.estimate;
  const bool running = m.filter_running != 0 && m.tilt_aligned != 0;
  const bool height =
      m.height_source != ActiveHeight::none && !older(t.horizon, t.height, config.height_timeout_s);
  const bool climb =
      t.vertical_velocity > 0 && !older(t.horizon, t.vertical_velocity, config.no_aid_timeout_s);
  e.in_use = m.filter_running != 0;
  e.attitude_valid = running;
  e.heading_valid = running && m.yaw_aligned != 0;
  e.xy_valid = e.heading_valid && m.dead_reckoning_exceeded == 0;
  e.v_xy_valid = e.xy_valid;
  e.z_valid = running && height;
  e.v_z_valid = running && (height || climb);
  e.global_valid = state.earth.known != 0 && e.xy_valid && e.z_valid;
}

void copy(std::array<double, 25>& out, std::size_t at, const Vec3& v) {
  out[at] = v.x;
  out[at + 1] = v.y;
  out[at + 2] = v.z;
}

void report_states(EstimatorState& state) {
  const Nominal& x = state.filter.x;
  EstimatorStatus& s = state.status;
  s.states[0] = x.q_WB.w;
  copy(s.states, 1, x.q_WB.imag());
  copy(s.states, 4, x.v_W);
  copy(s.states, 7, x.p_W);
  copy(s.states, 10, x.gyro_bias_B);
  copy(s.states, 13, x.accel_bias_B);
  copy(s.states, 16, x.field_W);
  copy(s.states, 19, x.field_bias_B);
  s.states[22] = x.wind_north;
  s.states[23] = x.wind_east;
  s.states[24] = x.terrain_z_W;
  for (int i = 0; i < kStates; ++i)
    s.variances[static_cast<std::size_t>(i)] = state.filter.P.variance(i);
}

std::uint32_t control_bits(const Modes& m, const Aiding& a) {
  std::uint32_t flags = 0;
  const auto set = [&flags](ControlModeBit b, bool on) { flags |= on ? bit(b) : 0U; };
  set(ControlModeBit::tilt_aligned, m.tilt_aligned != 0);
  set(ControlModeBit::yaw_aligned, m.yaw_aligned != 0);
  set(ControlModeBit::gnss, m.gnss != 0);
  set(ControlModeBit::mag_heading, m.mag_heading != 0);
  set(ControlModeBit::mag_3d, m.mag_3d != 0);
  set(ControlModeBit::mag_declination, m.mag_declination != 0);
  set(ControlModeBit::in_air, m.in_air != 0);
  set(ControlModeBit::wind, m.wind != 0);
  set(ControlModeBit::baro_height, m.baro_height != 0);
  set(ControlModeBit::optical_flow, a.optical_flow != 0);
  set(ControlModeBit::range_height, a.range_height != 0);
  set(ControlModeBit::vision_position, a.vision_position != 0);
  set(ControlModeBit::vision_yaw, a.vision_yaw != 0);
  set(ControlModeBit::vision_height, a.vision_height != 0);
  set(ControlModeBit::airspeed, a.true_airspeed != 0);
  set(ControlModeBit::vision_velocity, a.vision_velocity != 0);
  set(ControlModeBit::gnss_height, m.gnss_height != 0);
  set(ControlModeBit::mag_disturbed, m.mag_disturbed != 0);
  set(ControlModeBit::mag_fault, m.mag_fault != 0);
  set(ControlModeBit::ground_effect, m.ground_effect != 0);
  set(ControlModeBit::mag_aligned_in_flight, m.mag_aligned_in_flight != 0);
  set(ControlModeBit::at_rest, m.at_rest != 0);
  set(ControlModeBit::dead_reckoning, m.dead_reckoning == kReckonsByInertia);
  set(ControlModeBit::wind_dead_reckoning, m.dead_reckoning == kReckonsByAir);
  return flags;
}

std::uint32_t innovation_bits(const EstimatorStatus& s) {
  std::uint32_t flags = 0;
  const auto set = [&flags](InnovationBit b, bool on) { flags |= on ? bit(b) : 0U; };
  const auto& v = s.gnss_velocity.test_ratio;
  const auto& m = s.magnetometer.test_ratio;
  set(InnovationBit::velocity_horizontal, v[0] > 1.0 || v[1] > 1.0);
  set(InnovationBit::velocity_vertical, v[2] > 1.0);
  set(InnovationBit::position_horizontal, s.gnss_horizontal_position.rejected);
  set(InnovationBit::height, s.gnss_height.rejected || s.baro_height.rejected);
  set(InnovationBit::mag_x, m[0] > 1.0);
  set(InnovationBit::mag_y, m[1] > 1.0);
  set(InnovationBit::mag_z, m[2] > 1.0);
  set(InnovationBit::yaw, s.heading.rejected || s.vision_yaw.rejected);
  set(InnovationBit::airspeed, s.airspeed.rejected);
  set(InnovationBit::height_above_ground, s.range_height.rejected);
  set(InnovationBit::flow_x, s.optical_flow.test_ratio[0] > 1.0);
  set(InnovationBit::flow_y, s.optical_flow.test_ratio[1] > 1.0);
  return flags;
}

void report_wind(EstimatorState& state, const EstimatorConfig& config) {
  const Covariance& P = state.filter.P;
  const TimeNs accepted = state.status.drag.time_accepted;
  WindEstimate& wind = state.status.wind;
  wind.time = state.timers.horizon;
  wind.north_m_s = state.filter.x.wind_north;
  wind.east_m_s = state.filter.x.wind_east;
  wind.north_variance_m2_s2 = P.variance(kWind);
  wind.east_variance_m2_s2 = P.variance(kWind + 1);
  wind.valid = state.modes.wind != 0 && accepted > 0 &&
               !older(state.timers.horizon, accepted, config.no_aid_timeout_s);
}

void report_yaw_bank(EstimatorState& state, const EstimatorConfig& config) {
  const YawBank& bank = state.yaw_bank;
  YawBankStatus& s = state.status.yaw_bank;
  s.time = bank.velocity_time;
  s.yaw = bank.yaw;
  s.yaw_variance = bank.yaw_variance;
  const double yaw = yaw_of(bank.q_HB);
  for (std::size_t i = 0; i < kYawBankFilters; ++i) {
    const YawFilter& f = bank.filters[i];
    s.filter_yaw[i] = wrap_pi(yaw + f.turn);
    s.innovation_north[i] = f.innovation_north;
    s.innovation_east[i] = f.innovation_east;
    s.weight[i] = f.weight;
  }
  s.running = bank.running != 0;
  s.certain = yaw_bank_certain(bank, config.yaw_bank_error_max_rad);
}

void report_instances(EstimatorState& state) {
  EstimatorStatus& s = state.status;
  s.imu_instance = state.imu_choice.in_use;
  s.gnss_instance = state.gnss_choice.in_use;
  s.baro_instance = state.baro_choice.in_use;
  s.mag_instance = state.mag_choice.in_use;
  const InstanceChoice* choices[] = {&state.imu_choice, &state.gnss_choice, &state.baro_choice,
                                     &state.mag_choice};
  for (std::size_t i = 0; i < kInstrumentKinds; ++i) {
    s.switch_reasons[i] = choices[i]->reason;
    s.condemned[i] = choices[i]->condemned;
  }
  s.instance_switches = state.imu_choice.switches + state.gnss_choice.switches +
                        state.baro_choice.switches + state.mag_choice.switches;
}

}  // namespace

void report_estimate(EstimatorState& state, const EstimatorConfig& config) {
  report_motion(state, config);
  report_place(state);
  report_accuracy(state);
  report_validity(state, config);
  report_terrain(state);
}

void report_status(EstimatorState& state, const EstimatorConfig& config) {
  EstimatorStatus& s = state.status;
  const Modes& m = state.modes;
  s.time = state.timers.horizon;
  report_states(state);
  s.heading.fusing = m.mag_heading != 0;
  s.magnetometer.fusing = m.mag_3d != 0;
  s.baro_bias_m = state.baro_bias.bias_m;
  s.declination_rad = declination(state, config);
  s.control_mode_flags = control_bits(m, state.aiding);
  s.gnss_check_fail_flags = state.gnss_checks.fail_flags;
  s.innovation_check_flags = innovation_bits(s);
  s.tilt_aligned = m.tilt_aligned != 0;
  s.yaw_aligned = m.yaw_aligned != 0;
  s.yaw_aligned_in_flight = m.mag_aligned_in_flight != 0;
  s.gnss_checks_passed = state.gnss_checks.passed != 0;
  report_instances(state);
  if (!s.updated) return;
  report_wind(state, config);
  report_yaw_bank(state, config);
}

}  // namespace alula::ekf
