#include "autopilot/targets.h"

#include <cmath>

#include "control/position_smoothing.h"
#include "earth/geodesy.h"

namespace alula {
namespace {

LocalFrame frame_of(const VehicleEstimate& e) {
  return LocalFrame({e.ref_latitude_rad, e.ref_longitude_rad, e.ref_altitude_m});
}

}  // namespace

Vec3 local_place(const VehicleEstimate& estimate, double latitude_rad, double longitude_rad, double altitude_m) {
  return frame_of(estimate).to_local({latitude_rad, longitude_rad, altitude_m});
}

NavigationTarget make_target(const VehicleEstimate& estimate, TargetKind kind, const Vec3& p_W, double yaw,
                             double acceptance_radius_m) {
  NavigationTarget target;
  const Geodetic place = frame_of(estimate).to_geodetic(p_W);
  target.latitude_rad = place.latitude_rad;
  target.longitude_rad = place.longitude_rad;
  target.altitude_m = place.height_m;
  target.p_W = p_W;
  target.yaw = yaw;
  target.cruise_speed_m_s = kNotCommanded;
  target.acceptance_radius_m = acceptance_radius_m;
  target.kind = kind;
  target.valid = 1;
  return target;
}

Vec3 stop_point(const NavigatorConfig& config, const VehicleEstimate& estimate) {
  const double speed = norm_xy(estimate.v_WB);
  const double distance = stopping_distance(config.jerk_m_s3, config.acceleration_m_s2, speed);
  const double scale = speed > 0.0 ? distance / speed : 0.0;
  return {estimate.p_WB.x + scale * estimate.v_WB.x, estimate.p_WB.y + scale * estimate.v_WB.y, estimate.p_WB.z};
}

bool at_place(const VehicleEstimate& estimate, const NavigationTarget& target, double radius_m, double height_m) {
  const Vec3 error = target.p_W - estimate.p_WB;
  return norm_xy(error) <= radius_m && std::fabs(error.z) <= height_m;
}

bool at_yaw(const VehicleEstimate& estimate, double yaw, double tolerance) {
  return std::isnan(yaw) || std::fabs(wrap_pi(yaw - yaw_of(estimate.q_WB))) <= tolerance;
}

}  // namespace alula
