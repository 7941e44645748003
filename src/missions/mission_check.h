// missions/mission_check.h: may this mission be flown? Asked before take-off, of a plan file and
// of an upload alike. The rules are PX4's feasibility checks (distance of the first waypoint,
// take-off first and high enough, supported commands) and what would otherwise fail in the air
// (places, jumps, times, speeds).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "missions/mission.h"

namespace alula {

struct MissionLimits {
  double first_waypoint_distance_max_m = 900.0;  // from home: MIS_DIST_1WP; 0 or less: any
  double distance_max_m = 100e3;                 // of any place from home
  double depth_max_m = 100.0;                    // of any place below home
  // Above home. PX4 asks for the horizontal acceptance radius plus 1 m; here a take-off is reached
  // by height alone, within NAV_MC_ALT_RAD, and one of less than that would be over before it
  // began.
  double takeoff_height_min_m = 1.0;
  bool starts_on_ground = true;  // then the mission must begin with a take-off
};
MaybeError validate(const MissionLimits& limits);

// Takes the mission's own home. `file` is the plan's name, for messages; empty when it came another
// way. The error names the first item, in order of flight, that is wrong: "demo.plan:57: mission
// item 4".
MaybeError check_mission(const Mission& mission, const MissionLimits& limits,
                         std::string_view file = {});

// All that is wrong, in the order of flight, one thing an item. Of the items in `known` enough has
// been said, and what they are nobody knows: then no others are held against them.
std::vector<Error> find_mission_faults(const Mission& mission, const MissionLimits& limits,
                                       std::string_view file = {},
                                       std::span<const std::int32_t> known = {});

// "; with latitude and longitude exchanged it would be 120 m", when that is much nearer home than
// the item's own distance; else empty.
std::string hint_of_exchange(const Mission& mission, const MissionItem& item, double distance_m);
// "demo.plan:57: mission item 4: take-off <remark>". `remark` may speak of params[0] to params[6];
// in a waypoint list those are columns.
Error about_item(const Mission& mission, const MissionItem& item, std::string_view remark,
                 std::string_view file);

// Distance over the ground on a sphere of the Earth's mean radius; within 0.6 % of the ellipsoid
// [m].
double ground_distance_m(double latitude_a_rad, double longitude_a_rad, double latitude_b_rad,
                         double longitude_b_rad);

}  // namespace alula
