#include "autopilot/targets.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "control/position_smoothing.h"
#include "core/config_check.h"
#include "earth/geodesy.h"

namespace alula {
namespace {

LocalFrame frame_of(const VehicleEstimate& e) {
  return LocalFrame({e.ref_latitude_rad, e.ref_longitude_rad, e.ref_altitude_m});
}

}  // namespace

MaybeError validate(const NavigatorConfig& config) {
  return ConfigCheck()
      .above_zero("acceptance_radius_m", config.acceptance_radius_m)
      .above_zero("altitude_acceptance_m", config.altitude_acceptance_m)
      .zero_or_more("yaw_acceptance_rad", config.yaw_acceptance_rad)
      .above_zero("acceleration_m_s2", config.acceleration_m_s2)
      .above_zero("jerk_m_s3", config.jerk_m_s3)
      .zero_or_more("takeoff_height_m", config.takeoff_height_m)
      .zero_or_more("return_height_m", config.return_height_m)
      .zero_or_more("descend_height_m", config.descend_height_m)
      .finite("land_delay_s", config.land_delay_s)
      .zero_or_more("return_distance_min_m", config.return_distance_min_m)
      .from_to("return_cone_rad", config.return_cone_rad, 0.0, 0.5 * std::numbers::pi)
      .result();
}

Vec3 local_place(const VehicleEstimate& estimate, double latitude_rad, double longitude_rad,
                 double altitude_m) {
  return frame_of(estimate).to_local({latitude_rad, longitude_rad, altitude_m});
}

FencePlace on_globe(const VehicleEstimate& estimate, const Vec3& p_W) {
  const Geodetic place = frame_of(estimate).to_geodetic(p_W);
  return {place.latitude_rad, place.longitude_rad};
}

NavigationTarget make_target(const VehicleEstimate& estimate, TargetKind kind, const Vec3& p_W,
                             double yaw, double acceptance_radius_m) {
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

void aim_from_here(const NavigatorInputs& in, NavigationTriplet& triplet,
                   const NavigationTarget& target) {
  triplet.previous =
      make_target(in.estimate, TargetKind::position, in.estimate.p_WB, kNotCommanded, 0.0);
  triplet.current = target;
  triplet.next = {};
  triplet.time = in.now;
}

void stand(const NavigatorInputs& in, NavigationTriplet& triplet) {
  const VehicleEstimate& e = in.estimate;
  aim_from_here(in, triplet, make_target(e, TargetKind::idle, e.p_WB, yaw_of(e.q_WB), 0.0));
}

Vec3 stop_point(const NavigatorConfig& config, const VehicleEstimate& estimate) {
  return stop_point(estimate.p_WB, estimate.v_WB, config.jerk_m_s3, config.acceleration_m_s2);
}

bool at_place(const VehicleEstimate& estimate, const NavigationTarget& target, double radius_m,
              double height_m) {
  const Vec3 error = target.p_W - estimate.p_WB;
  return norm_xy(error) <= radius_m && std::fabs(error.z) <= height_m;
}

bool at_yaw(const VehicleEstimate& estimate, double yaw, double tolerance) {
  return std::isnan(yaw) || std::fabs(wrap_pi(yaw - yaw_of(estimate.q_WB))) <= tolerance;
}

bool at_height(const NavigatorConfig& config, const NavigatorInputs& in,
               const NavigationTarget& target) {
  const double climb_m = std::fabs(in.home.p_W.z - target.p_W.z);
  const double tolerance = std::min(config.altitude_acceptance_m, 0.5 * climb_m);
  return !in.land.landed && in.estimate.p_WB.z - target.p_W.z <= tolerance;
}

}  // namespace alula
