#include "earth/atmosphere.h"

#include <cmath>

#include "core/assert.h"

namespace alula {

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
