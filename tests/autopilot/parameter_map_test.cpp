// Every parameter moves its own config fields, in SI units, and nothing else.
#include <algorithm>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "hand_fed.h"
#include "parameter_moves.h"

namespace alula {
namespace {

using enum Param;

constexpr double kDegree = std::numbers::pi / 180.0, kMilli = 1e-3, kMicro = 1e-6;

std::vector<Moves> position_and_thrust() {
  const PositionControlConfig& c = kBase.position;
  const AutoTrajectoryConfig& t = kBase.trajectory;
  const LandDetectorConfig& land = kBase.land;
  const ManualConfig& m = kBase.manual;
  const OffboardTaskConfig& o = kBase.offboard;
  const HoverThrustConfig& hover = kBase.hover_thrust;
  return {
      {MPC_XY_P, {at(c.law.position_p.x), at(c.law.position_p.y)}},
      {MPC_Z_P, {at(c.law.position_p.z)}},
      {MPC_XY_VEL_P_ACC, {at(c.law.velocity_p.x), at(c.law.velocity_p.y)}},
      {MPC_XY_VEL_I_ACC, {at(c.law.velocity_i.x), at(c.law.velocity_i.y)}},
      {MPC_XY_VEL_D_ACC, {at(c.law.velocity_d.x), at(c.law.velocity_d.y)}},
      {MPC_Z_VEL_P_ACC, {at(c.law.velocity_p.z), at(kBase.takeoff.velocity_gain_z)}},
      {MPC_Z_VEL_I_ACC, {at(c.law.velocity_i.z)}},
      {MPC_Z_VEL_D_ACC, {at(c.law.velocity_d.z)}},
      {MPC_VELD_LP, {at(c.derivative_cutoff_hz)}},
      {MPC_XY_VEL_MAX,
       {at(c.speed_horizontal_max_m_s), at(t.speed_xy_max_m_s), at(m.speed_xy_max_m_s),
        at(kBase.commander.orbit_speed_max_m_s)}},
      {MPC_Z_VEL_MAX_UP,
       {at(c.speed_up_max_m_s), at(t.speed_up_max_m_s), at(m.speed_up_m_s), at(o.speed_up_m_s)}},
      {MPC_Z_VEL_MAX_DN,
       {at(c.speed_down_max_m_s), at(t.speed_down_max_m_s), at(m.speed_down_m_s),
        at(o.speed_down_m_s)}},
      {MPC_TILTMAX_AIR, {at(c.tilt_max_flight_rad)}, kDegree},
      {MPC_TILTMAX_LND, {at(c.tilt_max_takeoff_rad)}, kDegree},
      {MPC_ACC_DECOUPLE, {at(c.law.decouple_tilt)}},
      {MPC_THR_HOVER, {at(c.thrust_hover), at(hover.thrust_hover), at(land.thrust_hover)}},
      {MPC_THR_MIN, {at(c.thrust_min), at(land.thrust_min)}},
      {MPC_THR_MAX, {at(c.thrust_max), at(m.thrust_max)}},
      {MPC_MANTHR_MIN, {at(land.manual_thrust_min), at(m.thrust_min)}},
      {MPC_THR_XY_MARG, {at(c.law.thrust_margin_xy)}},
      {MPC_USE_HTE, {at(c.use_hover_estimate), at(land.use_hover_estimate)}},
      {THR_MDL_FAC, {at(kBase.allocation.thrust_curve)}},
      {LNDMC_Z_VEL_MAX, {at(land.speed_z_max_m_s)}},
      {LNDMC_XY_VEL_MAX, {at(land.speed_xy_max_m_s)}},
      {LNDMC_ROT_MAX, {at(land.rotation_max_rad_s)}, kDegree},
      {LNDMC_TRIG_TIME, {at(land.trigger_time_s)}},
      {HTE_HT_NOISE, {at(hover.thrust_noise_1_s)}},
      {HTE_HT_ERR_INIT, {at(hover.thrust_error_initial)}},
      {HTE_ACC_GATE, {at(hover.accel_gate)}},
      {HTE_THR_RANGE, {at(hover.thrust_range)}},
      {HTE_VXY_THR, {at(hover.speed_xy_threshold_m_s)}},
      {HTE_VZ_THR, {at(hover.speed_z_threshold_m_s)}},
  };
}

std::vector<Moves> trajectory_and_navigation() {
  const AutoTrajectoryConfig& t = kBase.trajectory;
  const NavigatorConfig& n = kBase.navigator;
  const CommanderConfig& c = kBase.commander;
  return {
      {MPC_XY_CRUISE, {at(t.cruise_speed_m_s), at(kBase.return_time.cruise_m_s)}},
      {MPC_Z_V_AUTO_UP, {at(t.speed_up_m_s), at(kBase.return_time.climb_m_s)}},
      {MPC_Z_V_AUTO_DN, {at(t.speed_down_m_s), at(kBase.return_time.descent_m_s)}},
      {MPC_ACC_HOR,
       {at(t.acceleration_xy_m_s2), at(n.acceleration_m_s2), at(kBase.manual.acceleration_xy_m_s2),
        at(kBase.commander.orbit_acceleration_max_m_s2)}},
      {MPC_ACC_UP_MAX, {at(t.acceleration_up_m_s2), at(kBase.manual.acceleration_up_m_s2)}},
      {MPC_ACC_DOWN_MAX, {at(t.acceleration_down_m_s2), at(kBase.manual.acceleration_down_m_s2)}},
      {MPC_JERK_AUTO, {at(t.jerk_m_s3), at(n.jerk_m_s3)}},
      {MPC_XY_ERR_MAX, {at(t.tracking_error_max_m)}},
      {MPC_XY_TRAJ_P, {at(t.turn_gain)}},
      {MPC_TKO_SPEED, {at(t.takeoff_speed_m_s)}},
      {MPC_TKO_RAMP_T, {at(t.takeoff_ramp_time_s), at(kBase.takeoff.ramp_time_s)}},
      {MIS_TAKEOFF_ALT, {at(n.takeoff_height_m), at(c.takeoff_height_m)}},
      {COM_SPOOLUP_TIME, {at(kBase.takeoff.spool_up_time_s), at(c.failsafe.spool_up_s)}},
      {MPC_LAND_SPEED,
       {at(t.landing_speed_m_s), at(kBase.position.landing_speed_m_s),
        at(kBase.manual.landing_speed_m_s), at(kBase.return_time.landing_m_s)}},
      {MPC_LAND_CRWL, {at(t.landing_crawl_speed_m_s), at(kBase.land.crawl_speed_m_s)}},
      {MPC_LAND_ALT1, {at(t.slow_down_height_m), at(kBase.manual.slow_down_height_m)}},
      {MPC_LAND_ALT2,
       {at(t.landing_height_m), at(kBase.manual.landing_height_m),
        at(kBase.return_time.landing_height_m)}},
      {MPC_LAND_ALT3, {at(t.crawl_height_m)}},
      {MPC_YAWRAUTO_MAX, {at(t.yaw_rate_max_rad_s)}, kDegree},
      {MPC_YAWRAUTO_ACC, {at(t.yaw_acceleration_max_rad_s2)}, kDegree},
      {MPC_YAW_MODE, {at(t.yaw_mode)}},
      {NAV_ACC_RAD, {at(t.acceptance_radius_m), at(n.acceptance_radius_m)}},
      {NAV_MC_ALT_RAD, {at(t.acceptance_height_m), at(n.altitude_acceptance_m)}},
      {MIS_DIST_1WP, {}},  // read where missions are checked
      {MIS_YAW_ERR, {at(t.yaw_tolerance_rad), at(n.yaw_acceptance_rad)}, kDegree},
      {RTL_TYPE, {at(n.return_type)}},
      {RTL_RETURN_ALT, {at(n.return_height_m)}},
      {RTL_DESCEND_ALT, {at(n.descend_height_m)}},
      {RTL_LAND_DELAY, {at(n.land_delay_s), at(kBase.return_time.land_delay_s)}},
      {RTL_MIN_DIST, {at(n.return_distance_min_m)}},
      {RTL_CONE_ANG, {at(n.return_cone_rad)}, kDegree},
      {COM_DISARM_LAND, {at(c.disarm_after_landing_s)}},
      {COM_DISARM_PRFLT, {at(c.disarm_before_takeoff_s)}},
  };
}

std::vector<Moves> attitude_and_rates() {
  const AttitudeControlConfig& a = kBase.attitude;
  const RateControlConfig& r = kBase.rate;
  return {
      {MC_ROLL_P, {at(a.gain_p.x)}},
      {MC_PITCH_P, {at(a.gain_p.y)}},
      {MC_YAW_P, {at(a.gain_p.z)}},
      {MC_YAW_WEIGHT, {at(a.yaw_weight)}},
      {MC_ROLLRATE_MAX, {at(a.rate_limit_rad_s.x)}, kDegree},
      {MC_PITCHRATE_MAX, {at(a.rate_limit_rad_s.y)}, kDegree},
      {MC_YAWRATE_MAX, {at(a.rate_limit_rad_s.z)}, kDegree},
      {MC_ROLLRATE_P, {at(r.gain_p.x)}},
      {MC_ROLLRATE_I, {at(r.gain_i.x)}},
      {MC_ROLLRATE_D, {at(r.gain_d.x)}},
      {MC_ROLLRATE_FF, {at(r.gain_ff.x)}},
      {MC_ROLLRATE_K, {at(r.gain_k.x)}},
      {MC_RR_INT_LIM, {at(r.integral_limit.x)}},
      {MC_PITCHRATE_P, {at(r.gain_p.y)}},
      {MC_PITCHRATE_I, {at(r.gain_i.y)}},
      {MC_PITCHRATE_D, {at(r.gain_d.y)}},
      {MC_PITCHRATE_FF, {at(r.gain_ff.y)}},
      {MC_PITCHRATE_K, {at(r.gain_k.y)}},
      {MC_PR_INT_LIM, {at(r.integral_limit.y)}},
      {MC_YAWRATE_P, {at(r.gain_p.z)}},
      {MC_YAWRATE_I, {at(r.gain_i.z)}},
      {MC_YAWRATE_D, {at(r.gain_d.z)}},
      {MC_YAWRATE_FF, {at(r.gain_ff.z)}},
      {MC_YAWRATE_K, {at(r.gain_k.z)}},
      {MC_YR_INT_LIM, {at(r.integral_limit.z)}},
      {MC_AIRMODE, {at(kBase.allocation.airmode)}},
      {IMU_GYRO_CUTOFF, {at(kBase.gyro_filter.rate_cutoff_hz)}},
      {IMU_DGYRO_CUTOFF, {at(kBase.gyro_filter.derivative_cutoff_hz)}},
  };
}

std::vector<Moves> estimator() {
  const EstimatorConfig& e = kBase.estimator;
  return {
      {EKF2_PREDICT_US, {at(e.predict_interval_s)}, kMicro},
      {EKF2_ACC_NOISE, {at(e.accel_noise_m_s2)}},
      {EKF2_GYR_NOISE, {at(e.gyro_noise_rad_s)}},
      {EKF2_ACC_B_NOISE, {at(e.accel_bias_noise_m_s3)}},
      {EKF2_GYR_B_NOISE, {at(e.gyro_bias_noise_rad_s2)}},
      {EKF2_MAG_E_NOISE, {at(e.mag_earth_noise_gauss_s)}},
      {EKF2_MAG_B_NOISE, {at(e.mag_body_noise_gauss_s)}},
      {EKF2_BARO_NOISE, {at(e.baro_noise_m)}},
      {EKF2_GPS_P_NOISE, {at(e.gnss_position_noise_m)}},
      {EKF2_GPS_V_NOISE, {at(e.gnss_velocity_noise_m_s)}},
      {EKF2_MAG_NOISE, {at(e.mag_noise_gauss)}},
      {EKF2_HEAD_NOISE, {at(e.heading_noise_rad)}},
      {EKF2_GPS_DELAY, {at(e.gnss_delay_s)}, kMilli},
      {EKF2_BARO_DELAY, {at(e.baro_delay_s)}, kMilli},
      {EKF2_MAG_DELAY, {at(e.mag_delay_s)}, kMilli},
      {EKF2_HGT_REF, {at(e.height_reference)}},
      {EKF2_MAG_TYPE, {at(e.mag_type)}},
      {EKF2_TAU_VEL, {at(e.output_velocity_tau_s)}},
      {EKF2_TAU_POS, {at(e.output_position_tau_s)}},
      {EKF2_NOAID_TOUT, {at(e.no_aid_timeout_s)}, kMicro},
      {EKF2_GPS_CHECK, {at(e.gnss_checks)}},
      {EKF2_REQ_EPH, {at(e.required_eph_m)}},
      {EKF2_REQ_EPV, {at(e.required_epv_m)}},
      {EKF2_REQ_SACC, {at(e.required_speed_accuracy_m_s)}},
      {EKF2_REQ_NSATS, {at(e.required_satellites)}},
      {EKF2_REQ_PDOP, {at(e.required_pdop)}},
      {EKF2_REQ_HDRIFT, {at(e.required_horizontal_drift_m_s)}},
      {EKF2_REQ_VDRIFT, {at(e.required_vertical_drift_m_s)}},
      {EKF2_REQ_GPS_H, {at(e.required_time_s)}},
      {EKF2_GPS_P_GATE, {at(e.gnss_position_gate)}},
      {EKF2_GPS_V_GATE, {at(e.gnss_velocity_gate)}},
      {EKF2_BARO_GATE, {at(e.baro_gate)}},
      {EKF2_MAG_GATE, {at(e.mag_gate)}},
      {EKF2_HDG_GATE, {at(e.heading_gate)}},
      {EKF2_ABL_LIM, {at(e.accel_bias_limit_m_s2)}},
      {EKF2_GYR_B_LIM, {at(e.gyro_bias_limit_rad_s)}},
      {EKF2_WIND_NSD, {at(e.wind_noise_m_s2_sqrt_hz)}},
      {EKF2_GBIAS_INIT, {at(e.gyro_bias_init_rad_s)}},
      {EKF2_ABIAS_INIT, {at(e.accel_bias_init_m_s2)}},
      {EKF2_ANGERR_INIT, {at(e.tilt_error_init_rad)}},
      {EKF2_ABL_ACCLIM, {at(e.accel_bias_learn_accel_m_s2)}},
      {EKF2_ABL_GYRLIM, {at(e.accel_bias_learn_rate_rad_s)}},
      {EKF2_ABL_TAU, {at(e.accel_bias_learn_tau_s)}},
      {EKF2_SEL_IMU_RAT, {at(e.imu_rate_apart_rad_s)}, kDegree},
      {EKF2_SEL_IMU_ACC, {at(e.imu_force_apart_m_s2)}},
      {EKF2_NOAID_NOISE, {at(e.no_aid_noise_m)}},
      {EKF2_MAG_DECL, {at(e.declination_rad)}, kDegree},
      {EKF2_MAG_CHECK, {at(e.mag_checks)}},
      {EKF2_MAG_CHK_STR, {at(e.mag_check_strength_gauss)}},
      {EKF2_MAG_CHK_INC, {at(e.mag_check_inclination_rad)}, kDegree},
      {EKF2_IMU_CTRL, {at(e.imu_control)}},
      {EKF2_GPS_CTRL, {at(e.gnss_control)}},
      {EKF2_BARO_CTRL, {at(e.baro_control)}},
      {EKF2_GND_EFF_DZ, {at(e.ground_effect_dead_zone_m)}},
      {EKF2_GND_MAX_HGT, {at(e.ground_effect_height_m)}},
      {EKF2_DRAG_CTRL, {at(e.drag_control)}},
      {EKF2_DRAG_NOISE, {at(e.drag_noise_m2_s4)}},
      {EKF2_BCOEF_X, {at(e.drag_ballistic_x_kg_m2)}},
      {EKF2_BCOEF_Y, {at(e.drag_ballistic_y_kg_m2)}},
      {EKF2_MCOEF, {at(e.drag_momentum_1_s)}},
  };
}

std::vector<Moves> operators() {
  const ManualConfig& m = kBase.manual;
  const CommanderConfig& c = kBase.commander;
  const FollowTaskConfig& f = kBase.follow;
  return {
      {MPC_HOLD_DZ, {at(m.dead_zone)}},
      {MPC_XY_MAN_EXPO, {at(m.expo_xy)}},
      {MPC_Z_MAN_EXPO, {at(m.expo_z)}},
      {MPC_YAW_EXPO, {at(m.expo_yaw)}},
      {MPC_MAN_Y_MAX, {at(m.yaw_rate_max)}, kDegree},
      {MPC_MAN_Y_TAU, {at(m.yaw_rate_tau_s)}},
      {MPC_VEL_MANUAL, {at(m.speed_xy_m_s)}},
      {MPC_JERK_MAX, {at(m.jerk_m_s3)}},
      {MPC_HOLD_MAX_XY, {at(m.hold_speed_xy_m_s)}},
      {MPC_HOLD_MAX_Z, {at(m.hold_speed_z_m_s)}},
      {MPC_MAN_TILT_MAX, {at(m.tilt_max_rad)}, kDegree},
      {MPC_THR_CURVE, {at(m.thrust_curve)}},
      {MC_ACRO_R_MAX, {at(m.acro_rate_max.x)}, kDegree},
      {MC_ACRO_P_MAX, {at(m.acro_rate_max.y)}, kDegree},
      {MC_ACRO_Y_MAX, {at(m.acro_rate_max.z)}, kDegree},
      {MC_ACRO_EXPO, {at(m.acro_expo.x), at(m.acro_expo.y)}},
      {MC_ACRO_EXPO_Y, {at(m.acro_expo.z)}},
      {MC_ACRO_SUPEXPO, {at(m.acro_super_expo.x), at(m.acro_super_expo.y)}},
      {MC_ACRO_SUPEXPOY, {at(m.acro_super_expo.z)}},
      {COM_RC_LOSS_T, {at(c.sticks_timeout_s)}},
      {COM_OF_LOSS_T, {at(c.offboard_timeout_s)}},
      {MC_SLOW_DEF_HVEL, {at(m.slow_speed_xy_m_s)}},
      {MC_SLOW_DEF_VVEL, {at(m.slow_speed_z_m_s)}},
      {MC_SLOW_DEF_YAWR, {at(m.slow_yaw_rate)}, kDegree},
      {MC_ORBIT_RAD_MAX, {at(c.orbit_radius_max_m)}},
      {MC_ORBIT_YAW_MOD, {at(c.orbit_yaw)}},
      {FLW_TGT_HT, {at(f.height_m)}},
      {FLW_TGT_DST, {at(f.distance_m)}},
      {FLW_TGT_FA, {at(f.angle_rad)}, kDegree},
      {FLW_TGT_MAX_VEL, {at(f.tangential_speed_m_s)}},
      {FLW_TGT_ALT_M, {at(f.height_mode)}},
  };
}

std::vector<Moves> failsafes() {
  const CommanderConfig& c = kBase.commander;
  const MotorFailureConfig& m = kBase.motor_failure;
  return {
      {COM_FAIL_ACT_T, {at(c.failsafe.action_delay_s)}},
      {COM_RC_IN_MODE, {at(c.failsafe.sticks_source)}},
      {NAV_RCL_ACT, {at(c.failsafe.sticks_action)}},
      {COM_RCL_EXCEPT, {at(c.failsafe.sticks_exceptions)}},
      {COM_RC_OVERRIDE, {at(c.override_modes)}},
      {COM_RC_STICK_OV, {at(c.stick_override)}, 0.01},
      {COM_DL_LOSS_T, {at(c.failsafe.ground_station_timeout_s)}},
      {NAV_DLL_ACT, {at(c.failsafe.ground_station_action)}},
      {COM_OBL_RC_ACT, {at(c.failsafe.offboard_action)}},
      {COM_POSCTL_NAVL, {at(c.failsafe.position_action)}},
      {BAT_LOW_THR, {at(c.battery.low)}},
      {BAT_CRIT_THR, {at(c.battery.critical)}},
      {BAT_EMERGEN_THR, {at(c.battery.emergency)}},
      {COM_LOW_BAT_ACT, {at(c.failsafe.battery_action)}},
      {COM_FLTT_LOW_ACT, {at(c.failsafe.flight_time_action)}},
      {RTL_TIME_FACTOR, {at(kBase.return_time.factor)}},
      {RTL_TIME_MARGIN, {at(kBase.return_time.margin_s)}},
      {GF_ACTION, {at(c.failsafe.fence_action)}},
      {GF_MAX_HOR_DIST, {at(c.fence.distance_max_m)}},
      {GF_MAX_VER_DIST, {at(c.fence.height_max_m)}},
      {COM_WIND_WARN, {at(c.failsafe.wind_warn_m_s)}},
      {COM_WIND_MAX, {at(c.failsafe.wind_max_m_s)}},
      {COM_WIND_MAX_ACT, {at(c.failsafe.wind_action)}},
      {FD_FAIL_R, {at(c.attitude.roll_max_rad)}, kDegree},
      {FD_FAIL_P, {at(c.attitude.pitch_max_rad)}, kDegree},
      {FD_FAIL_R_TTRI, {at(c.attitude.roll_time_s)}},
      {FD_FAIL_P_TTRI, {at(c.attitude.pitch_time_s)}},
      {COM_LKDOWN_TKO, {at(c.failsafe.lockdown_s)}},
      {CBRK_FLIGHTTERM, {at(c.failsafe.termination_lock)}},
      {COM_ACT_FAIL_ACT, {at(c.failsafe.motor_action)}},
      {FD_ACT_EN, {at(m.detects)}},
      {FD_ACT_MOT_THR, {at(m.thrust_min)}},
      {FD_ACT_MOT_C2T, {at(m.current_per_thrust_a)}},
      {FD_ACT_MOT_TOUT, {at(m.duration_s)}, 1e-3},
      {CA_FAILURE_MODE, {at(m.mode)}},
  };
}

std::vector<Moves> all_moves() {
  std::vector<Moves> all;
  for (const auto& group :
       {position_and_thrust(), trajectory_and_navigation(), attitude_and_rates(), estimator(),
        aiding_moves(), operators(), failsafes()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

using ConfigBytes = std::array<std::byte, sizeof(AutopilotConfig)>;

ConfigBytes bytes_of(const ParameterValues& values) {
  return std::bit_cast<ConfigBytes>(map_parameters(values, quad()));
}

// Another value in the range.
double other_value(const ParameterInfo& p) {
  if (p.type == ParameterType::integer) {
    return p.default_value < p.max ? p.default_value + 1.0 : p.default_value - 1.0;
  }
  const double end = p.default_value < p.max ? p.max : p.min;
  return 0.75 * p.default_value + 0.25 * end;
}

TEST(ParameterMap, KnowsEveryParameterOnce) {
  std::vector<bool> seen(kParameterCount, false);
  for (const Moves& moves : all_moves()) {
    const auto i = static_cast<std::size_t>(moves.parameter);
    EXPECT_FALSE(seen[i]) << parameter_table()[i].name << " is tested twice";
    seen[i] = true;
  }
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    EXPECT_TRUE(seen[i]) << parameter_table()[i].name << " moves nothing that this test knows";
  }
}

TEST(ParameterMap, EachParameterMovesItsOwnFieldsAndNothingElse) {
  const ConfigBytes before = bytes_of(default_parameters());
  for (const Moves& moves : all_moves()) {
    const auto index = static_cast<std::size_t>(moves.parameter);
    const ParameterInfo& info = parameter_table()[index];
    ParameterValues values = default_parameters();
    values.value[index] = other_value(info);
    ASSERT_TRUE(allows(info, values.value[index])) << info.name;
    const ConfigBytes after = bytes_of(values);

    for (const Field& field : moves.fields) {
      const double expected = moves.unit * values.value[index];
      EXPECT_NEAR(field.read(after.data() + field.offset), expected, 1e-12 * std::fabs(expected))
          << info.name << " at byte " << field.offset;
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (after[i] == before[i]) continue;
      const bool own = std::any_of(moves.fields.begin(), moves.fields.end(), [i](const Field& f) {
        return i >= f.offset && i < f.offset + f.bytes;
      });
      EXPECT_TRUE(own) << info.name << " moved byte " << i << " as well";
    }
  }
}

TEST(ParameterMap, TheAirframeGivesThePlacesOfTheSensors) {
  Airframe airframe = quad();
  airframe.p_BI = {0.1, 0.2, 0.3};
  airframe.p_BG = {-0.1, 0.0, -0.2};
  const AutopilotConfig config = map_parameters(default_parameters(), airframe);
  EXPECT_EQ(config.estimator.p_BImu_m, airframe.p_BI);
  EXPECT_EQ(config.estimator.p_BGnss_m, airframe.p_BG);
}

TEST(ParameterMap, DefaultsGoTogether) {
  EXPECT_FALSE(validate(map_parameters(default_parameters(), quad())).has_value());
}

TEST(ParameterMap, ValuesThatDoNotGoTogetherAreRefusedByName) {
  ParameterValues values = default_parameters();
  ASSERT_FALSE(set_parameter(values, "MPC_THR_HOVER", 0.3).has_value());
  ASSERT_FALSE(set_parameter(values, "MPC_THR_MIN", 0.5).has_value());
  const MaybeError error = validate(map_parameters(values, quad()));
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->text().find("thrust_hover"), std::string::npos) << error->text();
}

}  // namespace
}  // namespace alula
