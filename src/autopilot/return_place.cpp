#include "autopilot/return_place.h"

#include <limits>

namespace alula {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The nearest place that the areas allow, at the same height.
Vec3 allowed_place(const NavigatorInputs& in, const Vec3& p_W) {
  if (in.routes == nullptr || in.routes->empty()) return p_W;
  const FencePlace wanted = on_globe(in.estimate, p_W);
  const std::optional<FencePlace> allowed = in.routes->nearest_allowed(wanted);
  if (!allowed) return p_W;
  const bool same = allowed->latitude_rad == wanted.latitude_rad &&
                    allowed->longitude_rad == wanted.longitude_rad;
  if (same) return p_W;
  Vec3 moved =
      local_place(in.estimate, allowed->latitude_rad, allowed->longitude_rad, in.home.altitude_m);
  moved.z = p_W.z;
  return moved;
}

// The length of the way from `start_W`; infinite where the fence allows none.
double find_way(const NavigatorInputs& in, const Vec3& start_W, const Vec3& end_W,
                FenceRoute& route) {
  route = {};
  const double limit_m = in.fence.distance_max_m;
  if (limit_m > 0.0 && norm_xy(end_W - in.home.p_W) > limit_m) return kInfinity;
  if (in.routes == nullptr || in.routes->empty()) return norm_xy(end_W - start_W);
  const VehicleEstimate& e = in.estimate;
  const FenceReach reach{{in.home.latitude_rad, in.home.longitude_rad}, limit_m};
  route = in.routes->find(on_globe(e, start_W), on_globe(e, end_W), reach);
  return route.count > 0 ? route.length_m : kInfinity;
}

struct Choice {
  ReturnPlace place;
  double length_m = kInfinity;
  double moved_m = 0.0;         // from what was wanted, out of a forbidden area
  std::size_t rally_point = 0;  // from 1; 0: home
};

struct Wanted {
  Vec3 p_W{};
  double yaw = kNotCommanded;
  std::size_t rally_point = 0;  // from 1; 0: none
  std::int32_t landing = -1;
};

void consider(const NavigatorInputs& in, const Wanted& wanted, Choice& best) {
  Choice choice = best;
  choice.place.p_W = allowed_place(in, wanted.p_W);
  choice.place.yaw = wanted.yaw;
  choice.place.landing = wanted.landing;
  choice.moved_m = norm_xy(choice.place.p_W - wanted.p_W);
  choice.rally_point = wanted.rally_point;
  choice.length_m = find_way(in, best.place.start_W, choice.place.p_W, choice.place.route);
  if (choice.length_m < best.length_m) best = choice;
}

void consider_rally_points(const NavigatorInputs& in, Choice& best) {
  for (std::size_t i = 0; i < in.rally_points.size(); ++i) {
    const RallyPoint& point = in.rally_points[i];
    const Vec3 p_W = local_place(in.estimate, point.place.latitude_rad, point.place.longitude_rad,
                                 in.home.altitude_m + point.height_m);
    consider(in, {p_W, kNotCommanded, i + 1}, best);
  }
}

// The first place of the mission's landing, at the height of home.
void consider_landing(const NavigatorInputs& in, std::int32_t landing, Choice& best) {
  if (landing < 0) return;
  for (auto i = static_cast<std::size_t>(landing); i < in.items->size(); ++i) {
    const MissionItem& item = (*in.items)[i];
    if (kind_of(item.command) != MissionCommandKind::position || !has_place(item)) continue;
    const Vec3 p_W =
        local_place(in.estimate, item.latitude_rad, item.longitude_rad, in.home.altitude_m);
    return consider(in, {p_W, kNotCommanded, 0, landing}, best);
  }
}

// Over the places that the mission came by, the newest first; after so many straight home.
void go_back(const NavigatorInputs& in, std::int32_t flown, ReturnPlace& place) {
  FenceRoute& route = place.route;
  route = {};
  for (std::int32_t i = flown - 1; i >= 0 && route.count + 1 < kFenceRouteMax; --i) {
    const MissionItem& item = (*in.items)[static_cast<std::size_t>(i)];
    if (kind_of(item.command) != MissionCommandKind::position || !has_place(item)) continue;
    route.places[route.count++] = {item.latitude_rad, item.longitude_rad};
  }
  route.places[route.count++] = {in.home.latitude_rad, in.home.longitude_rad};
}

void tell(const Choice& choice, EventLog& events) {
  if (choice.place.landing >= 0)
    events.add(EventLevel::info, "return_landing", "Return: the mission's landing, {:.0f} m away",
               choice.length_m);
  if (choice.rally_point > 0)
    events.add(EventLevel::info, "return_rally_point", "Return: rally point {}, {:.0f} m away",
               choice.rally_point, choice.length_m);
  if (choice.moved_m > 0.0)
    events.add(EventLevel::warning, "return_beside",
               "Return: the geofence forbids to land there, landing {:.0f} m beside",
               choice.moved_m);
  if (choice.place.route.count > 1)
    events.add(EventLevel::info, "return_around", "Return: {:.0f} m around the geofence",
               choice.length_m);
}

}  // namespace

ReturnPlace choose_return_place(const NavigatorConfig& config, const NavigatorInputs& in,
                                std::int32_t flown, EventLog& events) {
  constexpr std::int64_t direct = 0, not_home = 1, along_mission = 2;
  const std::int64_t type = config.return_type;
  const std::int32_t landing = in.items == nullptr ? -1 : find_landing(*in.items);
  Choice best;
  best.place.start_W = allowed_place(in, stop_point(config, in.estimate));
  if (type == along_mission && landing >= 0) {
    best.place.landing = flown >= 0 && flown < landing ? flown : landing;
    best.place.along_mission = 1;
    events.add(EventLevel::info, "return_landing", "Return: along the mission to its landing");
    return best.place;
  }
  const bool other = !in.rally_points.empty() || landing >= 0;
  if (type != not_home || !other) consider(in, {in.home.p_W, in.home.yaw}, best);
  if (type != along_mission) consider_rally_points(in, best);
  if (type != direct) consider_landing(in, landing, best);
  if (type == along_mission && flown > 0 && best.length_m < kInfinity) {
    go_back(in, flown, best.place);
    events.add(EventLevel::info, "return_back", "Return: back along the mission");
    return best.place;
  }
  if (best.length_m < kInfinity) {
    tell(best, events);
    return best.place;
  }
  events.add(EventLevel::critical, "return_no_way",
             "Return: the geofence allows no way to a place to land, landing here");
  best.place.p_W = {best.place.start_W.x, best.place.start_W.y, in.home.p_W.z};
  best.place.yaw = yaw_of(in.estimate.q_WB);
  best.place.route = {};
  return best.place;
}

}  // namespace alula
