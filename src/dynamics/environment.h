// dynamics/environment.h: the surroundings of one world as a vehicle meets them: gravity, air and
// wind at a place.
#pragma once

#include "dynamics/part.h"
#include "earth/atmosphere.h"
#include "earth/gravity.h"
#include "earth/height.h"
#include "earth/wind.h"

namespace alula {

// 1.2250 kg/m^3: the standard atmosphere's, so that its ratio at sea level is 1.
inline constexpr double kSeaLevelDensity =
    us76::layers[0].base_pa / (us76::gas_constant * us76::layers[0].base_k);

struct EnvironmentConfig {
  Geodetic origin{};  // of W
  GravityConfig gravity{};
  WindConfig wind{};
  double geoid_height_m =
      0.0;  // of mean sea level over the ellipsoid; the atmosphere counts from there
};
std::optional<Error> validate(const EnvironmentConfig& config);

template <class Real> struct Environment {
  GravityField<Real> gravity{};
  HeightField<Real> height{};
  WindField<Real> wind{};
  Real geoid_height_m{};

  // `config` has passed validate().
  static Environment build(const EnvironmentConfig& config) {
    return {GravityField<Real>(config.gravity, config.origin), HeightField<Real>(config.origin),
            WindField<Real>(config.wind), Real(config.geoid_height_m)};
  }

  // What moves the body without any part.
  [[nodiscard]] EarthMotion<Real> motion(const RigidBodyState<Real>& body,
                                         const Matrix3<Real>& R_WB) const {
    const Vector3<Real> omega_W = gravity.omega_W();
    return {.gravity_W = gravity.gravity_W(body.p_WB),
            .coriolis_W = gravity.coriolis_W(body.v_WB),
            .omega_B = transposed_product(R_WB, omega_W)};
  }
  [[nodiscard]] AirState<Real> air(double t_s, const RigidBodyState<Real>& body,
                                   const Matrix3<Real>& R_WB) const {
    const Real height_m = height.height(body.p_WB) - geoid_height_m;
    const Air<Real> still = standard_atmosphere(height_m);
    const Vector3<Real> v_AB_W = body.v_WB - wind.velocity_W(body.p_WB, t_s);
    return {.v_AB_B = transposed_product(R_WB, v_AB_W),
            .density_kg_m3 = still.density_kg_m3,
            .density_ratio = Real(1.0 / kSeaLevelDensity) * still.density_kg_m3,
            .speed_of_sound_m_s = still.speed_of_sound_m_s,
            .height_m = height_m};
  }
};

}  // namespace alula
