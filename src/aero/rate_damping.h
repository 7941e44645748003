// aero/rate_damping.h: moments against turning. Two forms add up: a plain one, moment over rate,
// and the dimensionless derivatives of aircraft (C_lp, C_mq, C_nr), which go with density and
// airspeed.
#pragma once

#include <cstdint>

#include "core/error.h"
#include "dynamics/part.h"

namespace alula {

// Air resists what turns in it. Tools that damp the inertial rate keep the Earth's 15 degrees an
// hour as well; NASA's check case 3 has end states for both.
enum class DampedRate : std::uint8_t { air, inertial };

struct RateDampingConfig {
  Vec3 linear_n_m_s_rad{};         // moment over rate, about Bx, By, Bz
  Vec3 derivative{};               // C_lp, C_mq, C_nr: zero or less
  double reference_area_m2 = 0.0;  // S
  double reference_span_m = 0.0;   // b, for roll and yaw
  double reference_chord_m = 0.0;  // c, for pitch
  DampedRate damped_rate = DampedRate::air;
};
MaybeError validate(const RateDampingConfig& config);

// Roll: t = rho/2 V^2 S b C_lp (p b / 2V) = rho/4 V S b^2 C_lp p; pitch with c; yaw with b. Written
// so that V does not divide: defined at rest, where it is zero. Etkin & Reid, "Dynamics of Flight",
// 3rd ed., chapter 5.
template <class Real> struct RateDamping {
  using Config = RateDampingConfig;
  static constexpr int states = 0;
  static constexpr int commands = 0;

  Vector3<Real> linear{};         // [N m s/rad]
  Vector3<Real> derivative_m4{};  // S b^2 C_lp / 4 and so on
  DampedRate damped_rate = DampedRate::air;

  static RateDamping build(const RateDampingConfig& config) {
    const double b = config.reference_span_m;
    const double c = config.reference_chord_m;
    const Vec3 lengths{b * b, c * c, b * b};
    const Vec3 derivative =
        (0.25 * config.reference_area_m2) * cwise_product(lengths, config.derivative);
    return {vector_cast<Real>(config.linear_n_m_s_rad), vector_cast<Real>(derivative),
            config.damped_rate};
  }

  Wrench<Real> effect(const Flight<Real>& flight, const Real*, const Real*, Real*) const {
    const Vector3<Real> moment_over_rate =
        (flight.air.density_kg_m3 * airspeed(flight.air)) * derivative_m4 - linear;
    const Vector3<Real>& rate = damped_rate == DampedRate::air ? flight.body.w_WB_B : flight.w_IB_B;
    return {.f_B = {}, .t_B = cwise_product(moment_over_rate, rate)};
  }
};

}  // namespace alula
