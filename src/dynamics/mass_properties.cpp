#include "dynamics/mass_properties.h"

#include <algorithm>
#include <cmath>

namespace alula {
namespace {

// Inertia of a unit point mass at r.
Mat3 point_inertia(const Vec3& r) {
  const Mat3 s = Mat3::skew(r);
  return s.transposed() * s;
}

Error invalid(const char* field, const char* expected) {
  return {ErrorCode::invalid_config, field, expected};
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
  const double third_of_turn = 2.0943951023931954923;
  const double largest = mean + 2.0 * spread * std::cos(angle);
  const double smallest = mean + 2.0 * spread * std::cos(angle + third_of_turn);
  return {smallest, 3.0 * mean - largest - smallest, largest};
}

std::optional<Error> validate(const MassElement& body) {
  const bool mass_valid = std::isfinite(body.mass_kg) && body.mass_kg > 0.0;
  if (!mass_valid) return invalid("mass_kg", "must be above zero");
  if (!is_finite(body.position_m)) return invalid("position_m", "must be finite");

  const Mat3& inertia = body.inertia_kg_m2;
  for (int i = 0; i < 3; ++i) {
    if (!is_finite(inertia.row(i))) return invalid("inertia_kg_m2", "must be finite");
    for (int j = 0; j < i; ++j)
      if (inertia.m[i][j] != inertia.m[j][i]) return invalid("inertia_kg_m2", "must be symmetric");
  }
  const Vec3 moments = principal_moments(inertia);
  if (!(moments.x > 0.0))
    return invalid("inertia_kg_m2",
                   "must be positive definite (every principal moment above zero)");
  const double rounding = 1e-9 * moments.z;  // a flat plate lies exactly on the border
  if (!(moments.z <= moments.x + moments.y + rounding))
    return invalid(
        "inertia_kg_m2",
        "breaks the triangle rule: no principal moment may exceed the sum of the other two");
  return std::nullopt;
}

MassElement combine(std::span<const MassElement> elements) {
  MassElement total{.mass_kg = 0.0, .position_m = {}, .inertia_kg_m2 = {}};
  for (const MassElement& element : elements) {
    total.mass_kg += element.mass_kg;
    total.position_m += element.mass_kg * element.position_m;
  }
  ALULA_ASSERT(total.mass_kg > 0.0);
  total.position_m = total.position_m / total.mass_kg;
  for (const MassElement& element : elements) {
    const Vec3 arm = element.position_m - total.position_m;
    total.inertia_kg_m2 =
        total.inertia_kg_m2 + element.inertia_kg_m2 + element.mass_kg * point_inertia(arm);
  }
  return total;
}

}  // namespace alula
