#include "missions/mission_check.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "document/json_writer.h"

namespace alula {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kAltitudeMin_m = -500.0;   // below the lowest land
constexpr double kAltitudeMax_m = 86000.0;  // the end of the standard atmosphere
constexpr double kRepeatsMax = 65535.0;     // PX4 counts in 16 bits
constexpr double kHoldMax_s = 1e6;          // beyond it a mission means to wait for ever: NAV 17
constexpr double kRadiusMax_m = 1e6;

// Nothing when all is well, else what is wrong and what was expected.
using Complaint = std::optional<std::string>;

bool is_whole(double value) { return std::isfinite(value) && std::trunc(value) == value; }

bool within(double value, double low, double high) { return value >= low && value <= high; }

std::string number_text(double value) {
  return std::isnan(value) ? "nothing" : shortest_text(value);
}

// What takes part in flight; the rest happens at once and moves nothing.
bool is_flown(const MissionItem& item) {
  const MissionCommandKind kind = kind_of(item.command);
  return kind == MissionCommandKind::position || kind == MissionCommandKind::wait ||
         kind == MissionCommandKind::mode;
}

Complaint check_place(const MissionItem& item, double home_altitude_m) {
  // Take-off and landing happen where the vehicle is when they name no place.
  const bool anywhere =
      item.command == MissionCommand::takeoff || item.command == MissionCommand::land;
  const bool unplaced = std::isnan(item.latitude_rad) || std::isnan(item.longitude_rad);
  if (unplaced && !anywhere)
    return "has no place; expected latitude and longitude in params[4] and params[5]";
  if (!unplaced && !within(item.latitude_rad, -90.0 * kDegree, 90.0 * kDegree)) {
    const bool exchanged = within(item.longitude_rad, -90.0 * kDegree, 90.0 * kDegree);
    return "has latitude " + number_text(item.params[4]) +
           "; expected -90 to 90 degrees in params[4]" +
           (exchanged ? "; are latitude and longitude exchanged?" : "");
  }
  if (!unplaced && !within(item.longitude_rad, -180.0 * kDegree, 180.0 * kDegree)) {
    return "has longitude " + number_text(item.params[5]) +
           "; expected -180 to 180 degrees in params[5]";
  }
  if (std::isnan(item.altitude_m)) return "has no altitude; expected metres in params[6]";
  if (!within(altitude_amsl_m(item, home_altitude_m), kAltitudeMin_m, kAltitudeMax_m)) {
    return "has altitude " + number_text(item.altitude_m) + "; expected " +
           shortest_text(kAltitudeMin_m) + " to " + shortest_text(kAltitudeMax_m) +
           " m above mean sea level in params[6]";
  }
  return std::nullopt;
}

Complaint check_parameters(const MissionItem& item) {
  if (!within(hold_s(item), 0.0, kHoldMax_s)) {
    return "waits " + number_text(hold_s(item)) + " s; expected 0 to " +
           std::to_string(std::llround(kHoldMax_s)) + " in params[0]";
  }
  if (!within(acceptance_radius_m(item), 0.0, kRadiusMax_m)) {
    return "has acceptance radius " + number_text(acceptance_radius_m(item)) +
           " m; expected 0 to " + std::to_string(std::llround(kRadiusMax_m)) + " in params[1]";
  }
  const double yaw_deg = item.params[3];
  const bool turns = kind_of(item.command) == MissionCommandKind::position && !std::isnan(yaw_deg);
  if (turns && !within(yaw_deg, -360.0, 360.0)) {
    return "has yaw " + number_text(yaw_deg) +
           "; expected -360 to 360 degrees, or null, in params[3]";
  }
  const bool needs_beacon = item.command == MissionCommand::land && item.params[1] == 2.0;
  if (needs_beacon)
    return "asks for a precision landing, which is not supported; expected 0 in params[1]";
  return std::nullopt;
}

Complaint check_speed(const MissionItem& item) {
  if (item.command != MissionCommand::change_speed) return std::nullopt;
  const bool horizontal = item.params[0] == 0.0 || item.params[0] == 1.0;
  if (!horizontal) {
    return "has type " + number_text(item.params[0]) +
           "; expected 0 (air speed) or 1 (ground speed) in params[0]";
  }
  const double speed = item.params[1];
  const bool keeps_or_resets = speed == -1.0 || speed == -2.0;
  const bool valid = keeps_or_resets || (speed > 0.0 && std::isfinite(speed));
  if (!valid) {
    return "is to " + number_text(speed) +
           " m/s; expected above zero, -1 (keep) or -2 (default) in params[1]";
  }
  return std::nullopt;
}

// Items that happen at once, all the way from the target to the jump itself, would be run through
// thousands of times in one step.
bool loops_on_the_spot(const MissionItems& items, std::size_t jump) {
  const auto target = static_cast<std::size_t>(items[jump].jump_target);
  return target < jump && std::none_of(items.data() + target, items.data() + jump, is_flown);
}

Complaint check_jump(const Mission& mission, std::size_t index, std::size_t first_flown) {
  const MissionItem& item = mission.items[index];
  if (item.command != MissionCommand::jump) return std::nullopt;
  const bool in_range =
      item.jump_target >= 0 && static_cast<std::size_t>(item.jump_target) < mission.items.size();
  if (!in_range) return "goes to an item that the mission does not have";
  const auto target = static_cast<std::size_t>(item.jump_target);
  if (target == index) return "goes to itself; expected the doJumpId of another item in params[0]";
  const double repeats = item.params[1];
  const bool countable = is_whole(repeats) && within(repeats, 0.0, kRepeatsMax);
  if (!countable) {
    return "is taken " + number_text(repeats) +
           " times; expected a whole number from 0 to 65535 in params[1]";
  }
  if (target <= first_flown)
    return "goes back to the take-off; expected an item after it in params[0]";
  if (loops_on_the_spot(mission.items, index))
    return "goes back over items that take no time; expected one to fly between";
  return std::nullopt;
}

Complaint check_command(const MissionItem& item) {
  if (kind_of(item.command) != MissionCommandKind::unsupported) return std::nullopt;
  return "has command " + std::to_string(static_cast<int>(item.command)) +
         ", which is not supported";
}

// Take-off first, landing last.
Complaint check_order(const Mission& mission, std::size_t index, const MissionLimits& limits) {
  const MissionItem& item = mission.items[index];
  const MissionItem* const begin = mission.items.data();
  const bool moves = is_flown(item) || item.command == MissionCommand::jump;
  if (!moves) return std::nullopt;

  const bool first = std::none_of(begin, begin + index, is_flown);
  const bool takeoff = item.command == MissionCommand::takeoff;
  if (first && !takeoff && limits.starts_on_ground) {
    return std::string("comes before any take-off; expected the mission to begin with a take-off");
  }
  if (takeoff && !first) return "comes in the middle of the mission; expected the take-off first";

  const auto ends_flight = [](const MissionItem& earlier) {
    return earlier.command == MissionCommand::land ||
           earlier.command == MissionCommand::return_to_launch;
  };
  const MissionItem* const end_of_flight = std::find_if(begin, begin + index, ends_flight);
  if (end_of_flight != begin + index) {
    return "comes after the flight ends with item " + std::to_string(end_of_flight->number) +
           "; expected nothing to fly after it";
  }
  return std::nullopt;
}

Complaint check_height(const Mission& mission, const MissionItem& item,
                       const MissionLimits& limits) {
  if (item.command != MissionCommand::takeoff) return std::nullopt;
  const double height_m = altitude_amsl_m(item, mission.home_altitude_m) - mission.home_altitude_m;
  if (height_m >= limits.takeoff_height_min_m) return std::nullopt;
  return "climbs to " + number_text(height_m) + " m above home; expected at least " +
         shortest_text(limits.takeoff_height_min_m) + " m in params[6]";
}

double distance_from_home_m(const Mission& mission, double latitude_rad, double longitude_rad) {
  return ground_distance_m(mission.home_latitude_rad, mission.home_longitude_rad, latitude_rad,
                           longitude_rad);
}

Complaint check_distance(const Mission& mission, std::size_t index, const MissionLimits& limits) {
  const MissionItem& item = mission.items[index];
  if (!has_place(item)) return std::nullopt;
  const double distance_m = distance_from_home_m(mission, item.latitude_rad, item.longitude_rad);
  const MissionItem* const begin = mission.items.data();
  const bool first = std::none_of(begin, begin + index, has_place);
  const bool first_limited = first && limits.first_waypoint_distance_max_m > 0.0;
  const double limit_m = first_limited
                             ? std::min(limits.first_waypoint_distance_max_m, limits.distance_max_m)
                             : limits.distance_max_m;
  if (distance_m <= limit_m) return std::nullopt;
  return "is " + std::to_string(std::llround(distance_m)) + " m from home; expected at most " +
         std::to_string(std::llround(limit_m)) + (first_limited ? " m to the first place" : " m") +
         hint_of_exchange(mission, item, distance_m);
}

Complaint check_depth(const Mission& mission, const MissionItem& item,
                      const MissionLimits& limits) {
  const double height_m = altitude_amsl_m(item, mission.home_altitude_m) - mission.home_altitude_m;
  if (!(height_m < -limits.depth_max_m)) return std::nullopt;
  return "lies " + shortest_text(std::round(-10.0 * height_m) / 10.0) +
         " m below home; expected at most " + shortest_text(limits.depth_max_m) +
         " m below in params[6]";
}

std::size_t first_flown_index(const MissionItems& items) {
  return static_cast<std::size_t>(std::find_if(items.begin(), items.end(), is_flown) -
                                  items.begin());
}

// What needs no other item to tell.
Complaint check_alone(const Mission& mission, const MissionItem& item,
                      const MissionLimits& limits) {
  if (Complaint complaint = check_command(item)) return complaint;
  const bool placed = kind_of(item.command) == MissionCommandKind::position;
  if (Complaint complaint = placed ? check_place(item, mission.home_altitude_m) : std::nullopt)
    return complaint;
  if (Complaint complaint = check_parameters(item)) return complaint;
  if (Complaint complaint = check_speed(item)) return complaint;
  if (Complaint complaint = check_height(mission, item, limits)) return complaint;
  return check_depth(mission, item, limits);
}

Complaint check_among_others(const Mission& mission, std::size_t index,
                             const MissionLimits& limits) {
  if (Complaint complaint = check_jump(mission, index, first_flown_index(mission.items)))
    return complaint;
  return check_order(mission, index, limits);
}

Complaint check_home(const Mission& mission) {
  const bool valid = within(mission.home_latitude_rad, -90.0 * kDegree, 90.0 * kDegree) &&
                     within(mission.home_longitude_rad, -180.0 * kDegree, 180.0 * kDegree) &&
                     within(mission.home_altitude_m, kAltitudeMin_m, kAltitudeMax_m);
  const bool exchanged = within(mission.home_longitude_rad, -90.0 * kDegree, 90.0 * kDegree) &&
                         std::abs(mission.home_latitude_rad) > 90.0 * kDegree;
  if (!valid) {
    return std::string("has no valid home; expected latitude, longitude and altitude") +
           (exchanged ? "; are latitude and longitude exchanged?" : "");
  }
  return std::nullopt;
}

// What a plan calls params[0] to params[6] stands in columns 5 to 11 of a waypoint list.
std::string with_columns(std::string message) {
  constexpr std::string_view kParams = "params[";
  for (std::size_t at = message.find(kParams); at != message.npos; at = message.find(kParams)) {
    const int column = message[at + kParams.size()] - '0' + 5;
    message.replace(at, kParams.size() + 2, "column " + std::to_string(column));
  }
  return message;
}

Error mission_error(std::string_view file, const char* message) {
  const std::string where(file);
  return invalid_config(file.empty() ? "mission" : where + ": mission", message);
}

}  // namespace

