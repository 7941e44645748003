#include "autopilot/mission_plan_fence.h"

#include <numbers>

#include <fmt/format.h>

#include "document/map_reader.h"

namespace alula {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr NumberRange kLatitude{.min = -90.0, .max = 90.0};
constexpr NumberRange kLongitude{.min = -180.0, .max = 180.0};
constexpr NumberRange kHeight{.min = -10e3, .max = 100e3};

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
  const auto crossing = map.ok() ? crossing_sides(shape) : std::nullopt;
  if (crossing) {
    map.reject("polygon", fmt::format("sides {} and {} cross; expected an area without crossings",
                                      crossing->first + 1, crossing->second + 1));
  }
  fence.keep(map.finish());
  return shape;
}

RallyPoint read_rally_point(MapReader& map, Node node) {
  const std::vector<Node> triple = map.keep(read_list(node, {.min = 3, .max = 3}), {});
  if (triple.empty()) return {};
  return {{map.keep(read_number(triple[0], kLatitude)) * kDegree,
           map.keep(read_number(triple[1], kLongitude)) * kDegree},
          map.keep(read_number(triple[2], kHeight)),
          node.line()};
}

// Of both; an older QGroundControl wrote none.
void read_version(MapReader& map) {
  constexpr std::int64_t kVersion = 2;
  const std::int64_t version = map.integer_or("version", kVersion);
  if (version == kVersion) return;
  map.reject("version", fmt::format("expected version {}, found {}", kVersion, version));
}

}  // namespace

MaybeError read_fence(Node node, MissionFence& fence) {
  MapReader map(node);
  map.allow_unknown_keys();
  read_version(map);
  const std::vector<Node> circles = map.list_or_empty("circles");
  const std::vector<Node> polygons = map.list_or_empty("polygons");
  for (const Node circle : circles) fence.push_back(read_circle(map, circle));
  for (const Node polygon : polygons) fence.push_back(read_polygon(map, polygon));
  if (MaybeError error = map.finish()) {
    fence.clear();
    return error;
  }
  if (!circles.empty())
    return circles[0].error("geofence circles are not supported; expected none");
  if (!polygons.empty())
    return polygons[0].error("geofence polygons are not supported; expected none");
  return std::nullopt;
}

MaybeError read_rally_points(Node node, std::vector<RallyPoint>& points) {
  MapReader map(node);
  map.allow_unknown_keys();
  read_version(map);
  const std::vector<Node> triples = map.list_or_empty("points");
  for (const Node triple : triples) points.push_back(read_rally_point(map, triple));
  if (MaybeError error = map.finish()) {
    points.clear();
    return error;
  }
  if (triples.empty()) return std::nullopt;
  return triples[0].error("rally points are not supported; expected none");
}

}  // namespace alula
