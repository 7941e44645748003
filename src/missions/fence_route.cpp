#include "missions/fence_route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace alula {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;
// What a vehicle strays from its line in wind, and its receiver from the truth; where areas stand
// closer together than twice that, the less.
constexpr double kWideMargin_m = 5.0, kNarrowMargin_m = 2.5;
constexpr double kSlack_m = 1e-3;
constexpr std::size_t kCircleNodes = 12;
constexpr std::size_t kNodesMax = 1024;

double signed_area(const std::vector<PlanePoint>& corners) {
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    sum += side(corners[0], corners[i], corners[i + 1]);
  }
  return sum;
}

PlanePoint unit(const PlanePoint& a) {
  const double length = length_m(a);
  return length > 0.0 ? (1.0 / length) * a : PlanePoint{};
}

// A quarter turn clockwise, seen from above.
PlanePoint right_of(const PlanePoint& a) { return {-a.east_m, a.north_m}; }

bool polygon_holds(const std::vector<PlanePoint>& corners, const PlanePoint& p) {
  bool inside = false;
  const PlanePoint* before = &corners.back();
  for (const PlanePoint& here : corners) {
    if (lies_west_of(p, *before, here)) inside = !inside;
    before = &here;
  }
  return inside;
}

}  // namespace

std::size_t corners_of(const MissionFence& fence) {
  std::size_t count = 0;
  for (const FenceShape& shape : fence) {
    count += shape.radius_m > 0.0 ? kCircleNodes : shape.corners.size();
  }
  return count;
}

FenceRoutes::FenceRoutes(const MissionFence& fence) {
  if (fence.empty()) return;
  origin_ = fence.front().corners.front();
  for (const FenceShape& shape : fence) {
    Area area;
    area.radius_m = shape.radius_m;
    area.inclusion = shape.inclusion;
    for (const FencePlace& corner : shape.corners)
      area.corners.push_back(on_plane(origin_, corner));
    area.centre = area.corners.front();
    for (const PlanePoint& corner : area.corners)
      area.bound_m = std::max(area.bound_m, length_m(corner - area.centre));
    areas_.push_back(area);
  }
  if (corners_of(fence) > kFenceCornersMax) return;
  graphs_ = {build_graph(kWideMargin_m), build_graph(kNarrowMargin_m)};
}

// To the border; below zero where the area forbids to be.
double FenceRoutes::clearance_m(const Area& area, const PlanePoint& p) {
  if (area.radius_m > 0.0) {
    const double outside_m = length_m(p - area.corners.front()) - area.radius_m;
    return area.inclusion ? -outside_m : outside_m;
  }
  double distance_m = kInfinity;
  const PlanePoint* before = &area.corners.back();
  for (const PlanePoint& here : area.corners) {
    distance_m = std::min(distance_m, length_m(p - nearest_on(*before, here, p)));
    before = &here;
  }
  return polygon_holds(area.corners, p) == area.inclusion ? distance_m : -distance_m;
}

double FenceRoutes::clearance_m(const PlanePoint& p) const {
  double least_m = kInfinity;
  for (const Area& area : areas_) least_m = std::min(least_m, clearance_m(area, p));
  return least_m;
}

// Keeps this far from the border all along, between two places that the area allows.
bool FenceRoutes::keeps(const Area& area, const PlanePoint& a, const PlanePoint& b,
                        double distance_m) {
  if (!area.inclusion) {
    const double centre_m = length_m(area.centre - nearest_on(a, b, area.centre));
    if (area.radius_m > 0.0) return centre_m >= area.radius_m + distance_m;
    if (centre_m > area.bound_m + std::max(0.0, distance_m)) return true;
  } else if (area.radius_m > 0.0) {
    return true;  // a line between two places in a circle stays in it
  }
  const PlanePoint* before = &area.corners.back();
  for (const PlanePoint& here : area.corners) {
    if (cross(a, b, *before, here) || gap_m(a, b, *before, here) < distance_m) return false;
    before = &here;
  }
  return true;
}