MaybeError validate(const MissionLimits& limits) {
  if (std::isnan(limits.first_waypoint_distance_max_m)) {
    return Error{ErrorCode::invalid_config, "first_waypoint_distance_max_m", "must be a number"};
  }
  if (!(limits.takeoff_height_min_m >= 0.0)) {
    return Error{ErrorCode::invalid_config, "takeoff_height_min_m", "must be zero or more"};
  }
  return std::nullopt;
}

std::string hint_of_exchange(const Mission& mission, const MissionItem& item, double distance_m) {
  if (std::abs(item.longitude_rad) > 90.0 * kDegree) return {};
  const double exchanged_m = distance_from_home_m(mission, item.longitude_rad, item.latitude_rad);
  if (exchanged_m > 0.1 * distance_m) return {};
  return "; with latitude and longitude exchanged it would be " +
         std::to_string(std::llround(exchanged_m)) + " m";
}

Error about_item(const Mission& mission, const MissionItem& item, std::string_view remark,
                 std::string_view file) {
  std::string where(file);
  if (!file.empty() && item.line > 0) where += ":" + std::to_string(item.line);
  where += (file.empty() ? "" : ": ") + ("mission item " + std::to_string(item.number));
  std::string message = std::string(name_of(item.command)) + " " + std::string(remark);
  if (mission.from_waypoint_list) message = with_columns(std::move(message));
  return invalid_config(std::move(where), std::move(message));
}

