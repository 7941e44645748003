// earth/atmosphere.h: the U.S. Standard Atmosphere, 1976 (NOAA-S/T 76-1562), from -5 km to 86 km,
// and that of a warmer or colder day with another pressure; generic over the number type.
// Temperature is the molecular-scale one, equal to the kinetic below 80 km and at most 0.08 K above
// it up to 86 km. Higher up the air goes on with the temperature of 86 km, which is no longer the
// standard.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "core/config_check.h"
#include "earth/standard_gravity.h"
#include "math/elementary.h"
#include "math/real.h"

namespace alula {

template <class Real> struct Air {
  Real temperature_k{};
  Real pressure_pa{};
  Real density_kg_m3{};
  Real speed_of_sound_m_s{};
};

namespace us76 {

inline constexpr double earth_radius_m = 6356766.0;  // of the conversion to geopotential height
inline constexpr double gas_constant = 8314.32 / 28.9644;             // of air [J/(kg K)]
inline constexpr double lapse_m_k = kStandardGravity / gas_constant;  // [K/m]
inline constexpr double heat_ratio = 1.4;
inline constexpr double sutherland_beta = 1.458e-6;  // [kg/(s m sqrt(K))]
inline constexpr double sutherland_k = 110.4;

// One layer: ln(p/p_base) = power ln(T/T_base) + decay (H - H_base), one of the two factors being
// zero.
struct Layer {
  double base_m;  // geopotential
  double base_k;
  double base_pa;
  double gradient_k_m;

  [[nodiscard]] constexpr double power() const {
    return gradient_k_m == 0.0 ? 0.0 : -lapse_m_k / gradient_k_m;
  }
  [[nodiscard]] constexpr double decay() const {
    return gradient_k_m == 0.0 ? -lapse_m_k / base_k : 0.0;
  }
};
// The base pressures follow from the first by the law of each layer (a test checks that they join).
using Layers = std::array<Layer, 8>;
inline constexpr Layers layers{{{0.0, 288.15, 101325.0, -0.0065},
                                {11000.0, 216.65, 22632.06397346293, 0.0},
                                {20000.0, 216.65, 5474.88866967778, 0.001},
                                {32000.0, 228.65, 868.0186847552274, 0.0028},
                                {47000.0, 270.65, 110.90630555496588, 0.0},
                                {51000.0, 270.65, 66.93887311868727, -0.0028},
                                {71000.0, 214.65, 3.9564204280407287, -0.002},
                                {84852.0, 186.946, 0.3733835899762158, 0.0}}};

// The constants of one layer in the number type of a formula.
template <class Number> struct LayerOf {
  Number base_m, base_k, base_inverse_k, base_pa, gradient_k_m, power, decay;
};
template <class Scalar> using LayersOf = std::array<LayerOf<Scalar>, std::tuple_size_v<Layers>>;
template <class Scalar> constexpr LayersOf<Scalar> in_type(const Layers& from) {
  LayersOf<Scalar> table{};
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Layer& l = from[i];
    table[i] = {static_cast<Scalar>(l.base_m),       static_cast<Scalar>(l.base_k),
                static_cast<Scalar>(1.0 / l.base_k), static_cast<Scalar>(l.base_pa),
                static_cast<Scalar>(l.gradient_k_m), static_cast<Scalar>(l.power()),
                static_cast<Scalar>(l.decay())};
  }
  return table;
}
template <class Scalar> inline constexpr LayersOf<Scalar> layers_of = in_type<Scalar>(layers);

// The layer of a geopotential height: by index where a comparison is a bool, lane by lane where it
// is a mask.
template <class Real>
auto layer_at(const LayersOf<typename RealTraits<Real>::Scalar>& table,
              const Real& geopotential_m) {
  using Scalar = typename RealTraits<Real>::Scalar;
  if constexpr (std::is_same_v<decltype(geopotential_m < geopotential_m), bool>) {
    std::size_t i = 0;
    while (i + 1 < table.size() && geopotential_m >= table[i + 1].base_m) ++i;
    return table[i];
  } else {
    const auto wide = [](const LayerOf<Scalar>& l) {
      return LayerOf<Real>{Real(l.base_m),  Real(l.base_k),       Real(l.base_inverse_k),
                           Real(l.base_pa), Real(l.gradient_k_m), Real(l.power),
                           Real(l.decay)};
    };
    LayerOf<Real> chosen = wide(table[0]);
    for (std::size_t i = 1; i < table.size(); ++i) {
      const auto above = geopotential_m >= Real(table[i].base_m);
      if (!any(above)) break;  // nor above a higher one
      const LayerOf<Real> l = wide(table[i]);
      chosen = {select(above, l.base_m, chosen.base_m),
                select(above, l.base_k, chosen.base_k),
                select(above, l.base_inverse_k, chosen.base_inverse_k),
                select(above, l.base_pa, chosen.base_pa),
                select(above, l.gradient_k_m, chosen.gradient_k_m),
                select(above, l.power, chosen.power),
                select(above, l.decay, chosen.decay)};
    }
    return chosen;
  }
}

}  // namespace us76

