// Where the vehicle believes to be, and how it moves.
#include "links/mavlink.h"
#include "links/message_units.h"
#include "links/messages.h"

namespace alula {
namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

double home_altitude_m(const Telemetry& t) {
  return t.home().time > 0 ? t.home().altitude_m : t.estimate().ref_altitude_m;
}

template <std::size_t N> float largest(const std::array<double, N>& ratios) {
  return static_cast<float>(*std::ranges::max_element(ratios));
}

std::uint16_t solution_flags(const VehicleEstimate& e) {
  unsigned flags = 0;
  const auto add = [&](bool holds, unsigned bits) { flags |= holds ? bits : 0U; };
  add(e.attitude_valid, ESTIMATOR_ATTITUDE);
  add(e.v_xy_valid, ESTIMATOR_VELOCITY_HORIZ);
  add(e.v_z_valid, ESTIMATOR_VELOCITY_VERT);
  add(e.xy_valid, ESTIMATOR_POS_HORIZ_REL | ESTIMATOR_PRED_POS_HORIZ_REL);
  add(e.global_valid, ESTIMATOR_POS_HORIZ_ABS | ESTIMATOR_PRED_POS_HORIZ_ABS);
  add(e.z_valid, ESTIMATOR_POS_VERT_ABS);
  return static_cast<std::uint16_t>(flags);
}

// Upper triangle of a 6 by 6 matrix of which only the diagonal is known.
std::array<float, 21> diagonal(const std::array<double, 6>& variance) {
  constexpr std::array<std::size_t, 6> places{0, 6, 11, 15, 18, 20};
  std::array<float, 21> triangle{};
  triangle.fill(kUnknown);
  for (std::size_t i = 0; i < places.size(); ++i)
    triangle.at(places[i]) = static_cast<float>(variance[i]);
  return triangle;
}

double squared(double x) { return x * x; }

// eph and evh are of both level axes together.
std::array<float, 21> pose_covariance(const VehicleEstimate& e) {
  const double level = 0.5 * squared(e.eph_m), tilt = squared(e.tilt_std_rad);
  return diagonal({level, level, squared(e.epv_m), tilt, tilt, squared(e.heading_std_rad)});
}

std::array<float, 21> velocity_covariance(const VehicleEstimate& e) {
  const double level = 0.5 * squared(e.evh_m_s), unknown = kUnknown;
  return diagonal({level, level, squared(e.evv_m_s), unknown, unknown, unknown});
}

}  // namespace

bool send_attitude(const Telemetry& t, MessageSink& out) {
  if (!t.estimate().attitude_valid) return false;
  const Euler euler = to_euler(t.estimate().q_WB);
  const Vec3& w = t.estimate().w_WB_B;
  mavlink_attitude_t m{};
  m.time_boot_ms = t.time_ms();
  m.roll = static_cast<float>(euler.roll);
  m.pitch = static_cast<float>(euler.pitch);
  m.yaw = static_cast<float>(euler.yaw);
  m.rollspeed = static_cast<float>(w.x);
  m.pitchspeed = static_cast<float>(w.y);
  m.yawspeed = static_cast<float>(w.z);
  out.send(MAVLINK_MSG_ID_ATTITUDE, m);
  return true;
}

bool send_attitude_quaternion(const Telemetry& t, MessageSink& out) {
  if (!t.estimate().attitude_valid) return false;
  const Quat& q = t.estimate().q_WB;
  const Vec3& w = t.estimate().w_WB_B;
  mavlink_attitude_quaternion_t m{};
  m.time_boot_ms = t.time_ms();
  m.q1 = static_cast<float>(q.w);
  m.q2 = static_cast<float>(q.x);
  m.q3 = static_cast<float>(q.y);
  m.q4 = static_cast<float>(q.z);
  m.rollspeed = static_cast<float>(w.x);
  m.pitchspeed = static_cast<float>(w.y);
  m.yawspeed = static_cast<float>(w.z);
  out.send(MAVLINK_MSG_ID_ATTITUDE_QUATERNION, m);
  return true;
}

