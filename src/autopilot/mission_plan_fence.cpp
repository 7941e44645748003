#include "autopilot/mission_plan_fence.h"

#include <numbers>

#include "document/map_reader.h"

namespace alula {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr NumberRange kLatitude{.min = -90.0, .max = 90.0};
constexpr NumberRange kLongitude{.min = -180.0, .max = 180.0};

FencePlace read_place(MapReader& map, Node node) {
  const std::vector<Node> pair = map.keep(read_list(node, {.min = 2, .max = 2}), {});
  if (pair.empty()) return {};
  return {map.keep(read_number(pair[0], kLatitude)) * kDegree,
          map.keep(read_number(pair[1], kLongitude)) * kDegree};
}

FenceShape read_circle(MapReader& fence, Node node) {
  MapReader map(node);
  map.allow_unknown_keys();
  FenceShape shape;
  shape.inclusion = map.boolean("inclusion");
  shape.line = node.line();
  MapReader circle(map.map("circle"));
  circle.allow_unknown_keys();
  shape.corners = {read_place(circle, circle.take("center"))};
  shape.radius_m = circle.number("radius", kPositive);
  map.keep(circle.finish());
  fence.keep(map.finish());
  return shape;
}

FenceShape read_polygon(MapReader& fence, Node node) {
  MapReader map(node);
  map.allow_unknown_keys();
  FenceShape shape;
  shape.inclusion = map.boolean("inclusion");
  shape.line = node.line();
  for (const Node corner : map.list("polygon", {.min = 3})) {
    shape.corners.push_back(read_place(map, corner));
  }
  fence.keep(map.finish());
  return shape;
}

}  // namespace

MaybeError read_fence(Node node, MissionFence& fence) {
  MapReader map(node);
  map.allow_unknown_keys();
  const std::vector<Node> circles = map.list_or_empty("circles");
  const std::vector<Node> polygons = map.list_or_empty("polygons");
  for (const Node circle : circles) fence.push_back(read_circle(map, circle));
  for (const Node polygon : polygons) fence.push_back(read_polygon(map, polygon));
  if (MaybeError error = map.finish()) return error;
  if (!circles.empty())
    return circles[0].error("geofence circles are not supported; expected none");
  if (!polygons.empty())
    return polygons[0].error("geofence polygons are not supported; expected none");
  return std::nullopt;
}

MaybeError refuse_rally_points(Node node) {
  const Node points = node.find("points");
  if (points.size() == 0) return std::nullopt;
  return points[0].error("rally points are not supported; expected none");
}

}  // namespace alula