template <class Real> Real geopotential_height(const Real& height_m) {
  using Scalar = typename RealTraits<Real>::Scalar;
  constexpr Scalar r = static_cast<Scalar>(us76::earth_radius_m);
  return height_m * (r / (r + height_m));
}
template <class Real> Real geometric_height(const Real& geopotential_m) {
  using Scalar = typename RealTraits<Real>::Scalar;
  constexpr Scalar r = static_cast<Scalar>(us76::earth_radius_m);
  return geopotential_m * (r / (r - geopotential_m));
}

namespace us76 {

template <class Real>
Air<Real> air_at(const LayersOf<typename RealTraits<Real>::Scalar>& table, const Real& height_m) {
  using Scalar = typename RealTraits<Real>::Scalar;
  constexpr Scalar per_gas_constant = static_cast<Scalar>(1.0 / gas_constant);
  constexpr Scalar squared_speed_per_k = static_cast<Scalar>(heat_ratio * gas_constant);

  const Real geopotential = geopotential_height(height_m);
  const auto layer = layer_at(table, geopotential);
  const Real over_base = geopotential - layer.base_m;
  const Real temperature = layer.base_k + layer.gradient_k_m * over_base;
  const Real exponent =
      layer.power * log(temperature * layer.base_inverse_k) + layer.decay * over_base;
  const Real pressure = layer.base_pa * exp(exponent);
  return {.temperature_k = temperature,
          .pressure_pa = pressure,
          .density_kg_m3 = pressure * (per_gas_constant / temperature),
          .speed_of_sound_m_s = sqrt(squared_speed_per_k * temperature)};
}

}  // namespace us76

// `height_m`: geometric height above mean sea level [m].
template <class Real> Air<Real> standard_atmosphere(const Real& height_m) {
  return us76::air_at(us76::layers_of<typename RealTraits<Real>::Scalar>, height_m);
}

// The air of one day: at every height warmer than the standard by the same amount, with another
// pressure at the sea, and in between in hydrostatic balance under the changed density. So on a
// warm day a pressure lies higher, as it does in nature: +10 K stretch the height between two
// pressures near the sea by 3.5 %.
struct AtmosphereConfig {
  double temperature_offset_k = 0.0;
  double pressure_offset_pa = 0.0;  // at mean sea level: QNH less 101325 Pa

  friend bool operator==(const AtmosphereConfig&, const AtmosphereConfig&) = default;
};
inline MaybeError validate(const AtmosphereConfig& config) {
  return ConfigCheck()
      .from_to("temperature_offset_k", config.temperature_offset_k, -80.0, 80.0)
      .from_to("pressure_offset_pa", config.pressure_offset_pa, -20000.0, 20000.0)
      .result();
}

namespace us76 {
// The layers of such a day; the boundaries stay at their geopotential heights. Without offsets the
// standard's own, to the bit.
Layers layers_on(const AtmosphereConfig& day);
}  // namespace us76

template <class Real> class Atmosphere {
 public:
  using Scalar = typename RealTraits<Real>::Scalar;

  Atmosphere() = default;                              // the standard's
  explicit Atmosphere(const AtmosphereConfig& config)  // has passed validate()
      : layers_(us76::in_type<Scalar>(us76::layers_on(config))) {}

  // `height_m`: geometric height above mean sea level [m].
  [[nodiscard]] Air<Real> air(const Real& height_m) const {
    return us76::air_at(layers_, height_m);
  }

 private:
  us76::LayersOf<Scalar> layers_ = us76::layers_of<Scalar>;
};

// Dynamic viscosity by Sutherland's law [Pa s].
template <class Real> Real dynamic_viscosity(const Real& temperature_k) {
  using Scalar = typename RealTraits<Real>::Scalar;
  return static_cast<Scalar>(us76::sutherland_beta) * temperature_k * sqrt(temperature_k) /
         (temperature_k + static_cast<Scalar>(us76::sutherland_k));
}

// Pressure altitude: the geopotential height at which the standard has this pressure [m]; the exact
// inverse in every layer, for any pressure above zero. The first shows what an altimeter shows, the
// second is a geometric height.
double geopotential_from_pressure(double pressure_pa);
double altitude_from_pressure(double pressure_pa);

}  // namespace alula
