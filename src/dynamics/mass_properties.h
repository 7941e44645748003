// dynamics/mass_properties.h: mass and inertia of a vehicle, put together from its pieces.
#pragma once

#include <span>
#include <string>

#include "core/error.h"
#include "math/vector.h"

namespace alula {

// One rigid piece, or the whole vehicle when there is one.
struct MassElement {
  double mass_kg = 1.0;
  Vec3 position_m{};  // of its centre of mass, in the caller's axes
  // About its own centre of mass; I_xy = -integral of xy dm.
  Mat3 inertia_kg_m2 = Mat3::diagonal({0.01, 0.01, 0.01});
};

// Mass above zero; inertia symmetric, positive definite, and each principal moment at most the sum
// of the other two (the triangle rule: no distribution of mass breaks it). A point mass does not
// pass; combine() takes it.
MaybeError validate(const MassElement& body);

// The pieces as one body, about their common centre of mass (parallel axes). A piece may be a point
// (zero inertia). `elements` holds at least one, of mass above zero.
MassElement combine(std::span<const MassElement> elements);
// The same about a point that is taken for the centre of mass whether it is or not: what a source
// with that simplification prints (AirSim's frames).
MassElement combine_about(std::span<const MassElement> elements, const Vec3& point_m);
// A solid box of even density, its edges along the axes.
MassElement solid_box(double mass_kg, const Vec3& edges_m, const Vec3& position_m = {});
MassElement point_mass(double mass_kg, const Vec3& position_m);

// Eigenvalues of a symmetric matrix, smallest first.
Vec3 principal_moments(const Mat3& symmetric);

// About the centre of mass, along B. Made by mass_properties(); a lane of a batch may have its own.
template <class Real> struct MassProperties {
  Real mass_kg{1.0};
  Real inverse_mass{1.0};                                       // [1/kg]
  Matrix3<Real> inertia_B = Matrix3<Real>::identity();          // [kg m^2]
  Matrix3<Real> inverse_inertia_B = Matrix3<Real>::identity();  // [1/(kg m^2)]
};

template <class Real>
MassProperties<Real> mass_properties(const Real& mass_kg, const Matrix3<Real>& inertia_B) {
  return {mass_kg, Real(1.0) / mass_kg, inertia_B, inverse(inertia_B)};
}

// `body` has passed validate().
template <class Real> MassProperties<Real> mass_properties(const MassElement& body) {
  return mass_properties<Real>(Real(body.mass_kg), matrix_cast<Real>(body.inertia_kg_m2));
}

}  // namespace alula
