#include "autopilot/mission_oddities.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "missions/mission_check.h"

namespace alula {
namespace {

using Remark = std::optional<std::string>;

double height_m(const Mission& mission, const MissionItem& item) {
  return altitude_amsl_m(item, mission.home_altitude_m) - mission.home_altitude_m;
}

Remark remark_on_height(const Mission& mission, const MissionItem& item) {
  constexpr double kFlying_m = 1.0;
  const double height = height_m(mission, item);
  if (item.command == MissionCommand::land) {
    if (height > -kFlying_m) return std::nullopt;
    return fmt::format("lies {:.1f} m below home; the ground may be higher", -height);
  }
  if (height < kFlying_m) {
    return fmt::format("lies {:.1f} m {} home; the vehicle may touch the ground", std::abs(height),
                       height < 0.0 ? "below" : "above");
  }
  // A height above the sea in the wrong column: as high above home as home is above the sea.
  const bool relative = item.altitude_reference == AltitudeReference::relative_to_home;
  const double excess_m = std::abs(height - mission.home_altitude_m);
  if (relative && height > 150.0 && excess_m < 0.25 * height) {
    return fmt::format(
        "is {:.0f} m above home, which lies {:.0f} m above the sea; was a height "
        "above the sea meant?",
        height, mission.home_altitude_m);
  }
  return std::nullopt;
}

Remark remark_on_place(const Mission& mission, const MissionItem& item) {
  constexpr double kNear_m = 2000.0;
  if (!has_place(item)) return std::nullopt;
  const double distance_m = ground_distance_m(mission.home_latitude_rad, mission.home_longitude_rad,
                                              item.latitude_rad, item.longitude_rad);
  const std::string hint = hint_of_exchange(mission, item, distance_m);
  if (distance_m < kNear_m || hint.empty()) return std::nullopt;
  return fmt::format("is {:.0f} m from home{}", distance_m, hint);
}

Remark remark_on_speed(const MissionItem& item, const ParameterValues& parameters) {
  const double limit_m_s = parameters[Param::MPC_XY_VEL_MAX];
  if (speed_m_s(item) <= limit_m_s) return std::nullopt;
  return fmt::format("is to {} m/s; it will be {}, which is MPC_XY_VEL_MAX", speed_m_s(item),
                     limit_m_s);
}

Remark remark_on(const Mission& mission, const MissionItem& item, const MissionReview& review,
                 const ParameterValues& parameters) {
  const MissionCommandKind kind = kind_of(item.command);
  const bool can_wait = kind != MissionCommandKind::flow && kind != MissionCommandKind::mode;
  if (can_wait && item.autocontinue == 0) {
    return "waits to be told to go on, as autocontinue is off; nobody tells it in a flight of its "
           "own";
  }
  if (item.command == MissionCommand::loiter_unlimited) {
    return "waits for ever; a flight of `alula fly` ends there, as failed";
  }
  if (item.command == MissionCommand::change_speed) return remark_on_speed(item, parameters);
  if (kind != MissionCommandKind::position) return std::nullopt;
  if (std::ranges::count(review.outside_fence, item.number) > 0) {
    return "lies outside the geofence, or the way to it does";
  }
  if (Remark remark = remark_on_place(mission, item)) return remark;
  return remark_on_height(mission, item);
}

}  // namespace

std::vector<Error> find_oddities(const Mission& mission, const MissionReview& review,
                                 const ParameterValues& parameters, std::string_view file) {
  std::vector<Error> oddities;
  for (const MissionItem& item : mission.items) {
    const Remark remark = remark_on(mission, item, review, parameters);
    if (remark) oddities.push_back(about_item(mission, item, *remark, file));
  }
  if (review.end == MissionEnd::hovers && review.time_s >= 0.0 && !review.cut_short) {
    oddities.push_back(about_item(mission, mission.items.back(),
                                  "is the last item, in the air; expected a landing or a return "
                                  "to end with",
                                  file));
  }
  return oddities;
}

}  // namespace alula
