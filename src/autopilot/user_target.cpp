#include "autopilot/user_target.h"

#include <cmath>

#include "earth/geodesy.h"

namespace alula {
namespace {

constexpr double kReach_m = 1e6;  // from the origin of the local frame, along each axis
constexpr double kTurn = 1e6;     // [rad]: beyond it an angle says nothing about a direction

bool open_or_within(double value, double limit) {
  return std::isnan(value) || std::fabs(value) <= limit;
}

double or_else(double wanted, double fallback) { return std::isnan(wanted) ? fallback : wanted; }

std::optional<Vec3> place_of(const AutopilotCommand& command, const VehicleEstimate& estimate,
                             const NavigationTarget& kept) {
  const std::array<double, kCommandValues>& v = command.value;
  if (command.kind == CommandKind::go_to_local) {
    return Vec3{or_else(v[0], kept.p_W.x), or_else(v[1], kept.p_W.y), or_else(v[2], kept.p_W.z)};
  }
  const Geodetic place{or_else(v[0], kept.latitude_rad), or_else(v[1], kept.longitude_rad),
                       or_else(v[2], kept.altitude_m)};
  if (validate(place).has_value()) return std::nullopt;
  return local_place(estimate, place.latitude_rad, place.longitude_rad, place.height_m);
}

}  // namespace

std::optional<AutopilotCommand> resolve_target(const AutopilotCommand& command,
                                               const VehicleEstimate& estimate,
                                               const NavigationTarget& kept) {
  const double yaw = command.value[3];
  const std::optional<Vec3> p_W = place_of(command, estimate, kept);
  const bool reachable = p_W && open_or_within(p_W->x, kReach_m) &&
                         open_or_within(p_W->y, kReach_m) && open_or_within(p_W->z, kReach_m);
  if (!reachable || !open_or_within(yaw, kTurn)) return std::nullopt;
  AutopilotCommand resolved;
  resolved.kind = CommandKind::go_to_local;
  resolved.value = {p_W->x, p_W->y, p_W->z, or_else(wrap_pi(yaw), kept.yaw)};
  return resolved;
}

}  // namespace alula