std::vector<Error> find_mission_faults(const Mission& mission, const MissionLimits& limits,
                                       std::string_view file, std::span<const std::int32_t> known) {
  if (mission.items.empty()) {
    return {mission_error(file, "holds no items; expected at least a take-off")};
  }
  if (Complaint complaint = check_home(mission)) {
    return {mission_error(file, complaint->c_str())};
  }
  std::vector<Error> faults;
  for (std::size_t i = 0; i < mission.items.size(); ++i) {
    const MissionItem& item = mission.items[i];
    if (std::ranges::find(known, item.number) != known.end()) continue;
    Complaint complaint = check_alone(mission, item, limits);
    if (!complaint && known.empty()) complaint = check_among_others(mission, i, limits);
    if (!complaint) complaint = check_distance(mission, i, limits);
    if (complaint) faults.push_back(about_item(mission, item, *complaint, file));
  }
  return faults;
}

MaybeError check_mission(const Mission& mission, const MissionLimits& limits,
                         std::string_view file) {
  const std::vector<Error> faults = find_mission_faults(mission, limits, file);
  return faults.empty() ? std::nullopt : MaybeError(faults.front());
}

double ground_distance_m(double latitude_a_rad, double longitude_a_rad, double latitude_b_rad,
                         double longitude_b_rad) {
  constexpr double kEarthRadius_m = 6371000.0;
  const double sin_latitude = std::sin(0.5 * (latitude_b_rad - latitude_a_rad));
  const double sin_longitude = std::sin(0.5 * (longitude_b_rad - longitude_a_rad));
  const double haversine = sin_latitude * sin_latitude + std::cos(latitude_a_rad) *
                                                             std::cos(latitude_b_rad) *
                                                             sin_longitude * sin_longitude;
  return 2.0 * kEarthRadius_m * std::asin(std::min(1.0, std::sqrt(haversine)));
}

}  // namespace alula
