// signals/vehicle_status.h: mode, arming, mission progress, home and events of an autopilot.
#pragma once

#include <array>
#include <cstdint>

#include "core/arena.h"
#include "core/fixed_list.h"
#include "core/step_time.h"
#include "math/vector.h"

namespace alula {

// PX4's navigation states of multirotors, by its numbers.
enum class FlightMode : std::uint32_t {
  manual = 0,
  altitude = 1,
  position = 2,
  mission = 3,
  hold = 4,
  return_home = 5,
  position_slow = 6,
  acro = 10,
  descend = 12,
  termination = 13,
  offboard = 14,
  stabilized = 15,
  takeoff = 17,
  land = 18,
  follow = 19,
  orbit = 21
};
const char* to_string(FlightMode mode);  // "Mission"

enum class ArmingState : std::uint32_t { disarmed = 1, armed = 2 };  // PX4's numbers
enum class ArmDisarmReason : std::uint32_t {
  none = 0,
  command = 1,
  mission_start = 2,
  auto_disarm_land = 3,
  auto_disarm_preflight = 4,
  failsafe = 5
};

struct VehicleStatus {
  TimeNs time = 0;
  TimeNs armed_time = 0;    // 0 while disarmed
  TimeNs takeoff_time = 0;  // 0 before take-off
  TimeNs mode_time = 0;     // when the mode began
  ArmingState arming = ArmingState::disarmed;
  FlightMode mode = FlightMode::hold;
  FlightMode mode_wanted = FlightMode::hold;  // by the user; differs under a failsafe
  ArmDisarmReason arm_reason = ArmDisarmReason::none;
  ArmDisarmReason disarm_reason = ArmDisarmReason::none;
  std::uint32_t failing_checks = 0;  // bits of ArmingCheck
  bool checks_pass = false;
  bool failsafe = false;
  bool failsafe_taken_over = false;  // by the pilot, who flies on in spite of it
  bool ground_station_lost = true;
  std::array<bool, 4> reserved{};
};

// Reasons why the vehicle may not be armed; bit numbers of VehicleStatus::failing_checks.
enum class ArmingCheck : std::uint32_t {
  imu = 0,
  barometer,
  magnetometer,
  gnss,
  attitude,
  heading,
  local_position,
  global_position,
  home,
  mission,
  battery,
  motionless,
  upright,
  sticks,
  offboard,
  ground_station,
  geofence,
  count
};
const char* to_string(ArmingCheck check);  // one sentence that says what is missing

struct HomePosition {
  TimeNs time = 0;  // 0: not set
  double latitude_rad = 0.0;
  double longitude_rad = 0.0;
  double altitude_m = 0.0;  // mean sea level
  Vec3 p_W{};               // in the estimator's local frame [m]
  double yaw = 0.0;         // [rad]
  std::uint64_t set_count = 0;
};

// A target of the navigator (PX4's position_setpoint_triplet).
enum class TargetKind : std::uint32_t {
  none = 0xff,
  position = 0,
  velocity = 1,
  loiter = 2,
  takeoff = 3,
  land = 4,
  idle = 5
};
struct NavigationTarget {
  double latitude_rad = 0.0;
  double longitude_rad = 0.0;
  double altitude_m = 0.0;        // mean sea level
  Vec3 p_W{};                     // in the estimator's local frame [m]
  double yaw = 0.0;               // NaN: free [rad]
  double cruise_speed_m_s = 0.0;  // NaN: default
  double acceptance_radius_m = 0.0;
  TargetKind kind = TargetKind::none;
  std::uint32_t valid = 0;
};
struct NavigationTriplet {
  TimeNs time = 0;  // when it last changed
  NavigationTarget previous{}, current{}, next{};
};

struct MissionResult {
  TimeNs time = 0;            // when it last changed
  std::int32_t current = 0;   // index of the item under way
  std::int32_t reached = -1;  // index of the last item reached
  std::uint32_t total = 0;
  std::uint32_t instance_count = 0;  // grows with every new mission
  std::uint32_t jump_repeats_left = 0;
  bool valid = false;
  bool finished = false;
  bool failure = false;
  bool reserved = false;
};

// Syslog's.
enum class EventLevel : std::uint32_t {
  emergency = 0,
  alert,
  critical,
  error,
  warning,
  notice,
  info,
  debug
};
// What happened, in words and as a number. Ids are name_hash of the event's name, cut to 24 bits,
// with PX4's component 1.
struct Event {
  TimeNs time = 0;
  std::uint32_t id = 0;
  EventLevel level = EventLevel::info;
  std::array<double, 2> argument{};
  std::array<char, 128> text{};  // ends with a zero
};
inline constexpr std::size_t kEventsPerStep = 16;

struct CommanderStatus {
  VehicleStatus vehicle{};
  HomePosition home{};
  NavigationTriplet triplet{};
  MissionResult mission{};
};
static_assert(ArenaState<CommanderStatus>);
static_assert(ArenaState<Event>);

}  // namespace alula
