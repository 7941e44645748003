// earth/wind.h: how the air moves, as a field of position and time. Constant so far: no gusts, no
// turbulence.
#pragma once

#include <cmath>

#include "core/error.h"
#include "math/vector.h"

namespace alula {

struct WindConfig {
  Vec3 velocity_W_m_s{};  // of the air mass relative to the Earth, north, east, down
};
inline MaybeError validate(const WindConfig& config) {
  // The fastest jet streams measured stay below 120 m/s.
  const bool valid = norm(config.velocity_W_m_s) <= 150.0;
  if (!valid) {
    return Error{ErrorCode::invalid_config, "velocity_W_m_s", "must be finite and at most 150 m/s"};
  }
  return std::nullopt;
}

// Meteorologists name the direction a wind comes from: 0 is a north wind, which blows to the south.
inline Vec3 wind_from(double direction_rad, double speed_m_s) {
  return {-speed_m_s * std::cos(direction_rad), -speed_m_s * std::sin(direction_rad), 0.0};
}

template <class Real> class WindField {
 public:
  WindField() = default;
  explicit WindField(const WindConfig& config)  // `config` has passed validate()
      : v_WA_{Real(config.velocity_W_m_s.x), Real(config.velocity_W_m_s.y),
              Real(config.velocity_W_m_s.z)} {}

  // v_WA [m/s] at a place [m] and a time since the start of the run [s].
  [[nodiscard]] Vector3<Real> velocity_W(const Vector3<Real>& /*p_WP*/, double /*t_s*/) const {
    return v_WA_;
  }

 private:
  Vector3<Real> v_WA_{};
};

}  // namespace alula
