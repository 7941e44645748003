#include "sim/plan_world.h"

#include <string>

#include <fmt/format.h>

#include "missions/mission_check.h"

namespace alula {
namespace {

constexpr double kOriginDistanceMax_m = 900.0;  // as far as a first waypoint may lie

}  // namespace

Result<WorldConfig> world_of_plan(WorldConfig world, const Mission& mission,
                                  std::string_view world_name, std::string_view plan_name) {
  const Geodetic home = place_at_msl(world.environment, mission.home_latitude_rad,
                                     mission.home_longitude_rad, mission.home_altitude_m);
  if (MaybeError error = validate(home)) {
    return Error{error->code, std::string(plan_name) + ": plannedHomePosition", error->message};
  }
  if (!world.has_origin) {
    world.environment.origin = home;
    return world;
  }
  const Geodetic& origin = world.environment.origin;
  const double distance_m = ground_distance_m(origin.latitude_rad, origin.longitude_rad,
                                              home.latitude_rad, home.longitude_rad);
  if (distance_m <= kOriginDistanceMax_m) return world;
  return Error{ErrorCode::invalid_config, std::string(world_name) + ": origin",
               fmt::format("lies {:.1f} km from the plan's home; leave origin out and the world "
                           "begins at the home",
                           1e-3 * distance_m)};
}

}  // namespace alula