// A way that begins or ends closer to the border than the margin may be as close all along.
bool FenceRoutes::clear(const PlanePoint& a, const PlanePoint& b, double margin_m) const {
  return std::ranges::all_of(areas_, [&](const Area& area) {
    const double ends_m = std::min(clearance_m(area, a), clearance_m(area, b));
    return ends_m >= 0.0 && keeps(area, a, b, std::min(margin_m, ends_m) - kSlack_m);
  });
}

void FenceRoutes::add_node(const PlanePoint& p, Graph& graph) const {
  const bool room = graph.nodes.size() < kNodesMax;
  if (room && clearance_m(p) >= graph.margin_m - kSlack_m) graph.nodes.push_back(p);
}

// The corner as an obstacle: a way turns around it in steps of at most 60 degrees, each of which
// touches the circle of the margin around the corner. Where free space is what turns, there is
// nothing to go around.
void FenceRoutes::add_corner(const Area& area, std::size_t index, bool clockwise,
                             Graph& graph) const {
  const std::size_t count = area.corners.size();
  const PlanePoint& here = area.corners[index];
  const PlanePoint in = unit(here - area.corners[(index + count - 1) % count]);
  const PlanePoint out = unit(area.corners[(index + 1) % count] - here);
  const double turn = std::atan2(in.north_m * out.east_m - in.east_m * out.north_m, dot(in, out));
  // The forbidden side lies to the right of the border when it is the inside of one that runs
  // clockwise.
  const bool forbidden_right = clockwise != area.inclusion;
  if ((turn > 0.0) != forbidden_right || turn == 0.0) return;
  const double outward = forbidden_right ? -1.0 : 1.0;
  const PlanePoint first = outward * right_of(in);
  const auto pieces = static_cast<int>(std::ceil(std::fabs(turn) / (kPi / 3.0)));
  const double piece = turn / pieces;
  const double radius_m = graph.margin_m / std::cos(0.5 * piece);
  for (int i = 0; i < pieces; ++i) {
    const double angle = (i + 0.5) * piece;
    const double c = std::cos(angle), s = std::sin(angle);
    const PlanePoint along{c * first.north_m - s * first.east_m,
                           s * first.north_m + c * first.east_m};
    add_node(here + radius_m * along, graph);
  }
}

void FenceRoutes::add_nodes(const Area& area, Graph& graph) const {
  if (area.radius_m <= 0.0) {
    const bool clockwise = signed_area(area.corners) > 0.0;
    for (std::size_t i = 0; i < area.corners.size(); ++i) add_corner(area, i, clockwise, graph);
    return;
  }
  if (area.inclusion) return;
  const double step = 2.0 * kPi / static_cast<double>(kCircleNodes);
  const double radius_m = (area.radius_m + graph.margin_m) / std::cos(0.5 * step);
  for (std::size_t i = 0; i < kCircleNodes; ++i) {
    const double angle = static_cast<double>(i) * step;
    add_node(area.corners.front() + radius_m * PlanePoint{std::cos(angle), std::sin(angle)}, graph);
  }
}

FenceRoutes::Graph FenceRoutes::build_graph(double margin_m) const {
  Graph graph;
  graph.margin_m = margin_m;
  for (const Area& area : areas_) add_nodes(area, graph);
  const std::size_t count = graph.nodes.size();
  graph.ways_m.assign(count * count, kInfinity);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const PlanePoint &a = graph.nodes[i], &b = graph.nodes[k];
      const auto keeps_clear = [&](const Area& area) {
        return keeps(area, a, b, margin_m - kSlack_m);
      };
      if (!std::ranges::all_of(areas_, keeps_clear)) continue;
      graph.ways_m[i * count + k] = graph.ways_m[k * count + i] = length_m(b - a);
    }
  }
  return graph;
}

