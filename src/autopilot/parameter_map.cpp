#include "autopilot/parameter_map.h"

namespace alula {
namespace {

using enum Param;

// What the filter starts from, learns and checks.
void map_start_and_checks(const ParameterValues& p, EstimatorConfig& c) {
  c.wind_noise_m_s2_sqrt_hz = p[EKF2_WIND_NSD];
  c.gyro_bias_init_rad_s = p[EKF2_GBIAS_INIT];
  c.accel_bias_init_m_s2 = p[EKF2_ABIAS_INIT];
  c.tilt_error_init_rad = p[EKF2_ANGERR_INIT];
  c.accel_bias_learn_accel_m_s2 = p[EKF2_ABL_ACCLIM];
  c.accel_bias_learn_rate_rad_s = p[EKF2_ABL_GYRLIM];
  c.accel_bias_learn_tau_s = p[EKF2_ABL_TAU];
  c.no_aid_noise_m = p[EKF2_NOAID_NOISE];
  c.declination_rad = p.radians(EKF2_MAG_DECL);
  c.mag_checks = static_cast<std::uint32_t>(p.integer(EKF2_MAG_CHECK));
  c.mag_check_strength_gauss = p[EKF2_MAG_CHK_STR];
  c.mag_check_inclination_rad = p.radians(EKF2_MAG_CHK_INC);
  c.imu_rate_apart_rad_s = p.radians(EKF2_SEL_IMU_RAT);
  c.imu_force_apart_m_s2 = p[EKF2_SEL_IMU_ACC];
  c.imu_control = static_cast<std::uint32_t>(p.integer(EKF2_IMU_CTRL));
  c.gnss_control = static_cast<std::uint32_t>(p.integer(EKF2_GPS_CTRL));
  c.baro_control = static_cast<std::uint32_t>(p.integer(EKF2_BARO_CTRL));
  c.ground_effect_dead_zone_m = p[EKF2_GND_EFF_DZ];
  c.ground_effect_height_m = p[EKF2_GND_MAX_HGT];
}

void map_drag(const ParameterValues& p, EstimatorConfig& c) {
  c.drag_control = static_cast<std::uint32_t>(p.integer(EKF2_DRAG_CTRL));
  c.drag_noise_m2_s4 = p[EKF2_DRAG_NOISE];
  c.drag_ballistic_x_kg_m2 = p[EKF2_BCOEF_X];
  c.drag_ballistic_y_kg_m2 = p[EKF2_BCOEF_Y];
  c.drag_momentum_1_s = p[EKF2_MCOEF];
}

EstimatorConfig estimator_config(const ParameterValues& p, const Airframe& airframe) {
  EstimatorConfig c;
  c.predict_interval_s = 1e-6 * p[EKF2_PREDICT_US];
  c.gyro_noise_rad_s = p[EKF2_GYR_NOISE];
  c.accel_noise_m_s2 = p[EKF2_ACC_NOISE];
  c.gyro_bias_noise_rad_s2 = p[EKF2_GYR_B_NOISE];
  c.accel_bias_noise_m_s3 = p[EKF2_ACC_B_NOISE];
  c.mag_earth_noise_gauss_s = p[EKF2_MAG_E_NOISE];
  c.mag_body_noise_gauss_s = p[EKF2_MAG_B_NOISE];
  c.gyro_bias_limit_rad_s = p[EKF2_GYR_B_LIM];
  c.accel_bias_limit_m_s2 = p[EKF2_ABL_LIM];
  c.gnss_delay_s = 1e-3 * p[EKF2_GPS_DELAY];
  c.baro_delay_s = 1e-3 * p[EKF2_BARO_DELAY];
  c.mag_delay_s = 1e-3 * p[EKF2_MAG_DELAY];
  c.output_velocity_tau_s = p[EKF2_TAU_VEL];
  c.output_position_tau_s = p[EKF2_TAU_POS];
  c.no_aid_timeout_s = 1e-6 * p[EKF2_NOAID_TOUT];
  c.gnss_position_noise_m = p[EKF2_GPS_P_NOISE];
  c.gnss_velocity_noise_m_s = p[EKF2_GPS_V_NOISE];
  c.gnss_position_gate = p[EKF2_GPS_P_GATE];
  c.gnss_velocity_gate = p[EKF2_GPS_V_GATE];
  c.required_eph_m = p[EKF2_REQ_EPH];
  c.required_epv_m = p[EKF2_REQ_EPV];
  c.required_speed_accuracy_m_s = p[EKF2_REQ_SACC];
  c.required_pdop = p[EKF2_REQ_PDOP];
  c.required_horizontal_drift_m_s = p[EKF2_REQ_HDRIFT];
  c.required_vertical_drift_m_s = p[EKF2_REQ_VDRIFT];
  c.required_time_s = p[EKF2_REQ_GPS_H];
  c.required_satellites = static_cast<std::uint32_t>(p.integer(EKF2_REQ_NSATS));
  c.gnss_checks = static_cast<std::uint32_t>(p.integer(EKF2_GPS_CHECK));
  c.baro_noise_m = p[EKF2_BARO_NOISE];
  c.baro_gate = p[EKF2_BARO_GATE];
  c.heading_noise_rad = p[EKF2_HEAD_NOISE];
  c.mag_noise_gauss = p[EKF2_MAG_NOISE];
  c.heading_gate = p[EKF2_HDG_GATE];
  c.mag_gate = p[EKF2_MAG_GATE];
  c.height_reference = static_cast<HeightReference>(p.integer(EKF2_HGT_REF));
  c.mag_type = static_cast<MagFusionType>(p.integer(EKF2_MAG_TYPE));
  map_start_and_checks(p, c);
  map_drag(p, c);
  c.aiding = aiding_config(p, airframe);
  c.p_BImu_m = airframe.p_BI;
  c.p_BGnss_m = airframe.p_BG;
  return c;
}

RateControlConfig rate_config(const ParameterValues& p) {
  RateControlConfig c;
  c.gain_k = {p[MC_ROLLRATE_K], p[MC_PITCHRATE_K], p[MC_YAWRATE_K]};
  c.gain_p = {p[MC_ROLLRATE_P], p[MC_PITCHRATE_P], p[MC_YAWRATE_P]};
  c.gain_i = {p[MC_ROLLRATE_I], p[MC_PITCHRATE_I], p[MC_YAWRATE_I]};
  c.gain_d = {p[MC_ROLLRATE_D], p[MC_PITCHRATE_D], p[MC_YAWRATE_D]};
  c.gain_ff = {p[MC_ROLLRATE_FF], p[MC_PITCHRATE_FF], p[MC_YAWRATE_FF]};
  c.integral_limit = {p[MC_RR_INT_LIM], p[MC_PR_INT_LIM], p[MC_YR_INT_LIM]};
  return c;
}

AttitudeControlConfig attitude_config(const ParameterValues& p) {
  AttitudeControlConfig c;
  c.gain_p = {p[MC_ROLL_P], p[MC_PITCH_P], p[MC_YAW_P]};
  c.rate_limit_rad_s = {p.radians(MC_ROLLRATE_MAX), p.radians(MC_PITCHRATE_MAX),
                        p.radians(MC_YAWRATE_MAX)};
  c.yaw_weight = p[MC_YAW_WEIGHT];
  return c;
}

PositionControlConfig position_config(const ParameterValues& p) {
  PositionControlConfig c;
  c.law.position_p = {p[MPC_XY_P], p[MPC_XY_P], p[MPC_Z_P]};
  c.law.velocity_p = {p[MPC_XY_VEL_P_ACC], p[MPC_XY_VEL_P_ACC], p[MPC_Z_VEL_P_ACC]};
  c.law.velocity_i = {p[MPC_XY_VEL_I_ACC], p[MPC_XY_VEL_I_ACC], p[MPC_Z_VEL_I_ACC]};
  c.law.velocity_d = {p[MPC_XY_VEL_D_ACC], p[MPC_XY_VEL_D_ACC], p[MPC_Z_VEL_D_ACC]};
  c.law.thrust_margin_xy = p[MPC_THR_XY_MARG];
  c.law.decouple_tilt = p.integer(MPC_ACC_DECOUPLE);
  c.derivative_cutoff_hz = p[MPC_VELD_LP];
  c.speed_horizontal_max_m_s = p[MPC_XY_VEL_MAX];
  c.speed_up_max_m_s = p[MPC_Z_VEL_MAX_UP];
  c.speed_down_max_m_s = p[MPC_Z_VEL_MAX_DN];
  c.tilt_max_flight_rad = p.radians(MPC_TILTMAX_AIR);
  c.tilt_max_takeoff_rad = p.radians(MPC_TILTMAX_LND);
  c.thrust_min = p[MPC_THR_MIN];
  c.thrust_max = p[MPC_THR_MAX];
  c.thrust_hover = p[MPC_THR_HOVER];
  c.landing_speed_m_s = p[MPC_LAND_SPEED];
  c.use_hover_estimate = p.integer(MPC_USE_HTE);
  return c;
}

HoverThrustConfig hover_thrust_config(const ParameterValues& p) {
  HoverThrustConfig c;
  c.thrust_hover = p[MPC_THR_HOVER];
  c.thrust_range = p[HTE_THR_RANGE];
  c.thrust_noise_1_s = p[HTE_HT_NOISE];
  c.thrust_error_initial = p[HTE_HT_ERR_INIT];
  c.accel_gate = p[HTE_ACC_GATE];
  c.speed_xy_threshold_m_s = p[HTE_VXY_THR];
  c.speed_z_threshold_m_s = p[HTE_VZ_THR];
  return c;
}

LandDetectorConfig land_config(const ParameterValues& p) {
  LandDetectorConfig c;
  c.speed_z_max_m_s = p[LNDMC_Z_VEL_MAX];
  c.speed_xy_max_m_s = p[LNDMC_XY_VEL_MAX];
  c.rotation_max_rad_s = p.radians(LNDMC_ROT_MAX);
  c.trigger_time_s = p[LNDMC_TRIG_TIME];
  c.thrust_min = p[MPC_THR_MIN];
  c.thrust_hover = p[MPC_THR_HOVER];
  c.manual_thrust_min = p[MPC_MANTHR_MIN];
  c.crawl_speed_m_s = p[MPC_LAND_CRWL];
  c.use_hover_estimate = p.integer(MPC_USE_HTE);
  return c;
}

AutoTrajectoryConfig trajectory_config(const ParameterValues& p) {
  AutoTrajectoryConfig c;
  c.cruise_speed_m_s = p[MPC_XY_CRUISE];
  c.speed_xy_max_m_s = p[MPC_XY_VEL_MAX];
  c.speed_up_m_s = p[MPC_Z_V_AUTO_UP];
  c.speed_down_m_s = p[MPC_Z_V_AUTO_DN];
  c.speed_up_max_m_s = p[MPC_Z_VEL_MAX_UP];
  c.speed_down_max_m_s = p[MPC_Z_VEL_MAX_DN];
  c.acceleration_xy_m_s2 = p[MPC_ACC_HOR];
  c.acceleration_up_m_s2 = p[MPC_ACC_UP_MAX];
  c.acceleration_down_m_s2 = p[MPC_ACC_DOWN_MAX];
  c.jerk_m_s3 = p[MPC_JERK_AUTO];
  c.turn_gain = p[MPC_XY_TRAJ_P];
  c.tracking_error_max_m = p[MPC_XY_ERR_MAX];
  c.acceptance_radius_m = p[NAV_ACC_RAD];
  c.acceptance_height_m = p[NAV_MC_ALT_RAD];
  c.takeoff_speed_m_s = p[MPC_TKO_SPEED];
  c.takeoff_ramp_time_s = p[MPC_TKO_RAMP_T];
  c.landing_speed_m_s = p[MPC_LAND_SPEED];
  c.landing_crawl_speed_m_s = p[MPC_LAND_CRWL];
  c.slow_down_height_m = p[MPC_LAND_ALT1];
  c.landing_height_m = p[MPC_LAND_ALT2];
  c.crawl_height_m = p[MPC_LAND_ALT3];
  c.yaw_rate_max_rad_s = p.radians(MPC_YAWRAUTO_MAX);
  c.yaw_acceleration_max_rad_s2 = p.radians(MPC_YAWRAUTO_ACC);
  c.yaw_tolerance_rad = p.radians(MIS_YAW_ERR);
  c.yaw_mode = p.integer(MPC_YAW_MODE);
  return c;
}

ManualConfig manual_config(const ParameterValues& p) {
  ManualConfig c;
  c.dead_zone = p[MPC_HOLD_DZ];
  c.expo_xy = p[MPC_XY_MAN_EXPO];
  c.expo_z = p[MPC_Z_MAN_EXPO];
  c.expo_yaw = p[MPC_YAW_EXPO];
  c.yaw_rate_max = p.radians(MPC_MAN_Y_MAX);
  c.yaw_rate_tau_s = p[MPC_MAN_Y_TAU];
  c.speed_xy_m_s = p[MPC_VEL_MANUAL];
  c.speed_xy_max_m_s = p[MPC_XY_VEL_MAX];
  c.speed_up_m_s = p[MPC_Z_VEL_MAX_UP];
  c.speed_down_m_s = p[MPC_Z_VEL_MAX_DN];
  c.acceleration_xy_m_s2 = p[MPC_ACC_HOR];
  c.acceleration_up_m_s2 = p[MPC_ACC_UP_MAX];
  c.acceleration_down_m_s2 = p[MPC_ACC_DOWN_MAX];
  c.jerk_m_s3 = p[MPC_JERK_MAX];
  c.hold_speed_xy_m_s = p[MPC_HOLD_MAX_XY];
  c.hold_speed_z_m_s = p[MPC_HOLD_MAX_Z];
  c.landing_speed_m_s = p[MPC_LAND_SPEED];
  c.slow_down_height_m = p[MPC_LAND_ALT1];
  c.landing_height_m = p[MPC_LAND_ALT2];
  c.tilt_max_rad = p.radians(MPC_MAN_TILT_MAX);
  c.thrust_min = p[MPC_MANTHR_MIN];
  c.thrust_max = p[MPC_THR_MAX];
  c.thrust_curve = p.integer(MPC_THR_CURVE);
  c.slow_speed_xy_m_s = p[MC_SLOW_DEF_HVEL];
  c.slow_speed_z_m_s = p[MC_SLOW_DEF_VVEL];
  c.slow_yaw_rate = p.radians(MC_SLOW_DEF_YAWR);
  c.acro_rate_max = {p.radians(MC_ACRO_R_MAX), p.radians(MC_ACRO_P_MAX), p.radians(MC_ACRO_Y_MAX)};
  c.acro_expo = {p[MC_ACRO_EXPO], p[MC_ACRO_EXPO], p[MC_ACRO_EXPO_Y]};
  c.acro_super_expo = {p[MC_ACRO_SUPEXPO], p[MC_ACRO_SUPEXPO], p[MC_ACRO_SUPEXPOY]};
  return c;
}

FollowTaskConfig follow_config(const ParameterValues& p) {
  return {p[FLW_TGT_HT], p[FLW_TGT_DST], p.radians(FLW_TGT_FA), p[FLW_TGT_MAX_VEL],
          p.integer(FLW_TGT_ALT_M)};
}

FailsafeConfig failsafe_config(const ParameterValues& p) {
  FailsafeConfig c;
  c.action_delay_s = p[COM_FAIL_ACT_T];
  c.ground_station_timeout_s = p[COM_DL_LOSS_T];
  c.sticks_action = p.integer(NAV_RCL_ACT);
  c.ground_station_action = p.integer(NAV_DLL_ACT);
  c.sticks_exceptions = p.integer(COM_RCL_EXCEPT);
  c.sticks_source = p.integer(COM_RC_IN_MODE);
  c.offboard_action = p.integer(COM_OBL_RC_ACT);
  c.position_action = p.integer(COM_POSCTL_NAVL);
  c.battery_action = p.integer(COM_LOW_BAT_ACT);
  c.flight_time_action = p.integer(COM_FLTT_LOW_ACT);
  c.fence_action = p.integer(GF_ACTION);
  c.wind_action = p.integer(COM_WIND_MAX_ACT);
  c.wind_warn_m_s = p[COM_WIND_WARN];
  c.wind_max_m_s = p[COM_WIND_MAX];
  c.motor_action = p.integer(COM_ACT_FAIL_ACT);
  c.lockdown_s = p[COM_LKDOWN_TKO];
  c.termination_lock = p.integer(CBRK_FLIGHTTERM);
  c.spool_up_s = p[COM_SPOOLUP_TIME];
  return c;
}

ReturnTimeConfig return_time_config(const ParameterValues& p) {
  ReturnTimeConfig c;
  c.climb_m_s = p[MPC_Z_V_AUTO_UP];
  c.cruise_m_s = p[MPC_XY_CRUISE];
  c.descent_m_s = p[MPC_Z_V_AUTO_DN];
  c.landing_m_s = p[MPC_LAND_SPEED];
  c.landing_height_m = p[MPC_LAND_ALT2];
  c.land_delay_s = p[RTL_LAND_DELAY];
  c.factor = p[RTL_TIME_FACTOR];
  c.margin_s = p[RTL_TIME_MARGIN];
  return c;
}

CommanderConfig commander_config(const ParameterValues& p) {
  CommanderConfig c;
  c.disarm_after_landing_s = p[COM_DISARM_LAND];
  c.disarm_before_takeoff_s = p[COM_DISARM_PRFLT];
  c.takeoff_height_m = p[MIS_TAKEOFF_ALT];
  c.sticks_timeout_s = p[COM_RC_LOSS_T];
  c.offboard_timeout_s = p[COM_OF_LOSS_T];
  c.orbit_radius_max_m = p[MC_ORBIT_RAD_MAX];
  c.orbit_speed_max_m_s = p[MPC_XY_VEL_MAX];
  c.orbit_acceleration_max_m_s2 = p[MPC_ACC_HOR];
  c.orbit_yaw = p.integer(MC_ORBIT_YAW_MOD);
  c.stick_override = 0.01 * p[COM_RC_STICK_OV];
  c.override_modes = p.integer(COM_RC_OVERRIDE);
  c.failsafe = failsafe_config(p);
  c.battery = {p[BAT_LOW_THR], p[BAT_CRIT_THR], p[BAT_EMERGEN_THR]};
  c.attitude = {p.radians(FD_FAIL_R), p.radians(FD_FAIL_P), p[FD_FAIL_R_TTRI], p[FD_FAIL_P_TTRI]};
  c.fence = {p[GF_MAX_HOR_DIST], p[GF_MAX_VER_DIST]};
  return c;
}

NavigatorConfig navigator_config(const ParameterValues& p) {
  NavigatorConfig c;
  c.acceptance_radius_m = p[NAV_ACC_RAD];
  c.altitude_acceptance_m = p[NAV_MC_ALT_RAD];
  c.yaw_acceptance_rad = p.radians(MIS_YAW_ERR);
  c.acceleration_m_s2 = p[MPC_ACC_HOR];
  c.jerk_m_s3 = p[MPC_JERK_AUTO];
  c.takeoff_height_m = p[MIS_TAKEOFF_ALT];
  c.return_height_m = p[RTL_RETURN_ALT];
  c.descend_height_m = p[RTL_DESCEND_ALT];
  c.land_delay_s = p[RTL_LAND_DELAY];
  c.return_distance_min_m = p[RTL_MIN_DIST];
  c.return_cone_rad = p.radians(RTL_CONE_ANG);
  c.return_type = p.integer(RTL_TYPE);
  return c;
}

MotorFailureConfig motor_failure_config(const ParameterValues& p, const Airframe& airframe) {
  MotorFailureConfig c;
  c.detects = p.integer(FD_ACT_EN);
  c.thrust_min = p[FD_ACT_MOT_THR];
  c.current_per_thrust_a = p[FD_ACT_MOT_C2T];
  c.duration_s = 1e-3 * p[FD_ACT_MOT_TOUT];
  c.mode = p.integer(CA_FAILURE_MODE);
  for (std::size_t i = 0; i < airframe.rotors.size(); ++i)
    c.speed_max_rad_s[i] = airframe.rotors[i].speed_max_rad_s;
  return c;
}

SpinControlConfig spin_config(const Airframe& airframe) {
  SpinControlConfig c;
  c.inertia_B = airframe.inertia_B;
  c.mass_kg = airframe.mass_kg;
  for (std::size_t i = 0; i < airframe.rotors.size(); ++i)
    c.thrust_curve[i] = airframe.rotors[i].thrust_curve;
  return c;
}

}  // namespace

AutopilotConfig map_parameters(const ParameterValues& p, const Airframe& airframe) {
  AutopilotConfig c;
  c.estimator = estimator_config(p, airframe);
  c.gyro_filter = {p[IMU_GYRO_CUTOFF], p[IMU_DGYRO_CUTOFF]};
  c.rate = rate_config(p);
  c.attitude = attitude_config(p);
  c.position = position_config(p);
  c.takeoff = {p[COM_SPOOLUP_TIME], p[MPC_TKO_RAMP_T], p[MPC_Z_VEL_P_ACC]};
  c.hover_thrust = hover_thrust_config(p);
  c.land = land_config(p);
  c.allocation.airmode = p.integer(MC_AIRMODE);
  c.allocation.thrust_curve = p[THR_MDL_FAC];
  c.trajectory = trajectory_config(p);
  c.manual = manual_config(p);
  c.follow = follow_config(p);
  c.offboard = {p[MPC_Z_VEL_MAX_UP], p[MPC_Z_VEL_MAX_DN]};
  c.navigator = navigator_config(p);
  c.return_time = return_time_config(p);
  c.commander = commander_config(p);
  c.motor_failure = motor_failure_config(p, airframe);
  c.spin = spin_config(airframe);
  return c;
}

MaybeError validate(const AutopilotConfig& c) {
  MaybeError error = validate(c.estimator);
  if (!error) error = validate(c.gyro_filter);
  if (!error) error = validate(c.rate);
  if (!error) error = validate(c.attitude);
  if (!error) error = validate(c.position);
  if (!error) error = validate(c.takeoff);
  if (!error) error = validate(c.hover_thrust);
  if (!error) error = validate(c.land);
  if (!error) error = validate(c.allocation);
  if (!error) error = validate(c.trajectory);
  if (!error) error = validate(c.manual);
  if (!error) error = validate(c.follow);
  if (!error) error = validate(c.navigator);
  if (!error) error = validate(c.return_time);
  if (!error) error = validate(c.commander);
  if (!error) error = validate(c.motor_failure);
  if (error) error->where = "parameters: " + error->where;
  return error;
}

}  // namespace alula
