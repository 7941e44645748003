#include "vehicle/read_body.h"

namespace alula {
namespace {

Mat3 read_inertia(MapReader& map) {
  const std::vector<double> v =
      map.numbers({"inertia_kg_m2",
                   "About the centre of mass: Ixx, Iyy, Izz, or with Ixy, Ixz, Iyz "
                   "(each minus the integral of the product)"},
                  {.min = 3, .max = 6});
  if (v.size() == 3) return Mat3::diagonal({v[0], v[1], v[2]});
  if (v.size() == 6) return {{{v[0], v[3], v[4]}, {v[3], v[1], v[5]}, {v[4], v[5], v[2]}}};
  if (!v.empty())
    map.reject("inertia_kg_m2", "expected 3 numbers (Ixx, Iyy, Izz) or 6 (with Ixy, Ixz, Iyz)");
  return Mat3::identity();
}

const Key kCenterOfMass{"center_of_mass_m", "In the axes of the file, which all positions count in",
                        "the origin; with elements, their common centre"};

// A box with `size_m`, a body with `inertia_kg_m2` of its own, else a point.
MassElement read_element(MapReader& body, Node node) {
  MapReader map(node);
  const double mass_kg = map.number({"mass_kg", "Of this piece"}, kPositive);
  const Vec3 position_m = map.vector3_or<Vec3>({"position_m", "Of its centre of mass"}, {});
  MassElement element = point_mass(mass_kg, position_m);
  if (map.has("size_m") && map.has("inertia_kg_m2"))
    map.reject("inertia_kg_m2", "stands beside size_m; expected one or the other");
  else if (map.has("size_m"))
    element = solid_box(mass_kg,
                        map.vector3<Vec3>({"size_m", "Edges of a box of even density"}, kPositive),
                        position_m);
  else if (map.has("inertia_kg_m2"))
    element.inertia_kg_m2 = read_inertia(map);
  body.keep(map.finish());
  return element;
}

// The sum of the elements stands in place of mass and inertia. With `center_of_mass_m` it is taken
// about that point; without, about the common centre of mass.
MassElement read_elements(MapReader& map) {
  std::vector<MassElement> elements;
  for (const Node node :
       map.list({"elements",
                 "Pieces to sum up in place of mass_kg and inertia_kg_m2: boxes, bodies or "
                 "points"},
                {.min = 1, .max = 1000}))
    elements.push_back(read_element(map, node));
  for (const char* key : {"mass_kg", "inertia_kg_m2"})
    if (map.has(key)) map.reject(key, "stands beside elements; expected one or the other");
  const bool about_point = map.has("center_of_mass_m");
  const Vec3 point_m = about_point ? map.vector3<Vec3>(kCenterOfMass) : Vec3{};
  if (!map.ok()) return {};
  return about_point ? combine_about(elements, point_m) : combine(elements);
}

MassElement read_given(MapReader& map) {
  MassElement body;
  body.mass_kg = map.number({"mass_kg", "Of all that flies"}, kPositive);
  body.position_m = map.vector3_or<Vec3>(kCenterOfMass, {});
  body.inertia_kg_m2 = read_inertia(map);
  return body;
}

}  // namespace

MassElement read_body(MapReader& vehicle) {
  MapReader map(vehicle.map({"body", "Mass, centre of mass and inertia of the whole"}));
  const bool listed = map.has("elements");
  const MassElement body = listed ? read_elements(map) : read_given(map);
  if (map.ok()) {
    if (MaybeError error = validate(body))
      map.reject(listed ? "elements" : error->where,
                 listed ? "together: " + error->message : error->message);
  }
  vehicle.keep(map.finish());
  return body;
}

}  // namespace alula