// Dijkstra's way from the end to the beginning, so that each node knows the one that follows.
FenceRoute FenceRoutes::find_in(const Graph& graph, const PlanePoint& from, const PlanePoint& to,
                                const FenceReach& reach) const {
  constexpr std::size_t none = kNodesMax;
  const std::size_t count = graph.nodes.size();
  const PlanePoint centre = on_plane(origin_, reach.centre);
  std::array<double, kNodesMax> left_m;  // from the node to the end
  std::array<std::size_t, kNodesMax> following;
  std::array<bool, kNodesMax> settled{};
  following.fill(none);
  for (std::size_t i = 0; i < count; ++i) {
    const PlanePoint& node = graph.nodes[i];
    const bool far =
        reach.radius_m > 0.0 && length_m(node - centre) > reach.radius_m - graph.margin_m;
    settled[i] = far;
    left_m[i] = !far && clear(node, to, graph.margin_m) ? length_m(to - node) : kInfinity;
  }
  FenceRoute route{.length_m = kInfinity};
  std::size_t first = none;
  if (clear(from, to, graph.margin_m)) route.length_m = length_m(to - from);
  for (std::size_t round = 0; round < count; ++round) {
    std::size_t nearest = none;
    for (std::size_t i = 0; i < count; ++i) {
      if (!settled[i] && (nearest == none || left_m[i] < left_m[nearest])) nearest = i;
    }
    if (nearest == none || !(left_m[nearest] < route.length_m)) break;
    settled[nearest] = true;
    const PlanePoint& node = graph.nodes[nearest];
    const double all_m = left_m[nearest] + length_m(node - from);
    if (all_m < route.length_m && clear(from, node, graph.margin_m)) {
      route.length_m = all_m;
      first = nearest;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double by_m = left_m[nearest] + graph.ways_m[nearest * count + i];
      if (settled[i] || by_m >= left_m[i]) continue;
      left_m[i] = by_m;
      following[i] = nearest;
    }
  }
  if (!(route.length_m < kInfinity)) return {};
  for (std::size_t i = first; i != none; i = following[i]) {
    if (route.count + 1 == kFenceRouteMax) return {};
    route.places[route.count++] = off_plane(origin_, graph.nodes[i]);
  }
  route.places[route.count++] = off_plane(origin_, to);
  return route;
}

FenceRoute FenceRoutes::find(const FencePlace& from, const FencePlace& to,
                             const FenceReach& reach) const {
  const PlanePoint begin = on_plane(origin_, from), end = on_plane(origin_, to);
  for (const Graph& graph : graphs_) {
    FenceRoute route = find_in(graph, begin, end, reach);
    if (route.count == 0) continue;
    route.places[route.count - 1] = to;  // to the last bit
    return route;
  }
  return {};
}

// Straight across the border, to where every area allows to be.
void FenceRoutes::look_for_exit(const Area& area, const PlanePoint& p, double margin_m,
                                std::optional<PlanePoint>& best) const {
  const auto offer = [&](const PlanePoint& exit) {
    if (clearance_m(exit) < margin_m - kSlack_m) return;
    if (!best || length_m(exit - p) < length_m(*best - p)) best = exit;
  };
  if (area.radius_m > 0.0) {
    const PlanePoint& centre = area.corners.front();
    const PlanePoint away = length_m(p - centre) > 0.0 ? unit(p - centre) : PlanePoint{1.0, 0.0};
    offer(centre + (area.radius_m + (area.inclusion ? -margin_m : margin_m)) * away);
    return;
  }
  const PlanePoint* before = &area.corners.back();
  for (const PlanePoint& here : area.corners) {
    const PlanePoint border = nearest_on(*before, here, p);
    const PlanePoint across = right_of(unit(here - *before));
    for (const double way_m : {-margin_m, margin_m}) offer(border + way_m * across);
    before = &here;
  }
}

std::optional<FencePlace> FenceRoutes::nearest_allowed(const FencePlace& place) const {
  if (empty()) return place;
  const PlanePoint p = on_plane(origin_, place);
  if (clearance_m(p) >= 0.0) return place;
  for (const Graph& graph : graphs_) {
    std::optional<PlanePoint> best;
    for (const Area& area : areas_) look_for_exit(area, p, graph.margin_m, best);
    for (const PlanePoint& node : graph.nodes) {
      if (!best || length_m(node - p) < length_m(*best - p)) best = node;
    }
    if (best) return off_plane(origin_, *best);
  }
  return std::nullopt;
}

}  // namespace alula
