// missions/mission.h: a mission as data. Command numbers and parameter places are MAVLink's
// (mission protocol, MAV_CMD), so that a plan file and an upload end in the same list.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string_view>
#include <vector>

#include "core/arena.h"
#include "missions/geofence.h"

namespace alula {

inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

// The commands that the navigator acts on. Payload commands keep their number and are only logged.
enum class MissionCommand : std::int32_t {
  none = 0,
  waypoint = 16,
  loiter_unlimited = 17,
  loiter_time = 19,
  return_to_launch = 20,
  land = 21,
  takeoff = 22,
  delay = 93,
  jump = 177,
  change_speed = 178,
  land_start = 189,
};

// How the navigator deals with a command.
enum class MissionCommandKind : std::uint8_t {
  unsupported,
  position,  // flies to a place and perhaps stays: waypoint, loiter, land, take-off
  wait,      // takes time where the vehicle is: delay
  mode,      // hands over to another mode: return
  flow,      // jump
  setting,   // at once: change of speed
  payload,   // at once, logged as an event: camera, gimbal, trigger, region of interest, markers
};
MissionCommandKind kind_of(MissionCommand command);
// "waypoint", "take-off", "camera trigger distance"; "command" for what is not supported.
std::string_view name_of(MissionCommand command);

enum class AltitudeReference : std::int32_t { relative_to_home, mean_sea_level };

// One item, in the order of flight. Parameters 1 to 7 stand in `params` as MAVLink has them (angles
// in degrees, an unset one is NaN); the place is also held converted. The functions below name the
// parameters.
struct MissionItem {
  std::array<double, 7> params{};
  // NaN when the item names no place (take-off and land: where it is) or has no altitude.
  double latitude_rad = kNotANumber;
  double longitude_rad = kNotANumber;
  double altitude_m = kNotANumber;
  MissionCommand command = MissionCommand::none;
  AltitudeReference altitude_reference = AltitudeReference::relative_to_home;
  std::int32_t number = 0;  // for messages: place in the list, from 1, as ground stations number
  std::int32_t line = 0;    // in the plan file; 0 when it came another way
  std::int32_t jump_target = 0;   // index into the list, for jumps
  std::int32_t autocontinue = 1;  // 0: stay at this item until told to go on
};
static_assert(ArenaState<MissionItem>);

inline constexpr std::size_t kMissionItemsMax = 512;
using MissionItems = std::vector<MissionItem>;  // at most kMissionItemsMax

// The speeds are what the ground station planned with; PX4 flies at MPC_XY_CRUISE until an item
// changes the speed.
struct Mission {
  MissionItems items;
  MissionFence fence;
  std::vector<RallyPoint> rally_points;
  double home_latitude_rad = 0.0;
  double home_longitude_rad = 0.0;
  double home_altitude_m = 0.0;  // above mean sea level
  double cruise_speed_m_s = 0.0;
  double hover_speed_m_s = 0.0;
  std::int32_t firmware_type = 0;   // MAV_AUTOPILOT: 12 is PX4
  std::int32_t vehicle_type = 0;    // MAV_TYPE: 2 is a quadrotor
  bool from_waypoint_list = false;  // messages then name columns, not params
};

inline bool has_place(const MissionItem& item) {
  return std::isfinite(item.latitude_rad) && std::isfinite(item.longitude_rad);
}
// Altitude above mean sea level, with home at `home_altitude_m`.
inline double altitude_amsl_m(const MissionItem& item, double home_altitude_m) {
  const bool relative = item.altitude_reference == AltitudeReference::relative_to_home;
  return relative ? home_altitude_m + item.altitude_m : item.altitude_m;
}

// Where the way to the ground begins: at the last mark of it that a landing follows, else at the
// last landing; -1 where no item lands.
std::int32_t find_landing(const MissionItems& items);

// Time to stay once there [s]: waypoint, timed loiter, delay. 0 for all else.
double hold_s(const MissionItem& item);
// Horizontal distance at which a waypoint counts as reached [m]; 0 where the parameter's default
// holds.
double acceptance_radius_m(const MissionItem& item);
// Yaw wanted at the item, NED [rad], in [-pi, pi]; NaN where the item leaves it open.
double yaw_rad(const MissionItem& item);
// Change of speed [m/s]; 0 or less: back to the default (-1 leaves the speed as it is).
inline double speed_m_s(const MissionItem& item) { return item.params[1]; }
// How often a jump is taken.
inline std::int32_t jump_repeats(const MissionItem& item) {
  return static_cast<std::int32_t>(item.params[1]);
}

}  // namespace alula
