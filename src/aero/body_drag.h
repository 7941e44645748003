// aero/body_drag.h: drag with the square of airspeed, one area for each body axis; a sphere has
// three equal ones.
#pragma once

#include "core/error.h"
#include "dynamics/part.h"

namespace alula {

struct BodyDragConfig {
  Vec3 drag_area_m2{0.010, 0.010, 0.020};  // drag coefficient times frontal area, along Bx, By, Bz
  Vec3 position_m{};                       // where the force acts, from the centre of mass, in B
};
MaybeError validate(const BodyDragConfig& config);
// A sphere of drag coefficient and frontal area: no direction differs.
BodyDragConfig sphere_drag(double drag_coefficient, double area_m2);

// f = -rho/2 |v| (area_x v_x, area_y v_y, area_z v_z), v the velocity relative to the air: along a
// body axis it is the familiar rho/2 v^2 C_D S.
template <class Real> struct BodyDrag {
  using Config = BodyDragConfig;
  static constexpr int states = 0;
  static constexpr int commands = 0;

  Vector3<Real> drag_area_m2{};  // a lane of a batch may have its own
  Vector3<Real> position_B{};

  static BodyDrag build(const BodyDragConfig& config) {
    return {vector_cast<Real>(config.drag_area_m2), vector_cast<Real>(config.position_m)};
  }

  Wrench<Real> effect(const Flight<Real>& flight, const Real*, const Real*, Real*) const {
    const Real scale = Real(-0.5) * flight.air.density_kg_m3 * airspeed(flight.air);
    const Vector3<Real> f_B = scale * cwise_product(drag_area_m2, flight.air.v_AB_B);
    return {.f_B = f_B, .t_B = cross(position_B, f_B)};
  }
};

}  // namespace alula
