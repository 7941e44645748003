// earth/wind.h: how the air moves, as a field of position and time: steady, with shear over the
// height above the ground. No gusts, no turbulence.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/config_check.h"
#include "math/elementary.h"
#include "math/vector.h"

namespace alula {

// How the wind changes over the height above the ground.
enum class WindShear : std::uint8_t {
  none,
  linear,       // by the same amount each metre, from the ground to the top
  logarithmic,  // as over rough ground: v ln(h/z0) / ln(h_reference/z0), from z0 to the top
};

inline constexpr double kFoot_m = 0.3048;
// The fastest jet streams measured stay below 120 m/s.
inline constexpr double kWindMax_m_s = 150.0;

// The defaults of shear are those of MIL-F-8785C, 3.7.3.4: a speed given for 20 ft, and a profile
// that holds to 1000 ft.
struct WindConfig {
  // Of the air mass relative to the Earth, north, east, down: at the reference height, and without
  // shear at every height.
  Vec3 velocity_W_m_s{};
  WindShear shear = WindShear::none;
  double reference_height_m = 20.0 * kFoot_m;
  double top_height_m = 1000.0 * kFoot_m;  // above it the wind is as there
  double roughness_m = 0.15 * kFoot_m;     // z0, `logarithmic`: below it the air is still
  Vec3 gradient_W_per_s{};                 // `linear`: change of velocity a metre [1/s]
  // Heights count from the plane through the origin of W with this unit normal: the world's ground.
  Vec3 ground_normal_W{0.0, 0.0, -1.0};
};
MaybeError validate(const WindConfig& config);

// Meteorologists name the direction a wind comes from: 0 is a north wind, which blows to the south.
inline Vec3 wind_from(double direction_rad, double speed_m_s) {
  return {-speed_m_s * std::cos(direction_rad), -speed_m_s * std::sin(direction_rad), 0.0};
}

template <class Real> class WindField {
 public:
  using Scalar = typename RealTraits<Real>::Scalar;

  WindField() : WindField(WindConfig{}) {}
  explicit WindField(const WindConfig& config);  // `config` has passed validate()

  // From now on; the shear stays. A caller whose wind changes sets it before each use.
  void set_velocity(const Vector3<Real>& v_WA) { v_WA_ = v_WA; }

  // v_WA [m/s] at a place [m] and a time since the start of the run [s].
  [[nodiscard]] Vector3<Real> velocity_W(const Vector3<Real>& p_WP, double /*t_s*/) const {
    return shear_ == WindShear::none ? v_WA_ : sheared_W(dot(ground_normal_W_, p_WP));
  }

 private:
  [[nodiscard]] Vector3<Real> sheared_W(const Real& height_m) const {
    const Real h = min_of(max_of(height_m, Real(bottom_)), Real(top_));
    if (shear_ == WindShear::linear) return v_WA_ + (h - Real(reference_)) * gradient_W_;
    return (Real(gain_) * log(Real(inverse_roughness_) * h)) * v_WA_;
  }

  WindShear shear_;
  Vector3<Real> v_WA_, gradient_W_, ground_normal_W_;
  Scalar bottom_, reference_, top_;  // [m]
  Scalar inverse_roughness_, gain_;  // gain: 1/ln(h_reference/z0)
};

template <class Real>
WindField<Real>::WindField(const WindConfig& config)
    : shear_(config.shear),
      v_WA_(vector_cast<Real>(config.velocity_W_m_s)),
      gradient_W_(vector_cast<Real>(config.gradient_W_per_s)),
      ground_normal_W_(vector_cast<Real>(config.ground_normal_W)),
      bottom_(
          static_cast<Scalar>(config.shear == WindShear::logarithmic ? config.roughness_m : 0.0)),
      reference_(static_cast<Scalar>(config.reference_height_m)),
      top_(static_cast<Scalar>(config.top_height_m)),
      inverse_roughness_(static_cast<Scalar>(1.0 / config.roughness_m)),
      gain_(static_cast<Scalar>(1.0 / std::log(config.reference_height_m / config.roughness_m))) {}

}  // namespace alula
