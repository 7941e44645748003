// earth/gravity.h: gravity as a function of the local position, generic over the number type, and
// the rotation of the Earth for the Coriolis term. Closed forms; no angle is computed.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/config_check.h"
#include "earth/geodesy.h"
#include "earth/height.h"
#include "earth/standard_gravity.h"
#include "earth/wgs84.h"
#include "math/vector.h"

namespace alula {

enum class GravityModel : std::uint8_t {
  wgs84,  // normal gravity of the level ellipsoid, exact at any height
  j2,     // a point mass and the second zonal harmonic: misses normal gravity by 4e-5 to 1e-4 m/s^2
  round,  // a point mass: of a spherical Earth
  constant,  // the same everywhere, along W down
  airsim,    // AirSim's: along W down, falls off with the height (see airsim_gravity)
};

struct GravityConfig {
  GravityModel model = GravityModel::wgs84;
  // Off: W is an inertial frame. Neither the Coriolis nor the centrifugal term acts, so `wgs84` and
  // `j2` give pure gravitation, up to 0.034 m/s^2 more than a scale on the turning Earth shows.
  // `constant` and `airsim` keep theirs.
  bool rotation = true;
  double constant_m_s2 = kStandardGravity;  // of the model `constant` only
};
inline MaybeError validate(const GravityConfig& config) {
  return ConfigCheck().from_to("constant_m_s2", config.constant_m_s2, 0.0, 100.0).result();
}
// Gravity `round` and a sphere go together; `constant` is at home on both shapes.
inline bool fits(GravityModel model, const EarthModel& earth) {
  if (model == GravityModel::constant) return true;
  return earth.is_sphere() == (model == GravityModel::round);
}

// Effective gravity: gravitation and, when the Earth turns, the centrifugal term. It is the
// acceleration relative to W of a free body that passes at rest; a moving one also has coriolis_W.
// Works in the meridian frame of the origin: axes x (equatorial plane, origin's meridian), y
// (east), z (north pole), lengths in equatorial radii, so that float neither overflows nor cancels.
template <class Real> class GravityField {
 public:
  using Scalar = typename RealTraits<Real>::Scalar;

  GravityField() : GravityField(GravityConfig{}, Geodetic{}) {}
  // All have passed validate(), and model and Earth fit.
  GravityField(const GravityConfig& config, const Geodetic& origin, const EarthModel& earth = {});

  // [m/s^2] at a place outside or just below the ellipsoid [m].
  [[nodiscard]] Vector3<Real> gravity_W(const Vector3<Real>& p_WB) const {
    if (model_ == GravityModel::wgs84) return from_meridian(normal_gravity(to_meridian(p_WB)));
    return other_gravity(p_WB);
  }
  // Rotation of the Earth relative to inertial space, in W [rad/s]; zero when rotation is off.
  [[nodiscard]] Vector3<Real> omega_W() const {
    return {Real(omega_x_), Real(0.0), Real(omega_z_)};
  }
  // -2 omega x v [m/s^2] of a velocity relative to W [m/s].
  [[nodiscard]] Vector3<Real> coriolis_W(const Vector3<Real>& v_WB) const {
    const Scalar twice_x = Scalar(-2.0) * omega_x_, twice_z = Scalar(-2.0) * omega_z_;
    return {-(twice_z * v_WB.y), twice_z * v_WB.x - twice_x * v_WB.z, twice_x * v_WB.y};
  }

 private:
  [[nodiscard]] Vector3<Real> to_meridian(const Vector3<Real>& p) const {
    return {origin_x_ - (sin_scaled_ * p.x + cos_scaled_ * p.z), scale_ * p.y,
            origin_z_ + (cos_scaled_ * p.x - sin_scaled_ * p.z)};
  }
  // `g` is in equatorial radii per second squared.
  [[nodiscard]] Vector3<Real> from_meridian(const Vector3<Real>& g) const {
    return {cos_metric_ * g.z - sin_metric_ * g.x, radius_ * g.y,
            -(cos_metric_ * g.x + sin_metric_ * g.z)};
  }
  [[nodiscard]] Vector3<Real> other_gravity(const Vector3<Real>& p_WB) const;
  [[nodiscard]] Vector3<Real> normal_gravity(const Vector3<Real>& x) const;
  [[nodiscard]] Vector3<Real> j2_gravity(const Vector3<Real>& x) const;
  [[nodiscard]] Vector3<Real> round_gravity(const Vector3<Real>& x) const;
  [[nodiscard]] Real airsim_gravity(const Vector3<Real>& p_WB) const;

  static constexpr double kRadius = wgs84::equatorial_radius_m;
  static constexpr double kGm = wgs84::gm_m3_s2 / (kRadius * kRadius * kRadius);
  static constexpr Scalar gm_ = static_cast<Scalar>(kGm);
  static constexpr Scalar radius_ = static_cast<Scalar>(kRadius);
  static constexpr Scalar scale_ = static_cast<Scalar>(1.0 / kRadius);
  static constexpr Scalar focus_squared_ = static_cast<Scalar>(wgs84::eccentricity_squared);

  GravityModel model_;
  Scalar constant_;
  HeightField<Real> height_;        // of `airsim`
  Scalar origin_x_, origin_z_;      // equatorial radii
  Scalar sin_scaled_, cos_scaled_;  // of the origin's latitude, over the radius
  Scalar sin_metric_, cos_metric_;  // ... times the radius
  Scalar omega_x_, omega_z_;        // [rad/s] in W
  Scalar centrifugal_;              // omega^2, or 0 without rotation
  Scalar round_gm_;                 // of `round` [equatorial radii^3/s^2]
  Scalar flattening_gain_;  // of the term that makes the ellipsoid level, see normal_gravity
};

template <class Real>
GravityField<Real>::GravityField(const GravityConfig& config, const Geodetic& origin,
                                 const EarthModel& earth)
    : model_(config.model),
      constant_(static_cast<Scalar>(config.constant_m_s2)),
      height_(origin, earth),
      round_gm_(static_cast<Scalar>(earth.gm_m3_s2 / (kRadius * kRadius * kRadius))) {
  ALULA_ASSERT(fits(config.model, earth));
  const double sine = std::sin(origin.latitude_rad), cosine = std::cos(origin.latitude_rad);
  const double flatness = earth.eccentricity_squared();
  const double normal = earth.radius_m / std::sqrt(1.0 - flatness * sine * sine);
  origin_x_ = static_cast<Scalar>((normal + origin.height_m) * cosine / kRadius);
  origin_z_ = static_cast<Scalar>((normal * (1.0 - flatness) + origin.height_m) * sine / kRadius);
  sin_scaled_ = static_cast<Scalar>(sine / kRadius);
  cos_scaled_ = static_cast<Scalar>(cosine / kRadius);
  sin_metric_ = static_cast<Scalar>(sine * kRadius);
  cos_metric_ = static_cast<Scalar>(cosine * kRadius);

  const double omega = wgs84::rotation_rad_s;
  omega_x_ = static_cast<Scalar>(config.rotation ? omega * cosine : 0.0);
  omega_z_ = static_cast<Scalar>(config.rotation ? -omega * sine : 0.0);
  centrifugal_ = static_cast<Scalar>(config.rotation ? omega * omega : 0.0);

  // q0 of Heiskanen and Moritz, eq. 2-58: e' = E/b.
  const double e2 = wgs84::eccentricity_squared;
  const double polar = 1.0 - wgs84::flattening;
  const double e_prime = std::sqrt(e2) / polar;
  const double q0 = 0.5 * ((1.0 + 3.0 / (e_prime * e_prime)) * std::atan(e_prime) - 3.0 / e_prime);
  flattening_gain_ = static_cast<Scalar>(omega * omega * e2 * std::sqrt(e2) / q0);
}

template <class Real>
Vector3<Real> GravityField<Real>::other_gravity(const Vector3<Real>& p_WB) const {
  switch (model_) {
    case GravityModel::j2:
      return from_meridian(j2_gravity(to_meridian(p_WB)));
    case GravityModel::round:
      return from_meridian(round_gravity(to_meridian(p_WB)));
    case GravityModel::airsim:
      return {Real(0.0), Real(0.0), airsim_gravity(p_WB)};
    default:
      return {Real(0.0), Real(0.0), Real(constant_)};
  }
}

// Heiskanen and Moritz, Physical Geodesy, section 2-7: the potential of a level ellipsoid with
// semi-major axis 1,
//   V = GM/E atan(E/u) + omega^2/2 q(u)/q0 (z^2/u^2 - 1/3),
// its gradient taken in Cartesian axes. u is the semi-minor axis of the confocal ellipsoid through
// the point: u^2 = (k + T)/2 with k = r^2 - E^2, T^2 = k^2 + 4 E^2 z^2; v^2 = u^2 + E^2; then
//   du/d(x,y) = (x,y) u/T,   du/dz = z v^2/(u T).
// q = c^3 (2/15 - 4/35 c^2 + 6/63 c^4 - ...), c = E/u < 0.09: the terms left out are below 2e-10
// m/s^2.
template <class Real>
Vector3<Real> GravityField<Real>::normal_gravity(const Vector3<Real>& x) const {
  const Scalar e2 = focus_squared_;
  const Real z2 = x.z * x.z;
  const Real k = x.x * x.x + x.y * x.y + z2 - e2;
  const Real t = sqrt(k * k + Scalar(4.0) * e2 * z2);
  const Real u2 = Scalar(0.5) * (k + t);
  const Real u = sqrt(u2);
  const Real v2 = u2 + e2;
  const Real inverse_t = Scalar(1.0) / t;
  const Real inverse_u2 = Scalar(1.0) / u2;
  const Real inverse_v2 = Scalar(1.0) / v2;

  const Real c2 = e2 * inverse_u2;
  const Real s = z2 * inverse_u2;  // sin^2 of the reduced latitude
  const Real q = Scalar(2.0 / 15.0) +
                 c2 * (Scalar(-4.0 / 35.0) + c2 * (Scalar(6.0 / 63.0) + c2 * Scalar(-8.0 / 99.0)));
  const Real slope =  // of -q, per logarithm of u
      Scalar(6.0 / 15.0) +
      c2 * (Scalar(-20.0 / 35.0) + c2 * (Scalar(42.0 / 63.0) + c2 * Scalar(-72.0 / 99.0)));
  const Real level = flattening_gain_ * inverse_u2;
  const Real dv_du = -(gm_ * inverse_v2) -
                     level * inverse_u2 * (Scalar(0.5) * slope * (s - Scalar(1.0 / 3.0)) + q * s);

  const Real radial = dv_du * u * inverse_t;
  const Real axial = radial * v2 * inverse_u2 + level * q * u * inverse_u2 * inverse_u2;
  const Real outward = radial + centrifugal_;
  return {outward * x.x, outward * x.y, axial * x.z};
}

template <class Real> Vector3<Real> GravityField<Real>::j2_gravity(const Vector3<Real>& x) const {
  const Real z2 = x.z * x.z;
  const Real r2 = x.x * x.x + x.y * x.y + z2;
  const Real inverse_r2 = Scalar(1.0) / r2;
  const Real central = gm_ * inverse_r2 / sqrt(r2);
  const Real zonal = Scalar(1.5 * wgs84::j2) * inverse_r2;
  const Real five_s = Scalar(5.0) * z2 * inverse_r2;
  const Real outward = centrifugal_ - central * (Scalar(1.0) + zonal * (Scalar(1.0) - five_s));
  const Real axial = -(central * (Scalar(1.0) + zonal * (Scalar(3.0) - five_s)));
  return {outward * x.x, outward * x.y, axial * x.z};
}

template <class Real>
Vector3<Real> GravityField<Real>::round_gravity(const Vector3<Real>& x) const {
  const Real r2 = x.x * x.x + x.y * x.y + x.z * x.z;
  const Real central = round_gm_ / (r2 * sqrt(r2));
  const Real outward = centrifugal_ - central;
  return {outward * x.x, outward * x.y, -(central * x.z)};
}

// AirSim's getGravity (AirLib, EarthUtils.hpp): three laws that do not join; gravity falls by 0.31
// % at 10 km and rises by 0.07 % at 100 km. The sphere of its law has WGS84's equatorial radius.
template <class Real> Real GravityField<Real>::airsim_gravity(const Vector3<Real>& p_WB) const {
  const Real h = height_.height(p_WB);
  const Real distance = abs(h);
  const Real falling = Scalar(1.0) - (Scalar(2.0) * scale_) * h;
  const Real inverse = Scalar(1.0) / (Scalar(1.0) + scale_ * h);
  const Real far = select(distance < Real(Scalar(1e5)), falling, inverse * inverse);
  return Scalar(kStandardGravity) * select(distance < Real(Scalar(1e4)), Real(Scalar(1.0)), far);
}

}  // namespace alula
