#include <cmath>

#include "earth/gravity.h"
#include "estimator/aids.h"
#include "estimator/control.h"
#include "estimator/gnss_checks.h"
#include "estimator/resets.h"

namespace alula::ekf {

namespace {

constexpr double kGapMax = 1.0;           // [s] without a fix: the receiver is no longer in use
constexpr double kEarthRadius = 6.371e6;  // [m]

// The origin lies under the place of the fix, at a height that leaves the height of the filter as
// it is.
void set_origin(EstimatorState& state, const GnssFix& fix, const EstimatorConfig& config) {
  EarthFrame& earth = state.earth;
  const Geodetic place{fix.latitude_rad, fix.longitude_rad, fix.altitude_ellipsoid_m};
  const GravityField<double> field(GravityConfig{}, place);
  earth.latitude_rad = fix.latitude_rad;
  earth.longitude_rad = fix.longitude_rad;
  const Vec3 antenna_W = state.filter.x.q_WB * (config.p_BGnss_m - config.p_BImu_m);
  earth.altitude_m = fix.altitude_msl_m + antenna_W.z + state.filter.x.p_W.z;
  earth.gravity_m_s2 = norm(field.gravity_W({}));
  earth.gravity_gradient_s2 = earth.gravity_m_s2 / kEarthRadius;
  earth.rotation_W = field.omega_W();
  earth.time = fix.time;
  earth.known = 1;
}

// The magnetic model needs the place to some kilometres only, so any fix will do.
void set_magnetic_place(EstimatorState& state, const GnssFix& fix, const MagneticModel& model) {
  if (state.magnetic.known != 0 || fix.fix_type < 3) return;
  const Vec3 field = model.field_N({fix.latitude_rad, fix.longitude_rad, fix.altitude_ellipsoid_m});
  state.magnetic.field_W = kGaussPerTesla * field;
  state.magnetic.declination_rad = std::atan2(field.y, field.x);
  state.magnetic.known = 1;
}

void reset_position_to(EstimatorState& state, const GnssObservation& z) {
  reset_horizontal_position(state, z.p_W.x, z.p_W.y, z.position_variance);
  state.timers.horizontal_position = state.timers.horizon;
  state.status.gnss_horizontal_position.time_accepted = z.time;
}
void reset_velocity_to(EstimatorState& state, const GnssObservation& z) {
  reset_horizontal_velocity(state, z.v_W.x, z.v_W.y, z.velocity_variance);
  reset_vertical_velocity(state, z.v_W.z, z.vertical_velocity_variance);
  state.timers.horizontal_velocity = state.timers.horizon;
  state.timers.vertical_velocity = state.timers.horizon;
  state.status.gnss_velocity.time_accepted = z.time;
}

// Without a reset where the filter still agrees: less disturbance. After a time of reckoning by
// drag and wind the place moves by metres at once: controllers ride through a reset.
void start_gnss(EstimatorState& state, const GnssObservation& z, bool use_position,
                bool use_velocity) {
  const Modes& modes = state.modes;
  const bool known = modes.dead_reckoning_exceeded == 0 && modes.dead_reckoning != kReckonsByAir;
  if (use_velocity && !(known && fuse_gnss_velocity(state, z))) reset_velocity_to(state, z);
  if (use_position && !(known && fuse_gnss_position(state, z))) reset_position_to(state, z);
  state.modes.gnss = 1;
  state.timers.gnss_started = state.timers.horizon;
}

void continue_gnss(EstimatorState& state, const GnssObservation& z, bool use_position,
                   bool use_velocity, const EstimatorConfig& config) {
  const Timers& t = state.timers;
  if (rescue_yaw(state, config)) {
    if (use_velocity) reset_velocity_to(state, z);
    if (use_position) reset_position_to(state, z);
    return;
  }
  if (use_velocity && !fuse_gnss_velocity(state, z) &&
      older(t.horizon, t.horizontal_velocity, config.reset_timeout_s)) {
    reset_velocity_to(state, z);
  }
  if (use_position && !fuse_gnss_position(state, z) &&
      older(t.horizon, t.horizontal_position, config.reset_timeout_s)) {
    reset_position_to(state, z);
  }
}

void use_gnss_height(EstimatorState& state, const GnssObservation& z,
                     const EstimatorConfig& config) {
  Modes& modes = state.modes;
  const bool start = modes.gnss_height == 0;
  modes.gnss_height = 1;
  if (config.height_reference == HeightReference::gnss) modes.height_source = ActiveHeight::gnss;
  const bool reference = modes.height_source == ActiveHeight::gnss;
  const bool fused = fuse_gnss_height(state, z, config);
  if (!reference) return;
  const TimeNs accepted = state.status.gnss_height.time_accepted;
  const bool timed_out =
      !fused && (start || older(state.timers.horizon, accepted, config.height_timeout_s));
  if (!timed_out && !accelerometer_misleads(state)) return;
  reset_height(state, z.p_W.z, z.height_variance);
  reset_vertical_velocity(state, z.v_W.z, z.vertical_velocity_variance);
  state.timers.height = state.timers.horizon;
  state.status.gnss_height.time_accepted = z.time;
}

void stop_gnss(EstimatorState& state) {
  state.modes.gnss = 0;
  state.modes.gnss_height = 0;
  state.yaw_bank.running = 0;
  state.status.gnss_horizontal_position.fusing = false;
  state.status.gnss_velocity.fusing = false;
  state.status.gnss_height.fusing = false;
}

}  // namespace

void control_gnss(EstimatorState& state, const EstimatorConfig& config,
                  const MagneticModel& magnetic) {
  GnssFix fix{};
  if (!take_fix(state, fix)) {
    if (older(state.timers.horizon, state.timers.gnss_arrival, kGapMax)) stop_gnss(state);
    return;
  }
  const Modes& modes = state.modes;
  const bool at_rest = modes.at_rest != 0 && modes.in_air == 0;
  GnssChecks& checks = state.gnss_checks;
  check_gnss(checks, fix, at_rest, config);
  set_magnetic_place(state, fix, magnetic);

  const bool want_position = (config.gnss_control & gnss_use::position) != 0;
  const bool use_velocity = (config.gnss_control & gnss_use::velocity) != 0;
  if (state.earth.known == 0 && checks.passed != 0) set_origin(state, fix, config);
  if (state.earth.known == 0) return;
  const GnssObservation z = observe(state, fix, config);
  look_gnss_position(state, z, config);
  look_gnss_velocity(state, z, config);

  // A fix that fails its checks is not used; when that lasts, the receiver is no longer in use.
  if (checks.fail_flags != 0) {
    if (older(fix.time, checks.passed_time, config.reset_timeout_s)) stop_gnss(state);
    return;
  }
  if (want_position && use_velocity) follow_gnss_track(state, z, config);
  const bool contradicted = gnss_position_contradicted(state, config);
  const bool use_position = want_position && !contradicted;
  feed_yaw_bank(state, z, config);
  // Begun anew in the air, only GNSS can show the tilt.
  const bool aligned = (modes.tilt_aligned != 0 && modes.yaw_aligned != 0) ||
                       (modes.in_air != 0 && state.mag_filtered_count >= kFieldSamplesNeeded);
  if (aligned && modes.gnss != 0) {
    continue_gnss(state, z, use_position, use_velocity, config);
  } else if (aligned && checks.passed != 0 && !contradicted) {
    start_gnss(state, z, use_position, use_velocity);
  }
  const bool use_height = (config.gnss_control & gnss_use::height) != 0;
  if (use_height && (modes.gnss_height != 0 || checks.passed != 0))
    use_gnss_height(state, z, config);
  state.status.gnss_horizontal_position.fusing = modes.gnss != 0 && use_position;
  state.status.gnss_velocity.fusing = modes.gnss != 0 && use_velocity;
  state.status.gnss_height.fusing = modes.gnss_height != 0;
}

}  // namespace alula::ekf
