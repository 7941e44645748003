// autopilot/targets.h: places that the navigator flies to, held both as geographic and as local
// coordinates.
#pragma once

#include <span>

#include "autopilot/events.h"
#include "core/error.h"
#include "math/frames.h"
#include "missions/fence_route.h"
#include "missions/geofence.h"
#include "missions/mission.h"
#include "signals/control.h"
#include "signals/estimate.h"
#include "signals/vehicle_status.h"

namespace alula {

struct NavigatorConfig {
  double acceptance_radius_m = 2.0;           // NAV_ACC_RAD
  double altitude_acceptance_m = 0.8;         // NAV_MC_ALT_RAD
  double yaw_acceptance_rad = radians(12.0);  // MIS_YAW_ERR
  double acceleration_m_s2 = 3.0;             // MPC_ACC_HOR, to foresee where a stop ends
  double jerk_m_s3 = 4.0;                     // MPC_JERK_AUTO, likewise
  double takeoff_height_m = 2.5;              // MIS_TAKEOFF_ALT: at least this before a way begins
  double return_height_m = 30.0;              // RTL_RETURN_ALT, over home
  double descend_height_m = 10.0;             // RTL_DESCEND_ALT, over home
  double land_delay_s = 0.0;                  // RTL_LAND_DELAY [s], negative: for ever
  double return_distance_min_m = 10.0;        // RTL_MIN_DIST: closer than this the cone counts
  double return_cone_rad = radians(45.0);     // RTL_CONE_ANG, half angle; 0: no cone
  // RTL_TYPE, of what the plan has: 0 home or a rally point, 1 a rally point or the mission's
  // landing, home without any, 2 the mission's landing along the mission, home back along it
  // without any, 3 any of them. Of several the nearest.
  std::int64_t return_type = 0;
};
static_assert(ArenaState<NavigatorConfig>);
MaybeError validate(const NavigatorConfig& config);

// What every mode of the navigator sees.
struct NavigatorInputs {
  TimeNs now = 0;
  const VehicleEstimate& estimate;
  const HomePosition& home;
  const LandDetection& land;
  FlightMode mode = FlightMode::hold;
  TimeNs mode_time = 0;  // when the mode began
  bool armed = false;
  double takeoff_height_m = 0.0;  // over home, of mode Takeoff
  Vec3 user_target_W = kVectorNotCommanded;
  double user_yaw = kNotCommanded;
  std::uint64_t user_target_count = 0;
  std::span<const RallyPoint> rally_points{};
  const FenceRoutes* routes = nullptr;  // around the areas of the geofence; none: without areas
  FenceConfig fence{};
  const MissionItems* items = nullptr;  // none: no mission
};

// A place in the estimator's local frame; geographic coordinates are filled in from it, and the
// other way round.
Vec3 local_place(const VehicleEstimate& estimate, double latitude_rad, double longitude_rad,
                 double altitude_m);
FencePlace on_globe(const VehicleEstimate& estimate, const Vec3& p_W);
NavigationTarget make_target(const VehicleEstimate& estimate, TargetKind kind, const Vec3& p_W,
                             double yaw, double acceptance_radius_m);

// Replaces the current target; the leg to it begins where the vehicle is. Nothing follows.
void aim_from_here(const NavigatorInputs& in, NavigationTriplet& triplet,
                   const NavigationTarget& target);
// On the ground: nothing to fly to, no thrust.
void stand(const NavigatorInputs& in, NavigationTriplet& triplet);

// Where the vehicle comes to rest when it brakes now; the height stays.
Vec3 stop_point(const NavigatorConfig& config, const VehicleEstimate& estimate);

// Within the target's radius and the height's acceptance (both given, in metres).
bool at_place(const VehicleEstimate& estimate, const NavigationTarget& target, double radius_m,
              double height_m);
bool at_yaw(const VehicleEstimate& estimate, double yaw,
            double tolerance);  // true where yaw is NaN
// A climb from home is over when the height is reached; of a low one half must be flown.
bool at_height(const NavigatorConfig& config, const NavigatorInputs& in,
               const NavigationTarget& target);

}  // namespace alula