bool send_local_position(const Telemetry& t, MessageSink& out) {
  const VehicleEstimate& e = t.estimate();
  if (!e.xy_valid || !e.v_xy_valid) return false;
  mavlink_local_position_ned_t m{};
  m.time_boot_ms = t.time_ms();
  m.x = static_cast<float>(e.p_WB.x);
  m.y = static_cast<float>(e.p_WB.y);
  m.z = static_cast<float>(e.p_WB.z);
  m.vx = static_cast<float>(e.v_WB.x);
  m.vy = static_cast<float>(e.v_WB.y);
  m.vz = static_cast<float>(e.v_WB.z);
  out.send(MAVLINK_MSG_ID_LOCAL_POSITION_NED, m);
  return true;
}

bool send_global_position(const Telemetry& t, MessageSink& out) {
  const VehicleEstimate& e = t.estimate();
  if (!e.global_valid) return false;
  mavlink_global_position_int_t m{};
  m.time_boot_ms = t.time_ms();
  m.lat = angle_e7(e.latitude_rad);
  m.lon = angle_e7(e.longitude_rad);
  m.alt = millimetres(e.altitude_m);
  m.relative_alt = millimetres(e.altitude_m - home_altitude_m(t));
  m.vx = whole<std::int16_t>(e.v_WB.x * 1e2);
  m.vy = whole<std::int16_t>(e.v_WB.y * 1e2);
  m.vz = whole<std::int16_t>(e.v_WB.z * 1e2);
  m.hdg = whole<std::uint16_t>(degrees(compass_rad(yaw_of(e.q_WB))) * 1e2);
  out.send(MAVLINK_MSG_ID_GLOBAL_POSITION_INT, m);
  return true;
}

bool send_vfr_hud(const Telemetry& t, MessageSink& out) {
  const VehicleEstimate& e = t.estimate();
  mavlink_vfr_hud_t m{};
  m.airspeed = 0.0F;  // no sensor
  m.groundspeed = static_cast<float>(norm_xy(e.v_WB));
  m.heading = whole<std::int16_t>(degrees(compass_rad(yaw_of(e.q_WB))));
  m.throttle = whole<std::uint16_t>(t.armed() ? -t.control().attitude.thrust_B_sp.z * 1e2 : 0.0);
  m.alt = static_cast<float>(e.altitude_m);
  m.climb = static_cast<float>(-e.v_WB.z);
  out.send(MAVLINK_MSG_ID_VFR_HUD, m);
  return true;
}

bool send_altitude(const Telemetry& t, MessageSink& out) {
  const VehicleEstimate& e = t.estimate();
  if (!e.z_valid) return false;
  mavlink_altitude_t m{};
  m.time_usec = t.time_us();
  m.altitude_monotonic = static_cast<float>(e.altitude_m);
  m.altitude_amsl = static_cast<float>(e.altitude_m);
  m.altitude_local = static_cast<float>(-e.p_WB.z);
  m.altitude_relative = static_cast<float>(e.altitude_m - home_altitude_m(t));
  m.altitude_terrain = kUnknown;  // no range sensor
  m.bottom_clearance = kUnknown;
  out.send(MAVLINK_MSG_ID_ALTITUDE, m);
  return true;
}

bool send_home_position(const Telemetry& t, MessageSink& out) {
  const HomePosition& home = t.home();
  if (home.time <= 0) return false;
  mavlink_home_position_t m{};
  m.latitude = angle_e7(home.latitude_rad);
  m.longitude = angle_e7(home.longitude_rad);
  m.altitude = millimetres(home.altitude_m);
  m.x = static_cast<float>(home.p_W.x);
  m.y = static_cast<float>(home.p_W.y);
  m.z = static_cast<float>(home.p_W.z);
  const std::array<float, 4> q = w_first(from_yaw(home.yaw));
  std::memcpy(m.q, q.data(), sizeof m.q);
  m.time_usec = static_cast<std::uint64_t>(home.time) / 1000;
  out.send(MAVLINK_MSG_ID_HOME_POSITION, m);
  return true;
}

