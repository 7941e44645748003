#include "earth/atmosphere.h"

#include <cmath>

#include "core/assert.h"

namespace alula {

namespace us76 {

Layers layers_on(const AtmosphereConfig& day) {
  if (day.temperature_offset_k == 0.0 && day.pressure_offset_pa == 0.0) return layers;
  Layers shifted = layers;
  shifted[0].base_pa += day.pressure_offset_pa;
  for (std::size_t i = 0; i < shifted.size(); ++i) {
    Layer& layer = shifted[i];
    layer.base_k += day.temperature_offset_k;
    if (i + 1 == shifted.size()) break;
    const double thickness_m = shifted[i + 1].base_m - layer.base_m;
    const double top_over_base = 1.0 + layer.gradient_k_m * thickness_m / layer.base_k;
    const double exponent = layer.power() * std::log(top_over_base) + layer.decay() * thickness_m;
    shifted[i + 1].base_pa = layer.base_pa * std::exp(exponent);
  }
  return shifted;
}

}  // namespace us76

double geopotential_from_pressure(double pressure_pa) {
  ALULA_ASSERT(pressure_pa > 0.0);
  std::size_t i = 0;
  while (i + 1 < us76::layers.size() && pressure_pa <= us76::layers[i + 1].base_pa) ++i;
  const us76::Layer& layer = us76::layers[i];
  const double exponent = std::log(pressure_pa / layer.base_pa);
  if (layer.gradient_k_m == 0.0) return layer.base_m + exponent / layer.decay();
  // T/T_base - 1, written so that it does not cancel near the base of the layer.
  return layer.base_m + std::expm1(exponent / layer.power()) * layer.base_k / layer.gradient_k_m;
}

double altitude_from_pressure(double pressure_pa) {
  return geometric_height(geopotential_from_pressure(pressure_pa));
}

}  // namespace alula
