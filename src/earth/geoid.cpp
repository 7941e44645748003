#include "earth/geoid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <geoid_table.h>

#include "core/assert.h"

namespace alula {
namespace {

using geoid_table::columns;
using geoid_table::rows;

constexpr double kPerRadian = (rows - 1) / std::numbers::pi;  // cells
constexpr double kMetresPerUnit = 0.01;

// One row past a pole the grid goes on along the opposite meridian.
const std::int16_t* row_at(int row, int& column) {
  if (row < 0 || row >= rows) {
    row = row < 0 ? -row : 2 * (rows - 1) - row;
    column += columns / 2;
  }
  return geoid_table::heights_cm + row * columns;
}

// Cubic convolution: Keys, "Cubic Convolution Interpolation for Digital Image Processing", IEEE
// Trans. ASSP 29 (1981), a = -1/2: exact for quadratics, its slope continuous.
using Weights = std::array<double, 4>;
Weights weights_at(double t) {
  const double u = 1.0 - t;
  return {-0.5 * t * u * u, 1.0 + t * t * (1.5 * t - 2.5), 1.0 + u * u * (1.5 * u - 2.5),
          -0.5 * u * t * t};
}

double egm96_height_m(double latitude_rad, double longitude_rad) {
  ALULA_ASSERT(std::isfinite(longitude_rad));
  const double south = std::clamp((0.5 * std::numbers::pi - latitude_rad) * kPerRadian, 0.0,
                                  static_cast<double>(rows - 1));
  const double turns = longitude_rad / (2.0 * std::numbers::pi);
  const double east = (turns - std::floor(turns)) * columns;
  const int row = std::min(static_cast<int>(south), rows - 2);
  const int column = static_cast<int>(east);
  const Weights down = weights_at(south - row);
  const Weights across = weights_at(east - column);

  double sum = 0.0;
  for (int i = 0; i < 4; ++i) {
    int first = column + columns - 1;
    const std::int16_t* heights = row_at(row - 1 + i, first);
    double line = 0.0;
    for (int j = 0; j < 4; ++j) {
      line += across[static_cast<std::size_t>(j)] * heights[(first + j) % columns];
    }
    sum += down[static_cast<std::size_t>(i)] * line;
  }
  return kMetresPerUnit * sum;
}

}  // namespace

double geoid_height_m(GeoidModel model, double latitude_rad, double longitude_rad) {
  return model == GeoidModel::egm96 ? egm96_height_m(latitude_rad, longitude_rad) : 0.0;
}

}  // namespace alula
