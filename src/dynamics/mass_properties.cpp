#include "dynamics/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/config_check.h"

namespace alula {
namespace {

// Inertia of a unit point mass at r.
Mat3 point_inertia(const Vec3& r) {
  const Mat3 s = Mat3::skew(r);
  return s.transposed() * s;
}

}  // namespace

// The trigonometric solution for symmetric 3x3 matrices: Smith, "Eigenvalues of a symmetric 3 x 3
// matrix", Communications of the ACM, 1961.
Vec3 principal_moments(const Mat3& symmetric) {
  const auto& a = symmetric.m;
  const double mean = (a[0][0] + a[1][1] + a[2][2]) / 3.0;
  const Vec3 deviation{a[0][0] - mean, a[1][1] - mean, a[2][2] - mean};
  const double off = a[0][1] * a[0][1] + a[0][2] * a[0][2] + a[1][2] * a[1][2];
  const double spread = std::sqrt((norm_squared(deviation) + 2.0 * off) / 6.0);
  if (spread == 0.0) return {mean, mean, mean};

  const Mat3 scaled = (1.0 / spread) * (symmetric + (-mean) * Mat3::identity());
  const double angle = std::acos(std::clamp(0.5 * determinant(scaled), -1.0, 1.0)) / 3.0;
  constexpr double third_of_turn = 2.0 * std::numbers::pi / 3.0;
  const double largest = mean + 2.0 * spread * std::cos(angle);
  const double smallest = mean + 2.0 * spread * std::cos(angle + third_of_turn);
  return {smallest, 3.0 * mean - largest - smallest, largest};
}

MaybeError validate(const MassElement& body) {
  const Mat3& inertia = body.inertia_kg_m2;
  const bool symmetric = inertia.transposed() == inertia;
  ConfigCheck check;
  check.above_zero("mass_kg", body.mass_kg).finite("position_m", body.position_m);
  for (int i = 0; i < 3; ++i) check.finite("inertia_kg_m2", inertia.row(i));
  check.require("inertia_kg_m2", symmetric, "must be symmetric");
  if (check.result()) return check.result();

  const Vec3 moments = principal_moments(inertia);
  const double rounding = 1e-9 * moments.z;  // a flat plate lies exactly on the border
  return check
      .require("inertia_kg_m2", moments.x > 0.0,
               "must be positive definite (every principal moment above zero)")
      .require("inertia_kg_m2", moments.z <= moments.x + moments.y + rounding,
               "breaks the triangle rule: no principal moment may exceed the sum of the other two")
      .result();
}

MassElement combine(std::span<const MassElement> elements) {
  MassElement total{.mass_kg = 0.0, .position_m = {}, .inertia_kg_m2 = {}};
  for (const MassElement& element : elements) {
    total.mass_kg += element.mass_kg;
    total.position_m += element.mass_kg * element.position_m;
  }
  ALULA_ASSERT(total.mass_kg > 0.0);
  return combine_about(elements, total.position_m / total.mass_kg);
}

MassElement combine_about(std::span<const MassElement> elements, const Vec3& point_m) {
  MassElement total{.mass_kg = 0.0, .position_m = point_m, .inertia_kg_m2 = {}};
  for (const MassElement& element : elements) {
    total.mass_kg += element.mass_kg;
    const Vec3 arm = element.position_m - point_m;
    total.inertia_kg_m2 =
        total.inertia_kg_m2 + element.inertia_kg_m2 + element.mass_kg * point_inertia(arm);
  }
  return total;
}

MassElement solid_box(double mass_kg, const Vec3& edges_m, const Vec3& position_m) {
  const Vec3 squares = cwise_product(edges_m, edges_m);
  const Vec3 sums{squares.y + squares.z, squares.x + squares.z, squares.x + squares.y};
  return {.mass_kg = mass_kg,
          .position_m = position_m,
          .inertia_kg_m2 = Mat3::diagonal((mass_kg / 12.0) * sums)};
}

MassElement point_mass(double mass_kg, const Vec3& position_m) {
  return {.mass_kg = mass_kg, .position_m = position_m, .inertia_kg_m2 = {}};
}

}  // namespace alula
