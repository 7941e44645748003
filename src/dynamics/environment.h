// dynamics/environment.h: the surroundings of one world as a vehicle meets them: gravity, air and
// wind at a place.
#pragma once

#include "dynamics/part.h"
#include "earth/atmosphere.h"
#include "earth/geoid.h"
#include "earth/gravity.h"
#include "earth/height.h"
#include "earth/wind.h"

namespace alula {

// 1.2250 kg/m^3: the standard atmosphere's, so that its ratio at sea level is 1.
inline constexpr double kSeaLevelDensity =
    us76::layers[0].base_pa / (us76::gas_constant * us76::layers[0].base_k);

struct EnvironmentConfig {
  EarthModel earth{};
  Geodetic origin{};  // of W
  GravityConfig gravity{};
  WindConfig wind{};
  AtmosphereConfig atmosphere{};
  GeoidModel geoid = GeoidModel::none;  // where mean sea level lies; on a sphere always `none`
};
MaybeError validate(const EnvironmentConfig& config);

inline LocalFrame local_frame(const EnvironmentConfig& config) {
  return LocalFrame(config.origin, config.earth, config.geoid);
}
// Mean sea level over the ellipsoid or sphere under a place [m].
inline double sea_level_at(const EnvironmentConfig& config, const Geodetic& place) {
  return geoid_height_m(config.geoid, place.latitude_rad, place.longitude_rad);
}
// The place at an altitude over the sea, as maps and autopilots give it.
inline Geodetic place_at_msl(const EnvironmentConfig& config, double latitude_rad,
                             double longitude_rad, double altitude_msl_m) {
  const double sea_level_m = geoid_height_m(config.geoid, latitude_rad, longitude_rad);
  return {latitude_rad, longitude_rad, altitude_msl_m + sea_level_m};
}

template <class Real> struct Environment {
  GravityField<Real> gravity{};
  HeightField<Real> height{};
  WindField<Real> wind{};
  Atmosphere<Real> atmosphere{};
  // Of the origin. The air counts its heights from the sea under the origin: over 100 km the geoid
  // moves by a few metres, the density by a few parts in 10,000.
  Real altitude_msl_m{};

  // `config` has passed validate().
  static Environment build(const EnvironmentConfig& config) {
    const Geodetic& origin = config.origin;
    return {GravityField<Real>(config.gravity, origin, config.earth),
            HeightField<Real>(origin, config.earth), WindField<Real>(config.wind),
            Atmosphere<Real>(config.atmosphere),
            Real(origin.height_m - sea_level_at(config, origin))};
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
    const Real height_m = altitude_msl_m + height.height_over_origin(body.p_WB);
    const Air<Real> still = atmosphere.air(height_m);
    const Vector3<Real> v_AB_W = body.v_WB - wind.velocity_W(body.p_WB, t_s);
    return {.v_AB_B = transposed_product(R_WB, v_AB_W),
            .density_kg_m3 = still.density_kg_m3,
            .density_ratio = Real(1.0 / kSeaLevelDensity) * still.density_kg_m3,
            .speed_of_sound_m_s = still.speed_of_sound_m_s,
            .height_m = height_m};
  }
};

}  // namespace alula
