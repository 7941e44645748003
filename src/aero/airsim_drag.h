// aero/airsim_drag.h: the drag of AirSim: six faces of a box, each pushed by the air that meets it,
// each at its own centre. Source: airsim.md 3.3 (AirSim's multirotor body and FastPhysicsEngine).
#pragma once

#include "core/error.h"
#include "dynamics/part.h"

namespace alula {

// The propellers add to the faces: their rims to the four sides, their discs to top and bottom.
// AirSim takes the diameter for a radius there, so that its discs are four times too large.
struct AirsimDragConfig {
  Vec3 box_m{0.18, 0.11, 0.04};  // edges of the body along Bx, By, Bz
  Vec3 position_m{};             // its centre, from the centre of mass, in B
  double drag_coefficient = 0.325;
  int rotor_count = 4;
  double propeller_diameter_m = 0.2286;
  double propeller_height_m = 0.01;
};
MaybeError validate(const AirsimDragConfig& config);

// Area times half the drag coefficient of the faces across Bx, By, Bz [m^2].
Vec3 face_factors_m2(const AirsimDragConfig& config);

// A face whose outward normal n meets the air with v_n = n . (v_AB_B + w x r) above 0.1 m/s feels
// -factor rho v_n^2 n at its centre r. The step at 0.1 m/s is AirSim's.
template <class Real> struct AirsimDrag {
  using Config = AirsimDragConfig;
  static constexpr int states = 0;
  static constexpr int commands = 0;
  static constexpr double speed_min_m_s = 0.1;

  Vector3<Real> factors_m2{};
  Vector3<Real> position_B{};

  // `config` has passed validate().
  static AirsimDrag build(const AirsimDragConfig& config) {
    return {vector_cast<Real>(face_factors_m2(config)), vector_cast<Real>(config.position_m)};
  }

  // The centre of a face lies on its normal through the centre of the box. So turning moves it
  // along the normal as it moves the box's centre, and its force has the moment that it would have
  // there: how far out the faces lie does not matter.
  Wrench<Real> effect(const Flight<Real>& flight, const Real*, const Real*, Real*) const {
    const Vector3<Real> v = flight.air.v_AB_B + cross(flight.body.w_WB_B, position_B);
    const Real& density = flight.air.density_kg_m3;
    const Vector3<Real> f_B{face_force(v.x, factors_m2.x * density),
                            face_force(v.y, factors_m2.y * density),
                            face_force(v.z, factors_m2.z * density)};
    return {.f_B = f_B, .t_B = cross(position_B, f_B)};
  }

 private:
  // Of the two faces across one axis one meets the air at most.
  static Real face_force(const Real& speed, const Real& scale) {
    return select(abs(speed) > Real(speed_min_m_s), -scale * speed * abs(speed), Real(0.0));
  }
};

}  // namespace alula
