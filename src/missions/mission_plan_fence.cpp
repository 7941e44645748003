#include "missions/mission_plan_fence.h"

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
  if (!node.present()) return {};
  const std::vector<Node> pair = map.keep(read_list(node, {.min = 2, .max = 2}), {});
  if (pair.empty()) return {};
  return {map.keep(read_number(pair[0], kLatitude)) * kDegree,
          map.keep(read_number(pair[1], kLongitude)) * kDegree};
}

FenceShape read_circle(MapReader& fence, Node node) {
  MapReader map(node);
  map.allow_unknown_keys();
  FenceShape shape;
  shape.inclusion = map.boolean({"inclusion", "true: to stay in; false: to keep out of"});
  shape.line = node.line();
  MapReader circle(map.map({"circle", "The area"}));
  circle.allow_unknown_keys();
  const Key center{"center", "Latitude and longitude [deg]"};
  circle.numbers(center, {.min = 2, .max = 2});
  shape.corners = {read_place(circle, circle.node().find(center.name))};
  shape.radius_m = circle.number({"radius", "Over the ground [m]"}, kPositive);
  map.keep(circle.finish());
  fence.keep(map.finish());
  return shape;
}

FenceShape read_polygon(MapReader& fence, Node node) {
  MapReader map(node);
  map.allow_unknown_keys();
  FenceShape shape;
  shape.inclusion = map.boolean({"inclusion", "true: to stay in; false: to keep out of"});
  shape.line = node.line();
  for (const Node corner :
       map.list({"polygon", "Corners: latitude and longitude [deg]"}, {.min = 3})) {
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

RallyPoint read_rally_point(MapReader& map, Node triple) {
  return {{map.keep(read_number(triple[0], kLatitude)) * kDegree,
           map.keep(read_number(triple[1], kLongitude)) * kDegree},
          map.keep(read_number(triple[2], kHeight)),
          triple.line()};
}

// Of both; an older QGroundControl wrote none.
void read_version(MapReader& map) {
  constexpr std::int64_t kVersion = 2;
  map.integer_or({"version", "Of this format"}, kVersion, {.min = kVersion, .max = kVersion});
}

}  // namespace

MaybeError read_fence(Node node, MissionFence& fence) {
  MapReader map(node);
  map.allow_unknown_keys();
  read_version(map);
  const std::vector<Node> circles = map.list_or_empty({"circles", "Areas around a point"});
  const std::vector<Node> polygons = map.list_or_empty({"polygons", "Areas with corners"});
  for (const Node circle : circles) fence.push_back(read_circle(map, circle));
  for (const Node polygon : polygons) fence.push_back(read_polygon(map, polygon));
  if (MaybeError error = map.finish()) {
    fence.clear();
    return error;
  }
  return std::nullopt;
}

MaybeError read_rally_points(Node node, std::vector<RallyPoint>& points) {
  MapReader map(node);
  map.allow_unknown_keys();
  read_version(map);
  const Key key{"points", "Latitude and longitude [deg], height above home [m]"};
  map.vectors_or_empty(key);
  const Node triples = node.find(key.name);
  for (std::size_t i = 0; map.ok() && i < triples.size(); ++i) {
    points.push_back(read_rally_point(map, triples[i]));
  }
  if (MaybeError error = map.finish()) {
    points.clear();
    return error;
  }
  return std::nullopt;
}

}  // namespace alula