bool send_gps_global_origin(const Telemetry& t, MessageSink& out) {
  const VehicleEstimate& e = t.estimate();
  if (!e.global_valid) return false;
  mavlink_gps_global_origin_t m{};
  m.latitude = angle_e7(e.ref_latitude_rad);
  m.longitude = angle_e7(e.ref_longitude_rad);
  m.altitude = millimetres(e.ref_altitude_m);
  m.time_usec = static_cast<std::uint64_t>(e.ref_time) / 1000;
  out.send(MAVLINK_MSG_ID_GPS_GLOBAL_ORIGIN, m);
  return true;
}

// Pose in the local frame, velocity in body axes.
bool send_odometry(const Telemetry& t, MessageSink& out) {
  const VehicleEstimate& e = t.estimate();
  if (!e.xy_valid || !e.attitude_valid) return false;
  const Vec3 v_B = e.q_WB.conjugate() * e.v_WB;
  mavlink_odometry_t m{};
  m.time_usec = t.time_us();
  m.frame_id = MAV_FRAME_LOCAL_NED;
  m.child_frame_id = MAV_FRAME_BODY_FRD;
  m.x = static_cast<float>(e.p_WB.x);
  m.y = static_cast<float>(e.p_WB.y);
  m.z = static_cast<float>(e.p_WB.z);
  const std::array<float, 4> q = w_first(e.q_WB);
  std::memcpy(m.q, q.data(), sizeof m.q);
  m.vx = static_cast<float>(v_B.x);
  m.vy = static_cast<float>(v_B.y);
  m.vz = static_cast<float>(v_B.z);
  m.rollspeed = static_cast<float>(e.w_WB_B.x);
  m.pitchspeed = static_cast<float>(e.w_WB_B.y);
  m.yawspeed = static_cast<float>(e.w_WB_B.z);
  const std::array<float, 21> pose = pose_covariance(e), velocity = velocity_covariance(e);
  std::memcpy(m.pose_covariance, pose.data(), sizeof m.pose_covariance);
  std::memcpy(m.velocity_covariance, velocity.data(), sizeof m.velocity_covariance);
  m.reset_counter =
      static_cast<std::uint8_t>(e.reset_xy.count + e.reset_z.count + e.reset_vxy.count +
                                e.reset_vz.count + e.reset_attitude.count);
  m.estimator_type = MAV_ESTIMATOR_TYPE_AUTOPILOT;
  out.send(MAVLINK_MSG_ID_ODOMETRY, m);
  return true;
}

bool send_estimator_status(const Telemetry& t, MessageSink& out) {
  const EstimatorStatus& f = t.filter();
  mavlink_estimator_status_t m{};
  m.time_usec = t.time_us();
  m.flags = solution_flags(t.estimate());
  m.vel_ratio = largest(f.gnss_velocity.test_ratio);
  m.pos_horiz_ratio = largest(f.gnss_horizontal_position.test_ratio);
  m.pos_vert_ratio = largest(f.gnss_height.test_ratio);
  m.mag_ratio = std::max(largest(f.heading.test_ratio), largest(f.magnetometer.test_ratio));
  m.hagl_ratio = kUnknown;
  m.tas_ratio = kUnknown;
  m.pos_horiz_accuracy = static_cast<float>(t.estimate().eph_m);
  m.pos_vert_accuracy = static_cast<float>(t.estimate().epv_m);
  out.send(MAVLINK_MSG_ID_ESTIMATOR_STATUS, m);
  return true;
}

bool send_wind_cov(const Telemetry& t, MessageSink& out) {
  const WindEstimate& wind = t.filter().wind;
  if (!wind.valid) return false;
  mavlink_wind_cov_t m{};
  m.time_usec = t.time_us();
  m.wind_x = static_cast<float>(wind.north_m_s);
  m.wind_y = static_cast<float>(wind.east_m_s);
  m.var_horiz = static_cast<float>(wind.north_variance_m2_s2 + wind.east_variance_m2_s2);
  m.wind_z = kUnknown;
  m.var_vert = kUnknown;
  m.wind_alt = static_cast<float>(t.estimate().altitude_m);
  m.horiz_accuracy = kUnknown;
  m.vert_accuracy = kUnknown;
  out.send(MAVLINK_MSG_ID_WIND_COV, m);
  return true;
}

}  // namespace alula
